#include "calls.hpp"

#include "lock.hpp"

#include <scrump/base/error.hpp>

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

namespace scrump::python {
namespace {

struct Calls {
    const pid_t process = ::getpid();
    std::mutex mutex{};
    std::condition_variable changed{};
    std::map<const Call*, std::function<void()>> going{};
    bool ending = false;
};

// A forked process has none of the threads, and so none of the calls, of its parent. Data that the parent's
// threads may have locked is never touched again.
Calls& calls() {
    static Calls* instance = new Calls;
    if (instance->process != ::getpid()) instance = new Calls;
    return *instance;
}

// Only daemon threads are left beside the thread that ends Python. What one of them printed of an error might end the
// process with another: Python's streams can no longer be locked. It waits, as threads do that need Python's lock.
[[noreturn]] void refuse() {
    if (::gettid() == ::getpid()) throw UsageError("Python is ending: no search can begin");
    if (has_lock()) PyEval_SaveThread();
    sleep_for_good();
}

}  // namespace

Call::Call(std::function<void()> stop) {
    Calls& all = calls();
    std::unique_lock lock(all.mutex);
    if (all.ending) {
        lock.unlock();
        refuse();
    }
    all.going.emplace(this, std::move(stop));
}

Call::~Call() {
    Calls& all = calls();
    const std::lock_guard lock(all.mutex);
    all.going.erase(this);
    all.changed.notify_all();
}

bool end_calls() {
    Calls& all = calls();
    std::unique_lock lock(all.mutex);
    all.ending = true;
    for (const auto& [call, stop] : all.going) stop();
    return all.changed.wait_for(lock, std::chrono::seconds(5), [&] { return all.going.empty(); });
}

}  // namespace scrump::python

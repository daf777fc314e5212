#include <scrump/runtime/detail/kept_threads.hpp>

#include "../base/thread_stack.hpp"

#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/base/detail/thread.hpp>
#include <scrump/runtime/detail/look_time.hpp>

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

namespace scrump::detail {

// A process that was forked has what is noted here, but none of the threads: those of another process are left alone.
struct KeptThreads::Kept {
    const pid_t process = ::getpid();
    std::optional<unsigned> unit{};
    std::size_t stack_bytes = 0;
    std::function<void()> work{};
    std::function<void()> done{};
    enum class Wish : unsigned char { none, work, end };
    std::atomic<Wish> wish = Wish::none;
    EventCount wished{};
    LookTime look_time{Looks::never};
    Thread thread{};  // ends before what it uses

    /// Waits for work or the end.
    Wish await();
};

// One run may come right after another.
KeptThreads::Kept::Wish KeptThreads::Kept::await() {
    look_time.await(wished, [&] { return wish.load(std::memory_order_relaxed) != Wish::none; });
    return wish.exchange(Wish::none, std::memory_order_acquire);
}

namespace {

std::atomic<KeptThreads*> of_this_process = nullptr;
std::mutex making;

// No thread of the process that was forked is here, and its mutexes may be locked for ever.
void forget_all() {
    of_this_process.store(nullptr, std::memory_order_relaxed);
    std::construct_at(&making);
}

// No thread may be there where time passes as a simulation says.
void end_all() {
    const std::lock_guard lock(making);
    delete of_this_process.exchange(nullptr, std::memory_order_acq_rel);
}

}  // namespace

KeptThreads::KeptThreads() = default;

// At the end of the process they are not ended: they sleep, or look for work, and hold nothing.
KeptThreads& KeptThreads::of_process() {
    if (KeptThreads* const made = of_this_process.load(std::memory_order_acquire)) return *made;
    const std::lock_guard lock(making);
    if (KeptThreads* const made = of_this_process.load(std::memory_order_acquire)) return *made;
    Platform::at_leaving(end_all);
    static const int watching = pthread_atfork(nullptr, nullptr, forget_all);
    static_cast<void>(watching);
    auto* const made = new KeptThreads();
    of_this_process.store(made, std::memory_order_release);
    return *made;
}

KeptThreads::~KeptThreads() {
    for (auto& each : all_) {
        if (each->process != ::getpid()) {
            static_cast<void>(each.release());  // nobody can wait for its thread
            continue;
        }
        each->wish.store(Kept::Wish::end, std::memory_order_release);
        each->wished.notify_all();
    }
}

void KeptThreads::run(std::optional<unsigned> processing_unit, Looks looks, std::function<void()> work,
                      std::function<void()> done) {
    Kept* kept = nullptr;
    const std::size_t stack_bytes = thread_stack_bytes();
    {
        const std::lock_guard lock(mutex_);
        const auto idle = std::find_if(idle_.begin(), idle_.end(), [&, here = ::getpid()](const Kept* each) {
            return each->unit == processing_unit && each->stack_bytes == stack_bytes && each->process == here;
        });
        if (idle != idle_.end()) {
            kept = *idle;
            idle_.erase(idle);
        }
    }
    if (kept != nullptr) {
        kept->work = std::move(work);
        kept->done = std::move(done);
        kept->look_time.set(looks);
        kept->wish.store(Kept::Wish::work, std::memory_order_release);
        kept->wished.notify_all();
        return;
    }
    auto made = std::make_unique<Kept>();
    made->unit = processing_unit;
    made->stack_bytes = stack_bytes;
    made->work = std::move(work);
    made->done = std::move(done);
    made->look_time.set(looks);
    made->wish.store(Kept::Wish::work, std::memory_order_relaxed);
    made->thread = Thread([this, &self = *made] { live(self); });
    const std::lock_guard lock(mutex_);
    all_.push_back(std::move(made));
}

void KeptThreads::live(Kept& self) {
    if (self.unit) Platform::current().bind(*self.unit);
    while (self.await() != Kept::Wish::end) {
        std::exchange(self.work, nullptr)();
        const std::function<void()> done = std::exchange(self.done, nullptr);
        {
            const std::lock_guard lock(mutex_);
            idle_.push_back(&self);
        }
        done();
    }
}

std::size_t KeptThreads::size() const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::count_if(
        all_.begin(), all_.end(), [here = ::getpid()](const auto& each) { return each->process == here; }));
}

}  // namespace scrump::detail

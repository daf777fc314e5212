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
    enum class Wish : unsigned char { none, work, work_at_moment, end };
    std::atomic<Wish> wish = Wish::none;
    std::atomic<Clock::rep> moment = 0;
    EventCount wished{};
    LookTime look_time{Looks::never};
    Thread thread{};  // ends before what it uses

    /// Gives it work, for now or for a moment.
    void give(std::optional<Clock::time_point> at, Looks looks, std::function<void()> new_work,
              std::function<void()> new_done);
    /// Waits for work or the end.
    Wish await();
    /// Waits for the moment, or until the work is withdrawn.
    void await_moment();
};

void KeptThreads::Kept::give(std::optional<Clock::time_point> at, Looks looks, std::function<void()> new_work,
                             std::function<void()> new_done) {
    work = std::move(new_work);
    done = std::move(new_done);
    look_time.set(looks);
    if (at) moment.store(at->time_since_epoch().count(), std::memory_order_relaxed);
    wish.store(at ? Wish::work_at_moment : Wish::work, std::memory_order_release);
}

// One run may come right after another.
KeptThreads::Kept::Wish KeptThreads::Kept::await() {
    while (true) {
        look_time.await(wished, [&] { return wish.load(std::memory_order_relaxed) != Wish::none; });
        await_moment();
        Wish present = wish.load(std::memory_order_relaxed);
        if (present != Wish::none && wish.compare_exchange_strong(present, Wish::none, std::memory_order_acquire))
            return present;
    }
}

// It is near.
void KeptThreads::Kept::await_moment() {
    while (wish.load(std::memory_order_acquire) == Wish::work_at_moment &&
           Clock::now().time_since_epoch().count() < moment.load(std::memory_order_relaxed))
        Platform::current().yield();
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
    give(std::nullopt, processing_unit, looks, std::move(work), std::move(done));
}

KeptThreads::Kept& KeptThreads::run_at(Clock::time_point moment, std::optional<unsigned> processing_unit, Looks looks,
                                       std::function<void()> work, std::function<void()> done) {
    return give(moment, processing_unit, looks, std::move(work), std::move(done));
}

KeptThreads::Kept& KeptThreads::give(std::optional<Clock::time_point> moment, std::optional<unsigned> processing_unit,
                                     Looks looks, std::function<void()> work, std::function<void()> done) {
    const std::size_t stack_bytes = thread_stack_bytes();
    if (Kept* const kept = take_idle(processing_unit, stack_bytes)) {
        kept->give(moment, looks, std::move(work), std::move(done));
        kept->wished.notify_all();
        return *kept;
    }
    auto made = std::make_unique<Kept>();
    Kept& kept = *made;
    kept.unit = processing_unit;
    kept.stack_bytes = stack_bytes;
    kept.give(moment, looks, std::move(work), std::move(done));
    kept.thread = Thread([this, &kept] { live(kept); });
    const std::lock_guard lock(mutex_);
    all_.push_back(std::move(made));
    return kept;
}

KeptThreads::Kept* KeptThreads::take_idle(std::optional<unsigned> processing_unit, std::size_t stack_bytes) {
    const std::lock_guard lock(mutex_);
    const auto idle = std::find_if(idle_.begin(), idle_.end(), [&, here = ::getpid()](const Kept* each) {
        return each->unit == processing_unit && each->stack_bytes == stack_bytes && each->process == here;
    });
    if (idle == idle_.end()) return nullptr;
    Kept* const kept = *idle;
    idle_.erase(idle);
    return kept;
}

bool KeptThreads::withdraw(Kept& thread) {
    auto present = Kept::Wish::work_at_moment;
    if (!thread.wish.compare_exchange_strong(present, Kept::Wish::none, std::memory_order_relaxed)) return false;
    thread.work = nullptr;
    thread.done = nullptr;
    const std::lock_guard lock(mutex_);
    idle_.push_back(&thread);
    return true;
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

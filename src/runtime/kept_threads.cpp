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
    std::atomic<std::uint64_t> wish = 0;  // with the number of the order, as another run may have given the next
    std::uint64_t orders = 0;
    std::atomic<Clock::rep> moment = 0;
    EventCount wished{};
    LookTime look_time{Looks::never};
    Thread thread{};  // ends before what it uses

    static std::uint64_t wish_of(Wish wish, std::uint64_t order) { return order * 4 + static_cast<unsigned>(wish); }
    static Wish wish_in(std::uint64_t word) { return static_cast<Wish>(word % 4); }

    /// Gives it work, for now or for a moment. Returns the number of the order.
    std::uint64_t give(std::optional<Clock::time_point> at, Looks looks, std::function<void()> new_work,
                       std::function<void()> new_done);
    /// Waits for work or the end.
    Wish await();
    /// Waits for the moment, or until the work is withdrawn. Returns what is wished then.
    std::uint64_t await_moment();
};

std::uint64_t KeptThreads::Kept::give(std::optional<Clock::time_point> at, Looks looks, std::function<void()> new_work,
                                      std::function<void()> new_done) {
    work = std::move(new_work);
    done = std::move(new_done);
    look_time.set(looks);
    if (at) moment.store(at->time_since_epoch().count(), std::memory_order_relaxed);
    const std::uint64_t number = ++orders;  // the thread may be another run's as soon as the work is there
    wish.store(wish_of(at ? Wish::work_at_moment : Wish::work, number), std::memory_order_release);
    return number;
}

// One run may come right after another.
KeptThreads::Kept::Wish KeptThreads::Kept::await() {
    while (true) {
        look_time.await(wished, [&] { return wish_in(wish.load(std::memory_order_relaxed)) != Wish::none; });
        std::uint64_t present = await_moment();
        const Wish wanted = wish_in(present);
        if (wanted != Wish::none && wish.compare_exchange_strong(present, 0, std::memory_order_acquire)) return wanted;
    }
}

// It is near.
std::uint64_t KeptThreads::Kept::await_moment() {
    while (true) {
        const std::uint64_t present = wish.load(std::memory_order_acquire);
        if (wish_in(present) != Wish::work_at_moment ||
            Clock::now().time_since_epoch().count() >= moment.load(std::memory_order_relaxed))
            return present;
        Platform::current().yield();
    }
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
        each->wish.store(Kept::wish_of(Kept::Wish::end, 0), std::memory_order_release);
        each->wished.notify_all();
    }
}

void KeptThreads::run(std::optional<unsigned> processing_unit, Looks looks, std::function<void()> work,
                      std::function<void()> done) {
    give(std::nullopt, processing_unit, looks, std::move(work), std::move(done));
}

KeptThreads::Order KeptThreads::run_at(Clock::time_point moment, std::optional<unsigned> processing_unit, Looks looks,
                                       std::function<void()> work, std::function<void()> done) {
    return give(moment, processing_unit, looks, std::move(work), std::move(done));
}

KeptThreads::Order KeptThreads::give(std::optional<Clock::time_point> moment, std::optional<unsigned> processing_unit,
                                     Looks looks, std::function<void()> work, std::function<void()> done) {
    const std::size_t stack_bytes = thread_stack_bytes();
    if (Kept* const kept = take_idle(processing_unit, stack_bytes)) {
        const std::uint64_t number = kept->give(moment, looks, std::move(work), std::move(done));
        kept->wished.notify_all();
        return {kept, number};
    }
    auto made = std::make_unique<Kept>();
    Kept& kept = *made;
    kept.unit = processing_unit;
    kept.stack_bytes = stack_bytes;
    const std::uint64_t number = kept.give(moment, looks, std::move(work), std::move(done));
    kept.thread = Thread([this, &kept] { live(kept); });
    const std::lock_guard lock(mutex_);
    all_.push_back(std::move(made));
    return {&kept, number};
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

bool KeptThreads::withdraw(const Order& order) {
    Kept& thread = *order.thread;
    std::uint64_t present = Kept::wish_of(Kept::Wish::work_at_moment, order.number);
    if (!thread.wish.compare_exchange_strong(present, 0, std::memory_order_relaxed)) return false;
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

#include <scrump/runtime/detail/kept_threads.hpp>

#include "wait_until.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/base/detail/thread.hpp>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace scrump::detail {

// A process that was forked has what is noted here, but none of the threads: those of another process are left alone.
struct KeptThreads::Kept {
    const pid_t process = ::getpid();
    std::optional<unsigned> unit;
    std::function<void()> work{};
    std::function<void()> done{};
    enum class Wish : unsigned char { none, work, end };
    std::atomic<Wish> wish = Wish::none;
    EventCount wished{};
    Thread thread{};  // ends before what it uses
};

KeptThreads::KeptThreads() = default;

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

void KeptThreads::run(std::optional<unsigned> processing_unit, std::function<void()> work, std::function<void()> done) {
    Kept* kept = nullptr;
    {
        const std::lock_guard lock(mutex_);
        const auto idle = std::find_if(idle_.begin(), idle_.end(), [&, here = ::getpid()](const Kept* each) {
            return each->unit == processing_unit && each->process == here;
        });
        if (idle != idle_.end()) {
            kept = *idle;
            idle_.erase(idle);
        }
    }
    if (kept != nullptr) {
        kept->work = std::move(work);
        kept->done = std::move(done);
        kept->wish.store(Kept::Wish::work, std::memory_order_release);
        kept->wished.notify_all();
        return;
    }
    auto made = std::make_unique<Kept>();
    made->unit = processing_unit;
    made->work = std::move(work);
    made->done = std::move(done);
    made->wish.store(Kept::Wish::work, std::memory_order_relaxed);
    made->thread = Thread([this, &self = *made] { live(self); });
    const std::lock_guard lock(mutex_);
    all_.push_back(std::move(made));
}

void KeptThreads::live(Kept& self) {
    if (self.unit) Platform::current().bind(*self.unit);
    while (true) {
        // One run may come right after another.
        if (Platform::current().pace() == nullptr) {
            const Clock::time_point until = Clock::now() + look_before_sleeping;
            while (self.wish.load(std::memory_order_relaxed) == Kept::Wish::none && Clock::now() < until)
                Platform::current().yield();
        }
        const EventCount::Key key = self.wished.prepare_wait();
        const Kept::Wish wish = self.wish.exchange(Kept::Wish::none, std::memory_order_acquire);
        if (wish == Kept::Wish::none) {
            self.wished.wait(key);
            continue;
        }
        self.wished.cancel_wait();
        if (wish == Kept::Wish::end) return;
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

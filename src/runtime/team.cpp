#include <scrump/runtime/detail/team.hpp>

#include "wait_until.hpp"

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>

#include <atomic>
#include <optional>
#include <string>
#include <system_error>

namespace scrump::detail {

// The last thread may still notify when the team is gone.
struct Team::AtWork : AlignedObject {
    std::atomic<std::size_t> threads = 0;
    EventCount ends{};
};

Team::Team(std::function<void(unsigned)> work, KeptThreads* threads)
    : work_(std::move(work)), threads_(threads), at_work_(new AtWork) {}

namespace {

std::optional<unsigned> place_of(std::size_t index, std::span<const unsigned> processing_units) {
    return index < processing_units.size() ? std::optional(processing_units[index]) : std::nullopt;
}

}  // namespace

void Team::start(unsigned size, std::span<const unsigned> processing_units, Looks looks) {
    for (auto index = static_cast<unsigned>(started_); index < size; ++index) {
        const std::optional<unsigned> unit = place_of(index, processing_units);
        start_one(size, [&] {
            if (threads_ == nullptr) {
                own_.emplace_back([this, index, unit] {
                    if (unit) Platform::current().bind(*unit);
                    work_(index);
                });
            } else {
                threads_->run(
                    unit, looks, [this, index] { work_(index); }, leaving());
            }
        });
    }
}

void Team::start_second_at(Clock::time_point moment, unsigned size, std::span<const unsigned> processing_units,
                           Looks looks, std::function<void()> begun) {
    const auto work = [this, begun = std::move(begun)] {
        begun();
        second_begun_.store(true, std::memory_order_release);
        second_begins_.notify_all();
        work_(1);
    };
    start_one(size, [&] { second_ = threads_->run_at(moment, place_of(1, processing_units), looks, work, leaving()); });
}

void Team::settle_second() {
    const std::optional<KeptThreads::Order> second = std::exchange(second_, std::nullopt);
    if (!second) return;
    if (threads_->withdraw(*second)) {
        at_work_->threads.fetch_sub(1, std::memory_order_relaxed);
        --started_;
        return;
    }
    wait_until(second_begins_, [this] { return second_begun_.load(std::memory_order_acquire); });
}

// Starts one more thread, of `size`. The second may start others at once.
void Team::start_one(unsigned size, const std::function<void()>& starting) {
    if (threads_ != nullptr) at_work_->threads.fetch_add(1, std::memory_order_relaxed);
    ++started_;
    const auto not_started = [&] {
        --started_;
        if (threads_ != nullptr) at_work_->threads.fetch_sub(1, std::memory_order_relaxed);
    };
    try {
        starting();
    } catch (const std::system_error& error) {
        not_started();
        throw Error("cannot start worker " + std::to_string(started_ + 1) + " of " + std::to_string(size) + ": " +
                    error.what());
    } catch (...) {
        not_started();
        throw;
    }
}

// What a kept thread does in the end. The team may be gone then.
std::function<void()> Team::leaving() {
    return [at_work = at_work_] {
        if (at_work->threads.fetch_sub(1, std::memory_order_acq_rel) == 1) at_work->ends.notify_all();
    };
}

void Team::join() {
    own_.clear();
    while (true) {
        const EventCount::Key key = at_work_->ends.prepare_wait();
        if (at_work_->threads.load(std::memory_order_acquire) == 0) return at_work_->ends.cancel_wait();
        at_work_->ends.wait(key);
    }
}

}  // namespace scrump::detail

#include <scrump/runtime/detail/team.hpp>

#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>

#include <atomic>
#include <optional>
#include <string>
#include <system_error>

namespace scrump::detail {

// The last thread may still notify when the team is gone.
struct Team::AtWork {
    std::atomic<std::size_t> threads = 0;
    EventCount ends{};
};

Team::Team(std::function<void(unsigned)> work, KeptThreads* threads)
    : work_(std::move(work)), threads_(threads), at_work_(std::make_shared<AtWork>()) {}

void Team::start(unsigned size, std::span<const unsigned> processing_units, Looks looks) {
    for (auto index = static_cast<unsigned>(started_); index < size; ++index) {
        const auto unit = index < processing_units.size() ? std::optional(processing_units[index]) : std::nullopt;
        if (threads_ != nullptr) at_work_->threads.fetch_add(1, std::memory_order_relaxed);
        const auto not_started = [&] {
            if (threads_ != nullptr) at_work_->threads.fetch_sub(1, std::memory_order_relaxed);
        };
        try {
            if (threads_ == nullptr) {
                own_.emplace_back([this, index, unit] {
                    if (unit) Platform::current().bind(*unit);
                    work_(index);
                });
            } else {
                threads_->run(
                    unit, looks, [this, index] { work_(index); },
                    [at_work = at_work_] {
                        if (at_work->threads.fetch_sub(1, std::memory_order_acq_rel) == 1) at_work->ends.notify_all();
                    });
            }
        } catch (const std::system_error& error) {
            not_started();
            throw Error("cannot start worker " + std::to_string(index + 1) + " of " + std::to_string(size) + ": " +
                        error.what());
        } catch (...) {
            not_started();
            throw;
        }
        ++started_;
    }
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

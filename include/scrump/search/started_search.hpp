#pragma once

// Include it for searches beside the program.
//
// A search that runs beside its caller.
//
//     auto search = scrump::start({.workers = 2}, [&](const scrump::SearchOptions& options) {
//         return scrump::maximise<MyGenerator>(space, root, options);
//     });
//     … search.progress() …
//     auto result = search.get();

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/thread.hpp>
#include <scrump/base/error.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/options.hpp>

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace scrump {

/// Handle of a running search, for one thread at a time. If destroyed before the search ends, it cancels the search and
/// waits for its end.
template <class Result>
class StartedSearch {
  public:
    /// A handle that was moved from may only be destroyed.
    StartedSearch(StartedSearch&&) noexcept = default;
    StartedSearch(const StartedSearch&) = delete;
    StartedSearch& operator=(StartedSearch&&) = delete;
    StartedSearch& operator=(const StartedSearch&) = delete;
    /// Cancels the search, and waits for its end.
    ~StartedSearch() {
        if (shared_ != nullptr) cancel();
    }

    /// Waits for the end and returns the result; call it once. Rethrows what the search threw.
    Result get() {
        wait();
        if (shared_->error) std::rethrow_exception(std::exchange(shared_->error, nullptr));
        return std::move(*shared_->result);
    }
    /// Waits for the end; may be called any number of times.
    void wait() const { sleep_until(std::nullopt); }
    /// Whether the search is over; waits for at most the given time.
    bool done(std::chrono::nanoseconds at_most = {}) const {
        if (at_most > std::chrono::nanoseconds::zero()) sleep_until(Clock::now() + at_most);
        return shared_->over.load(std::memory_order_acquire);
    }

    /// Stops the search soon: its result then has the status `cancelled`, unless it was complete.
    void cancel() { shared_->stop.request_stop(); }

    /// The last reported progress (`SearchOptions::progress_interval`); none before the first report.
    std::optional<SearchProgress> progress() const {
        const std::lock_guard lock(shared_->mutex);
        return shared_->progress;
    }

  private:
    template <class Body>
    friend auto start(SearchOptions options, Body body)
        -> StartedSearch<std::invoke_result_t<Body&, const SearchOptions&>>;

    // Data shared by the search's thread and its handle.
    struct Shared {
        std::stop_source stop;
        std::mutex mutex;  // guards progress
        std::optional<SearchProgress> progress;
        std::optional<Result> result;
        std::exception_ptr error;
        std::atomic<bool> over = false;
        detail::EventCount ends;
    };

    template <class Body>
    StartedSearch(SearchOptions options, Body body) : shared_(std::make_shared<Shared>()) {
        options.progress = [told = std::move(options.progress),
                            shared = shared_.get()](const SearchProgress& progress) {
            {
                const std::lock_guard lock(shared->mutex);
                shared->progress = progress;
            }
            if (told) told(progress);
        };
        auto all = std::make_shared<std::pair<SearchOptions, Body>>(std::move(options), std::move(body));
        thread_ = detail::Thread([shared = shared_, all = std::move(all)]() mutable {
            try {
                auto& [own, search] = *all;
                const std::stop_callback by_caller(own.stop, [&] { shared->stop.request_stop(); });
                own.stop = shared->stop.get_token();
                shared->result.emplace(search(std::as_const(own)));
            } catch (...) {
                shared->error = std::current_exception();
            }
            all.reset();
            shared->over.store(true, std::memory_order_release);
            shared->ends.notify_all();
        });
    }

    void sleep_until(std::optional<Clock::time_point> deadline) const {
        while (true) {
            const detail::EventCount::Key key = shared_->ends.prepare_wait();
            const bool over = shared_->over.load(std::memory_order_acquire);
            if (over || (deadline && Clock::now() >= *deadline)) return shared_->ends.cancel_wait();
            shared_->ends.wait(key, deadline);
        }
    }

    std::shared_ptr<Shared> shared_;
    detail::Thread thread_;  // ends before the data that it uses
};

/// Starts `body(options)`, which runs a search with the given options and returns its result, on a thread of its own;
/// everything it refers to must outlive it. Several searches may run at once, each with its own workers: turn off `pin`
/// if they share processors. Callbacks of the options are called from that thread. Throws UsageError for a session of
/// several processes: these search together, one search after another, each on the thread that made the session.
template <class Body>
auto start(SearchOptions options, Body body) -> StartedSearch<std::invoke_result_t<Body&, const SearchOptions&>> {
    if (options.session != nullptr && options.session->size() > 1) {
        throw UsageError(
            "a search of several processes cannot be started beside their program: they search one after another, "
            "each on the thread that made the session");
    }
    options.session = nullptr;
    return {std::move(options), std::move(body)};
}

}  // namespace scrump

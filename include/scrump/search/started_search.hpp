#pragma once
// A search that goes on beside its caller.
//
//     auto search = scrump::start({.workers = 2}, [&](const scrump::Options& options) {
//         return scrump::maximise<MyGenerator>(space, root, options);
//     });
//     … search.progress() …
//     auto result = search.get();

#include <scrump/base/error.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/options.hpp>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

namespace scrump {

/// Used by one thread at a time. Destroyed before its end, it cancels the search and waits for that.
template <class Result>
class StartedSearch {
  public:
    /// Waits for the end; to be called once. Throws what the search threw.
    Result get() { return result_.get(); }
    /// Waits for the end, as often as wanted.
    void wait() const {
        if (result_.valid()) result_.wait();
    }
    /// Whether it is over; waits for at most so long.
    bool done(std::chrono::nanoseconds at_most = {}) const {
        return !result_.valid() || result_.wait_for(at_most) == std::future_status::ready;
    }

    /// Stops it soon: its result then has the status `cancelled`, if it was not complete.
    void cancel() { thread_.request_stop(); }

    /// As it was told last (`Options::progress_interval`); none before the first time.
    std::optional<Progress> progress() const {
        const std::lock_guard lock(watched_->mutex);
        return watched_->progress;
    }

  private:
    template <class Body>
    friend auto start(Options options, Body body) -> StartedSearch<std::invoke_result_t<Body&, const Options&>>;

    struct Watched {
        std::mutex mutex;
        std::optional<Progress> progress;
    };

    template <class Body>
    StartedSearch(Options options, Body body) {
        options.progress = [told = std::move(options.progress), watched = watched_](const Progress& progress) {
            {
                const std::lock_guard lock(watched->mutex);
                watched->progress = progress;
            }
            if (told) told(progress);
        };
        std::promise<Result> promise;
        result_ = promise.get_future();
        thread_ = std::jthread([options = std::move(options), body = std::move(body),
                                promise = std::move(promise)](std::stop_token stop) mutable {
            std::stop_source either;
            const std::stop_callback by_handle(stop, [&] { either.request_stop(); });
            const std::stop_callback by_caller(options.stop, [&] { either.request_stop(); });
            try {
                Options own = options;
                own.stop = either.get_token();
                promise.set_value(body(std::as_const(own)));
            } catch (...) {
                promise.set_exception(std::current_exception());
            }
        });
    }

    std::shared_ptr<Watched> watched_ = std::make_shared<Watched>();
    std::future<Result> result_;
    std::jthread thread_;  // ends before what it uses
};

/// Starts `body(options)`, which runs a search with the options that it is given and returns its result, on a thread of
/// its own; what it refers to must live as long. Several may go on at once: each with workers of its own, so turn off
/// `pin` where they share processors. Callbacks of the options are called from that thread. Throws UsageError for a
/// session of several processes: these search together, one search after another, each on the thread that made the
/// session.
template <class Body>
auto start(Options options, Body body) -> StartedSearch<std::invoke_result_t<Body&, const Options&>> {
    if (options.session != nullptr && options.session->size() > 1) {
        throw UsageError(
            "a search of several processes cannot be started beside their program: they search one after another, "
            "each on the thread that made the session");
    }
    options.session = nullptr;
    return {std::move(options), std::move(body)};
}

}  // namespace scrump

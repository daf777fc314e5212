#include "mapping_stream.hpp"

#include "calls.hpp"
#include "lock.hpp"
#include "search_options.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/sip/solve.hpp>
#include <scrump/search.hpp>
#include <scrump/search/started_search.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

using Mapping = std::vector<std::uint32_t>;

// Mappings on their way from the search to Python: a bounded number, so that the search is not far ahead.
class Queue {
  public:
    /// Waits for room. False: no more mappings are wanted.
    bool put(std::span<const std::uint32_t> mapping) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return closed_ || mappings_.size() < most; });
        if (closed_) return false;
        mappings_.emplace_back(mapping.begin(), mapping.end());
        changed_.notify_all();
        return true;
    }
    /// Waits for the next one for a limited time; none if none came, or none will.
    std::optional<Mapping> take(std::chrono::milliseconds at_most) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, at_most, [&] { return ended_ || !mappings_.empty(); });
        if (mappings_.empty()) return std::nullopt;
        Mapping first = std::move(mappings_.front());
        mappings_.pop_front();
        changed_.notify_all();
        return first;
    }
    /// Whether no more mappings will come.
    bool drained() const {
        const std::lock_guard lock(mutex_);
        return ended_ && mappings_.empty();
    }
    void close() { set(closed_); }
    void end() { set(ended_); }

  private:
    static constexpr std::size_t most = 1024;

    void set(bool& flag) {
        const std::lock_guard lock(mutex_);
        flag = true;
        changed_.notify_all();
    }

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Mapping> mappings_;
    bool closed_ = false;  // by the reader
    bool ended_ = false;   // by the writer
};

// A search beside Python, and its mappings.
class MappingSearch {
  public:
    using Result = EnumerationResult<std::uint64_t>;

    MappingSearch(const sip::Problem& problem, const SearchOptions& given) : search_(begin(problem, given)) {}

    Queue& queue() { return queue_; }
    void close() {
        queue_.close();
        stop_.request_stop();
    }
    void wait() { search_.wait(); }
    /// Rethrows what the search threw.
    Result get() { return search_.get(); }

  private:
    StartedSearch<Result> begin(const sip::Problem& problem, const SearchOptions& given) {
        problem.check();
        SearchOptions options = given;
        options.session = session();
        options.stop = stop_.get_token();
        return start(std::move(options), [&problem, this](const SearchOptions& search) {
            struct End {
                Queue& queue;
                ~End() { queue.end(); }
            } const end{queue_};
            const Call call([this] { close(); });
            return sip::each(
                problem, [&](std::span<const std::uint32_t> mapping) { return queue_.put(mapping); }, search);
        });
    }

    Queue queue_;
    std::stop_source stop_;
    StartedSearch<Result> search_;
};

// Python's lock is held in the constructor and the members, and released while they wait.
class MappingStream {
  public:
    MappingStream(const sip::Problem& problem, const PythonSearchOptions& given)
        : going_(std::make_unique<MappingSearch>(problem, given.search)) {}
    MappingStream(const MappingStream&) = delete;
    MappingStream& operator=(const MappingStream&) = delete;
    ~MappingStream() {
        close();
        if (!is_here()) static_cast<void>(going_.release());  // nobody can wait for its thread
    }

    /// Throws UsageError in a process that was forked in the meantime.
    std::optional<Mapping> next() {
        if (!is_here()) throw UsageError("these mappings belong to the process that forked this one");
        const Call call([] {});  // the search that it waits for ends by itself
        while (true) {
            {
                const WithoutPython others;
                if (auto mapping = going_->queue().take(std::chrono::milliseconds(100))) return mapping;
            }
            if (going_->queue().drained()) break;
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        }
        finish();
        return std::nullopt;
    }
    /// Ends the search. Keeps Python's lock, which the search does not need: Python itself may be ending.
    void close() {
        if (!is_here()) return;
        going_->close();
        going_->wait();
    }
    /// How the search ended; none while it runs.
    std::optional<std::string> status() const { return status_; }
    std::optional<Statistics> statistics() const { return statistics_; }

  private:
    // Whether the search's thread is one of this process.
    bool is_here() const { return process_ == ::getpid(); }

    void finish() {
        if (std::exchange(finished_, true)) return;
        MappingSearch::Result result = [&] {
            const WithoutPython others;
            return going_->get();
        }();
        status_ = name(result.status);
        statistics_ = std::move(result.statistics);
    }

    const pid_t process_ = ::getpid();
    std::unique_ptr<MappingSearch> going_;
    bool finished_ = false;
    std::optional<std::string> status_;
    std::optional<Statistics> statistics_;
};

}  // namespace

void declare_mapping_stream(nb::module_& module) {
    nb::class_<MappingStream>(module, "MappingStream", "Mappings as they are found.")
        .def(nb::init<const sip::Problem&, const PythonSearchOptions&>(), nb::keep_alive<1, 2>())
        .def("next", &MappingStream::next,
             "The next mapping: the target's vertex for each of the pattern's; None: no more.")
        .def("close", &MappingStream::close, "Ends the search: no more mappings are needed.")
        .def_prop_ro("status", &MappingStream::status, "How the search ended; None while it runs.")
        .def_prop_ro("statistics", &MappingStream::statistics, "Cost of the search; None while it runs.");
}

}  // namespace scrump::python

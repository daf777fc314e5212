#include "mapping_stream.hpp"

#include "search_options.hpp"

#include <scrump/problems/sip/solve.hpp>
#include <scrump/search.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

using Mapping = std::vector<std::uint32_t>;

// Mappings on their way from the search to Python: so many at most, that the search is not far ahead.
class Queue {
  public:
    /// Waits for room. False: nobody wants any more.
    bool put(std::span<const std::uint32_t> mapping) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return closed_ || mappings_.size() < most; });
        if (closed_) return false;
        mappings_.emplace_back(mapping.begin(), mapping.end());
        changed_.notify_all();
        return true;
    }
    /// Waits for one for so long; none if none came, or none will.
    std::optional<Mapping> take(std::chrono::milliseconds at_most) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, at_most, [&] { return ended_ || !mappings_.empty(); });
        if (mappings_.empty()) return std::nullopt;
        Mapping first = std::move(mappings_.front());
        mappings_.pop_front();
        changed_.notify_all();
        return first;
    }
    /// Whether nothing will come any more.
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
    bool closed_ = false;  // by who takes
    bool ended_ = false;   // by who puts
};

// Python's lock is held in the constructor and the members, and let go where they wait.
class MappingStream {
  public:
    MappingStream(const sip::Problem& problem, const SearchOptions& given)
        : search_(begin(problem, queue_, given.search)) {}
    MappingStream(const MappingStream&) = delete;
    MappingStream& operator=(const MappingStream&) = delete;
    ~MappingStream() { close(); }

    std::optional<Mapping> next() {
        while (true) {
            {
                const nb::gil_scoped_release others;
                if (auto mapping = queue_.take(std::chrono::milliseconds(100))) return mapping;
            }
            if (queue_.drained()) break;
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        }
        finish();
        return std::nullopt;
    }
    /// No more is wanted.
    void close() {
        queue_.close();
        search_.cancel();
        const nb::gil_scoped_release others;
        search_.wait();
    }
    /// How it ended; nothing before.
    std::optional<std::string> status() const { return status_; }
    std::optional<Statistics> statistics() const { return statistics_; }

  private:
    using Result = EnumerationResult<std::uint64_t>;

    static StartedSearch<Result> begin(const sip::Problem& problem, Queue& queue, const Options& given) {
        problem.check();
        Options options = given;
        options.session = session();
        return start(std::move(options), [&problem, &queue](const Options& search) {
            struct End {
                Queue& queue;
                ~End() { queue.end(); }
            } const end{queue};
            return sip::each(
                problem, [&](std::span<const std::uint32_t> mapping) { return queue.put(mapping); }, search);
        });
    }

    // Throws what the search threw.
    void finish() {
        if (std::exchange(finished_, true)) return;
        Result result = [&] {
            const nb::gil_scoped_release others;
            return search_.get();
        }();
        status_ = name(result.status);
        statistics_ = std::move(result.statistics);
    }

    Queue queue_;
    StartedSearch<Result> search_;
    bool finished_ = false;
    std::optional<std::string> status_;
    std::optional<Statistics> statistics_;
};

}  // namespace

void declare_mapping_stream(nb::module_& module) {
    nb::class_<MappingStream>(module, "MappingStream", "Mappings as they are found.")
        .def(nb::init<const sip::Problem&, const SearchOptions&>(), nb::keep_alive<1, 2>())
        .def("next", &MappingStream::next, "The next one: the target's vertex of each of the pattern's; None: no more.")
        .def("close", &MappingStream::close, "No more is wanted.")
        .def_prop_ro("status", &MappingStream::status, "How the search ended; None as long as it goes on.")
        .def_prop_ro("statistics", &MappingStream::statistics, "What it cost; None as long as it goes on.");
}

}  // namespace scrump::python

#pragma once
// A locality's part in the trace of a run: the timeline of the thread that serves it, and, in locality 0, the timelines
// of all threads and the offsets of their clocks.
//
// Localities of one host share a clock. The clocks of others are compared when the run begins and when it ends:
// locality 0 asks each for the time, several times one after another, and keeps the quickest answer (see
// clock_offset.hpp).

#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/thread.hpp>
#include <scrump/metrics/detail/clock_offset.hpp>
#include <scrump/metrics/detail/trace.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/net/topology.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {

class Recording {
  public:
    using Send = std::function<void(unsigned to, Bytes message)>;

    /// Keeps `events` events of each thread; 0: no trace.
    Recording(std::size_t events, unsigned self, const Topology& topology);

    bool wanted() const { return timeline_ != nullptr; }
    /// The timeline of the serving thread; null if no trace is wanted.
    Timeline* timeline() { return timeline_.get(); }

    // --- Clocks. `ask` sends a message to be answered.

    /// Locality 0: begins to compare clocks.
    void compare(ClockOffset::When when, const Send& ask);
    /// Locality 0: whether answers are still awaited.
    bool comparing() const { return awaited_ > 0; }
    /// The answer to a question.
    static Bytes answer(const Bytes& question);
    /// Locality 0: handles an answer, and asks again if more are needed.
    void learn(unsigned from, Bytes answer, const Send& ask);

    // --- Timelines

    /// Passes on the events of a thread of this locality, in pieces that any transport carries.
    void deliver(unsigned worker, const Timeline& timeline, const std::function<void(Bytes piece)>& to) const;
    /// Locality 0: receives a piece from locality `from`.
    void take(unsigned from, Bytes piece);
    /// Locality 0: all events received, by its own clock.
    std::vector<TraceLane> lanes();

  private:
    void ask(unsigned whom, const Send& send) const;

    const unsigned self_;
    std::unique_ptr<Timeline> timeline_;

    // Used by locality 0, if a trace is wanted.
    Topology topology_;
    ClockOffset::When when_ = ClockOffset::When::beginning;
    std::vector<ClockOffset> offsets_;  // by locality
    std::vector<unsigned> questions_;   // number still to be asked, by locality
    unsigned awaited_ = 0;              // number of awaited answers
    std::vector<TraceLane> lanes_;
};

/// The file of a trace: opened before the run, so that a failure to write it is known at once and not after hours.
class TraceFile {
  public:
    /// Throws Error.
    void open(const std::string& name);
    /// Whether it is open and nothing was written yet.
    bool is_open() const { return open_; }
    /// Writes everything and closes the file, on a thread of its own: a process that writes millions of events must
    /// still answer liveness checks. Notifies `events` when that is done. `localities` have names.
    void write(std::vector<TraceLane> lanes, const std::vector<LocalityStatistics>& localities,
               MessageNames message_names, EventCount& events);
    bool writing() const;
    /// The result of writing, once.
    std::optional<TraceStatistics> take();

  private:
    std::string name_;
    std::optional<std::ofstream> file_;  // used by the writing thread while it writes
    bool open_ = false;
    TraceStatistics written_;  // used by the writing thread while it writes
    std::atomic<bool> is_written_ = false;
    Thread writer_;  // ends before the data that it uses
};

}  // namespace scrump::detail

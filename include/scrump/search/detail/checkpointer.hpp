#pragma once
// Decides when checkpoints are made, and writes them to the disk: beside the search, on a thread of their own. The
// contents of a state, and its collection over all localities, are unknown here (state.hpp, snapshot.hpp).

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/base/detail/thread.hpp>
#include <scrump/runtime/detail/snapshot.hpp>
#include <scrump/search/detail/checkpoint_file.hpp>
#include <scrump/search/options.hpp>

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {

/// For the process that leads a run, and the thread that serves it there.
class Checkpointer {
  public:
    /// Throws UsageError for invalid options; `possible`: whether the search supports checkpoints.
    static void check(const Checkpoints& wanted, bool possible);

    /// `signature` identifies what must be the same to resume, besides the problem; `events` is notified when a write
    /// has ended. Throws Error if an existing file would be lost, or the file cannot be written.
    Checkpointer(const Checkpoints& wanted, std::string signature, EventCount& events);

    /// Reads the checkpoint to be resumed, and passes each locality's state to `take`. Throws Error that names the file
    /// if it cannot be read, belongs to something else, or `take` throws.
    void resume(const std::function<void(Bytes)>& take);
    const EarlierRuns& earlier() const { return earlier_; }

    /// The search begins now.
    void begin(Clock::time_point now);
    /// Whether it is time for a checkpoint, and none is being written.
    bool due(Clock::time_point now) const { return next_ && !writing() && now >= *next_; }
    /// When the next checkpoint is due.
    std::optional<Clock::time_point> deadline() const { return writing() ? std::nullopt : next_; }

    /// Begins to write a state of the search, which has run for `seconds`; not while another one is being written. The
    /// run ends with the `last` one.
    void write(std::vector<LocalSnapshot> snapshots, double seconds, bool last);
    bool writing() const { return writer_.joinable(); }
    /// Whether the last one was written, or could not be written.
    bool ended() const { return ended_; }
    /// Handles the end of a write, and reports it.
    void poll(Clock::time_point now);

    const CheckpointStatistics& statistics() const { return statistics_; }

  private:
    CheckpointReport write_file(const CheckpointFile& file, CheckpointReport report) const;
    void note(const CheckpointReport& report);

    const Checkpoints wanted_;
    const std::string signature_;
    EventCount& events_;
    EarlierRuns earlier_;
    std::optional<Clock::time_point> next_;
    bool ended_ = false;
    CheckpointStatistics statistics_;

    std::mutex mutex_;
    std::optional<CheckpointReport> report_;  // set by the writer when it has ended
    Thread writer_;
};

}  // namespace scrump::detail

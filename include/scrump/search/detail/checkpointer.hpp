#pragma once
// When checkpoints are made, and how they get to the disk: beside the search, on a thread of their own. What a state
// is, and how it is noted over all localities, is not known here (state.hpp, snapshot.hpp).

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

/// Of the process that leads a run, and of the thread that serves it there.
class Checkpointer {
  public:
    /// Throws UsageError for options that cannot be; `possible`: whether the search has what it takes.
    static void check(const Checkpoints& wanted, bool possible);

    /// `signature` says what must be the same to resume, besides the problem; `events` is notified when a write has
    /// ended. Throws Error if the file is in the way of one that should not be lost, or cannot be where it should.
    Checkpointer(const Checkpoints& wanted, std::string signature, EventCount& events);

    /// Reads the checkpoint that is to be resumed, and hands each locality's state to `take`. Throws Error, that names
    /// the file, if it cannot be read, belongs to something else, or `take` throws.
    void resume(const std::function<void(Bytes)>& take);
    const EarlierRuns& earlier() const { return earlier_; }

    /// The search begins now.
    void begin(Clock::time_point now);
    /// Whether it is time for a checkpoint, and none is being written.
    bool due(Clock::time_point now) const { return next_ && !writing() && now >= *next_; }
    /// When it will be.
    std::optional<Clock::time_point> deadline() const { return writing() ? std::nullopt : next_; }

    /// Begins to write a state of the search, which has run for `seconds`; not while another one is being written. With
    /// the `last` one the run ends.
    void write(std::vector<LocalSnapshot> snapshots, double seconds, bool last);
    bool writing() const { return writer_.joinable(); }
    /// Whether the last one was written, or could not be.
    bool ended() const { return ended_; }
    /// Takes note of a write that has ended, and tells of it.
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
    std::optional<CheckpointReport> report_;  // of the writer, when it has ended
    Thread writer_;
};

}  // namespace scrump::detail

#pragma once
// A worker's actions in the exploration of a state space, in any order: its means, and how it meets all others.

#include "expansion.hpp"
#include "figures.hpp"
#include "meeting.hpp"
#include "state_file.hpp"
#include "state_log.hpp"
#include "visited_states.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/net/topology.hpp>
#include <scrump/runtime/detail/attention.hpp>
#include <scrump/runtime/spmd.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/explore/options.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {

/// The interface between an explorer and the worker of which it is a part.
class ExplorerHost {
  public:
    virtual ~ExplorerHost() = default;

    /// Raised if a request from outside waits, and the handling of it; false: the run ends.
    virtual const Attention& wanted() const = 0;
    virtual bool attend() = 0;
    /// Whether it has something to expand.
    virtual void begin_work() = 0;
    virtual void end_work() = 0;
    /// Reports that it took this number of states of a worker of its locality, or of another locality.
    virtual void note_steal(unsigned worker, std::size_t states) = 0;
    virtual void note_remote_steal(unsigned locality, std::size_t states) = 0;
    /// Reports that its locality uses this number of further bytes.
    virtual void charge(std::uint64_t bytes) = 0;
    /// Number of bytes that it has left.
    virtual std::uint64_t memory_left() const = 0;
    /// Reports this number of further states.
    virtual void count_states(std::uint64_t states) = 0;
    /// The level that is being expanded, for observers.
    virtual void tell_level(std::uint64_t level) = 0;
    /// Reports a checkpoint: why it could not be written, if so.
    virtual void tell_checkpoint(const std::string& error) = 0;
    /// Reports that it was stopped while it read the checkpoint that it resumes.
    virtual void tell_stopped_reading() = 0;
    /// Requests the end of the run at once: because of a finding, or with this status.
    virtual void stop_found() = 0;
    virtual void stop(Status status) = 0;
    /// Requests the end with this status, after a checkpoint, if one is wanted.
    virtual void ask_to_stop(Status status) = 0;
    /// The status with which this locality was asked to end after a checkpoint, if so.
    virtual std::optional<Status> wanted_stop() const = 0;
};

/// The common data of all explorers of a run.
struct ExplorerSetup {
    const AnyModel& model;
    const ExploreOptions& options;
    Topology places;  ///< positions of the localities
    VisitedShape visited;
    LogShape log;

    /// In remote memory, for workers that do not differ.
    std::vector<RemoteArrayShape> arrays() const;
};

class Explorer : protected NewStates {
  public:
    static std::unique_ptr<Explorer> make(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host);

    Explorer(const Explorer&) = delete;
    Explorer& operator=(const Explorer&) = delete;

    /// Explores until all states are visited, or the run ends.
    virtual void run() = 0;

    const Figures& figures() const { return figures_; }

  protected:
    Explorer(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host);

    const ExploreOptions& options() const { return setup_.options; }
    /// Whether it is the one with which the exploration begins.
    bool begins() const { return self_.locality == 0 && self_.index == 0; }

    /// Visits the collected states of the expansion; returns false if there is no room for some of them, and all have
    /// to meet.
    bool put();
    /// Expands a state. Where time passes by reports alone, each takes that of a node.
    void expand(StateWordsSpan state, EntryNumber number) {
        expansion_.expand(state, number);
        count_for_time();
    }
    /// Counts a state whose successors were asked for.
    void count_for_time() {
        if (pace_ != nullptr && ++unpaid_ >= pace_->step(Platform::Pace::Work::node)) pass_time();
    }
    /// Lets the time pass that was not reported yet.
    void pass_time();
    /// Waits for all. `waiting` is for the report.
    Report come(std::uint64_t waiting);
    /// Makes room for the states that the table could not take, which was a reason to meet. Returns false if there is
    /// none.
    bool make_needed_room(const Report& all);
    /// Counts a state and its memory; returns false if there is none for its entry of the log.
    bool account(StateWordsSpan state) {
        state_memory_ += state.size() * memory_of_word_;
        if (++not_charged_ >= charged_together_) charge();
        if (logs_.has_room(state.size())) [[likely]]
            return true;
        lost_some_ = true;
        host_.ask_to_stop(Status::memory_limit);
        return false;
    }
    /// Whether a request from outside waits.
    bool wanted() const { return attention_.raised(); }
    /// The path to a state that was found from an entry. None if the run ends before it is known.
    std::optional<FoundState> found_state(const StateVerdict& verdict, StateWordsSpan state, EntryNumber parent);

    /// The path to the state of an entry, which has no successor.
    std::optional<FoundState> found_deadlock_state(StateWordsSpan state, EntryNumber own);
    /// Reports that it took this number of states of another worker.
    void note_steal(unsigned locality, unsigned worker, std::size_t states);
    /// At the beginning of the run, long after it was made.
    void begin_clock() { level_began_ = Clock::now(); }
    /// At the end of a level: the reason to end the run, if any, and the time that the level has taken.
    std::optional<Status> stop_at_end_of_level(const Report& all) const;
    void note_level_time(const Report& all);

    /// Makes the figures those of a checkpoint.
    void take_figures(const StateFileHeader& header);

    /// Whether it knows a state that ends the exploration.
    virtual bool has_finding() const { return figures_.found.has_value(); }
    /// Whether everything is to be written to a file once all have met; the level of the waiting states.
    virtual bool is_to_be_kept() { return false; }
    virtual std::uint64_t level() const { return 0; }
    /// Whether it has left states unexpanded in order to meet the others.
    virtual bool interrupted() const { return false; }
    /// Number of states that it has expanded since the last meeting, and the time for that.
    struct Effort {
        std::uint64_t states = 0;
        std::chrono::nanoseconds time{};
    };
    virtual Effort effort() const { return {}; }
    /// Whether there is no reason yet to meet the others before its states are expanded.
    bool needs_no_meeting() const {
        return !lacks_room_ && !lost_some_ && !interrupted() && !has_finding() && !meeting_.called() &&
               !host_.wanted_stop() && !meeting_.ending();
    }
    /// Bytes of the waiting states, except those of the log.
    virtual std::uint64_t waiting_memory() const { return 0; }

    const ExplorerSetup& setup_;
    const SpmdWorker self_;
    ExplorerHost& host_;
    Figures figures_;
    std::unique_ptr<VisitedStates> visited_;
    StateLogs logs_;
    Meeting meeting_;
    Expansion expansion_;

  private:
    void charge();

    const Attention& attention_;
    Platform::Pace* const pace_ = Platform::current().pace();
    const std::size_t memory_of_word_;
    const unsigned charged_together_;  // number of states
    Clock::time_point level_began_{};
    bool lacks_room_ = false;
    bool lost_some_ = false;            // whether there was no room in the log for some states
    unsigned not_charged_ = 0;          // number of states
    std::uint64_t unpaid_ = 0;          // number of states whose time has not passed yet
    std::uint64_t state_memory_ = 0;    // bytes that the states that it found take in the tables
    std::uint64_t charged_memory_ = 0;  // in bytes
    std::uint64_t charged_states_ = 0;
};

}  // namespace scrump::detail

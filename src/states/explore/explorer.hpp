#pragma once
// What a worker does while a state space is explored, in whatever order: what it has at hand, and how it comes together
// with all others.

#include "expansion.hpp"
#include "figures.hpp"
#include "meeting.hpp"
#include "state_log.hpp"
#include "visited_states.hpp"

#include <scrump/net/topology.hpp>
#include <scrump/runtime/detail/attention.hpp>
#include <scrump/runtime/spmd.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/explore/options.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {

/// What an explorer is told by the worker that it is part of, and tells it.
class ExplorerHost {
  public:
    virtual ~ExplorerHost() = default;

    /// Raised where something from outside wants attention, and to attend to it; false: the run ends.
    virtual const Attention& wanted() const = 0;
    virtual bool attend() = 0;
    /// It has something to expand, or nothing.
    virtual void begin_work() = 0;
    virtual void end_work() = 0;
    /// It took so many states of a worker of its locality, or of another locality.
    virtual void note_steal(unsigned worker, std::size_t states) = 0;
    virtual void note_remote_steal(unsigned locality, std::size_t states) = 0;
    /// Its locality uses so many more bytes.
    virtual void charge(std::uint64_t bytes) = 0;
    /// How many it has left.
    virtual std::uint64_t memory_left() const = 0;
    /// So many more states were found.
    virtual void count_states(std::uint64_t states) = 0;
    /// The level that is being expanded, for whoever looks on.
    virtual void tell_level(std::uint64_t level) = 0;
    /// What came of a checkpoint: why it could not be written, if it could not.
    virtual void tell_checkpoint(const std::string& error) = 0;
    /// It was stopped while it read the checkpoint that it resumes.
    virtual void tell_stopped_reading() = 0;
    /// The run is to end at once: because of what was found, or with this status.
    virtual void stop_found() = 0;
    virtual void stop(Status status) = 0;
    /// It is to end with this status, as soon as what is known was kept, where that is wanted.
    virtual void ask_to_stop(Status status) = 0;
    /// Whether, and with which, this locality was asked to end when that was kept.
    virtual std::optional<Status> wanted_stop() const = 0;
};

/// What is the same for all explorers of a run.
struct ExplorerSetup {
    const AnyModel& model;
    const ExploreOptions& options;
    Topology places;  ///< of the localities
    VisitedShape visited;
    LogShape log;

    /// In remote memory, of workers that do not differ.
    std::vector<RemoteArrayShape> arrays() const;
};

class Explorer : protected NewStates {
  public:
    static std::unique_ptr<Explorer> make(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host);

    Explorer(const Explorer&) = delete;
    Explorer& operator=(const Explorer&) = delete;

    /// Until all states are visited, or the run ends.
    virtual void run() = 0;

    const Figures& figures() const { return figures_; }

  protected:
    Explorer(const ExplorerSetup& setup, const SpmdWorker& self, ExplorerHost& host);

    const ExploreOptions& options() const { return setup_.options; }
    /// The one that the exploration begins with.
    bool begins() const { return self_.locality == 0 && self_.index == 0; }

    /// Visits what the expansion has collected; false if there is no room for some of it, and all have to meet.
    bool put();
    /// Waits for all. `waiting` is for the report.
    Report come(std::uint64_t waiting);
    /// What the table did not have room for was a reason to meet: makes some. False where there is none.
    bool make_needed_room(const Report& all);
    /// A state is counted and takes memory; false if there is none for its entry of the log.
    bool account(StateWordsSpan state) {
        state_memory_ += state.size() * memory_of_word_;
        if (++not_charged_ >= charged_together_) charge();
        if (logs_.has_room(state.size())) [[likely]]
            return true;
        lost_some_ = true;
        host_.ask_to_stop(Status::memory_limit);
        return false;
    }
    /// Whether something from outside wants attention.
    bool wanted() const { return attention_.raised(); }
    /// With the path to a state that was found from an entry. None if the run ends before that is known.
    std::optional<FoundState> found_state(const StateVerdict& verdict, StateWordsSpan state, EntryNumber parent);

    /// That of an entry, which has no successor.
    std::optional<FoundState> found_deadlock_state(StateWordsSpan state, EntryNumber own);
    /// It took so many states of another worker.
    void note_steal(unsigned locality, unsigned worker, std::size_t states);

    /// Whether all is to be written to a file once all have met; the level of the states that wait.
    virtual bool is_to_be_kept() { return false; }
    virtual std::uint64_t level() const { return 0; }
    /// Whether there are states that it has left unexpanded to meet the others.
    virtual bool interrupted() const { return false; }
    /// Bytes of the states that wait, but for those of the log.
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
    const std::size_t memory_of_word_;
    const unsigned charged_together_;  // states
    bool lacks_room_ = false;
    bool lost_some_ = false;            // states for which there was no room in the log
    unsigned not_charged_ = 0;          // states
    std::uint64_t state_memory_ = 0;    // bytes: what the states that it found take in the tables
    std::uint64_t charged_memory_ = 0;  // bytes
    std::uint64_t charged_states_ = 0;
};

}  // namespace scrump::detail

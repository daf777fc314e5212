#pragma once
// A locality's side towards the others: answers their steal requests and makes its own, spreads incumbents, takes part
// in finding out that all is done, in checkpoints and in watching who is there, and ends the run. Served by one thread,
// which alone uses the transport.

#include "shares.hpp"

#include <scrump/metrics/timeline.hpp>
#include <scrump/net/transport.hpp>
#include <scrump/runtime/liveness.hpp>
#include <scrump/runtime/termination.hpp>
#include <scrump/search/cut.hpp>
#include <scrump/search/locality.hpp>
#include <scrump/search/outcome.hpp>
#include <scrump/search/recording.hpp>
#include <scrump/search/tag.hpp>
#include <scrump/search/thief.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump {

class Server {
  public:
    using Clock = std::chrono::steady_clock;

    /// `title` names the locality's process.
    Server(Locality& home, Transport& transport, Thief& thief, std::string title, Clock::time_point now);

    /// Does all there is to do now; says whether it did anything that may have made more to do.
    bool serve(Clock::time_point now);

    /// When serve() is to be called again even if nothing happens.
    std::optional<Clock::time_point> deadline() const;
    bool awaits_reply() const;
    /// Whether tasks are expected any moment and nobody here has anything else to do: to sleep would only make it
    /// longer.
    bool expects_tasks(Clock::time_point now) const;

    /// Locality 0: what others said, since the last call, that they are about to search, each with its locality.
    std::vector<std::pair<unsigned, Bytes>> take_joined() { return std::exchange(joined_, {}); }
    /// All search the same: before that, what is known here says nothing to others.
    void agree() { agreed_ = true; }
    /// Locality 0: and lets the others know.
    void announce_agreement();

    /// Ends the run everywhere.
    void stop_all(Status status);
    /// Asks locality 0 to stop the run, because this process was told to or a limit is reached.
    void ask_to_stop(Status why);
    /// Locality 0: whether anybody asked for that, and why.
    std::optional<Status> wanted_stop() const { return wanted_stop_; }

    /// A locality that this one watches and that does not answer any more.
    std::optional<unsigned> lost(Clock::time_point now) { return liveness_.lost(now); }

    /// Locality 0: begins a cut through the run, unless one is under way. If it is the `last` one, all workers stay
    /// where they are until the run is stopped.
    void begin_cut(bool last);
    /// Locality 0: whether not all localities have delivered their shares yet.
    bool cutting() const { return shares_.expecting(); }
    /// Locality 0: the shares, once there are all. The cut is over then.
    std::optional<std::vector<CheckpointShare>> take_shares() { return shares_.take(); }

    bool ended() const { return ended_; }
    Status status() const { return status_; }

    /// Locality 0: the figures of all localities, each as last reported; all are asked to report anew.
    Report report();

    /// Locality 0: asks all localities for all figures, unless that is under way.
    void ask_for_figures();
    /// Locality 0: the answers, once they are there.
    std::optional<std::vector<LocalityStatistics>> take_figures() { return take_if_whole(figures_); }

    /// Locality 0: begins to compare the clocks of all localities, for the trace.
    void compare_clocks(ClockOffset::When when);
    bool comparing_clocks() const { return recording_.comparing(); }
    /// Locality 0: what all threads recorded, when the run is complete.
    std::vector<TraceLane> take_trace() { return recording_.lanes(); }

    /// Locality 0: whether all localities have sent their results. Their answers are merged into its own.
    bool complete() const { return closed_ && gathered_ + 1 == transport_.size(); }
    std::vector<LocalityStatistics> localities();
    /// Locality 0: what went wrong in another locality, unless another one found what ends the search.
    const std::string& failure() const { return found_ ? none_ : failure_; }

    /// Locality 0: lets all others, from `first` on, know what the run came to.
    void announce(const Outcome& outcome, unsigned first);
    /// Others: what locality 0 announced. Its answer was taken over.
    const std::optional<Outcome>& announced() const { return announced_; }

  private:
    struct Waiting {
        unsigned thief;
        Clock::time_point until;
    };

    void send(unsigned to, Tag tag, Bytes payload);
    void broadcast(Tag tag, const Bytes& payload);
    void record(TimelineEvent::Kind kind, unsigned peer, std::uint32_t tag, std::size_t bytes);
    Recording::Send ask_time();
    void sample(Clock::time_point now);
    std::optional<Message> next_message(Clock::time_point now);
    void handle(Message message);

    bool steal(Clock::time_point now);
    bool serve_peers();
    bool has_victims() const;
    void answer_steal(unsigned thief);
    bool give(unsigned thief);
    void answer_waiting(Clock::time_point now);
    void send_tasks(unsigned thief, const Locality::Gift& gift);
    void take_tasks(Message message);
    void send_finished();
    void take_finished(Message message);

    void enter_cut(Marker marker);
    void take_marker(unsigned from, Marker marker);
    bool take_part_in_cut();
    void deliver(CheckpointShare share);

    bool detect_termination();
    void end(Status status);
    bool close();
    void deliver_timelines();
    void send_result();
    void take_result(unsigned source, Bytes payload);
    void take_outcome(Bytes payload);
    LocalityStatistics own_statistics() const;
    Report own_report() const;

    Locality& home_;
    Transport& transport_;
    Thief& thief_;
    const std::string title_;
    TerminationDetector detector_;
    std::vector<std::pair<unsigned, Bytes>> joined_;
    bool agreed_ = false;
    std::deque<Waiting> waiting_;  // thieves whose answer is still open, the longest waiting first

    Cut cut_;
    CheckpointShare noted_;         // of this locality, without the state
    std::deque<Message> deferred_;  // what came while workers were being stopped
    Liveness liveness_;
    Recording recording_;
    std::optional<Clock::time_point> next_sample_;

    bool asked_to_stop_ = false;
    bool ended_ = false;
    bool closed_ = false;  // ended, and no worker is left
    Status status_ = Status::complete;

    // Of locality 0 alone: with many localities in a process, what each has of all others adds up.
    std::optional<Status> wanted_stop_;
    Shares shares_;  // of the cut under way
    std::vector<Report> reports_;
    std::vector<std::optional<LocalityStatistics>> figures_;  // on their way; empty if none were asked for
    std::vector<LocalityStatistics> results_;
    unsigned gathered_ = 0;
    bool found_ = false;
    std::string failure_;
    const std::string none_;

    std::optional<Outcome> announced_;
};

}  // namespace scrump

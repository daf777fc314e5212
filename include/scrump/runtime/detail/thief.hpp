#pragma once
// A locality as a thief: whom it asks for work and when, and what it learns about the others for that.
//
// A request is made when there are more workers without work than tasks for them; one at a time, unless the policy
// knows several victims with tasks and one will not give enough. A victim that does not answer (it may not have joined
// the run yet) is not waited for: another one is asked, and the answer is handled when it arrives. A policy that
// gathers knowledge has it refreshed at intervals of its own, and once more by a thief whose steal failed; then there
// is one more attempt, and then a pause (3.4 of Xie (2023)). If it is too early for that, and with other policies, a
// few victims are tried before a pause. Pauses grow until a steal succeeds: to 2 ms, and if no steal has succeeded for
// long, to a fiftieth of that time, but not beyond 50 ms.

#include <scrump/base/clock.hpp>
#include <scrump/metrics/detail/timeline.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/metrics/traffic.hpp>
#include <scrump/net/detail/transport.hpp>
#include <scrump/stealing/detail/scheduler_channel.hpp>
#include <scrump/stealing/policy.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace scrump::detail {

/// Used by the thread that serves the locality.
class Thief {
  public:
    /// For a locality with `workers` workers. `owner`, if any, is asked if the policy's choice had nothing: work begins
    /// there and waits for nobody else.
    Thief(const Policy& policy, Transport& transport, unsigned workers, std::uint64_t seed,
          std::optional<unsigned> owner);

    /// Where this locality shows its load, if others will look: words for a PublishedLoad. Null if nobody will.
    std::atomic<Window::Word>* shown() const { return window_ ? window_->direct(transport_.self()) : nullptr; }
    /// The channel whose idle time tells how well stealing works.
    void watch(SchedulerChannel* channel) { channel_ = channel; }

    /// Sets the time at which answers to reads arrive.
    void look(Clock::time_point now) { now_ = now; }

    /// The victim to ask now, for a locality that lacks `missing` tasks; none if it is too early, no victim is worth
    /// it, or those that were asked may be expected to give as many. The named victim must be asked, and the request
    /// ends with received() or refused().
    std::optional<unsigned> next_victim(Clock::time_point now, std::uint64_t missing = 1);
    /// The answers: `tasks` tasks, or none; and the victim's remaining load.
    void received(unsigned victim, std::size_t tasks, const LoadSummary& left, Clock::time_point now);
    void refused(unsigned victim, const LoadSummary& left, Clock::time_point now);
    /// Time until which next_victim() names no victim, unless an answer arrives.
    Clock::time_point next_try() const;

    /// Whether others' summaries are used.
    bool uses_load_information() const { return window_ != nullptr; }
    void refresh_if_due(Clock::time_point now);
    /// When the next refresh is due.
    std::optional<Clock::time_point> next_refresh() const;

    /// Whether any request is still unanswered.
    bool awaits_reply() const { return reading_ > 0 || !requests_.empty(); }
    /// When the latest of the unanswered requests was sent.
    std::optional<Clock::time_point> asked_at() const;

    Traffic& traffic() { return traffic_; }
    /// Steals by victim.
    const std::map<unsigned, RemoteSteals>& stolen_from() const { return stolen_from_; }
    /// The victims that it asked, as its policy judges them; none if it does not.
    std::map<unsigned, StealTarget> targets() const;
    /// The policy's judgement of its next victim, if it has one and judges it.
    std::optional<Assessment> target() const;
    /// Records each request with its answer from now on; null: no more.
    void record_in(Timeline* timeline) { timeline_ = timeline; }

  private:
    struct Request {
        Clock::time_point sent;
        bool chosen;             // by the policy
        std::uint64_t expected;  // number of tasks
    };

    /// Reaction of a thief to a failed steal: none yet, refresh the summaries, or try others in turn (if the policy has
    /// nobody to guess: rest until it may refresh).
    enum class Help : std::uint8_t { none, news, guesses };

    std::optional<unsigned> further_victim(Clock::time_point now, std::uint64_t missing);
    bool open_request(unsigned victim, bool chosen, Clock::time_point now);
    void help(Clock::time_point now);
    bool rest(Clock::time_point now);
    void refresh(Clock::time_point now);
    void read(unsigned candidate);
    void end_refresh(Clock::time_point now);
    Request close_request(unsigned victim, std::size_t tasks, Clock::time_point now);
    void hear(unsigned victim, const LoadSummary& left, Clock::duration delay);
    void learn(unsigned candidate, const LoadSummary& summary);
    void note_failure(Clock::time_point now);
    /// Whether answers of the current refresh may still arrive in time.
    bool reads_on_time(Clock::time_point now) const { return reading_ > 0 && now < refresh_began_ + overdue; }
    unsigned most_failures() const;
    std::chrono::microseconds longest_pause(Clock::time_point now) const;

    static constexpr std::chrono::microseconds first_pause{50};
    static constexpr std::chrono::microseconds usual_pause{2000};
    static constexpr std::chrono::microseconds pause_after_long{50'000};
    static constexpr int longest_pause_part = 50;
    /// Time to wait for an answer before something else is tried.
    static constexpr std::chrono::milliseconds overdue{1};

    Transport& transport_;
    const std::optional<unsigned> owner_;
    const StealAmount amount_;
    std::unique_ptr<VictimSelector> selector_;
    SchedulerChannel* channel_ = nullptr;
    Traffic traffic_;
    std::map<unsigned, RemoteSteals> stolen_from_;
    std::map<unsigned, std::uint64_t> tried_;  // requests by victim, under policies that judge victims
    Timeline* timeline_ = nullptr;

    std::map<unsigned, Request> requests_;  // by victim: the unanswered ones
    std::vector<std::uint64_t> shown_;      // tasks by locality, as last heard of
    unsigned failures_ = 0;                 // since the last pause
    Help help_ = Help::none;                // since the last pause
    bool waits_for_news_ = false;           // of that refresh: before it, no victim is worth asking
    Clock::time_point next_try_{};
    std::chrono::microseconds pause_ = first_pause;
    Clock::time_point first_failure_{};  // since the last successful steal, or since it had other work

    Clock::time_point now_{};
    std::vector<bool> near_;  // localities whose words can be read directly
    unsigned reading_ = 0;    // number of summaries on their way, of the current refresh
    unsigned refresh_number_ = 0;
    Clock::time_point refresh_began_{};
    std::unique_ptr<Window> window_;  // closed first: its answers come back to this object
};

}  // namespace scrump::detail

#pragma once
// A locality as a thief: whom it asks for work and when, and what it learns of the others for that.
//
// A request is made when there are more workers without work than tasks for them; one at a time, but a victim that does
// not answer (it may not have joined the run yet) is not waited for: another one is asked, and the answer taken when it
// comes. A policy that gathers knowledge has it refreshed at intervals of its own, and once more by a thief whose steal
// failed; then there is one more try, and then a pause (3.4 of Xie (2023)). If it is too early for that, and with other
// policies, a few victims are tried before a pause. Pauses grow until a steal succeeds: to 2 ms, and where nobody has
// had anything for long, to a fiftieth of that time, but not beyond 50 ms.

#include <scrump/base/clock.hpp>
#include <scrump/metrics/detail/timeline.hpp>
#include <scrump/metrics/statistics.hpp>
#include <scrump/metrics/traffic.hpp>
#include <scrump/net/detail/transport.hpp>
#include <scrump/stealing/detail/scheduler_channel.hpp>
#include <scrump/stealing/policy.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace scrump::detail {

/// Served by the thread that serves the locality.
class Thief {
  public:
    /// For a locality with `workers` workers. `owner`, if any, is asked when the policy's choice had nothing: work
    /// begins there and waits for nobody else.
    Thief(const Policy& policy, Transport& transport, unsigned workers, std::uint64_t seed,
          std::optional<unsigned> owner);

    /// Where this locality shows what it has, if others will look: words for a PublishedLoad. Null if nobody will.
    std::atomic<Window::Word>* shown() const { return window_ ? window_->direct(transport_.self()) : nullptr; }
    /// Whose idle time tells how well stealing goes.
    void watch(SchedulerChannel* channel) { channel_ = channel; }

    /// What time it is when answers to what was read come in.
    void look(Clock::time_point now) { now_ = now; }

    /// Whom to ask now, for a locality in need; none if it is too early, or nobody is worth it. What it names must be
    /// asked, and comes to an end with received() or refused().
    std::optional<unsigned> next_victim(Clock::time_point now);
    /// The answers: so many tasks, or none; and what the victim then had.
    void received(unsigned victim, std::size_t tasks, const LoadSummary& left, Clock::time_point now);
    void refused(unsigned victim, const LoadSummary& left, Clock::time_point now);
    /// Until then next_victim() names nobody, unless an answer comes.
    Clock::time_point next_try() const;

    /// Whether others' summaries are looked at.
    bool uses_load_information() const { return window_ != nullptr; }
    void refresh_if_due(Clock::time_point now);
    /// When the next refresh is due.
    std::optional<Clock::time_point> next_refresh() const;

    /// Whether anything that was asked is not answered yet.
    bool awaits_reply() const { return reading_ > 0 || !requests_.empty(); }
    /// When the last request was sent, if it is not answered yet.
    std::optional<Clock::time_point> asked_at() const;

    Traffic& traffic() { return traffic_; }
    /// What came from whom.
    const std::map<unsigned, RemoteSteals>& stolen_from() const { return stolen_from_; }
    /// Has each request recorded with its answer; null: none.
    void record_in(Timeline* timeline) { timeline_ = timeline; }

  private:
    struct Request {
        Clock::time_point sent;
        bool chosen;  // by the policy
    };

    /// What a thief does about a steal that failed: nothing yet, look who has work, or try others as they come.
    enum class Help : std::uint8_t { none, news, guesses };

    void help(Clock::time_point now);
    void refresh(Clock::time_point now);
    void read(unsigned candidate);
    void end_refresh(Clock::time_point now);
    Request close_request(unsigned victim, std::size_t tasks, Clock::time_point now);
    void note_failure(Clock::time_point now);
    /// Whether answers of the present refresh may still come in time.
    bool reads_on_time(Clock::time_point now) const { return reading_ > 0 && now < refresh_began_ + overdue; }
    unsigned most_failures() const;
    std::chrono::microseconds longest_pause(Clock::time_point now) const;

    static constexpr std::chrono::microseconds first_pause{50};
    static constexpr std::chrono::microseconds usual_pause{2000};
    static constexpr std::chrono::microseconds pause_after_long{50'000};
    static constexpr int longest_pause_part = 50;
    /// How long an answer is waited for before something else is tried.
    static constexpr std::chrono::milliseconds overdue{1};

    Transport& transport_;
    const std::optional<unsigned> owner_;
    std::unique_ptr<VictimSelector> selector_;
    SchedulerChannel* channel_ = nullptr;
    Traffic traffic_;
    std::map<unsigned, RemoteSteals> stolen_from_;
    Timeline* timeline_ = nullptr;

    std::map<unsigned, Request> requests_;  // by victim: those that are not answered yet
    unsigned last_asked_ = 0;
    unsigned failures_ = 0;        // since the last pause
    Help help_ = Help::none;       // since the last pause
    bool waits_for_news_ = false;  // of that refresh: before, nobody is worth asking
    Clock::time_point next_try_{};
    std::chrono::microseconds pause_ = first_pause;
    Clock::time_point first_failure_{};  // since a steal succeeded, or since it had other work

    Clock::time_point now_{};
    std::vector<bool> near_;  // whose words can be read directly
    unsigned reading_ = 0;    // summaries on their way, of the present refresh
    unsigned refresh_number_ = 0;
    Clock::time_point refresh_began_{};
    std::unique_ptr<Window> window_;  // closed first: its answers come back to this object
};

}  // namespace scrump::detail

#pragma once
// Victim selection: the candidate that is most worth stealing from. The performance monitor and policy of Xie (2023),
// sections 3.3 and 3.4, and of its future work 5.1.1 (`tuned`) and 5.1.2 (`ordered`).
//
// The data on each candidate (work rate, tasks, smoothed delay) give it a score (equation 3.3). The best one's index is
// kept as the target as long as it is worth something. Data are refreshed automatically, after an interval that shrinks
// while no candidate is worth asking and grows otherwise, between limits (3.4); and in between after each failed steal
// (the auxiliary refresh).
//
// Differences from the paper (paper_performance_driven.hpp has none of them):
// - If no candidate is worth the delay, the one with the most load among those with tasks is asked: a thief without
//   work has nothing better to do than to wait for the answer.
// - A victim that gave is preferred to better ones as long as it is worth its delay. If all thieves turn to the victim
//   with the most tasks, all queues shrink alike and end at the same time; in some searches the tasks there are the
//   longest, and the last of these then begin too late. (With `ordered`, the order decides.)
// - Between refreshes a thief rests for at least ten times as long as the last one took: if answers are slow, asking
//   more often makes no data newer, and takes processors from workers with work. A thief whose steal fails meanwhile
//   waits, which is no longer than its pauses are, 2 ms. Only if the refresh took longer, as on a slow network or among
//   localities without a processor, it asks others in turn, as sticky-random does: the answer to a request also has the
//   victim's summary, and may bring work.
// - If one victim will not give enough tasks for the idle workers, several are asked at once.
// - The paper's reason to shrink the interval is that workers probably starve; if the thief's own workers have hardly
//   been idle they do not, and it grows.
//
// Extensions of the paper, to support any number of localities and find every one that has work:
// - A refresh does not read all candidates. Those whose summary can be read without a message are read 64 at a time, in
//   turns. Of the others at most 4: the current target, and some dealt in shuffled rounds, so that each has its turn
//   (few random choices suffice to find one of the loaded: Mitzenmacher, "The power of two choices", IEEE TPDS 12,
//   2001).
// - These far reads come from an allowance that fills up by 4 in each shortest interval and never holds more than 4,
//   whatever the refreshes' reason. A read is a question and an answer; so a locality causes 2 * 4 messages for each
//   shortest interval (1 ms: 8000 a second), and at most as many again in a burst, whatever the number of localities.
// - Each failed steal halves the assumed number of that candidate's tasks, repeatedly: one that shows tasks but never
//   gives any does not keep the thief from the others. A success forgives everything; each new summary a little.

#include <scrump/stealing/detail/candidates.hpp>
#include <scrump/stealing/detail/monitor_settings.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <algorithm>
#include <utility>

namespace scrump::detail {

class PerformanceDriven final : public VictimSelector {
  public:
    struct Options {
        unsigned workers = 1;  ///< of the thief (equation 3.2)
        bool tuned = false;    ///< whether settings follow successes and idle time
        bool ordered = false;  ///< whether the first in heuristic order is taken of similarly good candidates
        MonitorSettings settings{};
    };

    static constexpr std::size_t most_near_reads = 64;  ///< in a refresh
    static constexpr double shrink = 0.125;             ///< factor of the interval after a bad refresh
    static constexpr double rest = 10;                  ///< between two refreshes, in durations of the last one
    static constexpr double slow_refresh = 200;         ///< microseconds of a refresh after which guesses are made
    static constexpr double negligible_idle = 0.01;     ///< share of idle time up to which no worker starves
    static constexpr double growth = 1.5;               ///< factor of the interval after a good one
    static constexpr double similar = 0.75;             ///< of the best score; for `ordered`
    static constexpr double forgiving = 0.9;            ///< factor of the doubt in a candidate with a new summary
    static constexpr double success_memory = 0.9;       ///< weight of the earlier share of successes

    /// For the thief `self` among `size` candidates.
    PerformanceDriven(unsigned self, unsigned size, std::uint64_t seed, const Options& options);

    /// The target; none if no candidate is known to have tasks.
    std::optional<unsigned> choose() override { return target_; }
    unsigned most_requests() const override { return most_requests_; }
    /// If several may be asked at once, another target takes its place until it answers.
    void asked(unsigned victim) override;
    /// The victim has at least one task fewer, and is preferred from now on.
    void succeeded(unsigned victim) override;
    /// The target is dropped, and counts as empty until a new summary arrives.
    void failed(unsigned victim) override;

    bool uses_load_information() const override { return true; }
    double next_refresh() const override { return next_refresh_; }
    double next_auxiliary_refresh() const override { return refreshed_at_ + rest * took_; }
    /// The next far one in the order of reading, which has not been read for longest; none if the last refresh was
    /// quick, as the next one is near.
    std::optional<unsigned> guess() override;
    std::vector<unsigned> begin_refresh(double now, const std::vector<bool>& near) override;
    /// A candidate that turns out better than the target replaces it at once, unless the target gave last time.
    void learn(unsigned candidate, const LoadSummary& summary) override;
    void answered(unsigned candidate, double delay) override;
    void hear(unsigned candidate, const LoadSummary& summary, double delay) override;
    /// Chooses the target among all. An auxiliary refresh changes the interval only if it was bad.
    void end_refresh(double now, double idle_fraction) override;

    std::optional<unsigned> target() const override { return target_; }
    std::optional<Assessment> assess(unsigned candidate) const override;

    double interval() const { return interval_; }
    const MonitorSettings& settings() const { return settings_; }

  private:
    struct NodeInfo {
        LoadSummary summary{};
        double delay = 0;    // smoothed
        double doubt = 0;    // number of failures, minus those forgiven
        bool asked = false;  // and not answered
    };

    /// Value of a candidate: those worth their delay come before the others, which are compared without it.
    struct Value {
        bool worth_its_delay = false;
        double score = 0;

        bool operator==(const Value&) const = default;
        bool operator<(const Value& other) const {
            return std::pair(worth_its_delay, score) < std::pair(other.worth_its_delay, other.score);
        }
        bool is_similar(const Value& other) const {
            return worth_its_delay && other.worth_its_delay &&
                   std::min(score, other.score) >= similar * std::max(score, other.score);
        }
    };
    Value value_of(unsigned candidate) const;
    double shortest_interval() const { return std::max(settings_.shortest_interval, rest * took_); }
    bool worth_asking(unsigned candidate) const;
    bool still_gives(unsigned candidate) const;
    bool better(unsigned candidate, unsigned than) const;
    std::optional<unsigned> best() const;
    std::optional<unsigned> first_similar(const Value& best_value) const;
    void reconsider_target();
    void schedule(double now, bool satisfied);
    void remember(bool success);
    void add_near(const std::vector<bool>& near, std::vector<unsigned>& wanted);
    void add_far(double now, const std::vector<bool>& near, std::vector<unsigned>& wanted);

    const unsigned self_;
    const Options options_;
    const unsigned most_requests_;
    MonitorSettings settings_;
    SplitMix64 random_;
    std::vector<NodeInfo> infos_;
    std::optional<unsigned> target_;
    std::optional<unsigned> giver_;  // the last victim that gave something, until it fails or shows no tasks

    double interval_;
    double began_at_ = 0;  // of the current refresh
    double took_ = 0;      // of the last one
    double refreshed_at_ = 0;
    double next_refresh_ = 0;  // initially at once
    bool automatic_ = true;    // the current refresh

    unsigned near_turn_ = 0;  // next one of the near
    ShuffledRound far_round_;
    double allowance_;       // of far reads
    double allowed_at_ = 0;  // time of that value

    double success_ = 0.5;  // smoothed shares
    double idle_ = 0.5;
};

}  // namespace scrump::detail

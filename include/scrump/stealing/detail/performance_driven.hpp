#pragma once
// Whom to steal from: whoever it is worth most to steal from. The performance monitor and policy of Xie (2023),
// sections 3.3 and 3.4, and of its future work 5.1.1 (`tuned`) and 5.1.2 (`ordered`).
//
// What is known of each candidate (work rate, tasks, smoothed delay) gives it a score (equation 3.3). The best one's
// index is kept as the target as long as it is worth something. Knowledge is refreshed automatically, after an interval
// that shrinks as long as nobody is worth asking and grows otherwise, between limits (3.4); and in between whenever a
// steal failed (the auxiliary refresh).
//
// What differs from the paper (`paper` has it as it is there; docs/policies.md has what each is worth):
// - Whoever has tasks at all is asked if nobody is worth the delay, the one with most load first: a thief without work
//   has nothing better to do than to wait for the answer.
// - Between refreshes a thief rests for ten times as long as the last one took, at least: where answers are slow,
//   asking more often makes no knowledge newer, and takes processors from those that work. A thief whose steal fails
//   meanwhile asks others as they come, as sticky-random does: the answer to a request says what the other one has,
//   too, and may bring work.
// - The paper's reason to shrink the interval is that workers probably starve; where the own ones have hardly been idle
//   they do not, and it grows.
//
// What goes beyond the paper, so that it serves any number of localities and every one that has work is found:
// - A refresh does not read everybody. Candidates whose summary can be read without a message are read 64 at a time, in
//   turns. Of the others at most 4: the present target, and some dealt in shuffled rounds, so that each has its turn
//   (few random choices are enough to find one of the loaded: Mitzenmacher, "The power of two choices", IEEE TPDS 12,
//   2001).
// - These far reads come from an allowance that fills up by 4 in each shortest interval and never holds more than 4,
//   whatever the refreshes' reason. A read is a question and an answer; so a locality causes 2 * 4 messages for each
//   shortest interval (1 ms: 8000 a second), and at most as many again in a burst, whatever the number of localities.
// - Each steal that fails halves what is believed of that candidate's tasks, once more each time: one that shows tasks
//   but never gives any does not keep the thief from the others. A success forgives all; each new summary a little.

#include <scrump/stealing/detail/candidates.hpp>
#include <scrump/stealing/detail/equations.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <algorithm>
#include <utility>

namespace scrump::detail {

/// What the monitor goes by; times are in microseconds.
struct MonitorSettings {
    static constexpr double least_interval = 1'000;  ///< of automatic refreshes; what the bound of messages stands on

    Weights weights{};
    double shortest_interval = least_interval;
    double longest_interval = 100'000;

    /// Settings that fit what came of it, both from 0 to 1: the share of steals that succeeded, and of the workers'
    /// time that was idle. At one half each they are the paper's weights, and the usual limits.
    ///
    /// - history = 0.05 + 0.6 success: when targets turn out empty, knowledge is old; new measurements count more.
    /// - delay = 2^(1 - 2 idle), 0.5 to 2: the busy can wait for a target that is worth it, the idle take any.
    /// - longest interval = 100 ms * 4^(success - idle), 25 to 400 ms: knowledge that serves may grow old. The
    ///   shortest is a hundredth of it, but never less than usual: 1 to 4 ms.
    static MonitorSettings tuned(double success, double idle);

    bool operator==(const MonitorSettings&) const = default;
};

class PerformanceDriven final : public VictimSelector {
  public:
    struct Options {
        unsigned workers = 1;  ///< of the thief (equation 3.2)
        bool tuned = false;    ///< settings follow from successes and idle time
        bool ordered = false;  ///< of similarly good candidates, the first in heuristic order
        bool paper = false;    ///< nobody is asked who is not worth the delay; refreshes go by interval alone
    };

    static constexpr std::size_t most_near_reads = 64;  ///< in a refresh
    static constexpr double most_far_reads = 4;         ///< in a refresh, and in a shortest interval
    static constexpr double shrink = 0.125;             ///< of the interval after a bad refresh
    static constexpr double rest = 10;                  ///< between two refreshes, by how long the last one took
    static constexpr double negligible_idle = 0.01;     ///< share of idle time up to which nobody starves
    static constexpr double growth = 1.5;               ///< of the interval after a good one
    static constexpr double similar = 0.75;             ///< of the best score; for `ordered`
    static constexpr double forgiving = 0.9;            ///< what is left of the doubt in a candidate with a new summary
    static constexpr double success_memory = 0.9;       ///< share of what was before in the share of successes

    /// For the thief `self` among `size` candidates.
    PerformanceDriven(unsigned self, unsigned size, std::uint64_t seed, const Options& options);

    /// The target; none if nobody has tasks (`paper`: and is worth the delay) as far as is known.
    std::optional<unsigned> choose() override { return target_; }
    /// The target stays, with at least one task less.
    void succeeded(unsigned victim) override;
    /// The target is dropped, and counts as empty until its summary is known anew.
    void failed(unsigned victim) override;

    bool uses_load_information() const override { return true; }
    double next_refresh() const override { return next_refresh_; }
    double next_auxiliary_refresh() const override { return refreshed_at_ + rest * took_; }
    /// The next one in the order in which far ones are read, for which nothing was read for longest.
    std::optional<unsigned> guess() override;
    std::vector<unsigned> begin_refresh(double now, const std::vector<bool>& near) override;
    /// Whoever turns out better than the target takes its place at once.
    void learn(unsigned candidate, const LoadSummary& summary) override;
    void answered(unsigned candidate, double delay) override;
    /// Chooses the target among all. An auxiliary refresh changes the interval only if it was bad.
    void end_refresh(double now, double idle_fraction) override;

    double interval() const { return interval_; }
    const MonitorSettings& settings() const { return settings_; }

  private:
    struct NodeInfo {
        LoadSummary summary{};
        double delay = 0;  // smoothed
        double doubt = 0;  // failures, less what was forgiven
    };

    /// What a candidate is worth: those that are worth their delay before the others, which are compared without it.
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
    MonitorSettings settings_;
    SplitMix64 random_;
    std::vector<NodeInfo> infos_;
    std::optional<unsigned> target_;

    double interval_ = MonitorSettings::least_interval;
    double began_at_ = 0;  // the present refresh
    double took_ = 0;      // the last one
    double refreshed_at_ = 0;
    double next_refresh_ = 0;  // at once
    bool automatic_ = true;    // the present refresh

    unsigned near_turn_ = 0;  // whose turn it is among the near
    ShuffledRound far_round_;
    double allowance_ = most_far_reads;  // of far reads
    double allowed_at_ = 0;              // when it was that much

    double success_ = 0.5;  // smoothed shares
    double idle_ = 0.5;
};

}  // namespace scrump::detail

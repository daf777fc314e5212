#pragma once
// Victim selection exactly as chapter 3 of Xie (2023) describes it, where that is silent as its source code does it
// (PerformanceMonitor.cpp, PerformancePolicy.cpp and DepthPool.cpp of YewPar_with_PerformancePolicy). It is the variant
// `performance-driven:paper`, with which the default one is compared; performance_driven.hpp lists what that changes.
//
// - A refresh reads all candidates (3.2.2: "traverse"). The time that reading takes is a candidate's delay (3.2.2), and
//   nothing else is: neither the time nor the contents of answers to steals change what is known.
// - When it ends, the candidate with the greatest score (equation 3.3) becomes the target if that is positive, and
//   otherwise none does (3.3). The target stays until the next refresh, or until a steal from it fails, after which an
//   auxiliary refresh follows at once, one more attempt, and then a pause (3.4).
// - Automatic refreshes follow each other after 5 to 240 ms, 60 ms later than the last time if there is a target and
//   120 ms sooner otherwise (3.4 has the rule, the source the numbers).
// - Work rates are those of complete cycles (3.2.1), 1 before the first one (source); a victim gives one task (source).
//
// Differences that remain: a locality steals for all its workers, one steal at a time, where each of the paper's
// workers steals for itself; one message reads both figures, which the paper reads one after the other; a refresh ends
// without answers that take longer than 1 ms.

#include <scrump/stealing/detail/monitor_settings.hpp>
#include <scrump/stealing/victim_selector.hpp>

#include <vector>

namespace scrump::detail {

class PaperPerformanceDriven final : public VictimSelector {
  public:
    static constexpr double shortest_interval = 5'000;   ///< between automatic refreshes, in microseconds
    static constexpr double longest_interval = 240'000;  ///< between automatic refreshes
    static constexpr double longer = 60'000;             ///< added to the interval after a refresh with a target
    static constexpr double shorter = 120'000;           ///< subtracted from it after one without

    /// For the thief `self`, which has `workers` workers, among `size` candidates.
    PaperPerformanceDriven(unsigned self, unsigned size, unsigned workers, const MonitorSettings& settings);

    std::optional<unsigned> choose() override { return target_; }
    void failed(unsigned victim) override;

    bool uses_load_information() const override { return true; }
    double next_refresh() const override { return next_refresh_; }
    std::vector<unsigned> begin_refresh(double now, const std::vector<bool>& near) override;
    void learn(unsigned candidate, const LoadSummary& summary) override { infos_[candidate].summary = summary; }
    void answered(unsigned candidate, double delay) override;
    /// Nothing: only refreshes inform the paper's monitor.
    void hear(unsigned /*candidate*/, const LoadSummary& /*summary*/, double /*delay*/) override {}
    void end_refresh(double now, double idle_fraction) override;
    std::optional<unsigned> target() const override { return target_; }
    std::optional<Assessment> assess(unsigned candidate) const override;

    double interval() const { return interval_; }

  private:
    struct NodeInfo {
        LoadSummary summary{};
        double delay = 0;  // smoothed
    };
    double score_of(unsigned candidate) const;
    std::optional<unsigned> best() const;

    const unsigned self_;
    const unsigned workers_;
    const MonitorSettings settings_;
    std::vector<NodeInfo> infos_;
    std::optional<unsigned> target_;
    double interval_ = 1'000;
    double next_refresh_ = 0;  // initially at once
    bool automatic_ = true;    // the current refresh
};

}  // namespace scrump::detail

#pragma once
// Chooses the size of tasks while a program runs: the future work of Grubel et al. (2015) (see metrics/activity.hpp).
//
// Tasks that are too small cost management; tasks that are too large leave workers without any. Both show in the
// paper's idle-rate (equation 1), which is smallest in between. Here its two parts are measured separately, so that a
// single measurement shows not only that the grain is wrong but also in which direction.

#include <scrump/runtime/grain_rule.hpp>

#include <algorithm>

namespace scrump::detail {

/// Cost of an interval of a run: shares, from 0 to 1, of all workers' time in it.
struct GrainCost {
    double management = 0;  ///< spent on making, keeping, finding and moving tasks
    double waiting = 0;     ///< spent without any available work
};

/// Pure: it gets the cost of an interval, and returns the grain for the next one. A grain is any number to which a
/// task's duration is about proportional: microseconds, backtracks, points.
class GrainController {
  public:
    struct Settings {
        double first = 1;
        double least = 1;
        double most = 1;
        double tolerated_management = 0.01;
        double tolerated_waiting = 0.01;
        double most_change = 4;      ///< largest factor by which the grain grows or shrinks at once
        double idle_rate_limit = 0;  ///< largest idle-rate, by the paper's rule; 0: the two tolerances count

        /// The same with the tolerances of a rule.
        Settings by(const GrainRule& rule) const {
            Settings settings = *this;
            if (rule.kind == GrainRule::Kind::idle_rate) {
                settings.idle_rate_limit = rule.tolerated();
            } else {
                settings.tolerated_management = settings.tolerated_waiting = rule.tolerated();
            }
            return settings;
        }
    };

    explicit GrainController(const Settings& settings)
        : settings_(settings), grain_(std::clamp(settings.first, settings.least, settings.most)) {}

    double grain() const { return grain_; }

    /// If each task costs the same to manage, one step suffices to reach the tolerance: then the ratio of management to
    /// all other time is a constant divided by the grain.
    double learn(const GrainCost& cost) {
        if (settings_.idle_rate_limit > 0) {
            approach_limit(cost, settings_.idle_rate_limit);
        } else {
            balance(cost);
        }
        return grain_;
    }

  private:
    static constexpr double least_change = 1.2;

    // If both costs exceed the tolerance, the greater one decides; if neither does, the grain stays.
    void balance(const GrainCost& cost) {
        const double too_small = odds(cost.management) / odds(settings_.tolerated_management);
        const double too_large = odds(cost.waiting) / odds(settings_.tolerated_waiting);
        if (too_small > 1 && too_small >= too_large) {
            set(grain_ * change(too_small));
        } else if (too_large > 1) {
            set(grain_ / change(too_large));
        }
    }

    // The smallest grain within the limit. Management may take what waiting leaves of it; where waiting alone exceeds
    // it, the greater of both decides. What exceeds the limit is corrected exactly; a grain that could be smaller by
    // less than the least change stays.
    void approach_limit(const GrainCost& cost, double limit) {
        if (cost.waiting >= limit && cost.waiting >= cost.management) {
            set(grain_ / change(odds(cost.waiting) / odds(limit)));
            return;
        }
        const double left = cost.waiting < limit ? limit - cost.waiting : limit;
        const double factor = odds(cost.management) / odds(left);
        if (factor > 1) {
            set(grain_ * std::min(factor, settings_.most_change));
        } else if (factor * least_change <= 1) {
            set(grain_ / change(1 / factor));
        }
    }

    static double odds(double share) {
        static constexpr double most = 0.999;  // with nothing but management, the odds would be infinite
        const double bounded = std::min(share, most);
        return bounded / (1 - bounded);
    }

    double change(double excess) const {
        return std::clamp(excess, least_change, std::max(least_change, settings_.most_change));
    }

    void set(double grain) { grain_ = std::clamp(grain, settings_.least, settings_.most); }

    Settings settings_;
    double grain_;
};

}  // namespace scrump::detail

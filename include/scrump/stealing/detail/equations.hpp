#pragma once
// The equations of Xie (2023), chapter 3, as pure functions. Times are in microseconds.
//
// Logarithms temper times, which vary by orders of magnitude; exponential smoothing keeps a share of earlier values, so
// that a single odd measurement does not mislead.

#include <algorithm>
#include <cmath>

namespace scrump::detail {

/// The constants of the equations: the paper's values (sections 3.2 and 3.3), and `delay`, which it does not have.
struct Weights {
    double fresh = 0.65;    ///< share of the new measurement in a smoothed value
    double history = 0.35;  ///< share of the earlier value
    double offset = 2.72;   ///< added to arguments of logarithms: about e, so that the logarithms are never below 1
    double least_rate = 0.0001;  ///< a work rate below it counts as this much
    double delay = 1;            ///< weight of the delay in a score

    bool operator==(const Weights&) const = default;
};

/// Equation 3.1: the work rate of a worker after a cycle with `work` and `idle` microseconds, `previous` before it. It
/// grows with the share of the time that was spent working, and with the length of the cycle: a worker that takes long
/// is loaded or slow, and should be helped. No unit.
inline double work_rate(double work, double idle, double previous, const Weights& weights = {}) {
    const double total = work + idle;
    const double share = total > 0 ? work / total : 0;
    return std::log(weights.offset + share) * std::log(weights.offset + total) * weights.fresh +
           previous * weights.history;
}

/// Equation 3.2: the smoothed delay of a locality that took `delay` microseconds to answer the thief's, which has
/// `workers` workers waiting; `previous` is the earlier value. No unit.
inline double smoothed_delay(double delay, unsigned workers, double previous, const Weights& weights = {}) {
    return std::log(weights.offset + delay * workers) * weights.fresh + previous * weights.history;
}

/// Equation 3.3: the value of stealing from a locality. Its load, which is the average work rate of its workers times
/// the tasks that a thief could get, minus the (smoothed) delay of asking; not worth it at 0 or below. No unit.
inline double score(double work_rate_average, double tasks, double delay, const Weights& weights = {}) {
    return std::max(work_rate_average, weights.least_rate) * tasks - delay * weights.delay;
}

}  // namespace scrump::detail

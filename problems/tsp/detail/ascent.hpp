#pragma once
// Subgradient ascent: multipliers that make the 1-tree more like a tour, and its bound larger.
//
// Cities with many edges are made more expensive, leaves cheaper. The step is Polyak's, proportional to the distance
// from the length to beat (M. Held, P. Wolfe and H. P. Crowder, "Validation of subgradient optimization", Mathematical
// Programming 6, 1974; K. Helbig Hansen and J. Krarup, Mathematical Programming 7, 1974), along a mean of this
// subgradient and the last one (A. Volgenant and R. Jonker, EJOR 9, 1982).

#include <scrump/problems/tsp/detail/one_tree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scrump::tsp {

struct AscentPlan {
    unsigned steps = 0;
    double stride = 2;      ///< the step as a multiple of Polyak's
    unsigned patience = 5;  ///< steps without a better bound before the stride is halved
    double least_stride = 0.01;
};

enum class AscentEnd : std::uint8_t {
    here,   ///< no bound is above the limit
    above,  ///< one is, or there is no 1-tree at all
    tour,   ///< the last evaluated 1-tree is a tour: a shortest one
};

class Ascent {
  public:
    /// Starts from `multipliers` and leaves the best ones found there. `Tree` is one of one_tree.hpp. Stops early once
    /// `hurried()`.
    template <class Tree, class Hurried>
    AscentEnd climb(Tree& tree, std::vector<Scaled>& multipliers, Scaled limit, const AscentPlan& plan,
                    const Hurried& hurried) {
        const std::size_t cities = multipliers.size();
        trial_ = multipliers;
        direction_.assign(cities, 0);
        Scaled best = std::numeric_limits<Scaled>::lowest();
        double stride = plan.stride;
        unsigned waited = 0;
        for (unsigned step = 0; step < plan.steps && stride >= plan.least_stride && !hurried(); ++step) {
            if (!tree.evaluate(trial_) || tree.bound() > limit) return AscentEnd::above;
            if (tree.bound() > best) {
                best = tree.bound();
                multipliers = trial_;
                waited = 0;
            } else if (++waited == plan.patience) {
                stride /= 2;
                waited = 0;
            }
            if (!advance(tree.degrees(), stride * static_cast<double>(limit + scale - tree.bound()))) {
                return AscentEnd::tour;
            }
        }
        return AscentEnd::here;
    }

  private:
    /// False if all cities have two edges.
    bool advance(std::span<const int> degrees, double stride) {
        int norm = 0;
        for (std::size_t city = 0; city < degrees.size(); ++city) {
            const int excess = degrees[city] - 2;
            norm += excess * excess;
            direction_[city] = 0.7 * excess + 0.3 * direction_[city];
        }
        if (norm == 0) return false;
        const double step = stride / norm;
        constexpr auto most = static_cast<double>(max_multiplier);
        for (std::size_t city = 0; city < degrees.size(); ++city) {
            const double moved = static_cast<double>(trial_[city]) + step * direction_[city];
            trial_[city] = static_cast<Scaled>(std::clamp(moved, -most, most));
        }
        return true;
    }

    std::vector<Scaled> trial_;
    std::vector<double> direction_;
};

}  // namespace scrump::tsp

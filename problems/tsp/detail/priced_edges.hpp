#pragma once
// A bound from prices, which is exact whatever the prices are.
//
// Let each city v have a price p(v), and each cut i a price q(i) >= 0. A tour has two edges at each city and crosses
// the sets of cut i at least least(i) times. So with the reduced costs
//
//     r(e) = distance(e) − p(a) − p(b) − Σ q(i) crossings(i, e)      for each edge e = {a, b},
//
// a tour is at least as long as Σ r(e) over its edges + 2 Σ p(v) + Σ q(i) least(i), and Σ r(e) over its edges is at
// least that over the forced edges plus all negative ones of open edges. This is weak duality of the linear program
// without its tolerances: prices that a floating-point solver found are rounded to whole numbers in units of 1/scale,
// and then everything is calculated exactly.

#include <scrump/problems/tsp/detail/cut.hpp>
#include <scrump/problems/tsp/detail/node.hpp>

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace scrump::tsp {

struct Prices {
    std::vector<Scaled> cities;
    std::vector<Scaled> cuts;  ///< none below 0
};

class PricedEdges {
  public:
    void price(const Instance& instance, std::span<const Edge> forced, std::span<const Edge> open,
               std::span<const Cut> cuts, const Prices& prices);

    /// No tour of the subproblem is shorter. `none` if the prices are so large that sums might overflow.
    Scaled bound() const { return bound_; }
    /// Of each open edge, the reduced cost. A tour that has the edge is longer than the bound by this at least, if it
    /// is positive; a tour that does not have it is longer by its negative, if it is negative.
    std::span<const Scaled> costs() const { return costs_; }

    static constexpr Scaled none = std::numeric_limits<Scaled>::lowest();

  private:
    std::vector<Scaled> costs_;
    std::vector<Scaled> forced_costs_;
    Scaled bound_ = none;
};

}  // namespace scrump::tsp

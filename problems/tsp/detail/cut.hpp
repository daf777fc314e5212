#pragma once
// Inequalities that all tours satisfy and that fractional solutions of a linear program may violate. With x(δ(S)) for
// the number of edges between a set S of cities and the others:
//
// - subtour elimination, for any S except none and all: x(δ(S)) >= 2 (G. Dantzig, R. Fulkerson and S. Johnson,
// "Solution
//   of a large-scale traveling-salesman problem", Operations Research 2, 1954);
// - combs, for a handle H and an odd number k >= 3 of disjoint teeth T, each with cities inside and outside H:
//   x(δ(H)) + Σ x(δ(T)) >= 3k + 1 (V. Chvátal, Mathematical Programming 5, 1973; M. Grötschel and M. W. Padberg, "On
//   the symmetric travelling salesman problem", Mathematical Programming 16, 1979). Teeth of two cities make it a
//   blossom.

#include <scrump/problems/tsp/detail/node.hpp>
#include <scrump/problems/tsp/instance.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::tsp {

/// Number of edges that cross the sets of the cut, added up over them, in any tour.
inline Length least_crossings(const Cut& cut) {
    const auto teeth = static_cast<Length>(cut.sets.size()) - 1;
    return teeth == 0 ? 2 : 3 * teeth + 1;
}

/// Whether all tours of `cities` cities satisfy it, because it is one of the two kinds.
bool holds_for_tours(const Cut& cut, std::size_t cities);

/// The same cut with its smaller sides as sets, in a canonical order.
void normalise(Cut& cut, std::size_t cities);

/// How often an edge crosses the sets of one cut after another.
class Crossings {
  public:
    explicit Crossings(std::size_t cities) : in_handle_(cities), tooth_(cities) {}

    void load(const Cut& cut);

    int of(Edge edge) const {
        const int handle = in_handle_[edge.a] != in_handle_[edge.b] ? 1 : 0;
        const std::uint16_t a = tooth_[edge.a];
        const std::uint16_t b = tooth_[edge.b];
        return a == b ? handle : handle + (a != 0 ? 1 : 0) + (b != 0 ? 1 : 0);
    }

  private:
    std::vector<std::uint8_t> in_handle_;
    std::vector<std::uint16_t> tooth_;  // of a city, from 1 on; 0: none
};

}  // namespace scrump::tsp

#pragma once
// Cuts that a fractional solution violates.

#include <scrump/problems/tsp/detail/cut.hpp>
#include <scrump/problems/tsp/detail/node.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace scrump::tsp {

/// An edge with its positive value in a fractional solution, in which the edges at each city have the sum 2.
struct Valued {
    Edge edge;
    double value = 0;
};

/// A set of cities with the sum of the values of edges that leave it.
struct LeftBy {
    std::vector<City> set;
    double sum = 0;
};

inline constexpr double violated_by = 0.01;  ///< less than this is not worth a cut

/// Connected components of the cities.
std::vector<std::vector<City>> components(std::size_t cities, std::span<const Valued> edges);

/// Sets that few edges leave: the components if there are several. Otherwise those of M. Stoer and F. Wagner, "A simple
/// min-cut algorithm", Journal of the ACM 44 (1997), of all their phases, after the cities of edges with value 1 are
/// united: that keeps some violated set, if one exists (M. W. Padberg and G. Rinaldi, "An efficient algorithm for the
/// minimum capacity cut problem", Mathematical Programming 47, 1990). So it finds a set that is left by less than 2
/// exactly if there is one.
std::vector<LeftBy> small_cuts(std::size_t cities, std::span<const Valued> solution, double at_most);

/// A fractional solution in which sets of cities are united: each is a city of a smaller one.
struct Shrunk {
    std::vector<std::vector<City>> sets;
    std::vector<Valued> solution;  ///< between positions in `sets`
};

/// Unites two or three cities that are left by 2 if some other city is joined to them by 1: what is violated stays so
/// (M. W. Padberg and G. Rinaldi, "Facet identification for the symmetric traveling salesman polytope", Mathematical
/// Programming 47, 1990).
Shrunk shrink(std::size_t cities, std::span<const Valued> solution);

/// Sides of minimum cuts between cities where an edge costs as much as its value is from the next whole number. Handles
/// of violated blossoms are among such sets (A. N. Letchford, G. Reinelt and D. O. Theis, "Odd minimum cut sets and
/// b-matchings revisited", SIAM Journal on Discrete Mathematics 22, 2008).
std::vector<std::vector<City>> uncertain_cuts(std::size_t cities, std::span<const Valued> solution);

/// Violated combs, by a heuristic. Handles are those sets, and connected components of edges with fractional values,
/// before and after shrinking, as for blossoms in M. W. Padberg and S. Hong, "On the symmetric travelling salesman
/// problem: a computational study", Mathematical Programming Studies 12 (1980), and M. Grötschel and O. Holland,
/// "Solving matching problems with linear programming", Mathematical Programming 33 (1985). Teeth are edges with a
/// large value, again before and after shrinking, and sets of `narrow`, which the solution leaves by little more
/// than 2. They are taken greedily.
std::vector<Cut> violated_combs(std::size_t cities, std::span<const Valued> solution, std::span<const LeftBy> narrow);

}  // namespace scrump::tsp

#pragma once
// A subproblem of the travelling salesman problem: the tours that use all of some edges and none of some others.

#include <scrump/problems/tsp/instance.hpp>
#include <scrump/problems/tsp/tour.hpp>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace scrump::tsp {

/// The objective of a node that is not a tour.
inline constexpr Length no_tour = std::numeric_limits<Length>::max();

/// Multipliers and all numbers calculated with them are whole numbers in units of 1/scale. So bounds are exact on every
/// machine, whatever the multipliers: no rounding can lose a tour.
using Scaled = std::int64_t;
inline constexpr Scaled scale = Scaled{1} << 16;

struct Edge {
    City a = 0;
    City b = 0;

    bool touches(City city) const { return a == city || b == city; }
    bool operator==(const Edge&) const = default;
};

/// An inequality that all tours satisfy: see cut.hpp.
struct Cut {
    std::vector<std::vector<City>> sets;  ///< one: no tour of a part; more: a comb, its handle first

    bool operator==(const Cut&) const = default;
    auto operator<=>(const Cut&) const = default;

    template <class Archive>
    void serialize(Archive& archive) {
        archive(sets);
    }
};

/// The data passed from parent to child: the remaining edges, and the initial multipliers or cuts.
struct Node {
    bool complete = false;            ///< all edges of the instance are open; `open` is empty
    std::vector<Edge> forced;         ///< in every tour of the subproblem
    std::vector<Edge> open;           ///< perhaps in some of them; no other edge is in any
    std::vector<Scaled> multipliers;  ///< multiplier of each city
    std::vector<Cut> cuts;            ///< of a linear program, which then bounds the subproblem; `open` has its order
    Length bound = 0;                 ///< no tour of the subproblem is shorter
    Length length = no_tour;          ///< length of `tour`, if there is one
    Tour tour;                        ///< a solution: this node has no children

    template <class Archive>
    void serialize(Archive& archive) {
        archive(complete, forced, open, multipliers, cuts, bound, length, tour);
    }
};

/// A tour as a node: a solution.
inline Node node_of(const Instance& instance, Tour tour) {
    Node node;
    node.length = node.bound = length_of(instance, tour);
    node.tour = std::move(tour);
    return node;
}

}  // namespace scrump::tsp

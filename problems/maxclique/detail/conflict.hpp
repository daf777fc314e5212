#pragma once
// Derivations of the conflicts among colour classes that propagation finds (propagation.hpp): of n classes and a
// further vertex b, which no clique can have together with a vertex of each, a clique has n vertices at most.
//
// Let y(c), 0 or 1, be 1 minus the number of vertices of the class c that are in the clique. The class that became
// empty falls into sets of vertices that are strangers of b, or of the same vertex u that another class was forced to
// give. Each is an independent set together with b or u; adding these is y(c) + the sum of ~b and ~u >= 1. For a class
// c that was forced to give u, the same with its other vertices is y(c) + u + the sum of earlier ~ >= 1. So, from the
// last u to the first, adding a multiple of that cancels ~u. What is left, the sum of multiples of y(c) and of ~b >= 1,
// is filled up to equal multiples and divided: it says that the y(c) and ~b are not all 0. (The cutting planes proof
// that corresponds to the unit propagations and resolutions of Li and Quan, AAAI 2010.)

#include <scrump/problems/maxclique/detail/independent_sets.hpp>
#include <scrump/problems/maxclique/detail/log_reader.hpp>
#include <scrump/problems/proof/ext/sum.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::maxclique {

class ConflictSteps {
  public:
    ConflictSteps(const LoggedGraph& graph, IndependentSets& sets) : graph_(graph), sets_(sets) {}

    /// Adds to the sum that a clique has no more vertices of the conflict's classes and its vertex than these are.
    void add(proof::Sum& sum, const LoggedConflict& conflict, const LoggedClasses& classes);

  private:
    /// A vertex that excludes others, and its class.
    struct Forced {
        std::uint16_t vertex;
        LoggedVertices own;
        std::uint64_t excluding = 0;    ///< multiple of its ~ in the sum
        std::uint64_t unsatisfied = 0;  ///< multiple of its class's y
    };

    void exclude(proof::Sum& sum, LoggedVertices vertices, std::size_t before, std::uint64_t times);
    void even_out(proof::Sum& sum, std::size_t before, bool all);

    const LoggedGraph& graph_;
    IndependentSets& sets_;
    std::vector<Forced> forced_;  // b first, with the class that became empty
    std::vector<std::uint16_t> left_;
    std::vector<std::uint16_t> excluded_;
};

}  // namespace scrump::maxclique

#pragma once
// Automata that accept the infinite paths on which a formula of linear temporal logic holds.
//
// The translation is the tableau of Gerth, Peled, Vardi and Wolper (1995), whose states are the sets of formulas that
// must hold from the next state of the path on; propositions and acceptance lie on edges (Couvreur 1999; Giannakopoulou
// and Lerda 2002). Formulas are simplified before (Somenzi and Bloem 2000; Etessami and Holzmann 2000), the automaton
// afterwards: states from which nothing is accepted are dropped, and by direct simulation equal states are merged and
// edges dropped that accept no more than others.

#include <scrump/states/liveness/formula.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump {

/// A generalised Büchi automaton with acceptance on edges: it accepts a path if a run over it, from state 0 on, takes
/// edges of each acceptance set again and again.
struct BuchiAutomaton {
    /// An edge that may be taken at a state of the path, to the automaton's state for the rest of the path.
    struct Edge {
        std::uint32_t to = 0;         ///< state to which it leads
        std::uint64_t holding = 0;    ///< propositions that must hold, as bits
        std::uint64_t lacking = 0;    ///< propositions that must not hold, as bits
        std::uint64_t accepting = 0;  ///< acceptance sets that it is in, as bits

        /// Whether it may be taken where these propositions hold.
        bool matches(std::uint64_t holds) const { return (holding & ~holds) == 0 && (lacking & holds) == 0; }
        /// Order for sorting.
        auto operator<=>(const Edge&) const = default;
    };
    /// A state.
    struct State {
        std::vector<Edge> edges{};  ///< edges that leave it
        /// Number of its strongly connected component: edges lead to the same or a smaller number.
        std::uint32_t component = 0;
        bool accepts_all = false;  ///< whether every path is accepted from here
    };
    /// A strongly connected component.
    struct Component {
        std::vector<std::uint32_t> states{};  ///< states in it
        /// Whether a run may stay in it for ever and be accepted.
        bool is_accepting = false;
    };

    std::vector<std::string> propositions{};  ///< names of the propositions, by bit
    std::vector<State> states{};              ///< states; none: nothing is accepted
    std::vector<Component> components{};      ///< components, by number
    unsigned acceptance_sets = 0;             ///< number of acceptance sets

    /// The bits of all acceptance sets.
    std::uint64_t all_sets() const { return acceptance_sets == 0 ? 0 : ~std::uint64_t{0} >> (64 - acceptance_sets); }
    /// Number of edges.
    std::size_t edges() const;
};

/// An automaton that accepts the paths on which a formula holds. Throws Error for a formula with more than 64
/// propositions, or that needs more than 64 acceptance sets or 4,096 states, and Stopped at the thread's deadline.
BuchiAutomaton accepting_automaton(const LtlFormula& formula);

}  // namespace scrump

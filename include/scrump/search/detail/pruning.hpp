#pragma once
// The value that a worker has to beat, and its consequences for the nodes that it visits: the common part of all
// searches for better solutions.

#include <scrump/search/detail/verdict.hpp>
#include <scrump/search/generator.hpp>
#include <scrump/search/objective.hpp>

#include <concepts>

namespace scrump::detail {

/// The base of a visitor: its copy of the value to beat.
template <HasObjective G, class Sense>
class Pruning {
  public:
    using Space = typename G::Space;
    using Node = typename G::Node;
    using Objective = ObjectiveOf<G>;

    static constexpr bool folds_children = false;

    [[gnu::always_inline]] G expand(const Node& node) {
        if constexpr (KnowsIncumbent<G>) {
            return G(space_, node, to_beat_);
        } else {
            return G(space_, node);
        }
    }

    /// A generator of all promising children as long as nothing is known.
    [[gnu::cold]] static G expand_anew(const Space& space, const Node& node) {
        if constexpr (KnowsIncumbent<G>) {
            return G(space, node, Sense::template worst<Objective>());
        } else {
            return G(space, node);
        }
    }

  protected:
    static_assert(KnowsIncumbent<G> || std::constructible_from<G, const Space&, const Node&>,
                  "a generator is made as G(space, parent) or G(space, parent, to_beat)");

    Pruning(const Space& space, Objective to_beat) : space_(space), to_beat_(to_beat) {}

    /// Whether anything below a node can beat the value, as far as bounds tell.
    bool promises(const Node& node) const {
        if constexpr (HasBound<G>) return Sense::better(G::bound(space_, node), to_beat_);
        return true;
    }
    Verdict judge(const Node& node) const {
        if (promises(node)) return Verdict::descend;
        return BoundsNeverImprove<G> ? Verdict::cut : Verdict::prune;
    }

    /// Takes over a better value to beat.
    void raise(Objective shared) {
        if (Sense::better(shared, to_beat_)) to_beat_ = shared;
    }

    const Space& space_;
    Objective to_beat_;
};

}  // namespace scrump::detail

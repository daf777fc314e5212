#pragma once
// Data from a file or from another process are not trusted: nodes and answers are checked by the generator or the fold,
// as far as these can (`ChecksNodes`, `ChecksDepths`, `ChecksValues`).

#include <scrump/base/error.hpp>
#include <scrump/search/generator.hpp>

#include <string>

namespace scrump::detail {

/// Whether `node` may be searched at `depth`, as far as can be checked.
template <class G>
bool may_be_searched(const typename G::Space& space, const typename G::Node& node, unsigned depth) {
    if constexpr (ChecksDepths<G>) {
        return G::valid(space, node, depth);
    } else if constexpr (ChecksNodes<G>) {
        return G::valid(space, node);
    }
    return true;
}

/// Whether `node` may be a solution of this objective, as far as can be checked.
template <HasObjective G>
bool may_be_solution(const typename G::Space& space, const typename G::Node& node, ObjectiveOf<G> objective) {
    if constexpr (ChecksNodes<G>) return G::valid(space, node) && G::objective(space, node) == objective;
    return true;
}

/// A node that require_own() checks.
inline constexpr const char* stolen_node = "a node that was stolen from another process";

/// Throws Error for data that do not belong to this search.
inline void require_own(bool own, const char* what) {
    if (!own) throw Error(std::string("does not belong to this search: ") + what + " cannot be one of its own");
}

}  // namespace scrump::detail

#pragma once
// The search for one size class: declared here, defined in solve_class_definition.hpp, and compiled in two files,
// because each of them takes a while.

#include <scrump/problems/maxclique/solve.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace scrump::maxclique::detail {

/// Of either question.
using Solution = KClique;

/// Finds a largest clique, or with `target` one of at least so many vertices. Instantiated for the words of
/// SizeClasses.
template <std::size_t W>
[[gnu::cold]] Solution solve_class(const graph::Graph& graph, std::optional<std::int32_t> target,
                                   const Settings& settings);

/// The same for whatever size; settings.search.checkpoints.problem is to say what is searched, if that is compared.
Solution solve(const graph::Graph& graph, std::optional<std::int32_t> target, const Settings& settings);

}  // namespace scrump::maxclique::detail

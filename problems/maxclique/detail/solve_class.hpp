#pragma once
// The search for one size class: declared here, defined in solve_class_definition.hpp, and compiled in two files,
// because each of them takes a while.

#include <scrump/problems/maxclique/solve.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace scrump::maxclique::detail {

/// The solution of either problem.
using Solution = Answer<std::optional<Clique>>;

/// Finds a largest clique, or with `target` one of at least that many vertices. Instantiated for the words of
/// SizeClasses.
template <std::size_t W>
[[gnu::cold]] Solution solve_class(const graph::Graph& graph, std::optional<std::int32_t> target,
                                   const Settings& settings);

/// The same for any size; settings.search.checkpoints.problem must identify the problem, if that is compared.
Solution solve(const graph::Graph& graph, std::optional<std::int32_t> target, const Settings& settings);

}  // namespace scrump::maxclique::detail

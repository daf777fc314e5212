#pragma once
// The search for a clique of maximum weight for one size class: declared here, defined in
// weighted_search_definition.hpp, and compiled in two files, because each of the size classes takes a while.

#include <scrump/problems/maxclique/weighted.hpp>

#include <cstddef>
#include <span>

namespace scrump::maxclique::detail {

/// Instantiated for the words of FewSizeClasses.
template <std::size_t W>
[[gnu::cold]] Answer<CliqueOfWeight> search_weighted(const graph::Graph& graph, std::span<const Weight> weights,
                                                     const Settings& settings);

}  // namespace scrump::maxclique::detail

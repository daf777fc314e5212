#pragma once
// The chromatic number of a graph, and colourings with a given number of colours.

#include <scrump/problems/colouring/colouring.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/several/ext/several.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <cstddef>
#include <optional>

namespace scrump::colouring {

struct FewestColours {
    Colouring colouring;       ///< a proper colouring, as was checked
    std::size_t at_least = 0;  ///< lower bound of the number of colours; if complete, the chromatic number
};

/// Finds a colouring of `graph` with the fewest colours. `known`, unless empty, is a known proper colouring: only
/// colourings with fewer colours are searched for; it must be the same on all processes. Throws Error for a graph that
/// is too large (space.hpp), std::invalid_argument if `known` is not a proper colouring of it, and as search.hpp.
Answer<FewestColours> find_fewest_colours(const graph::Graph& graph, const SearchOptions& options = {},
                                          const Colouring& known = {});

/// Finds a colouring of `graph` with at most `k` colours, or proves that none exists. Throws as find_fewest_colours().
Answer<std::optional<Colouring>> find_colouring(const graph::Graph& graph, std::size_t k,
                                                const SearchOptions& options = {}, const Colouring& known = {});

/// Finds several colourings, no two of which differ only in the names of colours; `wanted.at_least` is the largest
/// acceptable number of colours. The smallest number is found first, unless it is given: if it is, checkpoints can
/// store the search, and `known` makes no difference. Throws as find_fewest_colours(), and UsageError for a gap and a
/// depth limit.
Several<Colouring> find_best_colourings(const graph::Graph& graph, const BestWanted<std::size_t>& wanted,
                                        const SearchOptions& options = {}, const Colouring& known = {});

}  // namespace scrump::colouring

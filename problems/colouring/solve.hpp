#pragma once
// The chromatic number of a graph, and colourings with a given number of colours.

#include <scrump/problems/colouring/colouring.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/several/several.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <cstddef>
#include <optional>

namespace scrump::colouring {

struct FewestColours {
    Status status = Status::complete;  ///< complete: fewer colours are proved to be too few
    Colouring colouring;               ///< proper: it was checked
    std::size_t at_least = 0;          ///< no colouring has fewer colours; if complete, the chromatic number
    Statistics statistics;             ///< its seconds include all that comes before the search
};

/// A colouring of `graph` with the fewest colours. `known` is a proper one that is known already, if it is not empty:
/// only those with fewer colours are searched for; it is the same on all processes. Throws Error for a graph that is
/// too large (space.hpp), std::invalid_argument where `known` is no proper colouring of it, and as search.hpp.
FewestColours find_fewest_colours(const graph::Graph& graph, const SearchOptions& options = {},
                                  const Colouring& known = {});

struct KColouring {
    Status status = Status::complete;    ///< complete without a colouring: proved that there is none
    std::optional<Colouring> colouring;  ///< proper, with at most k colours: it was checked
    Statistics statistics;
};

/// A colouring of `graph` with at most `k` colours, or the proof that there is none. Throws as find_fewest_colours().
KColouring find_colouring(const graph::Graph& graph, std::size_t k, const SearchOptions& options = {},
                          const Colouring& known = {});

/// Several colourings, no two of which differ in the names of colours alone; `wanted.at_least` is the number of colours
/// that is few enough. First the fewest are found, unless that is given: with it, checkpoints can keep the search, and
/// `known` makes no difference. Throws as find_fewest_colours(), and UsageError for a gap and a depth limit.
Several<Colouring> find_best_colourings(const graph::Graph& graph, const BestWanted<std::size_t>& wanted,
                                        const SearchOptions& options = {}, const Colouring& known = {});

}  // namespace scrump::colouring

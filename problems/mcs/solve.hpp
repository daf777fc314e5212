#pragma once
// The maximum common induced subgraph of two graphs, connected or not, and common subgraphs of a given size.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/labelled_graph.hpp>
#include <scrump/problems/several/several.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scrump::mcs {

struct Settings {
    SearchOptions search;
    bool connected = false;  ///< only connected subgraphs are sought
};

/// Vertices of the first graph with those of the second that stand for them; both from 0.
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

struct MaximumCommonSubgraph {
    Status status = Status::complete;  ///< complete: proved to be the largest
    Pairs pairs;                       ///< ascending; checked to be a common subgraph
    Statistics statistics;
};

/// The most vertices of `first` that induce the same subgraph as some of `second`: vertices that stand for each other
/// have the same label, and between any two goes the same edge, with the same label and direction, or none. Loops do
/// not count. The empty subgraph and that of one vertex are connected, and directions do not matter for that. Throws
/// Error for graphs that are too large (space.hpp), for labels of one graph alone, and as search.hpp.
MaximumCommonSubgraph find_maximum_common_subgraph(const graph::LabelledGraph& first,
                                                   const graph::LabelledGraph& second, const Settings& settings = {});

struct CommonSubgraph {
    Status status = Status::complete;  ///< complete without pairs: proved that there is none
    std::optional<Pairs> pairs;        ///< at least as many as were asked for; ascending, checked
    Statistics statistics;
};

/// A common induced subgraph of at least `vertices` vertices, or the proof that there is none. Throws as
/// find_maximum_common_subgraph().
CommonSubgraph find_common_subgraph(const graph::LabelledGraph& first, const graph::LabelledGraph& second,
                                    std::size_t vertices, const Settings& settings = {});

/// Several common induced subgraphs, each of which is part of no larger one (no larger connected one, if only connected
/// ones are sought): other pairs are another one. `wanted.at_least` is a number of vertices. First the largest is
/// found, unless that is given: with it, checkpoints can keep the search. Throws as find_maximum_common_subgraph(), and
/// UsageError for a gap and a depth limit.
Several<Pairs> find_best_common_subgraphs(const graph::LabelledGraph& first, const graph::LabelledGraph& second,
                                          const BestWanted<std::size_t>& wanted, const Settings& settings = {});

/// Whether `pairs` name different vertices of each graph, and any two are adjacent in both graphs, in the same way, or
/// in neither; and labels are the same.
bool is_common_subgraph(const graph::LabelledGraph& first, const graph::LabelledGraph& second,
                        std::span<const std::pair<std::size_t, std::size_t>> pairs);

/// The same for graphs that have neither labels nor directions.
MaximumCommonSubgraph find_maximum_common_subgraph(const graph::Graph& first, const graph::Graph& second,
                                                   const Settings& settings = {});
CommonSubgraph find_common_subgraph(const graph::Graph& first, const graph::Graph& second, std::size_t vertices,
                                    const Settings& settings = {});
Several<Pairs> find_best_common_subgraphs(const graph::Graph& first, const graph::Graph& second,
                                          const BestWanted<std::size_t>& wanted, const Settings& settings = {});
bool is_common_subgraph(const graph::Graph& first, const graph::Graph& second,
                        std::span<const std::pair<std::size_t, std::size_t>> pairs);

/// Whether the vertices of `graph` named first in `pairs` induce a connected subgraph.
bool is_connected(const graph::Graph& graph, std::span<const std::pair<std::size_t, std::size_t>> pairs);

}  // namespace scrump::mcs

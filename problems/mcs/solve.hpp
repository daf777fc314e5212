#pragma once
// The maximum common induced subgraph of two graphs, connected or not, and common subgraphs of a given size.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/labelled_graph.hpp>
#include <scrump/problems/several/ext/several.hpp>
#include <scrump/search/best_wanted.hpp>
#include <scrump/search/options.hpp>
#include <scrump/search/result.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace scrump::mcs {

/// Largest number of vertices of a graph: a search may hold as many nodes at once as there are vertices, and each of
/// them holds the remaining vertices.
inline constexpr std::size_t max_vertices = 4096;

struct Settings {
    SearchOptions search;
    bool connected = false;  ///< whether only connected subgraphs are wanted
};

/// Vertices of the first graph, each with its image in the second; both from 0.
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// Finds as many vertices of `first` as possible that induce the same subgraph as some of `second`: matched vertices
/// have the same label, and any two have the same edge between them, with the same label and direction, or none. Loops
/// do not count. The empty subgraph and that of one vertex are connected, and directions do not matter for that. Throws
/// Error for more than `max_vertices` vertices, for labels of one graph alone, and as search.hpp.
Answer<Pairs> find_maximum_common_subgraph(const graph::LabelledGraph& first, const graph::LabelledGraph& second,
                                           const Settings& settings = {});

/// Finds a common induced subgraph of at least `vertices` vertices, or proves that none exists. Throws as
/// find_maximum_common_subgraph().
Answer<std::optional<Pairs>> find_common_subgraph(const graph::LabelledGraph& first, const graph::LabelledGraph& second,
                                                  std::size_t vertices, const Settings& settings = {});

/// Finds several maximal common induced subgraphs (maximal connected ones, if only these are wanted): other pairs are
/// another one. `wanted.at_least` is a number of vertices. The largest is found first, unless that is given: if it is,
/// checkpoints can store the search. Throws as find_maximum_common_subgraph(), and UsageError for a gap and a depth
/// limit.
Several<Pairs> find_best_common_subgraphs(const graph::LabelledGraph& first, const graph::LabelledGraph& second,
                                          const BestWanted<std::size_t>& wanted, const Settings& settings = {});

/// Whether `pairs` name different vertices of each graph, and any two are adjacent in both graphs, in the same way, or
/// in neither; and labels are the same.
bool is_common_subgraph(const graph::LabelledGraph& first, const graph::LabelledGraph& second,
                        std::span<const std::pair<std::size_t, std::size_t>> pairs);

/// The same for graphs without labels and directions.
Answer<Pairs> find_maximum_common_subgraph(const graph::Graph& first, const graph::Graph& second,
                                           const Settings& settings = {});
Answer<std::optional<Pairs>> find_common_subgraph(const graph::Graph& first, const graph::Graph& second,
                                                  std::size_t vertices, const Settings& settings = {});
Several<Pairs> find_best_common_subgraphs(const graph::Graph& first, const graph::Graph& second,
                                          const BestWanted<std::size_t>& wanted, const Settings& settings = {});
bool is_common_subgraph(const graph::Graph& first, const graph::Graph& second,
                        std::span<const std::pair<std::size_t, std::size_t>> pairs);

/// Whether the vertices of `graph` named first in `pairs` induce a connected subgraph.
bool is_connected(const graph::Graph& graph, std::span<const std::pair<std::size_t, std::size_t>> pairs);

}  // namespace scrump::mcs

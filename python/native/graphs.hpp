#pragma once
// Graphs from Python: a number of vertices, and an array of edges.

#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace scrump::python {

namespace nb = nanobind;

/// A row for each edge: its two vertices, from 0.
using Edges = nb::ndarray<const std::uint32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

/// A graph as a matrix. Loops are left out. Throws Error for an edge with vertices that do not exist, and for a graph
/// that is too large.
graph::Graph matrix_of(std::size_t vertices, const Edges& edges);

/// A graph as a matrix, if that is the better way to search it, or else as lists of neighbours.
using AnyGraph = std::variant<graph::Graph, graph::SparseGraph>;
AnyGraph graph_of(std::size_t vertices, const Edges& edges);

/// Whether each vertex has a loop; empty: none has.
std::vector<bool> loops_of(std::size_t vertices, const Edges& edges);

}  // namespace scrump::python

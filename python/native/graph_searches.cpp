// Searches in graphs.

#include "graph_searches.hpp"

#include "graphs.hpp"
#include "outcomes.hpp"
#include "search_options.hpp"

#include <scrump/problems/sip/solve.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

using Labels = std::vector<std::uint64_t>;

// `edge_labels`: one for each edge, or none.
graph::Arcs arcs_of(const Edges& edges, const Labels& edge_labels, bool directed) {
    std::vector<graph::Arc> arcs;
    for (std::size_t row = 0; row < edges.shape(0); ++row) {
        const std::uint64_t label = edge_labels.empty() ? 0 : edge_labels.at(row);
        arcs.push_back({edges(row, 0), edges(row, 1), label});
        if (!directed) arcs.push_back({edges(row, 1), edges(row, 0), label});
    }
    return graph::Arcs(std::move(arcs), !edge_labels.empty());
}

void make_graph(graph::LabelledGraph* place, std::size_t vertices, const Edges& edges, const Labels& labels,
                const Labels& edge_labels, bool directed) {
    graph::LabelledGraph graph(matrix_of(vertices, edges));
    graph.loops = loops_of(vertices, edges);
    graph.labels = labels;
    if (directed || !edge_labels.empty()) {
        graph::Arcs arcs = arcs_of(edges, edge_labels, directed);
        if (arcs.directed() || arcs.labelled()) graph.arcs = std::move(arcs);
    }
    new (place) graph::LabelledGraph(std::move(graph));
}

void make_problem(sip::Problem* place, const graph::LabelledGraph& pattern, const graph::LabelledGraph& target,
                  bool induced) {
    new (place) sip::Problem{.pattern = pattern, .target = target, .induced = induced};
}

// As an array with a row for each mapping.
nb::object rows_of(const sip::Mappings& mappings, std::size_t pattern_vertices) {
    auto* const images = new std::vector<std::uint32_t>;
    const nb::capsule owner(images, [](void* it) noexcept { delete static_cast<std::vector<std::uint32_t>*>(it); });
    images->reserve(mappings.size() * pattern_vertices);
    for (std::size_t row = 0; row < mappings.size(); ++row) {
        const std::span<const std::uint32_t> mapping = mappings[row];
        images->insert(images->end(), mapping.begin(), mapping.end());
    }
    return nb::cast(
        nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<2>>(images->data(), {mappings.size(), pattern_vertices}, owner));
}

Outcome all_subgraphs(const sip::Problem& problem, const PythonSearchOptions& options) {
    auto found = run(options, [&](const SearchOptions& search) { return sip::all(problem, search); });
    Outcome outcome = outcome_of(found);
    outcome["objective"] = found.value.size();
    outcome["solution"] = rows_of(found.value, problem.pattern.size());
    return outcome;
}

}  // namespace

void declare_graph_searches(nb::module_& module) {
    nb::class_<graph::LabelledGraph>(module, "LabelledGraph",
                                     "A graph with labels, loops and directions, for subgraph searches.")
        .def("__init__", &make_graph);
    nb::class_<sip::Problem>(module, "SubgraphProblem", "A pattern to be found in a target.")
        .def("__init__", &make_problem);
    module.def("all_subgraphs", &all_subgraphs);
}

}  // namespace scrump::python

// Searches in graphs.

#include "graph_searches.hpp"

#include "graphs.hpp"
#include "outcomes.hpp"
#include "search_options.hpp"
#include "several.hpp"

#include <scrump/problems/colouring/solve.hpp>
#include <scrump/problems/independent_set/solve.hpp>
#include <scrump/problems/maxclique/all_cliques.hpp>
#include <scrump/problems/maxclique/certified.hpp>
#include <scrump/problems/maxclique/several.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/maxclique/sparse.hpp>
#include <scrump/problems/maxclique/weighted.hpp>
#include <scrump/problems/mcs/solve.hpp>
#include <scrump/problems/sip/certified.hpp>
#include <scrump/problems/sip/solve.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace scrump::python {
namespace {

using Vertices = std::vector<std::size_t>;

// Arguments of cliques, independent sets and vertex covers.
maxclique::Settings settings_of(const SearchOptions& search, const Vertices& known, bool local_search) {
    return {.search = search, .local_search = local_search, .known = known};
}

Outcome max_clique(std::size_t vertices, const Edges& edges, const Vertices& known, bool local_search,
                   const PythonSearchOptions& options) {
    const AnyGraph graph = graph_of(vertices, edges);
    auto found = run(options, [&](const SearchOptions& search) {
        const maxclique::Settings settings = settings_of(search, known, local_search);
        return std::visit([&](const auto& it) { return maxclique::find_maximum_clique(it, settings); }, graph);
    });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value;
    return outcome;
}

Outcome clique(std::size_t vertices, const Edges& edges, std::size_t k, bool local_search,
               const PythonSearchOptions& options) {
    const AnyGraph graph = graph_of(vertices, edges);
    auto found = run(options, [&](const SearchOptions& search) {
        const maxclique::Settings settings = settings_of(search, {}, local_search);
        return std::visit([&](const auto& it) { return maxclique::find_clique(it, k, settings); }, graph);
    });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value;
    return outcome;
}

Outcome proved_max_clique(std::size_t vertices, const Edges& edges, const Vertices& known, bool local_search,
                          const std::string& proof, const PythonSearchOptions& options) {
    const graph::Graph graph = matrix_of(vertices, edges);
    auto found = run(options, [&](const SearchOptions& search) {
        return maxclique::certify_maximum_clique(graph, proof, settings_of(search, known, local_search));
    });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value;
    add_certificate(outcome, found.certificate);
    return outcome;
}

Outcome proved_clique(std::size_t vertices, const Edges& edges, std::size_t k, bool local_search,
                      const std::string& proof, const PythonSearchOptions& options) {
    const graph::Graph graph = matrix_of(vertices, edges);
    auto found = run(options, [&](const SearchOptions& search) {
        return maxclique::certify_clique(graph, k, proof, settings_of(search, {}, local_search));
    });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value;
    add_certificate(outcome, found.certificate);
    return outcome;
}

Outcome max_weight_clique(std::size_t vertices, const Edges& edges, const std::vector<maxclique::Weight>& weights,
                          const Vertices& known, bool local_search, const PythonSearchOptions& options) {
    const graph::Graph graph = matrix_of(vertices, edges);
    auto found = run(options, [&](const SearchOptions& search) {
        return maxclique::find_maximum_weight_clique(graph, weights, settings_of(search, known, local_search));
    });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value.clique;
    outcome["objective"] = found.value.weight;
    return outcome;
}

// No weights: each vertex weighs 1.
Outcome best_cliques(std::size_t vertices, const Edges& edges, const std::vector<maxclique::Weight>& weights,
                     const Vertices& known, bool local_search, const Wanted& wanted,
                     const PythonSearchOptions& options) {
    const graph::Graph graph = matrix_of(vertices, edges);
    auto found = run(options, [&](const SearchOptions& search) {
        return maxclique::find_best_cliques(graph, weights, wanted.of<maxclique::Weight>(),
                                            settings_of(search, known, local_search));
    });
    return outcome_of_several(
        found, [](const auto& it) { return it.clique; }, [](const auto& it) { return it.weight; });
}

// None: the largest ones.
Outcome cliques(std::size_t vertices, const Edges& edges, std::optional<std::size_t> k, std::size_t most,
                const PythonSearchOptions& options) {
    const AnyGraph graph = graph_of(vertices, edges);
    auto found = run(options, [&](const SearchOptions& search) {
        const auto find = [&](const auto& it) {
            if (k) return maxclique::find_all_cliques(it, *k, most, search);
            return maxclique::find_all_maximum_cliques(it, most, settings_of(search, {}, true));
        };
        return std::visit(find, graph);
    });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value.cliques;
    outcome["objective"] = found.value.count;
    outcome["size"] = found.value.size;
    return outcome;
}

template <auto find>
Outcome vertex_set(std::size_t vertices, const Edges& edges, const Vertices& known, bool local_search,
                   const PythonSearchOptions& options) {
    const graph::Graph graph = matrix_of(vertices, edges);
    auto found = run(
        options, [&](const SearchOptions& search) { return find(graph, settings_of(search, known, local_search)); });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value;
    return outcome;
}

template <auto find>
Outcome best_vertex_sets(std::size_t vertices, const Edges& edges, const Vertices& known, bool local_search,
                         const Wanted& wanted, const PythonSearchOptions& options) {
    const graph::Graph graph = matrix_of(vertices, edges);
    auto found = run(options, [&](const SearchOptions& search) {
        return find(graph, wanted.of<std::size_t>(), settings_of(search, known, local_search));
    });
    return outcome_of_several(
        found, [](const auto& it) { return it; }, [](const auto& it) { return it.size(); });
}

Outcome colouring(std::size_t vertices, const Edges& edges, const colouring::Colouring& known,
                  const PythonSearchOptions& options) {
    const graph::Graph graph = matrix_of(vertices, edges);
    auto found =
        run(options, [&](const SearchOptions& search) { return colouring::find_fewest_colours(graph, search, known); });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value.colouring;
    outcome["objective"] = colouring::count_colours(found.value.colouring);
    return outcome;
}

Outcome k_colouring(std::size_t vertices, const Edges& edges, std::size_t k, const colouring::Colouring& known,
                    const PythonSearchOptions& options) {
    const graph::Graph graph = matrix_of(vertices, edges);
    auto found =
        run(options, [&](const SearchOptions& search) { return colouring::find_colouring(graph, k, search, known); });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value;
    return outcome;
}

Outcome best_colourings(std::size_t vertices, const Edges& edges, const colouring::Colouring& known,
                        const Wanted& wanted, const PythonSearchOptions& options) {
    const graph::Graph graph = matrix_of(vertices, edges);
    auto found = run(options, [&](const SearchOptions& search) {
        return colouring::find_best_colourings(graph, wanted.of<std::size_t>(), search, known);
    });
    return outcome_of_several(
        found, [](const auto& it) { return it; }, [](const auto& it) { return colouring::count_colours(it); });
}

// --- One graph in another

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

Outcome subgraph(const sip::Problem& problem, const PythonSearchOptions& options) {
    auto found = run(options, [&](const SearchOptions& search) { return sip::find(problem, search); });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value;
    return outcome;
}

Outcome proved_subgraph(const sip::Problem& problem, const std::string& proof, const PythonSearchOptions& options) {
    auto found = run(options, [&](const SearchOptions& search) { return sip::certify(problem, proof, search); });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value;
    add_certificate(outcome, found.certificate);
    return outcome;
}

Outcome count_subgraphs(const sip::Problem& problem, const PythonSearchOptions& options) {
    auto found = run(options, [&](const SearchOptions& search) { return sip::count(problem, search); });
    Outcome outcome = outcome_of(found);
    outcome["objective"] = found.value;
    return outcome;
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

Outcome common_subgraph(const graph::LabelledGraph& first, const graph::LabelledGraph& second, bool connected,
                        const PythonSearchOptions& options) {
    auto found = run(options, [&](const SearchOptions& search) {
        return mcs::find_maximum_common_subgraph(first, second, {.search = search, .connected = connected});
    });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = found.value;
    return outcome;
}

Outcome best_common_subgraphs(const graph::LabelledGraph& first, const graph::LabelledGraph& second, bool connected,
                              const Wanted& wanted, const PythonSearchOptions& options) {
    auto found = run(options, [&](const SearchOptions& search) {
        return mcs::find_best_common_subgraphs(first, second, wanted.of<std::size_t>(),
                                               {.search = search, .connected = connected});
    });
    return outcome_of_several(
        found, [](const auto& it) { return it; }, [](const auto& it) { return it.size(); });
}

}  // namespace

void declare_graph_searches(nb::module_& module) {
    module.def("max_clique", &max_clique);
    module.def("clique", &clique);
    module.def("proved_max_clique", &proved_max_clique);
    module.def("proved_clique", &proved_clique);
    module.def("max_weight_clique", &max_weight_clique);
    module.def("best_cliques", &best_cliques);
    module.def("cliques", &cliques);
    module.def("independent_set", &vertex_set<independent_set::find_maximum_independent_set>);
    module.def("vertex_cover", &vertex_set<independent_set::find_minimum_vertex_cover>);
    module.def("best_independent_sets", &best_vertex_sets<independent_set::find_best_independent_sets>);
    module.def("best_vertex_covers", &best_vertex_sets<independent_set::find_best_vertex_covers>);
    module.def("colouring", &colouring);
    module.def("k_colouring", &k_colouring);
    module.def("best_colourings", &best_colourings);
    nb::class_<graph::LabelledGraph>(module, "LabelledGraph", "A graph with what subgraphs respect beyond edges.")
        .def("__init__", &make_graph);
    nb::class_<sip::Problem>(module, "SubgraphProblem", "A pattern to be found in a target.")
        .def("__init__", &make_problem);
    module.def("subgraph", &subgraph);
    module.def("proved_subgraph", &proved_subgraph);
    module.def("count_subgraphs", &count_subgraphs);
    module.def("all_subgraphs", &all_subgraphs);
    module.def("common_subgraph", &common_subgraph);
    module.def("best_common_subgraphs", &best_common_subgraphs);
}

}  // namespace scrump::python

#include <scrump/problems/graph/graph_file.hpp>

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/csv.hpp>
#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/dimacs_binary.hpp>
#include <scrump/problems/graph/edge_list.hpp>
#include <scrump/problems/graph/graph6.hpp>
#include <scrump/problems/graph/graphml.hpp>
#include <scrump/problems/graph/lad.hpp>
#include <scrump/problems/graph/matrix_market.hpp>
#include <scrump/problems/graph/metis.hpp>
#include <scrump/problems/graph/plain_text.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <ostream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

void write_dimacs_file(std::ostream& out, const GraphFile& file) {
    write_dimacs(out, file.graph, {}, file.weights);
    for (const SparseGraph::Vertex loop : file.loops) out << "e " << loop + 1 << ' ' << loop + 1 << '\n';
}

bool may_have_directions(Format format) {
    switch (format) {
        case Format::lad:
        case Format::directed_lad:
        case Format::labelled_lad:
        case Format::vertex_labelled_lad:
        case Format::edge_list:
        case Format::adjacency_list:
        case Format::csv:
        case Format::matrix_market:
        case Format::graphml:
            return true;
        case Format::dimacs:
        case Format::dimacs_binary:
        case Format::metis:
        case Format::graph6:
        case Format::sparse6:
            break;
    }
    return false;
}

}  // namespace

GraphFile file_of(std::size_t vertices, std::span<const SparseGraph::Edge> edges) {
    GraphFile file{.graph = SparseGraph(vertices, edges)};
    for (const auto& [a, b] : edges)
        if (a == b) file.loops.push_back(a);
    std::ranges::sort(file.loops);
    file.loops.erase(std::unique(file.loops.begin(), file.loops.end()), file.loops.end());
    return file;
}

GraphFile file_of(std::size_t vertices, Arcs arcs) {
    std::vector<SparseGraph::Edge> edges;
    edges.reserve(arcs.size());
    for (const Arc& arc : arcs.all()) edges.push_back({arc.from, arc.to});
    GraphFile file = file_of(vertices, edges);
    if (arcs.directed() || arcs.labelled()) file.arcs = std::move(arcs);
    return file;
}

GraphFile file_of(std::size_t vertices, std::span<const SparseGraph::Edge> edges, const Reading& how) {
    if (how.edges != EdgeReading::directed) return file_of(vertices, edges);
    std::vector<Arc> arcs;
    arcs.reserve(edges.size());
    for (const auto& [a, b] : edges) arcs.push_back({a, b});
    return file_of(vertices, Arcs(std::move(arcs)));
}

std::string too_many_vertices(std::uint64_t vertices, std::size_t limit) {
    return std::to_string(vertices) + " vertices; expected at most " + std::to_string(limit) +
           (limit == max_vertices ? ", as a graph is kept as a matrix" : "");
}

GraphFile parse_graph(std::string_view text, Format format, const Reading& how) {
    if (how.edges == EdgeReading::directed && !may_have_directions(format))
        throw Error(how.name + ": " + std::string(title(format)) + " has no directions of edges");
    switch (format) {
        case Format::dimacs:
            return parse_sparse_dimacs(text, how.name, how.weights, how.limit, how.warn);
        case Format::dimacs_binary:
            return parse_dimacs_binary(text, how);
        case Format::lad:
            return parse_lad(text, LadKind::plain, how);
        case Format::directed_lad:
            return parse_lad(text, LadKind::directed, how);
        case Format::labelled_lad:
            return parse_lad(text, LadKind::labelled, how);
        case Format::vertex_labelled_lad:
            return parse_lad(text, LadKind::vertex_labelled, how);
        case Format::edge_list:
            expect_lines(text, how.name);
            return parse_edge_list(text, how);
        case Format::adjacency_list:
            expect_lines(text, how.name);
            return parse_adjacency_list(text, how);
        case Format::csv:
            expect_lines(text, how.name);
            return parse_csv(text, how);
        case Format::metis:
            return parse_metis(text, how);
        case Format::matrix_market:
            return parse_matrix_market(text, how);
        case Format::graph6:
            return parse_graph6(text, how);
        case Format::sparse6:
            return parse_sparse6(text, how);
        case Format::graphml:
            return parse_graphml(text, how);
    }
    throw std::invalid_argument("no format of a graph");
}

bool has_writer(Format format) {
    constexpr std::array read_only = {Format::dimacs_binary, Format::adjacency_list, Format::sparse6, Format::graphml};
    return std::ranges::find(read_only, format) == read_only.end();
}

void write_graph(std::ostream& out, const GraphFile& file, Format format) {
    switch (format) {
        case Format::dimacs:
            return write_dimacs_file(out, file);
        case Format::lad:
            return write_lad(out, file, LadKind::plain);
        case Format::directed_lad:
            return write_lad(out, file, LadKind::directed);
        case Format::labelled_lad:
            return write_lad(out, file, LadKind::labelled);
        case Format::vertex_labelled_lad:
            return write_lad(out, file, LadKind::vertex_labelled);
        case Format::edge_list:
            return write_edge_list(out, file);
        case Format::csv:
            return write_csv(out, file);
        case Format::metis:
            return write_metis(out, file);
        case Format::matrix_market:
            return write_matrix_market(out, file);
        case Format::graph6:
            return write_graph6(out, file);
        case Format::dimacs_binary:
        case Format::adjacency_list:
        case Format::sparse6:
        case Format::graphml:
            break;
    }
    throw Error(std::string(title(format)) + " is only read, not written");
}

std::vector<std::string> left_out(const GraphFile& file, Format format) {
    std::vector<std::string> lost;
    const auto lose = [&](const char* what, bool there, std::initializer_list<Format> kept_by) {
        if (there && std::ranges::find(kept_by, format) == kept_by.end()) lost.emplace_back(what);
    };
    lose("loops", !file.loops.empty(),
         {Format::dimacs, Format::lad, Format::directed_lad, Format::labelled_lad, Format::vertex_labelled_lad,
          Format::edge_list, Format::csv, Format::matrix_market});
    lose("weights", !file.weights.empty(), {Format::dimacs, Format::metis});
    lose("labels", !file.labels.empty(), {Format::labelled_lad, Format::vertex_labelled_lad, Format::csv});
    lose("directions of edges", file.arcs.directed(), {Format::directed_lad, Format::labelled_lad, Format::csv});
    lose("labels of edges", file.arcs.labelled(), {Format::labelled_lad, Format::csv});
    lose("names of vertices", !file.names.in_sequence(), {Format::edge_list, Format::csv});
    return lost;
}

}  // namespace scrump::graph

#include <scrump/problems/graph/graph_file.hpp>

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/detail/plain_text.hpp>

#include <algorithm>
#include <ostream>
#include <utility>
#include <vector>

namespace scrump::graph {

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

void leave_unread(const Reading& how, const std::string& where, const std::string& what) {
    if (how.unread == Unread::refused) throw Error(where + ": " + what);
    if (how.warn) how.warn(where + ": " + what);
}

void leave_parallel_edges(std::size_t parallel, Format format, const Reading& how) {
    if (parallel == 0 || how.edges == EdgeReading::undirected) return;
    std::string what =
        std::to_string(parallel) +
        (parallel == 1 ? " edge is parallel to another, and is" : " edges are parallel to others, and are") +
        " not told apart from it";
    if (how.unread == Unread::refused)
        what += "; expected a graph without parallel edges, or --format " + std::string(name(format)) +
                ", which takes them for one";
    leave_unread(how, how.name, what);
}

std::string too_many_vertices(std::uint64_t vertices, std::size_t limit) {
    return std::to_string(vertices) + " vertices; expected at most " + std::to_string(limit) +
           (limit == max_vertices ? ", as a graph is kept as a matrix" : "");
}

GraphFile parse_graph(std::string_view text, Format format, const Reading& how) {
    const NamedFormat& known = entry(format);
    if (how.edges == EdgeReading::directed && !known.one_way)
        throw Error(how.name + ": " + std::string(known.title) + " has no directions of edges");
    return known.read(text, how);
}

bool has_writer(Format format) {
    return entry(format).write != nullptr;
}

void write_graph(std::ostream& out, const GraphFile& file, Format format) {
    const NamedFormat& known = entry(format);
    if (known.write == nullptr) throw Error(std::string(known.title) + " is only read, not written");
    known.write(out, file);
}

std::vector<std::string> left_out(const GraphFile& file, Format format) {
    const Holds& holds = entry(format).holds;
    std::vector<std::string> lost;
    const auto lose = [&](const char* what, bool there, bool kept) {
        if (there && !kept) lost.emplace_back(what);
    };
    lose("loops", !file.loops.empty(), holds.loops);
    lose("weights", !file.weights.empty(), holds.weights);
    lose("labels", !file.labels.empty(), holds.labels);
    lose("directions of edges", file.arcs.directed(), holds.directions);
    lose("labels of edges", file.arcs.labelled(), holds.edge_labels);
    lose("names of vertices", !file.names.in_sequence(), holds.names);
    return lost;
}

}  // namespace scrump::graph

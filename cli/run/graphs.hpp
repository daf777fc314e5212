#pragma once
// Graphs as users name them on the command line.

#include "line/command_line.hpp"
#include "run/live_search.hpp"
#include "run/report.hpp"

#include <scrump/problems/graph/format.hpp>
#include <scrump/problems/graph/graph.hpp>
#include <scrump/problems/graph/graph_file.hpp>
#include <scrump/problems/graph/labelled_graph.hpp>
#include <scrump/problems/graph/sparse_graph.hpp>
#include <scrump/problems/graph/vertex_names.hpp>
#include <scrump/runtime/session.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace scrump::cli {

/// What a graph may be, for the help of an option.
inline constexpr const char* graph_help = "File, - for standard input, or a generator: random:n=300,p=0.7,seed=1";

/// What the generators of graphs begin with, "random:".
std::vector<std::string> graph_words();

/// The format of files of graphs; nothing: what each of them is by its contents and its name.
using GivenFormat = std::optional<graph::Format>;

/// Declares the option --format.
void declare_format(Command command, GivenFormat& format);

/// Declares the option --directed, for those who read directions.
void declare_directed(Command command, bool& directed);

/// Warns the user about oddities of a text; on the first process only.
graph::Warn warn_in(const Session& session);

/// As graph::parse_graph() of what `source` names. Where the format was guessed by the looks of the text, errors say
/// so.
graph::GraphFile parse_file(const std::string& text, const std::string& source, GivenFormat given, graph::Format format,
                            const graph::Reading& how);

/// Where a graph came from, and what its vertices are called there.
struct Origin {
    std::string source;                     ///< as the user named it
    std::string title;                      ///< as messages name it
    std::optional<graph::Format> format{};  ///< of a file
    bool guessed = false;                   ///< by its looks
    bool directed = false;                  ///< some edge goes one way
    graph::VertexNames names{};
    std::size_t first_line = 0;  ///< of LAD: where the first vertex stands
};

/// The graph of a file with its origin, or, of something to be generated, the origin alone.
struct Loaded {
    Origin origin;
    std::optional<graph::GraphFile> file{};
};

/// Collective: reads the file that `source` names, if it names one. Only the first process reads files: they need not
/// be there for the others. Throws Error.
Loaded load_file(const std::string& source, GivenFormat format, graph::VertexWeights weights, const LiveSearch& live,
                 std::size_t most, graph::EdgeReading edges = graph::EdgeReading::undirected);

/// A graph with all that subgraphs respect.
struct NamedGraph {
    Origin origin;
    graph::LabelledGraph graph;
};

/// A graph that is to be read, and the most vertices that it may have.
struct Wanted {
    const std::string& source;
    std::size_t most = 0;
};

/// Collective, as load_file(): two graphs that are compared. Throws Error if one alone has labels.
std::pair<NamedGraph, NamedGraph> load_two(const Wanted& first, const Wanted& second, GivenFormat format, bool directed,
                                           const LiveSearch& live);

/// Refuses what a generator made larger than can be searched. Throws UsageError.
void expect_at_most(std::size_t most, std::size_t vertices, const std::string& source);

/// A graph as a matrix.
struct MatrixGraph {
    Origin origin;
    graph::Graph graph;
};

/// Collective, as load_file(): the graph that `source` names, of at most `most` vertices.
MatrixGraph load_graph(const std::string& source, GivenFormat format, const LiveSearch& live, std::size_t most);

/// A graph as a matrix, if it is small or dense, or else as lists of neighbours.
struct AnyGraph {
    Origin origin;
    std::variant<graph::Graph, graph::SparseGraph> graph;
    std::vector<std::uint64_t> weights{};  ///< of its vertices; empty where no line of a file gives one

    std::size_t size() const;
    std::uint64_t edges() const;

    /// The matrix in any case, which is not to be asked for twice. Throws Error for a graph that is too large for one.
    graph::Graph take_matrix();
};

/// Collective, as load_graph(), for graphs that may be too large for a matrix.
AnyGraph load_any_graph(const std::string& source, GivenFormat format, graph::VertexWeights weights,
                        const LiveSearch& live, std::size_t most = graph::max_sparse_vertices);

/// What a report says of an instance that is a graph.
template <class Graph>
Report::Json describe(const Origin& origin, const Graph& graph) {
    Report::Json json = {{"graph", origin.source}};
    if (origin.format) json["format"] = graph::name(*origin.format);
    json["vertices"] = graph.size();
    json["edges"] = graph.edges();
    return json;
}

/// The same of one with labels, and what it has of these.
Report::Json describe(const Origin& origin, const graph::LabelledGraph& graph);

/// Tells people what a file was taken for, if that was guessed by its looks.
void note_format(Report& report, const Origin& origin);

/// What a file calls a vertex: a number or a word.
Report::Json name_of(const graph::VertexNames& names, std::size_t vertex);

/// The same for people.
std::string shown_name(const graph::VertexNames& names, std::size_t vertex);

template <class Vertices>
Report::Json names_of(const graph::VertexNames& names, const Vertices& vertices) {
    Report::Json all = Report::Json::array();
    for (const std::size_t vertex : vertices) all.push_back(name_of(names, vertex));
    return all;
}

}  // namespace scrump::cli

#include "run/graphs.hpp"

#include "line/values.hpp"
#include "run/complain.hpp"
#include "run/source.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/generate.hpp>
#include <scrump/problems/graph/label_words.hpp>
#include <scrump/problems/graph/lad.hpp>
#include <scrump/problems/graph/source.hpp>

#include <utility>

namespace scrump::cli {
namespace {

// A text with what it is in; what is not text is to be generated.
struct FormattedText {
    Origin origin;
    std::optional<std::string> text{};
};

FormattedText read_formatted(const std::string& source, GivenFormat given, graph::EdgeReading edges,
                             const LiveSearch& live) {
    auto [text, title] = read_source(source, graph::names_file, live.session());
    FormattedText read{{.source = source, .title = std::move(title)}, std::move(text)};
    if (!read.text) return read;
    read.origin.format = given ? *given : graph::detect_format(*read.text, source, edges);
    read.origin.guessed = !given && *read.origin.format != graph::Format::dimacs;
    return read;
}

bool is_lad(graph::Format format) {
    return format == graph::Format::lad || format == graph::Format::directed_lad ||
           format == graph::Format::labelled_lad || format == graph::Format::vertex_labelled_lad;
}

// Whether the name of a file says that it is in that format, or in some kind of it.
bool stands_for(const std::string& source, graph::Format format) {
    const GivenFormat named = graph::format_of_name(source);
    return named && (*named == format || (is_lad(*named) && is_lad(format)));
}

Loaded parsed(FormattedText read, GivenFormat given, graph::VertexWeights weights, const LiveSearch& live,
              std::size_t most, graph::EdgeReading edges = graph::EdgeReading::undirected) {
    const graph::Format format = *read.origin.format;
    Loaded loaded{std::move(read.origin)};
    loaded.file = parse_file(*read.text, loaded.origin.source, given, format,
                             {.name = loaded.origin.title,
                              .weights = weights,
                              .edges = edges,
                              .limit = most,
                              .warn = warn_in(live.session()),
                              .guessed = !given,
                              .unread = given ? graph::Unread::warned : graph::Unread::refused});
    loaded.origin.names = std::move(loaded.file->names);
    loaded.origin.directed = loaded.file->arcs.directed();
    if (is_lad(format)) loaded.origin.first_line = graph::line_of_first_vertex(*read.text);
    return loaded;
}

}  // namespace

std::vector<std::string> graph_words() {
    std::vector<std::string> words;
    for (const graph::Family& family : graph::families()) words.push_back(std::string(family.name) + ":");
    return words;
}

void declare_format(Command command, GivenFormat& format) {
    Choices<GivenFormat> choices = {{"auto", std::nullopt}};
    std::string help = "Format of files";
    for (const graph::NamedFormat& each : graph::formats()) choices.emplace_back(each.name, each.format);
    for (const auto& [word, meaning] : choices) help += (meaning ? ", " : ": ") + word;
    command.option("--format", format, one_of(choices), help).type_name("F").initially("auto");
}

void declare_directed(Command command, bool& directed) {
    command.flag("--directed", directed,
                 "Read edges as directed: in a list from the first vertex to the second, in LAD to the listed vertex");
}

graph::GraphFile parse_file(const std::string& text, const std::string& source, GivenFormat given, graph::Format format,
                            const graph::Reading& how) {
    try {
        return graph::parse_graph(text, format, how);
    } catch (const UsageError&) {
        throw;
    } catch (const Error& error) {
        if (given || !graph::entry(format).mistakable || stands_for(source, format)) throw;
        throw Error(std::string(error.what()) + " (read as " + std::string(graph::title(format)) +
                    ", which it looks like; --format overrides this)");
    }
}

graph::Warn warn_in(const Session& session) {
    if (!session.first()) return {};
    return [](const std::string& what) { complain("warning: " + what); };
}

Loaded load_file(const std::string& source, GivenFormat format, graph::VertexWeights weights, const LiveSearch& live,
                 std::size_t most, graph::EdgeReading edges) {
    FormattedText read = read_formatted(source, format, edges, live);
    if (!read.text) return {std::move(read.origin)};
    return parsed(std::move(read), format, weights, live, most, edges);
}

namespace {

/// What is kept as a file until both are there, so that words among their labels can be compared.
struct Part {
    Origin origin;
    graph::GraphFile file{};
    std::optional<graph::Graph> made{};

    /// What messages call the place of its first vertex.
    std::string place() const {
        return origin.first_line == 0 ? origin.title : origin.title + ":" + std::to_string(origin.first_line);
    }
    NamedGraph named() && {
        if (made) return {std::move(origin), graph::LabelledGraph(std::move(*made))};
        return {std::move(origin), graph::LabelledGraph(file)};
    }
};

Part load_part(const Wanted& wanted, GivenFormat format, graph::EdgeReading edges, const LiveSearch& live) {
    auto [origin, file] = load_file(wanted.source, format, graph::VertexWeights::skip, live, wanted.most, edges);
    Part part{std::move(origin)};
    if (file) {
        part.file = std::move(*file);
        return part;
    }
    part.made = graph::generate(wanted.source, live.seed());
    expect_at_most(wanted.most, part.made->size(), wanted.source);
    return part;
}

}  // namespace

std::pair<NamedGraph, NamedGraph> load_two(const Wanted& first, const Wanted& second, GivenFormat format, bool directed,
                                           const LiveSearch& live) {
    const auto edges = directed ? graph::EdgeReading::directed : graph::EdgeReading::arcs;
    Part one = load_part(first, format, edges, live);
    Part other = load_part(second, format, edges, live);
    graph::agree_on_words(one.file, other.file);
    const std::pair<std::string, std::string> places = {one.place(), other.place()};
    std::pair<NamedGraph, NamedGraph> both{std::move(one).named(), std::move(other).named()};
    if (const auto odd = graph::labels_of_one(both.first.graph, both.second.graph)) {
        throw Error((odd->in_first ? places.first : places.second) + ": the " + (odd->of_edges ? "edges" : "vertices") +
                    " have labels, but those of " + (odd->in_first ? places.second : places.first) +
                    " have none; expected labels in both graphs or in neither");
    }
    return both;
}

Report::Json describe(const Origin& origin, const graph::LabelledGraph& graph) {
    Report::Json json = describe(origin, graph.edges);
    json["edges"] = graph.number_of_edges();
    json["loops"] = graph.number_of_loops();
    json["labelled"] = !graph.labels.empty();
    json["directed"] = graph.arcs.directed();
    json["labelled_edges"] = graph.arcs.labelled();
    return json;
}

void expect_at_most(std::size_t most, std::size_t vertices, const std::string& source) {
    if (vertices <= most) return;
    throw UsageError(source + ": " + std::to_string(vertices) + " vertices; expected at most " + std::to_string(most));
}

// The usual text needs no lists before it becomes a matrix.
MatrixGraph load_graph(const std::string& source, GivenFormat format, const LiveSearch& live, std::size_t most) {
    FormattedText read = read_formatted(source, format, graph::EdgeReading::undirected, live);
    if (!read.text) {
        MatrixGraph made{std::move(read.origin), graph::generate(source, live.seed())};
        expect_at_most(most, made.graph.size(), source);
        return made;
    }
    if (*read.origin.format == graph::Format::dimacs) {
        graph::Graph matrix = graph::parse_dimacs(*read.text, read.origin.title, most, warn_in(live.session()));
        return {std::move(read.origin), std::move(matrix)};
    }
    Loaded loaded = parsed(std::move(read), format, graph::VertexWeights::skip, live, most);
    return {std::move(loaded.origin), graph::to_dense(loaded.file->graph)};
}

AnyGraph load_any_graph(const std::string& source, GivenFormat format, graph::VertexWeights weights,
                        const LiveSearch& live, std::size_t most) {
    auto [origin, file] = load_file(source, format, weights, live, most);
    if (!file) {
        if (!graph::is_sparse_spec(source) || most <= graph::max_vertices)
            return {std::move(origin), graph::generate(source, live.seed())};
        file.emplace(graph::GraphFile{.graph = graph::generate_sparse(source, live.seed())});
    }
    if (graph::is_better_as_matrix(file->graph.size(), file->graph.edges()))
        return {std::move(origin), graph::to_dense(file->graph), std::move(file->weights)};
    return {std::move(origin), std::move(file->graph), std::move(file->weights)};
}

std::size_t AnyGraph::size() const {
    return std::visit([](const auto& it) { return it.size(); }, graph);
}

std::uint64_t AnyGraph::edges() const {
    return std::visit([](const auto& it) -> std::uint64_t { return it.edges(); }, graph);
}

graph::Graph AnyGraph::take_matrix() {
    if (auto* const dense = std::get_if<graph::Graph>(&graph)) return std::move(*dense);
    return graph::to_dense(std::get<graph::SparseGraph>(graph));
}

void note_format(Report& report, const Origin& origin) {
    if (!origin.guessed) return;
    const bool says_so = *origin.format == graph::Format::directed_lad;
    const std::string directed = origin.directed && !says_so ? ", directed" : "";
    report.notes.emplace_back("read as", std::string(graph::title(*origin.format)) + directed + ", which " +
                                             printable(origin.title) + " looks like; --format overrides this");
}

Report::Json name_of(const graph::VertexNames& names, std::size_t vertex) {
    if (const auto number = names.number(vertex)) return *number;
    return names.name(vertex);
}

std::string shown_name(const graph::VertexNames& names, std::size_t vertex) {
    return printable(names.name(vertex));
}

}  // namespace scrump::cli

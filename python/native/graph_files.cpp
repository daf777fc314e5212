// Graphs in files: read as by the command, and passed to Python as arrays and lists.

#include "graph_files.hpp"

#include "lock.hpp"
#include "outcomes.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/problems/files/ext/read_text.hpp>
#include <scrump/problems/files/ext/unpacked.hpp>
#include <scrump/problems/graph/format.hpp>
#include <scrump/problems/graph/graph_file.hpp>
#include <scrump/problems/graph/label_words.hpp>

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const graph::NamedFormat& each : graph::formats()) names.emplace_back(each.name);
    return names;
}

graph::Format format_called(const std::string& name) {
    for (const graph::NamedFormat& each : graph::formats()) {
        if (each.name == name) return each.format;
    }
    const std::vector<std::string> names = format_names();
    throw UsageError("format='" + name + "'; expected one of " + join(names, [](const auto& each) { return each; }) +
                     did_you_mean(name, names));
}

// Readers name the command's option, which is a keyword here.
std::string in_words_of_python(const std::string& text) {
    static const std::regex option("--format ([a-z0-9-]+)");
    return std::regex_replace(text, option, "format='$1'");
}

struct ReadGraph {
    graph::GraphFile file;
    graph::Format format;
    std::string unread;  // the parts of the text that were not read, if any
    std::vector<std::string> warnings;
};

// Python's options for reading a file.
struct Wish {
    std::string source;
    std::optional<std::string> format;
    bool directed;
    bool weights;
};

graph::GraphFile parse(const files::NamedText& read, const Wish& wish, ReadGraph& graph, graph::Unread unread) {
    graph.warnings.clear();
    return graph::parse_graph(
        read.text, graph.format,
        {.name = read.name,
         .weights = wish.weights ? graph::VertexWeights::read : graph::VertexWeights::skip,
         .edges = wish.directed ? graph::EdgeReading::directed : graph::EdgeReading::arcs,
         .warn = [&](const std::string& what) { graph.warnings.push_back(in_words_of_python(what)); },
         .guessed = !wish.format,
         .unread = unread});
}

// Unread parts of a text whose format is a guess matter only for some questions, which are not known here.
void parse_guessed(const files::NamedText& read, const Wish& wish, ReadGraph& graph) {
    try {
        graph.file = parse(read, wish, graph, graph::Unread::refused);
    } catch (const Error& error) {
        graph.unread = in_words_of_python(error.what());
        graph.file = parse(read, wish, graph, graph::Unread::warned);
        graph.warnings.clear();
    }
}

ReadGraph parsed(const files::NamedText& read, const Wish& wish) {
    const auto edges = wish.directed ? graph::EdgeReading::directed : graph::EdgeReading::arcs;
    const graph::Format format =
        wish.format ? format_called(*wish.format) : graph::detect_format(read.text, wish.source, edges);
    ReadGraph graph{.file = {}, .format = format, .unread = {}, .warnings = {}};
    try {
        if (wish.format) {
            graph.file = parse(read, wish, graph, graph::Unread::warned);
        } else {
            parse_guessed(read, wish, graph);
        }
    } catch (const UsageError&) {
        throw;
    } catch (const Error& error) {
        const std::string what = in_words_of_python(error.what());
        if (wish.format || !graph::entry(format).mistakable || graph::format_of_name(wish.source) == format)
            throw Error(what);
        throw Error(what + " (read as " + std::string(graph::title(format)) +
                    ", which it looks like; format= overrides this)");
    }
    return graph;
}

// The rows of an array with the ends of each edge, and their labels, if any.
struct Rows {
    std::vector<std::uint32_t> ends;
    nb::object labels = nb::none();
};

nb::object label_of(std::uint64_t label, const std::vector<std::string>& words) {
    if (label < graph::first_label_word) return nb::int_(label);
    return nb::cast(graph::label_text(label, words));
}

Rows rows_of_arcs(const graph::GraphFile& file) {
    Rows rows{};
    nb::list labels;
    for (const graph::Arc& arc : file.arcs.all()) {
        if (!file.arcs.directed() && arc.to < arc.from) continue;  // the same edge, from its other end
        rows.ends.insert(rows.ends.end(), {arc.from, arc.to});
        if (file.arcs.labelled()) labels.append(label_of(arc.label, file.label_words));
    }
    if (file.arcs.labelled()) rows.labels = labels;
    return rows;
}

Rows rows_of(const graph::GraphFile& file) {
    if (!file.arcs.empty()) return rows_of_arcs(file);
    Rows rows{};
    rows.ends.reserve(2 * (file.graph.edges() + file.loops.size()));
    for (std::size_t vertex = 0; vertex < file.graph.size(); ++vertex) {
        const auto from = static_cast<std::uint32_t>(vertex);
        for (const std::uint32_t neighbour : file.graph.neighbours(vertex)) {
            if (neighbour > from) rows.ends.insert(rows.ends.end(), {from, neighbour});
        }
    }
    for (const std::uint32_t vertex : file.loops) rows.ends.insert(rows.ends.end(), {vertex, vertex});
    return rows;
}

nb::object array_of(std::vector<std::uint32_t> ends) {
    auto* const kept = new std::vector<std::uint32_t>(std::move(ends));
    const nb::capsule owner(kept, [](void* it) noexcept { delete static_cast<std::vector<std::uint32_t>*>(it); });
    return nb::cast(nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<2>>(kept->data(), {kept->size() / 2, 2}, owner));
}

// None: the names are numbers from 0 on.
nb::object names_of(const graph::GraphFile& file) {
    const std::size_t vertices = file.graph.size();
    if (vertices == 0 || (file.names.in_sequence() && file.names.number(0) == 0U)) return nb::none();
    nb::list names;
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        const std::optional<std::uint64_t> number = file.names.number(vertex);
        names.append(number ? nb::object(nb::int_(*number)) : nb::cast(file.names.name(vertex)));
    }
    return names;
}

nb::object labels_of(const graph::GraphFile& file) {
    if (file.labels.empty()) return nb::none();
    nb::list labels;
    for (const std::uint64_t label : file.labels) labels.append(label_of(label, file.label_words));
    return labels;
}

// `text`: the contents of the file, if it was already read; None: it is read here.
Outcome read_graph(const std::string& source, const std::optional<nb::bytes>& text,
                   const std::optional<std::string>& format, bool directed, bool weights) {
    std::optional<std::string> given;
    if (text) given.emplace(text->c_str(), text->size());
    const ReadGraph read = [&] {
        const WithoutPython others;
        const files::NamedText named =
            given ? files::NamedText{files::unpacked(std::move(*given), source), source} : files::read_text(source);
        return parsed(named, {.source = source, .format = format, .directed = directed, .weights = weights});
    }();
    const graph::GraphFile& file = read.file;
    Rows rows = rows_of(file);
    Outcome outcome;
    outcome["vertices"] = file.graph.size();
    outcome["edges"] = array_of(std::move(rows.ends));
    outcome["directed"] = file.arcs.directed();
    outcome["names"] = names_of(file);
    outcome["weights"] = file.weights.empty() ? nb::none() : nb::cast(file.weights);
    outcome["labels"] = labels_of(file);
    outcome["edge_labels"] = rows.labels;
    outcome["format"] = nb::cast(std::string(graph::name(read.format)));
    outcome["unread"] = nb::cast(read.unread);
    outcome["warnings"] = read.warnings;
    return outcome;
}

}  // namespace

void declare_graph_files(nb::module_& module) {
    module.def("read_graph", &read_graph, nb::arg("source"), nb::arg("text").none(), nb::arg("format").none(),
               nb::arg("directed"), nb::arg("weights"));
    module.def("graph_formats", &format_names);
}

}  // namespace scrump::python

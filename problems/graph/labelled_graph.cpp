#include <scrump/problems/graph/labelled_graph.hpp>

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>

#include <algorithm>
#include <stdexcept>

namespace scrump::graph {

LabelledGraph::LabelledGraph(const GraphFile& file)
    : edges(to_dense(file.graph)), labels(file.labels), arcs(file.arcs) {
    if (!file.loops.empty()) loops.resize(file.graph.size());
    for (const std::size_t vertex : file.loops) loops[vertex] = true;
}

LabelledGraph::LabelledGraph(std::size_t vertices, Arcs all) : edges(vertices) {
    for (const Arc& arc : all.all()) {
        if (std::max(arc.from, arc.to) >= vertices)
            throw std::out_of_range("an edge between vertices that are not there");
        if (arc.from != arc.to) {
            edges.add_edge(arc.from, arc.to);
        } else {
            loops.resize(vertices);
            loops[arc.from] = true;
        }
    }
    if (all.directed() || all.labelled()) arcs = std::move(all);
}

std::size_t LabelledGraph::number_of_loops() const {
    return static_cast<std::size_t>(std::ranges::count(loops, true));
}

std::size_t LabelledGraph::number_of_edges() const {
    return arcs.directed() ? arcs.size() - number_of_loops() : edges.edges();
}

std::optional<std::uint64_t> LabelledGraph::edge(std::size_t from, std::size_t to) const {
    if (!arcs.empty()) {
        const Arc* const arc = arcs.find(from, to);
        return arc != nullptr ? std::optional(arc->label) : std::nullopt;
    }
    const bool there = from == to ? loop(from) : edges.adjacent(from, to);
    return there ? std::optional<std::uint64_t>(0) : std::nullopt;
}

void check(const LabelledGraph& graph, const std::string& title, const std::string& role) {
    const auto expect = [&](std::size_t given, const std::string& what) {
        if (given != 0 && given != graph.size())
            throw Error(title + ": the " + role + " has " + std::to_string(graph.size()) + " vertices, but " + what +
                        " for " + std::to_string(given));
    };
    expect(graph.loops.size(), "loops");
    expect(graph.labels.size(), "labels");
    if (graph.arcs.empty()) return;
    std::size_t pairs = 0;
    std::size_t loops = 0;
    const auto is_edge = [&](const Arc& arc) {
        return std::max(arc.from, arc.to) < graph.size() &&
               (arc.from == arc.to ? graph.loop(arc.from) : graph.edges.adjacent(arc.from, arc.to));
    };
    if (!std::ranges::all_of(graph.arcs.all(), is_edge))
        throw Error(title + ": the " + role + " has an arc that is not one of its edges");
    for (const Arc& arc : graph.arcs.all()) {
        if (arc.from == arc.to) ++loops;
        if (arc.from < arc.to || (arc.from > arc.to && graph.arcs.find(arc.to, arc.from) == nullptr)) ++pairs;
    }
    if (pairs != graph.edges.edges() || loops != graph.number_of_loops())
        throw Error(title + ": the " + role + " has an edge that is not one of its arcs");
}

std::optional<LabelsOfOne> labels_of_one(const LabelledGraph& first, const LabelledGraph& second) {
    if (first.size() == 0 || second.size() == 0) return std::nullopt;
    if (first.labels.empty() != second.labels.empty()) return LabelsOfOne{false, !first.labels.empty()};
    const auto has_edges = [](const LabelledGraph& graph) {
        return !graph.arcs.empty() || graph.number_of_loops() > 0 || graph.edges.edges() > 0;
    };
    if (first.arcs.labelled() == second.arcs.labelled() || !has_edges(first) || !has_edges(second)) return std::nullopt;
    return LabelsOfOne{true, first.arcs.labelled()};
}

void check_alike(const LabelledGraph& first, const LabelledGraph& second, const std::string& title,
                 const std::string& first_role, const std::string& second_role) {
    const auto odd = labels_of_one(first, second);
    if (!odd) return;
    throw Error(title + ": the " + (odd->in_first ? first_role : second_role) + " has labels" +
                (odd->of_edges ? " of edges" : "") + ", but the " + (odd->in_first ? second_role : first_role) +
                " has none");
}

std::string digest_of_labels(const LabelledGraph& graph) {
    std::string contents;
    const auto add = [&](std::uint64_t number) { contents += std::to_string(number) + ' '; };
    for (const std::uint64_t label : graph.labels) add(label);
    if (graph.number_of_loops() > 0) {
        contents += '/';
        for (std::size_t v = 0; v < graph.size(); ++v) add(graph.loop(v) ? 1 : 0);
    }
    if (!graph.arcs.empty()) {
        contents += graph.arcs.labelled() ? "=" : ">";
        for (const Arc& arc : graph.arcs.all()) {
            add(arc.from);
            add(arc.to);
            add(arc.label);
        }
    }
    return contents.empty() ? contents : digest(contents);
}

}  // namespace scrump::graph

#include <scrump/problems/sip/problem.hpp>

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/graph/dimacs.hpp>

#include <algorithm>

namespace scrump::sip {
namespace {

void check(const LabelledGraph& graph, const std::string& role, std::size_t most) {
    const auto expect = [&](std::size_t given, const std::string& what) {
        if (given != 0 && given != graph.size())
            throw Error("subgraph isomorphism: the " + role + " has " + std::to_string(graph.size()) +
                        " vertices, but " + what + " for " + std::to_string(given));
    };
    expect(graph.loops.size(), "loops");
    expect(graph.labels.size(), "labels");
    if (graph.size() > most)
        throw Error("subgraph isomorphism: the " + role + " has " + std::to_string(graph.size()) +
                    " vertices; expected at most " + std::to_string(most));
}

template <class Value>
std::string digest_of(std::span<const Value> values) {
    const auto bytes = std::as_bytes(values);
    return digest({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string describe(const LabelledGraph& graph) {
    std::string contents = digest_of(std::span(graph.labels));
    std::string loops;
    for (std::size_t vertex = 0; vertex < graph.size(); ++vertex) {
        contents += digest_of(graph.edges.row(vertex));
        loops += graph.loop(vertex) ? '1' : '0';
    }
    return std::to_string(graph.size()) + " vertices, " + digest(contents + loops);
}

}  // namespace

LabelledGraph::LabelledGraph(const graph::GraphFile& file) : edges(to_dense(file.graph)), labels(file.labels) {
    if (!file.loops.empty()) loops.resize(file.graph.size());
    for (const std::size_t vertex : file.loops) loops[vertex] = true;
}

std::size_t LabelledGraph::number_of_loops() const {
    return static_cast<std::size_t>(std::ranges::count(loops, true));
}

void Problem::check() const {
    sip::check(pattern, "pattern", max_pattern);
    sip::check(target, "target", graph::max_vertices);
    // A graph without vertices has no labels, be it ever so labelled.
    const bool both_have_vertices = pattern.size() > 0 && target.size() > 0;
    if (both_have_vertices && pattern.labels.empty() != target.labels.empty())
        throw Error(std::string("subgraph isomorphism: the ") + (target.labels.empty() ? "pattern" : "target") +
                    " has labels, but the " + (target.labels.empty() ? "target" : "pattern") + " has none");
}

std::string Problem::describe() const {
    return std::string(induced ? "induced" : "any") + " subgraphs: a pattern of " + sip::describe(pattern) +
           ", in a target of " + sip::describe(target);
}

bool is_solution(const Problem& problem, std::span<const std::uint32_t> mapping) {
    const LabelledGraph& pattern = problem.pattern;
    const LabelledGraph& target = problem.target;
    if (mapping.size() != pattern.size()) return false;
    std::vector<bool> taken(target.size());
    for (std::size_t v = 0; v < mapping.size(); ++v) {
        const std::size_t image = mapping[v];
        if (image >= target.size() || taken[image]) return false;
        taken[image] = true;
        if (pattern.label(v) != target.label(image)) return false;
        if (pattern.loop(v) != target.loop(image) && (problem.induced || pattern.loop(v))) return false;
        for (std::size_t u = 0; u < v; ++u) {
            const bool adjacent = pattern.edges.adjacent(v, u);
            if (!adjacent && !problem.induced) continue;
            if (target.edges.adjacent(image, mapping[u]) != adjacent) return false;
        }
    }
    return true;
}

}  // namespace scrump::sip

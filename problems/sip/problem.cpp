#include <scrump/problems/sip/problem.hpp>

#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/graph/dimacs.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace scrump::sip {
namespace {

void check_size(const LabelledGraph& graph, const std::string& role, std::size_t most) {
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
    const std::string arcs = graph.arcs.empty() ? "" : digest_of_labels(graph);
    return std::to_string(graph.size()) + " vertices, " + digest(contents + loops + arcs);
}

}  // namespace

void Problem::check() const {
    const std::string title = "subgraph isomorphism";
    graph::check(pattern, title, "pattern");
    graph::check(target, title, "target");
    check_size(pattern, "pattern", max_pattern);
    check_size(target, "target", graph::max_vertices);
    graph::check_alike(pattern, target, title, "pattern", "target");
}

std::string Problem::describe() const {
    return std::string(induced ? "induced" : "any") + " subgraphs: a pattern of " + sip::describe(pattern) +
           ", in a target of " + sip::describe(target);
}

bool alike(const Problem& problem, std::size_t p, std::size_t t) {
    const LabelledGraph& pattern = problem.pattern;
    const LabelledGraph& target = problem.target;
    const bool loops_agree = pattern.loop(p) == target.loop(t);
    return pattern.label(p) == target.label(t) && (loops_agree || (!problem.induced && target.loop(t))) &&
           (!problem.has_arcs() || !pattern.loop(p) || pattern.edge(p, p) == target.edge(t, t));
}

namespace {

/// Whether an edge of the pattern, or none, may come to one of the target, or to none.
bool may_come_to(const std::optional<std::uint64_t>& edge, const std::optional<std::uint64_t>& image, bool induced) {
    return edge == image || (!edge && !induced);
}

}  // namespace

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
        const auto keeps = [&](std::size_t from, std::size_t to) {
            return may_come_to(pattern.edge(from, to), target.edge(mapping[from], mapping[to]), problem.induced);
        };
        if (!keeps(v, v)) return false;
        for (std::size_t u = 0; u < v; ++u) {
            const bool adjacent = pattern.edges.adjacent(v, u);
            if (!adjacent && !problem.induced) continue;
            if (target.edges.adjacent(image, mapping[u]) != adjacent) return false;
            if (adjacent && problem.has_arcs() && (!keeps(v, u) || !keeps(u, v))) return false;
        }
    }
    return true;
}

}  // namespace scrump::sip

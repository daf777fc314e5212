#include <scrump/problems/colouring/detail/critical.hpp>

#include <scrump/problems/colouring/detail/generator.hpp>
#include <scrump/problems/colouring/detail/kernel.hpp>

#include <algorithm>
#include <deque>
#include <numeric>
#include <vector>

namespace scrump::colouring {

namespace {

enum class Verdict { colourable, refuted, unknown };

graph::Graph part_of(const graph::Graph& graph, std::span<const std::size_t> vertices) {
    graph::Graph part(vertices.size());
    for (std::size_t a = 0; a < vertices.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (graph.adjacent(vertices[a], vertices[b])) part.add_edge(a, b);
    return part;
}

/// The largest of maximal cliques around each vertex.
std::vector<std::size_t> clique_of(const graph::Graph& graph) {
    std::vector<std::size_t> best;
    std::vector<std::size_t> clique;
    for (std::size_t first = 0; first < graph.size(); ++first) {
        clique = {first};
        for (std::size_t v = 0; v < graph.size(); ++v)
            if (std::ranges::all_of(clique, [&](std::size_t other) { return graph.adjacent(v, other); }))
                clique.push_back(v);
        if (clique.size() > best.size()) best = clique;
    }
    return best;
}

/// Depth-first search of at most `most_nodes`.
Verdict search(const Space& space, std::size_t most_nodes, Effort& effort) {
    std::deque<Node> path{root(space)};  // its nodes stay in place
    std::vector<Generator> open{Generator(space, path.back())};
    if (path.back().left == 0 && path.back().colours <= space.most_colours()) return Verdict::colourable;
    for (std::size_t nodes = 0; !open.empty(); ++nodes) {
        if (nodes == most_nodes || effort.over()) return Verdict::unknown;
        constexpr std::size_t looks_ahead = 20;  // times as long as a child takes
        effort.spend(static_cast<std::int64_t>(looks_ahead * (path.back().sets.size() + 50)));
        Node child;
        if (!open.back().next(child)) {
            open.pop_back();
            path.pop_back();
            continue;
        }
        if (child.left == 0) return Verdict::colourable;
        path.push_back(std::move(child));
        open.emplace_back(space, path.back());
    }
    return Verdict::refuted;
}

Verdict examine(const graph::Graph& part, std::size_t colours, std::size_t most_nodes, Effort& effort) {
    const Kernel kernel = reduce(part, colours, {});
    if (kernel.vertices.empty()) return Verdict::colourable;
    const std::vector<std::size_t> clique = clique_of(kernel.graph);
    if (clique.size() > colours) return Verdict::refuted;
    return search(Space(kernel.graph, clique, colours + 1), most_nodes, effort);
}

}  // namespace

bool has_critical_part(const graph::Graph& graph, std::size_t colours, std::span<const std::uint64_t> conflicts,
                       Effort& effort) {
    std::vector<std::size_t> order(graph.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return conflicts[a] > conflicts[b]; });
    for (std::size_t most_nodes = 2'000; most_nodes <= 200'000; most_nodes *= 10) {
        for (std::size_t size = 2 * colours + 8; size < graph.size() + size / 2; size += size / 2) {
            const std::span<const std::size_t> vertices(order.data(), std::min(size, graph.size()));
            if (effort.over()) return false;
            if (examine(part_of(graph, vertices), colours, most_nodes, effort) == Verdict::refuted) return true;
        }
    }
    return false;
}

}  // namespace scrump::colouring

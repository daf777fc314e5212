#include <scrump/problems/mcs/solve.hpp>

#include <scrump/problems/graph/ext/describe.hpp>
#include <scrump/problems/mcs/detail/largest.hpp>
#include <scrump/problems/mcs/detail/maximal.hpp>
#include <scrump/search.hpp>
#include <scrump/search/best.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace scrump::mcs {

namespace {

using graph::LabelledGraph;

void check(const LabelledGraph& first, const LabelledGraph& second) {
    const std::string title = "common subgraph";
    graph::check(first, title, "first graph");
    graph::check(second, title, "second graph");
    graph::check_alike(first, second, title, "first graph", "second graph");
}

std::string describe(const LabelledGraph& graph) {
    const bool more = !graph.labels.empty() || !graph.arcs.empty();
    return graph::describe(graph.edges) + (more ? ", " + digest_of_labels(graph) : "");
}

/// `settings.search` with the name of the searched problem, if a checkpoint needs it.
SearchOptions named(const LabelledGraph& first, const LabelledGraph& second, const Settings& settings,
                    const std::string& which = "") {
    SearchOptions options = settings.search;
    options.start_clock();
    if (compares_problem(options)) {
        options.checkpoints.problem = which + (settings.connected ? "connected" : "any") + " common subgraph of " +
                                      describe(first) + ", and " + describe(second);
    }
    return options;
}

Pairs pairs_of(const Space& space, const Node& node) {
    Pairs pairs;
    pairs.reserve(node.matched.size());
    for (const Pair& pair : node.matched) {
        const std::size_t left = space.left().original(pair.left);
        const std::size_t right = space.right().original(pair.right);
        pairs.push_back(space.swapped() ? std::pair(right, left) : std::pair(left, right));
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

Pairs checked(const LabelledGraph& first, const LabelledGraph& second, const Settings& settings, Pairs pairs) {
    if (!is_common_subgraph(first, second, pairs) || (settings.connected && !is_connected(first.edges, pairs)))
        throw std::logic_error("common subgraph: the answer is none; this is a defect of Scrump");
    return pairs;
}

/// No common subgraph has more than `most` vertices.
Several<Pairs> search_several(const LabelledGraph& first, const LabelledGraph& second,
                              const BestWanted<std::size_t>& wanted, std::size_t most, const Settings& settings) {
    const SearchOptions options = named(first, second, settings, "several of ");
    const auto number = [&](std::size_t vertices) {
        return static_cast<std::int32_t>(std::min(vertices, first.size() + 1));
    };
    const MaximalSpace space{{first, second, settings.connected}, number(most)};
    BestWanted<std::int32_t> large{.most = wanted.most, .equal = wanted.equal};
    if (wanted.at_least) large.at_least = number(*wanted.at_least);
    auto result = best<MaximalGenerator>(space, root(space.graphs), large, options);
    std::vector<Pairs> several;
    for (const auto& [vertices, node] : result.solutions)
        several.push_back(checked(first, second, settings, pairs_of(space.graphs, node)));
    return answer(result, std::move(several));
}

}  // namespace

Answer<Pairs> find_maximum_common_subgraph(const LabelledGraph& first, const LabelledGraph& second,
                                           const Settings& settings) {
    check(first, second);
    const SearchOptions options = named(first, second, settings, "large ");
    const Space space(first, second, settings.connected);
    auto result = maximise<LargestGenerator>(space, largest_root(space), options);
    Pairs pairs;
    if (result.node) pairs = checked(first, second, settings, pairs_of(space, result.node->open));
    return answer(result, std::move(pairs));
}

Answer<std::optional<Pairs>> find_common_subgraph(const LabelledGraph& first, const LabelledGraph& second,
                                                  std::size_t vertices, const Settings& settings) {
    check(first, second);
    const SearchOptions options = named(first, second, settings, "large ");
    const Space space(first, second, settings.connected);
    // More than there are vertices is as impossible as one more, which a node can count.
    const auto target = static_cast<std::int32_t>(std::min(vertices, first.size() + 1));
    auto result = decide<LargestGenerator>(space, largest_root(space), target, options);
    std::optional<Pairs> pairs;
    if (result.node) pairs = checked(first, second, settings, pairs_of(space, result.node->open));
    return answer(result, std::move(pairs));
}

Several<Pairs> find_best_common_subgraphs(const LabelledGraph& first, const LabelledGraph& second,
                                          const BestWanted<std::size_t>& wanted, const Settings& settings) {
    expect_fit_for_several("common subgraph", settings.search);
    check(first, second);
    if (wanted.at_least) return search_several(first, second, wanted, first.size(), settings);
    const auto with = [&](const SearchOptions& options) { return Settings{options, settings.connected}; };
    const auto find_best = [&](const SearchOptions& all) {
        return as_several(find_maximum_common_subgraph(first, second, with(all)));
    };
    const auto find_others = [&](const Pairs& largest, const SearchOptions& left) {
        BestWanted<std::size_t> others = wanted;
        if (wanted.equal) others.at_least = largest.size();
        return search_several(first, second, others, largest.size(), with(left));
    };
    return best_and_others("common subgraph", settings.search, find_best, find_others);
}

bool is_common_subgraph(const LabelledGraph& first, const LabelledGraph& second,
                        std::span<const std::pair<std::size_t, std::size_t>> pairs) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [a, b] = pairs[i];
        if (a >= first.size() || b >= second.size() || first.label(a) != second.label(b)) return false;
        for (std::size_t j = 0; j < i; ++j) {
            const auto [c, d] = pairs[j];
            if (a == c || b == d || first.edge(a, c) != second.edge(b, d) || first.edge(c, a) != second.edge(d, b))
                return false;
        }
    }
    return true;
}

Answer<Pairs> find_maximum_common_subgraph(const graph::Graph& first, const graph::Graph& second,
                                           const Settings& settings) {
    return find_maximum_common_subgraph(LabelledGraph(first), LabelledGraph(second), settings);
}

Answer<std::optional<Pairs>> find_common_subgraph(const graph::Graph& first, const graph::Graph& second,
                                                  std::size_t vertices, const Settings& settings) {
    return find_common_subgraph(LabelledGraph(first), LabelledGraph(second), vertices, settings);
}

Several<Pairs> find_best_common_subgraphs(const graph::Graph& first, const graph::Graph& second,
                                          const BestWanted<std::size_t>& wanted, const Settings& settings) {
    return find_best_common_subgraphs(LabelledGraph(first), LabelledGraph(second), wanted, settings);
}

bool is_common_subgraph(const graph::Graph& first, const graph::Graph& second,
                        std::span<const std::pair<std::size_t, std::size_t>> pairs) {
    return is_common_subgraph(LabelledGraph(first), LabelledGraph(second), pairs);
}

bool is_connected(const graph::Graph& graph, std::span<const std::pair<std::size_t, std::size_t>> pairs) {
    std::vector<std::size_t> reached;
    std::vector<std::size_t> left;
    for (const auto& [vertex, partner] : pairs) left.push_back(vertex);
    for (std::size_t next = 0; !left.empty(); ++next) {
        if (reached.empty()) {
            reached.push_back(left.back());
            left.pop_back();
        }
        if (next == reached.size()) return false;
        const std::size_t vertex = reached[next];
        const auto others =
            std::partition(left.begin(), left.end(), [&](std::size_t other) { return !graph.adjacent(vertex, other); });
        reached.insert(reached.end(), others, left.end());
        left.erase(others, left.end());
    }
    return true;
}

}  // namespace scrump::mcs

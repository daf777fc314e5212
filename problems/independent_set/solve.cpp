#include <scrump/problems/independent_set/solve.hpp>

#include <scrump/base/error.hpp>
#include <scrump/problems/maxclique/weighted.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace scrump::independent_set {
namespace {

/// The vertices of a graph of `size` vertices that are not among `vertices`; these ascending.
Vertices others(std::size_t size, const Vertices& vertices) {
    Vertices rest;
    rest.reserve(size - vertices.size());
    auto next = vertices.begin();
    for (std::size_t v = 0; v < size; ++v) {
        if (next != vertices.end() && *next == v) {
            ++next;
        } else {
            rest.push_back(v);
        }
    }
    return rest;
}

/// Settings of a search for independent sets that tell of covers, where all vertices together weigh `all`.
template <class Weight>
Settings telling_of_covers(Weight all, const Settings& given) {
    Settings settings = given;
    if (given.search.progress) {
        settings.search.progress = [size = static_cast<double>(all), tell = given.search.progress](SearchProgress now) {
            if (now.incumbent) now.incumbent = size - *now.incumbent;
            if (now.bound) now.bound = size - *now.bound;
            tell(now);
        };
    }
    return settings;
}

template <class Weight>
void tell_of_covers(Weight all, Statistics& statistics) {
    const auto size = static_cast<double>(all);
    for (Improvement& each : statistics.incumbents) each.objective = size - each.objective;
    if (statistics.bound) statistics.bound = size - *statistics.bound;
}

maxclique::Weight total(std::span<const maxclique::Weight> weights) {
    return std::accumulate(weights.begin(), weights.end(), maxclique::Weight{0});
}

Vertices checked_set(const graph::Graph& graph, Vertices vertices) {
    if (!is_independent_set(graph, vertices))
        throw std::logic_error("independent set: two vertices of the answer are adjacent; this is a defect of Scrump");
    return vertices;
}

Vertices checked_cover(const graph::Graph& graph, Vertices vertices) {
    if (!is_vertex_cover(graph, vertices))
        throw std::logic_error("vertex cover: the answer leaves an edge out; this is a defect of Scrump");
    return vertices;
}

}  // namespace

Answer<Vertices> find_maximum_independent_set(const graph::Graph& graph, const Settings& settings) {
    return maxclique::find_maximum_clique(complement(graph), settings).transform([&](Vertices clique) {
        return checked_set(graph, std::move(clique));
    });
}

Answer<Vertices> find_minimum_vertex_cover(const graph::Graph& graph, const Settings& settings) {
    Answer<Vertices> found = find_maximum_independent_set(graph, telling_of_covers(graph.size(), settings));
    tell_of_covers(graph.size(), found.statistics);
    found.value = checked_cover(graph, others(graph.size(), found.value));
    return found;
}

Several<Vertices> find_best_independent_sets(const graph::Graph& graph, const BestWanted<std::size_t>& wanted,
                                             const Settings& settings) {
    BestWanted<maxclique::Weight> large{.most = wanted.most, .equal = wanted.equal};
    if (wanted.at_least) large.at_least = static_cast<maxclique::Weight>(std::min(*wanted.at_least, graph.size() + 1));
    const auto to_sets = [&](std::vector<SetOfWeight> cliques) {
        std::vector<Vertices> sets;
        for (auto& [clique, weight] : cliques) sets.push_back(checked_set(graph, std::move(clique)));
        return sets;
    };
    return maxclique::find_best_cliques(complement(graph), {}, large, settings).transform(to_sets);
}

Several<Vertices> find_best_vertex_covers(const graph::Graph& graph, const BestWanted<std::size_t>& wanted,
                                          const Settings& settings) {
    BestWanted<std::size_t> outside = wanted;
    if (wanted.at_least) outside.at_least = graph.size() - std::min(*wanted.at_least, graph.size());
    Several<Vertices> covers = find_best_independent_sets(graph, outside, telling_of_covers(graph.size(), settings));
    tell_of_covers(graph.size(), covers.statistics);
    for (Vertices& each : covers.value) each = checked_cover(graph, others(graph.size(), each));
    return covers;
}

Answer<SetOfWeight> find_maximum_weight_independent_set(const graph::Graph& graph,
                                                        std::span<const maxclique::Weight> weights,
                                                        const Settings& settings) {
    auto found = maxclique::find_maximum_weight_clique(complement(graph), weights, settings);
    found.value.clique = checked_set(graph, std::move(found.value.clique));
    return found;
}

Answer<SetOfWeight> find_minimum_weight_vertex_cover(const graph::Graph& graph,
                                                     std::span<const maxclique::Weight> weights,
                                                     const Settings& settings) {
    const maxclique::Weight all = total(weights);
    Answer<SetOfWeight> found = find_maximum_weight_independent_set(graph, weights, telling_of_covers(all, settings));
    tell_of_covers(all, found.statistics);
    found.value = {checked_cover(graph, others(graph.size(), found.value.clique)), all - found.value.weight};
    return found;
}

Several<SetOfWeight> find_heaviest_independent_sets(const graph::Graph& graph,
                                                    std::span<const maxclique::Weight> weights,
                                                    const BestWanted<maxclique::Weight>& wanted,
                                                    const Settings& settings) {
    auto sets = maxclique::find_best_cliques(complement(graph), weights, wanted, settings);
    for (SetOfWeight& each : sets.value) each.clique = checked_set(graph, std::move(each.clique));
    return sets;
}

Several<SetOfWeight> find_lightest_vertex_covers(const graph::Graph& graph, std::span<const maxclique::Weight> weights,
                                                 const BestWanted<maxclique::Weight>& wanted,
                                                 const Settings& settings) {
    if (wanted.at_least) throw UsageError("vertex cover: several of a weight; expected the best of them");
    const maxclique::Weight all = total(weights);
    auto covers = find_heaviest_independent_sets(graph, weights, wanted, telling_of_covers(all, settings));
    tell_of_covers(all, covers.statistics);
    for (SetOfWeight& each : covers.value)
        each = {checked_cover(graph, others(graph.size(), each.clique)), all - each.weight};
    return covers;
}

// Row by row: a set may have tens of thousands of vertices.
bool is_independent_set(const graph::Graph& graph, std::span<const std::size_t> vertices) {
    const auto members = graph::as_row(graph, vertices);
    if (!members) return false;
    return std::ranges::all_of(vertices, [&](std::size_t vertex) {
        const auto row = graph.row(vertex);
        std::uint64_t adjacent = 0;
        for (std::size_t w = 0; w < row.size(); ++w) adjacent |= (*members)[w] & row[w];
        return adjacent == 0;
    });
}

bool is_vertex_cover(const graph::Graph& graph, std::span<const std::size_t> vertices) {
    constexpr std::size_t word_bits = graph::Graph::word_bits;
    const auto cover = graph::as_row(graph, vertices);
    if (!cover) return false;
    for (std::size_t v = 0; v < graph.size(); ++v) {
        if ((((*cover)[v / word_bits] >> (v % word_bits)) & 1) != 0) continue;
        const auto row = graph.row(v);
        for (std::size_t w = 0; w < row.size(); ++w)
            if ((row[w] & ~(*cover)[w]) != 0) return false;
    }
    return true;
}

}  // namespace scrump::independent_set

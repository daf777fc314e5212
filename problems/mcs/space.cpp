#include <scrump/problems/mcs/detail/space.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/problems/mcs/solve.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <string>

namespace scrump::mcs {

namespace {

// The vertices that distinguish most are those with the rarer kind of pairs in the other graph (McCreesh, Prosser and
// Trimble 2017): many neighbours where it is sparse, few where it is dense.
bool is_dense(const graph::LabelledGraph& graph) {
    return graph.edges.density() > 0.5;
}

const graph::LabelledGraph& within_limit(const graph::LabelledGraph& graph) {
    if (graph.size() > max_vertices)
        throw Error("common subgraph: a graph has " + std::to_string(graph.size()) + " vertices; at most " +
                    std::to_string(max_vertices) + " can be searched");
    return graph;
}

}  // namespace

PairKinds::PairKinds(const graph::LabelledGraph& left, const graph::LabelledGraph& right) {
    if (left.arcs.empty() && right.arcs.empty()) return;
    const auto kinds_of = [](const graph::LabelledGraph& graph) {
        std::set<Kind> kinds;
        for (std::size_t v = 0; v < graph.size(); ++v)
            for (std::size_t u = 0; u < graph.size(); ++u)
                if (v != u && graph.edges.adjacent(v, u)) kinds.emplace(graph.edge(v, u), graph.edge(u, v));
        return kinds;
    };
    const std::set<Kind> of_left = kinds_of(left);
    const std::set<Kind> of_right = kinds_of(right);
    std::vector<Kind> of_both;
    std::ranges::set_intersection(of_left, of_right, std::back_inserter(of_both));
    constexpr std::size_t others = 4;  // no edge, itself, and what either graph has alone
    constexpr std::size_t most = std::numeric_limits<std::uint8_t>::max() + 1 - others;
    if (of_both.size() > most)
        throw Error("common subgraph: pairs of vertices are of " + std::to_string(of_both.size()) +
                    " kinds by the directions and labels of their edges; at most " + std::to_string(most) +
                    " can be searched");
    std::uint8_t next = itself;
    left_alone_ = ++next;
    right_alone_ = ++next;
    for (const Kind& kind : of_both) numbers_.emplace(kind, ++next);
    end_ = next + 1U;
}

std::uint8_t PairKinds::number(const graph::LabelledGraph& graph, bool is_left, std::size_t v, std::size_t u) const {
    if (!graph.edges.adjacent(v, u)) return 0;
    if (end_ == 2) return 1;
    const auto found = numbers_.find({graph.edge(v, u), graph.edge(u, v)});
    if (found != numbers_.end()) return found->second;
    return is_left ? left_alone_ : right_alone_;
}

Side::Side(const graph::LabelledGraph& graph, bool rising, const PairKinds& kinds, bool is_left)
    : order_(within_limit(graph).size()), matrix_(graph.size() * padded(graph.size())) {
    std::vector<std::size_t> degrees(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v) degrees[v] = graph.edges.degree(v);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
        return rising ? degrees[a] < degrees[b] : degrees[a] > degrees[b];
    });
    std::uint8_t* row = matrix_.data();
    for (const std::size_t a : order_) {
        for (std::size_t i = 0; i < size(); ++i)
            row[i] = a == order_[i] ? PairKinds::itself : kinds.number(graph, is_left, a, order_[i]);
        row += padded_size();
    }
    if (!graph.labels.empty())
        for (const std::size_t vertex : order_) labels_.push_back(graph.labels[vertex]);
    find_twins();
}

bool Side::are_twins(Vertex a, Vertex b) const {
    const std::uint8_t* const of_a = row(a);
    const std::uint8_t* const of_b = row(b);
    if (label(a) != label(b) || of_a[b] != of_b[a]) return false;
    for (std::size_t v = 0; v < size(); ++v)
        if (of_a[v] != of_b[v] && v != a && v != b) return false;
    return true;
}

// Twins have equal sums of random numbers, one for each vertex and the kind of the pair with it, apart from their own.
void Side::find_twins() {
    std::vector<std::uint64_t> numbers(size());
    SplitMix64 random(1);
    for (std::uint64_t& number : numbers) number = random();
    std::vector<std::uint64_t> sums(size());
    std::vector<Vertex> firsts;
    first_twins_.resize(size());
    has_twins_.resize(size());
    for (Vertex b = 0; b < size(); ++b) {
        for (std::size_t v = 0; v < size(); ++v) sums[b] += v == b ? 0 : numbers[v] * row(b)[v];
        const auto twin = std::ranges::find_if(firsts, [&](Vertex a) {
            return sums[a] - numbers[b] * row(a)[b] == sums[b] - numbers[a] * row(b)[a] && are_twins(a, b);
        });
        first_twins_[b] = twin == firsts.end() ? b : *twin;
        if (twin == firsts.end()) {
            firsts.push_back(b);
        } else {
            has_twins_[b] = has_twins_[*twin] = true;
        }
    }
}

Space::Space(const graph::LabelledGraph& first, const graph::LabelledGraph& second, bool connected, bool at_once)
    : swapped_(within_limit(first).size() > within_limit(second).size()),
      connected_(connected),
      at_once_(at_once),
      kinds_(swapped_ ? second : first, swapped_ ? first : second),
      left_(swapped_ ? second : first, is_dense(swapped_ ? first : second), kinds_, true),
      right_(swapped_ ? first : second, is_dense(swapped_ ? second : first), kinds_, false) {}

}  // namespace scrump::mcs

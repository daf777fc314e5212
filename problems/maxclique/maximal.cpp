#include <scrump/problems/maxclique/detail/maximal.hpp>

#include <scrump/problems/maxclique/detail/order.hpp>

#include <algorithm>
#include <bit>

namespace scrump::maxclique {

namespace {

using Words = std::vector<std::uint64_t>;

bool has(const Words& set, std::size_t vertex) {
    return ((set[vertex / 64] >> (vertex % 64)) & 1) != 0;
}
void take_out(Words& set, std::size_t vertex) {
    set[vertex / 64] &= ~(std::uint64_t{1} << (vertex % 64));
}
void put_in(Words& set, std::size_t vertex) {
    set[vertex / 64] |= std::uint64_t{1} << (vertex % 64);
}
bool any(const Words& set) {
    return std::ranges::any_of(set, [](std::uint64_t word) { return word != 0; });
}

template <class Visit>
void for_each(const Words& set, const Visit& visit) {
    for (std::size_t w = 0; w < set.size(); ++w)
        for (std::uint64_t left = set[w]; left != 0; left &= left - 1)
            visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
}

void keep_neighbours(Words& set, const std::uint64_t* row) {
    for (std::size_t w = 0; w < set.size(); ++w) set[w] &= row[w];
}

std::size_t neighbours_among(const Words& set, const std::uint64_t* row) {
    std::size_t count = 0;
    for (std::size_t w = 0; w < set.size(); ++w) count += static_cast<std::size_t>(std::popcount(set[w] & row[w]));
    return count;
}

/// What the heaviest vertices of each colour weigh together, if vertices are coloured in their order, each colour
/// given to as many as can have it.
Weight heaviest_of_each_colour(const MaximalSpace& space, Words uncoloured) {
    Weight total = 0;
    Words possible(uncoloured.size());
    std::size_t first = 0;  // no uncoloured vertices in words before it
    for (;;) {
        while (first < uncoloured.size() && uncoloured[first] == 0) ++first;
        if (first == uncoloured.size()) return total;
        std::copy(uncoloured.begin() + static_cast<std::ptrdiff_t>(first), uncoloured.end(),
                  possible.begin() + static_cast<std::ptrdiff_t>(first));
        Weight heaviest = 0;
        for (std::size_t w = first; w < possible.size(); ++w) {
            while (possible[w] != 0) {
                const std::size_t vertex = w * 64 + static_cast<std::size_t>(std::countr_zero(possible[w]));
                take_out(uncoloured, vertex);
                take_out(possible, vertex);
                const std::uint64_t* const row = space.row(vertex);
                for (std::size_t rest = w; rest < possible.size(); ++rest) possible[rest] &= ~row[rest];
                heaviest = std::max(heaviest, space.weight(vertex));
            }
        }
        total += heaviest;
    }
}

/// Of all vertices that could be added, one that leaves the fewest to branch on.
std::size_t choose_pivot(const MaximalSpace& space, const MaximalNode& node) {
    std::size_t best = space.size();
    std::size_t most = 0;
    const auto compare = [&](std::size_t vertex) {
        const std::size_t neighbours = neighbours_among(node.candidates, space.row(vertex));
        if (best != space.size() && neighbours <= most) return;
        best = vertex;
        most = neighbours;
    };
    for_each(node.candidates, compare);
    for_each(node.excluded, compare);
    return best;
}

}  // namespace

MaximalSpace::MaximalSpace(const graph::Graph& graph, std::span<const Weight> weights, Weight most)
    : most_(most), words_((graph.size() + 63) / 64), order_(degeneracy_order(graph)), rows_(graph.size() * words_) {
    for (std::size_t a = 0; a < size(); ++a) {
        weights_.push_back(weights[order_[a]]);
        for (std::size_t b = 0; b < size(); ++b)
            if (graph.adjacent(order_[a], order_[b])) rows_[a * words_ + b / 64] |= std::uint64_t{1} << (b % 64);
    }
}

MaximalNode root(const MaximalSpace& space) {
    MaximalNode node;
    node.candidates.resize(space.words());
    node.excluded.resize(space.words());
    for (std::size_t v = 0; v < space.size(); ++v) put_in(node.candidates, v);
    node.limit = heaviest_of_each_colour(space, node.candidates);
    return node;
}

MaximalGenerator::MaximalGenerator(const Space& space, const Node& node, Weight to_beat)
    : space_(&space), node_(&node), to_beat_(to_beat), left_(node.candidates), excluded_(node.excluded) {
    if (!any(node.candidates)) return;
    const std::uint64_t* const pivot = space.row(choose_pivot(space, node));
    for_each(node.candidates, [&](std::size_t vertex) {
        if (((pivot[vertex / 64] >> (vertex % 64)) & 1) == 0) branches_.push_back(static_cast<std::uint32_t>(vertex));
    });
    std::ranges::reverse(branches_);
}

bool MaximalGenerator::next(Node& child) {
    while (!branches_.empty()) {
        const std::uint32_t vertex = branches_.back();
        branches_.pop_back();
        take_out(left_, vertex);
        child.candidates = left_;
        keep_neighbours(child.candidates, space_->row(vertex));
        child.excluded = excluded_;
        keep_neighbours(child.excluded, space_->row(vertex));
        put_in(excluded_, vertex);
        if (!any(child.candidates) && any(child.excluded)) continue;
        child.weight = node_->weight + space_->weight(vertex);
        child.limit = std::min(node_->limit, child.weight + heaviest_of_each_colour(*space_, child.candidates));
        if (child.limit <= to_beat_) continue;
        child.clique = node_->clique;
        child.clique.push_back(vertex);
        return true;
    }
    return false;
}

Weight MaximalGenerator::objective(const Space&, const Node& node) {
    return any(node.candidates) || any(node.excluded) ? std::numeric_limits<Weight>::lowest() : node.weight;
}

bool MaximalGenerator::valid(const Space& space, const Node& node) {
    if (node.candidates.size() != space.words() || node.excluded.size() != space.words()) return false;
    Words all = root(space).candidates;
    Weight weight = 0;
    for (const std::uint32_t vertex : node.clique) {
        if (vertex >= space.size() || !has(all, vertex)) return false;
        keep_neighbours(all, space.row(vertex));
        weight += space.weight(vertex);
    }
    for (std::size_t w = 0; w < all.size(); ++w) {
        if ((node.candidates[w] & node.excluded[w]) != 0 || (node.candidates[w] | node.excluded[w]) != all[w])
            return false;
    }
    return node.weight == weight && node.limit >= weight &&
           node.limit <= weight + heaviest_of_each_colour(space, node.candidates);
}

}  // namespace scrump::maxclique

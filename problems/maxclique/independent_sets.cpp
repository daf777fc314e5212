#include <scrump/problems/maxclique/detail/independent_sets.hpp>

#include <scrump/problems/maxclique/certified.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace scrump::maxclique {
namespace {

using proof::Constraint;

constexpr std::size_t most_entries = std::size_t{1} << 20U;
constexpr std::size_t forgotten_at_once = 1024;
constexpr std::size_t most_with_pairs = 1024;  // vertices: 4 MiB

static_assert(std::has_single_bit(max_certified_vertices));
constexpr int vertex_bits = std::countr_zero(max_certified_vertices);

}  // namespace

IndependentSets::IndependentSets(proof::Proof& proof, const NonEdges& edges, std::span<const std::uint32_t> order)
    : proof_(proof), edges_(edges), order_(order), table_(1024) {
    const std::size_t size = order.size();
    if (size > most_with_pairs) return;
    pairs_.resize(size * size);
    for (std::size_t u = 0; u < size; ++u)
        for (std::size_t v = 0; v < size; ++v)
            if (u != v && !edges.graph().adjacent(order[u], order[v]))
                pairs_[u * size + v] = static_cast<std::uint32_t>(edges.of(order[u], order[v]));
}

/// That not both are in the clique.
Constraint IndependentSets::pair(std::size_t u, std::size_t v) const {
    return pairs_.empty() ? edges_.of(order_[u], order_[v]) : pairs_[u * order_.size() + v];
}

// From at most one of n: n-1 times that, and a non-edge with each of the n, are n times at most one of n+1, except
// for rounding.
Constraint IndependentSets::derive(Constraint without_last, LoggedVertices vertices) {
    const std::size_t n = vertices.size() - 1;
    step_.clear();
    step_.add(without_last, n - 1);
    for (const std::uint16_t vertex : vertices.first(n)) step_.add(pair(vertex, vertices[n]));
    step_.divide(n);
    return proof_.derive(step_);
}

Constraint IndependentSets::of(LoggedVertices vertices) {
    Constraint found = pair(vertices[0], vertices[1]);
    for (std::size_t n = 2; n < vertices.size(); ++n) {
        const std::uint64_t key = found << vertex_bits | vertices[n];
        Entry& place = entry(key);
        if (place.key == 0) {
            place = {key, derive(found, vertices.first(n + 1))};
            found = place.constraint;
            if (2 * ++used_ > table_.size()) grow();
        } else {
            found = place.constraint;
        }
    }
    return found;
}

void IndependentSets::add(proof::Sum& sum, LoggedVertices vertices, std::uint64_t times) {
    if (vertices.size() == 1) return sum.add_at_most_one(order_[vertices[0]] + std::uint64_t{1}, times);
    sum.add(of(vertices), times);
}

void IndependentSets::trim() {
    if (used_ < most_entries) return;
    std::vector<Constraint> all;
    for (const Entry& each : std::exchange(table_, std::vector<Entry>(table_.size())))
        if (each.key != 0) all.push_back(each.constraint);
    used_ = 0;
    std::ranges::sort(all);
    for (std::span<const Constraint> left = all; !left.empty();) {
        const std::size_t count = std::min(left.size(), forgotten_at_once);
        proof_.forget(left.first(count));
        left = left.subspan(count);
    }
}

/// The place of a key, which is empty if it is not there.
IndependentSets::Entry& IndependentSets::entry(std::uint64_t key) {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = static_cast<std::size_t>(key * 0x9e3779b97f4a7c15U >> 32U) & mask;
    while (table_[at].key != 0 && table_[at].key != key) at = (at + 1) & mask;
    return table_[at];
}

void IndependentSets::grow() {
    for (const Entry& each : std::exchange(table_, std::vector<Entry>(2 * table_.size())))
        if (each.key != 0) entry(each.key) = each;
}

}  // namespace scrump::maxclique

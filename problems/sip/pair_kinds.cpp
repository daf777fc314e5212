#include <scrump/problems/sip/detail/pair_kinds.hpp>

#include <scrump/problems/sip/detail/pair_counts.hpp>

#include <algorithm>
#include <map>

namespace scrump::sip {

EdgeLabels::EdgeLabels(const LabelledGraph& pattern) {
    if (pattern.arcs.empty()) labels_.push_back(0);
    for (const graph::Arc& arc : pattern.arcs.all()) labels_.push_back(arc.label);
    std::ranges::sort(labels_);
    labels_.erase(std::unique(labels_.begin(), labels_.end()), labels_.end());
}

std::uint32_t EdgeLabels::number(std::uint64_t label) const {
    const auto place = std::ranges::lower_bound(labels_, label);
    const bool known = place != labels_.end() && *place == label;
    return static_cast<std::uint32_t>((known ? place : labels_.end()) - labels_.begin() + 1);
}

KindsAround::KindsAround(const LabelledGraph& graph, std::span<const std::uint32_t> order, const EdgeLabels& labels)
    : starts_{0} {
    constexpr std::uint32_t left_out = ~std::uint32_t{0};
    std::vector<std::uint32_t> place(graph.size(), left_out);
    for (std::size_t v = 0; v < order.size(); ++v) place[order[v]] = static_cast<std::uint32_t>(v);
    const auto number = [&](std::size_t from, std::size_t to) {
        const auto label = graph.edge(from, to);
        return label ? labels.number(*label) : 0;
    };
    for (const std::uint32_t v : order) {
        for_each_neighbour(graph.edges, v, [&](std::size_t u) {
            if (place[u] != left_out) neighbours_.push_back({place[u], {number(v, u), number(u, v)}});
        });
        const auto first = neighbours_.begin() + static_cast<std::ptrdiff_t>(starts_.back());
        std::ranges::sort(first, neighbours_.end(), {}, &Neighbour::vertex);
        starts_.push_back(neighbours_.size());
    }
}

PatternKinds::PatternKinds(const KindsAround& pattern, std::size_t size, bool induced)
    : pattern_(pattern), induced_(induced), needs_(size) {
    for (std::size_t v = 0; v < size; ++v)
        for (const auto& [u, kind] : pattern[v])
            numbers_.try_emplace(kind, static_cast<std::uint32_t>(numbers_.size() + 1));
    for (std::size_t v = 0; v < size; ++v) {
        std::map<std::uint32_t, std::uint32_t> pairs;
        for (const auto& [u, kind] : pattern[v])
            for_each_that_fits(kind, [&](std::uint32_t number) { ++pairs[number]; });
        for (const auto& [kind, count] : pairs) needs_[v].push_back({kind, count});
    }
}

std::uint32_t PatternKinds::of(std::size_t v, std::size_t u) const {
    const auto around = pattern_[v];
    const auto place = std::ranges::lower_bound(around, u, {}, &KindsAround::Neighbour::vertex);
    return place != around.end() && place->vertex == u ? numbers_.at(place->kind) : 0;
}

FittingPairs::FittingPairs(const PatternKinds& kinds, std::size_t words)
    : kinds_(kinds), words_(words), sets_(kinds.size() * words), sizes_(kinds.size()) {}

void FittingPairs::take(std::span<const KindsAround::Neighbour> around) {
    std::ranges::fill(sets_, std::uint64_t{0});
    std::ranges::fill(sizes_, 0U);
    for (const KindsAround::Neighbour& b : around) {
        kinds_.for_each_that_fits(b.kind, [&](std::uint32_t kind) {
            sets_[(kind - 1) * words_ + b.vertex / 64] |= std::uint64_t{1} << (b.vertex % 64);
            ++sizes_[kind - 1];
        });
    }
}

bool FittingPairs::enough_for(std::size_t v) const {
    return std::ranges::all_of(kinds_.needs(v),
                               [&](const PatternKinds::Need& need) { return sizes_[need.kind - 1] >= need.pairs; });
}

}  // namespace scrump::sip

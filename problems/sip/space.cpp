#include <scrump/problems/sip/detail/space.hpp>

#include <scrump/problems/sip/detail/pair_classes.hpp>

#include <algorithm>
#include <bit>

namespace scrump::sip {

bool Space::has_node(const Node& node) const {
    if (node.open > pattern_size() || node.images.size() != pattern_size() ||
        node.records.size() != node.open * (words_ + 1))
        return false;
    if (node.ways == 0 || (node.ways != 1 && (goal_ != Goal::count || pieces_ == nullptr))) return false;
    if (node.open == 0 ? node.solutions != node.ways : node.branching >= node.open) return false;
    if (node.open > 0 && node.solutions > 0 && goal_ != Goal::count) return false;

    std::vector<const std::uint64_t*> domains(pattern_size());
    bool possible = true;
    for (std::size_t i = 0; i < node.open; ++i) {
        const std::uint64_t* const record = node.records.data() + i * (words_ + 1);
        const auto vertex = static_cast<std::uint32_t>(record[0]);
        if (vertex >= pattern_size() || domains[vertex] != nullptr) return false;
        domains[vertex] = record + 1;
        if (record[0] >> 32 != count_images(record + 1)) return false;
        possible = possible && record[0] >> 32 > 0;
    }
    return !possible || images_go_together(node, domains);  // else it has no children
}

// The number of vertices in a set; more than there are if others than images are in it.
std::uint64_t Space::count_images(const std::uint64_t* set) const {
    std::uint64_t size = 0;
    for (std::size_t w = 0; w < words_; ++w) {
        if ((set[w] & ~images_[w]) != 0) return target_size() + 1;
        size += static_cast<std::uint64_t>(std::popcount(set[w]));
    }
    return size;
}

// Whether `u` may go to `b` where `v` goes to `a`.
bool Space::go_together(std::size_t v, std::size_t a, std::size_t u, std::size_t b) const {
    if (classes(v)[u] == PairClasses::unconstrained) return a != b;
    const std::uint64_t* const set = compatible(a) + classes(v)[u] * words_;
    return (set[b / 64] >> (b % 64) & 1U) != 0;
}

// The same for all of a set.
bool Space::all_go_together(std::size_t v, std::size_t a, std::size_t u, const std::uint64_t* set) const {
    if (classes(v)[u] == PairClasses::unconstrained) return (set[a / 64] >> (a % 64) & 1U) == 0;
    const std::uint64_t* const others = compatible(a) + classes(v)[u] * words_;
    return std::equal(set, set + words_, others, [](auto own, auto other) { return (own & ~other) == 0; });
}

// `domains`: of the open vertices; null for those that have an image.
bool Space::images_go_together(const Node& node, std::span<const std::uint64_t* const> domains) const {
    const auto is_image = [&](std::size_t a) { return a < target_size() && (images_[a / 64] >> (a % 64) & 1U) != 0; };
    for (std::size_t v = 0; v < domains.size(); ++v)
        if (domains[v] == nullptr && !is_image(node.images[v])) return false;
    for (std::size_t v = 0; v < domains.size(); ++v) {
        if (domains[v] != nullptr) continue;
        const std::size_t a = node.images[v];
        for (std::size_t u = 0; u < domains.size(); ++u) {
            if (u == v) continue;
            if (domains[u] != nullptr) {
                if (!all_go_together(v, a, u, domains[u])) return false;
                continue;
            }
            // Whichever was given its image first.
            const std::size_t b = node.images[u];
            if (a == b || (!go_together(v, a, u, b) && !go_together(u, b, v, a))) return false;
        }
    }
    return true;
}

Mapping Space::mapping(const Node& node) const {
    Mapping mapping(pattern_size());
    for (std::size_t v = 0; v < mapping.size(); ++v) mapping[pattern_order_[v]] = target_order_[node.images[v]];
    return mapping;
}

}  // namespace scrump::sip

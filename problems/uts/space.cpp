#include "detail/space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "detail/batches.hpp"

namespace scrump::uts {

namespace {

constexpr std::uint32_t values = std::uint32_t{1} << 31;

// Tables are made for this many depths; a cyclic tree is cut at five times its max_depth, others hardly get there.
constexpr std::uint32_t max_tables = 1024;

}  // namespace

std::uint32_t GeometricTable::by_formula(double target, std::uint32_t value) {
    if (target <= 0) return 0;
    const double p = 1 / (1 + target);
    const double u = value / 2147483648.0;
    const double children = std::floor(std::log(1 - u) / std::log(1 - p));
    return static_cast<std::uint32_t>(std::min<double>(children, max_children));
}

GeometricTable::GeometricTable(double target) {
    const double log_stop = target > 0 ? std::log(1 - 1 / (1 + target)) : -std::numeric_limits<double>::infinity();
    for (std::uint32_t k = 0; k < max_children; ++k) {
        // More than k children: 1 - u <= (1-p)^(k+1). That guess is off by little; the formula has the last word.
        const double guess = -std::expm1(log_stop * (k + 1)) * values;
        std::uint32_t first = static_cast<std::uint32_t>(std::min<double>(guess, values));
        while (first > 0 && by_formula(target, first - 1) > k) --first;
        while (first < values && by_formula(target, first) <= k) ++first;
        first_with_more_[k] = first;
    }
    first_with_more_[max_children] = values;
    for (std::uint32_t part = 0; part < parts; ++part) {
        const std::uint32_t first = part << low_bits;
        const std::uint32_t base = by_formula(target, first);
        // No step is inside when it is behind the last value of the part, low_mask.
        const std::uint32_t step = std::min(first_with_more_[base] - first, low_mask + 1);
        const bool is_rough = base < max_children && first_with_more_[base + 1] - first <= low_mask;
        entries_[part] = step | base << base_shift | (is_rough ? rough : 0);
    }
}

Space::Space(const Tree& tree, HashChoice hash)
    : Space(tree, resolve(hash), {child_hash(resolve(hash)), find_kernel(resolve(hash))}) {}

Space::Space(const Tree& tree, HashChoice hash, const Hashes& hashes)
    : tree_(tree), hash_(hash), code_(&batch_code_for(hash)), hashes_(hashes) {
    check(tree);
    if (tree.law == Law::balanced) {
        draw_ = Draw::balanced;
        balanced_ = static_cast<std::uint32_t>(tree.b0);
        return;
    }
    // Multiplying a double by 2^31 is exact, and so is comparing an integer with the next integer up.
    if (tree.law != Law::geometric) binomial_threshold_ = static_cast<std::uint32_t>(std::ceil(tree.q * values));
    if (tree.law == Law::binomial) return;

    const bool fixed = tree.profile == Profile::fixed;
    geometric_depths_ = fixed ? tree.max_depth : std::numeric_limits<std::uint32_t>::max();
    // The least depth that is not below the shift, so comparing integers says the same.
    if (tree.law == Law::hybrid) geometric_depths_ = static_cast<std::uint32_t>(std::ceil(tree.shift * tree.max_depth));
    draw_ = tree.law == Law::hybrid ? Draw::hybrid : fixed ? Draw::one_table : Draw::tables;

    double previous = -1;
    const bool cyclic = tree.profile == Profile::cyclic;
    const std::uint64_t depths = cyclic ? std::uint64_t{5} * tree.max_depth + 2 : std::uint64_t{tree.max_depth} + 1;
    const std::uint64_t wanted =
        std::clamp<std::uint64_t>(geometric_depths_, 1, std::min<std::uint64_t>(depths, max_tables));
    for (std::uint32_t depth = 0; depth < wanted; ++depth) {
        const double target = target_branching(tree, depth);
        if (target != previous) tables_.emplace_back(target);
        previous = target;
        table_of_depth_.push_back(static_cast<std::uint32_t>(tables_.size() - 1));
    }
}

State Space::root_state() const {
    return PortableSha1::compress(sha1_start, {0, 0, 0, 0, tree_.seed, 0x80000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20 * 8});
}

std::uint32_t Space::root_children() const {
    if (tree_.law == Law::binomial) return static_cast<std::uint32_t>(tree_.b0);
    return children(root_state(), 0);
}

}  // namespace scrump::uts

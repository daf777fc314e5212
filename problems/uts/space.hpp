#pragma once
// What all nodes of an unbalanced tree share: its parameters, turned into tables of integers, because two logarithms a
// node would cost as much as the hash.

#include <array>
#include <cstdint>
#include <vector>

#include "sha1.hpp"
#include "tree.hpp"

namespace scrump::uts {

/// A node's random value: 31 bits of its state, u = value / 2^31.
inline std::uint32_t random_value(const State& state) {
    return state[4] & 0x7fffffff;
}

/// The number of children that the geometric law draws, for one target branching.
///
/// The law's floor(ln(1-u) / ln(1-p)), p = 1 / (1 + target), in IEEE doubles, never falls as u grows: a step of u by
/// 2^-31 moves the logarithm by at least that much, thousands of times what rounding can. So the least value with k + 1
/// children says it all, and those are found with the very formula.
class GeometricTable {
  public:
    static constexpr std::uint32_t max_children = 100;

    explicit GeometricTable(double target);

    std::uint32_t children(std::uint32_t value) const {
        std::uint32_t count = at_least_[value >> bucket_shift];
        while (value >= first_with_more_[count]) ++count;
        return count;
    }

    /// The formula itself.
    static std::uint32_t by_formula(double target, std::uint32_t value);

  private:
    static constexpr unsigned bucket_shift = 31 - 8;

    std::array<std::uint32_t, max_children + 1> first_with_more_;  // [k]: the least value with more than k children
    std::array<std::uint8_t, 256> at_least_;                       // by the top bits of the value
};

/// A tree ready to be searched.
class Space {
  public:
    /// Throws `Error` when a parameter is out of range.
    explicit Space(const Tree& tree);

    const Tree& tree() const { return tree_; }

    /// The root's state.
    State root_state() const;
    std::uint32_t root_children() const;

    /// The number of children of a node that is not the root, by the binomial law.
    std::uint32_t binomial_children(const State& state) const {
        return random_value(state) < binomial_threshold_ ? tree_.m : 0;
    }

    /// The number of children of a node at `depth`, by the geometric or the hybrid law.
    std::uint32_t geometric_children(const State& state, std::uint32_t depth) const {
        if (depth >= geometric_depths_) return binomial_children(state);
        if (depth >= table_of_depth_.size()) [[unlikely]]
            return GeometricTable::by_formula(target_branching(tree_, depth), random_value(state));
        return tables_[table_of_depth_[depth]].children(random_value(state));
    }

  private:
    Tree tree_;
    std::uint32_t binomial_threshold_;  // value < this  <=>  value / 2^31 < q, exactly
    std::uint32_t geometric_depths_;    // the law is binomial from this depth
    std::vector<std::uint32_t> table_of_depth_;
    std::vector<GeometricTable> tables_;
};

}  // namespace scrump::uts

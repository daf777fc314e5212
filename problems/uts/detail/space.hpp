#pragma once
// The common data of all nodes of an unbalanced tree: its parameters, converted to tables of integers, because two
// logarithms per node would cost as much as the hash; and the code that suits the processor.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <scrump/problems/uts/hash_choice.hpp>
#include <scrump/problems/uts/tree.hpp>
#include "sha1.hpp"
#include "sha1_many.hpp"

namespace scrump::uts {

struct BatchCode;

/// A node's random value: 31 bits of its state, u = value / 2^31.
inline std::uint32_t random_value(const State& state) {
    return state[4] & 0x7fffffff;
}

/// The number of children that the geometric law draws, for one target branching.
///
/// The law's floor(ln(1-u) / ln(1-p)), p = 1 / (1 + target), in IEEE doubles, never decreases as u grows: a step of u
/// by 2^-31 moves the logarithm by at least that much, thousands of times the possible rounding error. So the least
/// values with k + 1 children determine everything, and those are found with the very formula.
class GeometricTable {
  public:
    static constexpr std::uint32_t max_children = 100;

    /// The values in equal parts, each with a word that determines nearly all of it, so that vector code needs one
    /// look-up: `base(entry)` children, and one more if the low bits of the value are at least `step(entry)`. If
    /// `is_rough(entry)` there may be still more.
    static constexpr unsigned low_bits = 21;
    static constexpr std::uint32_t low_mask = (std::uint32_t{1} << low_bits) - 1;
    static constexpr std::uint32_t parts = std::uint32_t{1} << (31 - low_bits);
    static constexpr unsigned base_shift = low_bits + 1;
    static constexpr std::uint32_t step_mask = (std::uint32_t{1} << base_shift) - 1;
    static constexpr std::uint32_t base_mask = 0x7f;
    static constexpr std::uint32_t rough = std::uint32_t{1} << 31;
    using Part = std::array<std::uint32_t, parts>;

    explicit GeometricTable(double target);

    std::uint32_t children(std::uint32_t value) const {
        const std::uint32_t entry = entries_[value >> low_bits];
        std::uint32_t count = (entry >> base_shift) & base_mask;
        count += (value & low_mask) >= (entry & step_mask);
        if ((entry & rough) != 0) [[unlikely]] {
            while (value >= first_with_more_[count]) ++count;
        }
        return count;
    }

    const Part& entries() const { return entries_; }
    /// [k]: the least value with more than k children.
    const std::array<std::uint32_t, max_children + 1>& thresholds() const { return first_with_more_; }

    /// The formula itself.
    static std::uint32_t by_formula(double target, std::uint32_t value);

  private:
    Part entries_;
    std::array<std::uint32_t, max_children + 1> first_with_more_;  // [k]: the least value with more than k children
};

/// How the number of a node's children is drawn, as far as it matters to the code.
enum class Draw {
    binomial,   ///< by the binomial law
    one_table,  ///< by the first table above `geometric_depths`, none below
    tables,     ///< by the table of the node's depth
    hybrid,     ///< the same above `geometric_depths`, by the binomial law below
    balanced,   ///< all nodes alike above the tree's depth
};

/// Calls the code that is made for one way of drawing children: `code` takes it as a template argument.
template <class Code>
void with_draw(Draw draw, const Code& code) {
    switch (draw) {
        case Draw::binomial:
            return code.template operator()<Draw::binomial>();
        case Draw::one_table:
            return code.template operator()<Draw::one_table>();
        case Draw::tables:
            return code.template operator()<Draw::tables>();
        case Draw::hybrid:
            return code.template operator()<Draw::hybrid>();
        case Draw::balanced:
            return code.template operator()<Draw::balanced>();
    }
}

/// The functions that hash the messages of children, one by one and many at once.
struct Hashes {
    ChildHash* one;
    const Kernel* many;
};

/// A tree ready to be searched, with the code for it.
class Space {
  public:
    /// Throws `Error` if a parameter is out of range, `UsageError` if the processor lacks the hash.
    explicit Space(const Tree& tree, HashChoice hash = HashChoice::automatic);
    /// With other hashes; the rest of the code is that of `hash`, which is not `automatic`.
    Space(const Tree& tree, HashChoice hash, const Hashes& hashes);

    const Tree& tree() const { return tree_; }
    /// The hash in use, never `automatic`.
    HashChoice hash() const { return hash_; }
    const BatchCode& batch_code() const { return *code_; }

    /// The root's state.
    State root_state() const;
    std::uint32_t root_children() const;

    State child_state(const State& parent, std::uint32_t index) const {
        for (std::uint32_t made = 1; made < tree_.granularity; ++made) hashes_.one(parent, index);
        return hashes_.one(parent, index);
    }
    /// The states of many children, as `Kernel::hash`.
    void hash_children(const Messages& messages, const Digests& states, std::size_t count) const {
        for (std::uint32_t made = 0; made < tree_.granularity; ++made) hashes_.many->hash(messages, states, count);
    }

    /// Number of children of a node at `depth` that is not the root.
    std::uint32_t children(const State& state, std::uint32_t depth) const {
        if (tree_.law == Law::binomial) return binomial_children(state);
        return tree_.law == Law::balanced ? balanced_children(depth) : geometric_children(state, depth);
    }

    /// Number of children of any node at `depth`, in a balanced tree.
    std::uint32_t balanced_children(std::uint32_t depth) const { return depth < tree_.max_depth ? balanced_ : 0; }

    /// Number of children of a node that is not the root, by the binomial law.
    std::uint32_t binomial_children(const State& state) const {
        return random_value(state) < binomial_threshold_ ? tree_.m : 0;
    }

    /// Number of children of a node at `depth`, by the geometric or the hybrid law.
    std::uint32_t geometric_children(const State& state, std::uint32_t depth) const {
        if (depth >= geometric_depths_) return tree_.law == Law::hybrid ? binomial_children(state) : 0;
        if (depth >= table_of_depth_.size()) [[unlikely]]
            return GeometricTable::by_formula(target_branching(tree_, depth), random_value(state));
        return tables_[table_of_depth_[depth]].children(random_value(state));
    }

    // For code that draws many nodes' children at once.

    Draw draw() const { return draw_; }
    /// Number of children of a node above the depth of a balanced tree.
    std::uint32_t balanced_children() const { return balanced_; }
    /// The threshold: value < this  <=>  value / 2^31 < q, exactly.
    std::uint32_t binomial_threshold() const { return binomial_threshold_; }
    /// The geometric law holds at depths below this.
    std::uint32_t geometric_depths() const { return geometric_depths_; }
    /// The table of each depth; deeper nodes have none.
    const std::vector<std::uint32_t>& table_of_depth() const { return table_of_depth_; }
    /// The first table.
    const GeometricTable& table() const { return tables_.front(); }
    /// The entries of table t begin `table_stride` t words after those of the first one.
    const std::uint32_t* entries() const { return tables_.data()->entries().data(); }
    static constexpr std::size_t table_stride = sizeof(GeometricTable) / sizeof(std::uint32_t);

  private:
    Tree tree_;
    HashChoice hash_;
    const BatchCode* code_;
    Hashes hashes_;
    Draw draw_ = Draw::binomial;
    std::uint32_t balanced_ = 0;  // number of children
    std::uint32_t binomial_threshold_ = 0;
    std::uint32_t geometric_depths_ = 0;
    std::vector<std::uint32_t> table_of_depth_;
    std::vector<GeometricTable> tables_;
};

}  // namespace scrump::uts

#pragma once
// The parameters of an unbalanced tree, and the sample trees that the literature measures.
//
// S. Olivier, J. Huan, J. Liu, J. Prins, J. Dinan, P. Sadayappan and C.-W. Tseng, UTS: An unbalanced tree search
// benchmark, LCPC 2006. The trees are those of the reference implementation, node for node.

#include <cstdint>
#include <span>
#include <string_view>

namespace scrump::uts {

/// The law of the number of a node's children.
enum class Law {
    binomial,   ///< the root has floor(b0) children, every other node m with probability q, else none
    geometric,  ///< a geometric distribution around a target that depends on the depth
    hybrid,     ///< geometric while depth < shift max_depth, binomial below
    balanced,   ///< every node has floor(b0) children while depth < max_depth, then none
};

/// Whether there are nodes whose children the geometric law draws, so that the profile matters.
constexpr bool draws_geometric(Law law) {
    return law == Law::geometric || law == Law::hybrid;
}
/// Whether there are nodes whose children the binomial law draws, so that q and m matter.
constexpr bool draws_binomial(Law law) {
    return law == Law::binomial || law == Law::hybrid;
}

/// How the geometric law's target b(d) changes with the depth d from b(0) = b0.
enum class Profile {
    fixed,                 ///< b0 while d < max_depth, then 0
    linear,                ///< b0 (1 - d / max_depth)
    cyclic,                ///< b0^sin(2 pi d / max_depth) while d <= 5 max_depth, then 0
    exponential_decrease,  ///< b0 d^(-ln b0 / ln max_depth): 1 at max_depth
};

struct Tree {
    Law law = Law::geometric;
    Profile profile = Profile::fixed;
    double b0 = 4;  ///< target number of the root's children
    std::uint32_t max_depth = 10;
    double q = 0.124875;  ///< probability that a node has children, binomial law
    std::uint32_t m = 8;  ///< number of children that it then has
    double shift = 0.5;   ///< depth at which a hybrid tree becomes binomial, as a fraction of max_depth
    std::uint32_t seed = 19;
    /// Number of times the state of each node is hashed, so that a node is more work. The tree is the same.
    std::uint32_t granularity = 1;

    bool operator==(const Tree&) const = default;
};

/// Throws `UsageError` if a parameter that the law uses is out of range.
void check(const Tree& tree);

/// b(depth) of the geometric law.
double target_branching(const Tree& tree, std::uint32_t depth);

/// The size of a tree: number of nodes including the root, number of those without children, and the depth of the
/// deepest, the root's being 0.
struct Shape {
    std::uint64_t nodes = 0;
    std::uint64_t leaves = 0;
    std::uint32_t depth = 0;

    bool operator==(const Shape&) const = default;
};

/// A sample tree with its published shape; 0: not published.
struct NamedTree {
    std::string_view name;
    Tree tree;
    Shape shape;
};

/// All sample trees: T1 … T5, their large and very large variants.
std::span<const NamedTree> named_trees();

/// The tree of that name, e.g. "T3L". Throws `UsageError` with all names if none has it.
const NamedTree& named_tree(std::string_view name);

}  // namespace scrump::uts

#pragma once
// Counts the ways to place n queens on an n x n board so that none attacks another. The usual backtracking over rows
// with three words of attacked squares; no symmetry is used, so that the tree is the usual one.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "detail/kernels.hpp"
#include "detail/node.hpp"

namespace scrump::queens {

/// A board. At most 32 rows.
class Space {
  public:
    /// Throws `Error` unless 1 <= `size` <= 32.
    explicit Space(unsigned size);

    unsigned size() const { return size_; }

    /// Bit c is set for each column c of the board.
    std::uint32_t columns() const { return columns_; }

  private:
    unsigned size_;
    std::uint32_t columns_;
};

/// The number of set bits. std::popcount would be a function call for a generic x86-64 processor.
[[gnu::always_inline]] inline std::uint32_t count_columns(std::uint32_t columns) {
    columns -= (columns >> 1) & 0x55555555;
    columns = (columns & 0x33333333) + ((columns >> 2) & 0x33333333);
    return (((columns + (columns >> 4)) & 0x0f0f0f0f) * 0x01010101) >> 24;
}

/// A node with the positions of its queens, for a search that is to show a solution.
struct Placement : Node {
    std::uint32_t rows = 0;
    std::array<std::uint8_t, 32> queens{};  ///< the column of the queen in each of the first `rows` rows

    void place(const Placement& above, std::uint32_t column) {
        Node::place(above, column);
        queens = above.queens;
        queens[above.rows] = static_cast<std::uint8_t>(std::countr_zero(column));
        rows = above.rows + 1;
    }
};

/// Whether a node attacks no columns that the board does not have.
inline bool stands_on(const Space& space, const Node& node) {
    return (node.straight & ~space.columns()) == 0;
}
/// Whether the words of a placement follow from its queens, which stand on the board.
bool stands_on(const Space& space, const Placement& placement);

/// Places a queen in the next row, leftmost free column first. Solutions are the nodes at depth `size()`.
template <class NodeType>
class BasicGenerator {
  public:
    using Space = queens::Space;
    using Node = NodeType;
    static constexpr std::size_t batch_size = 256;

    [[gnu::always_inline]] BasicGenerator(const Space& space, const Node& parent)
        : parent_(&parent), free_(space.columns() & ~(parent.straight | parent.rightward | parent.leftward)) {}

    [[gnu::always_inline]] bool next(Node& child) {
        if (free_ == 0) return false;
        const std::uint32_t column = free_ & (~free_ + 1);
        free_ ^= column;
        child.place(*parent_, column);
        return true;
    }

    [[gnu::always_inline]] std::uint64_t remaining() const { return count_columns(free_); }

    /// The number of placed queens: a solution has reached `size()`.
    static std::uint32_t objective(const Space&, const Node& node) requires requires { node.rows; }
    { return node.rows; }

    /// Appends all children of many boards: an enumeration does not depend on their order.
    static void expand(const Space& space, const Boards& boards, std::size_t first, std::size_t count,
                       Boards& children) requires std::is_same_v<NodeType, queens::Node> {
        best_kernel().expand(space.columns(), boards, first, count, children);
    }

    /// Appends those of many boards that have children.
    static void append_inner(const Space& space, const Boards& boards,
                             Boards& inner) requires std::is_same_v<NodeType, queens::Node> {
        best_kernel().append_inner(space.columns(), boards, inner);
    }

    /// Whether queens can stand like this on the first `depth` rows.
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        return valid(space, node) && count_columns(node.straight) == depth;
    }
    static bool valid(const Space& space, const Node& node) { return stands_on(space, node); }

    /// The empty board.
    static Node root(const Space&) { return {}; }

  private:
    const Node* parent_;
    std::uint32_t free_;
};

/// The generator for counting.
using Generator = BasicGenerator<Node>;

/// The generator for finding a placement.
using PlacementGenerator = BasicGenerator<Placement>;

/// The board as `size()` lines of '.' and 'Q'.
std::string to_string(const Space& space, const Placement& placement);

}  // namespace scrump::queens

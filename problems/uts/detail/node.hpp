#pragma once
// A node of an unbalanced tree, and many of them side by side.

#include <scrump/pools/node_columns.hpp>

#include <cstddef>
#include <cstdint>

#include "sha1.hpp"

namespace scrump::uts {

struct Node {
    State state;
    std::uint32_t children;
    std::uint32_t depth;  ///< needed by the geometric laws

    bool operator==(const Node&) const = default;
};

using Nodes = NodeColumns<Node>;

/// The columns of `Nodes` after the five of the state; the last one is that of `Nodes::depths()`.
inline constexpr std::size_t state_words = 5;
inline constexpr std::size_t children_column = 5;
inline constexpr std::size_t depth_column = 6;
inline constexpr std::size_t all_columns = Nodes::words + 1;

/// All columns from one node on, by two numbers that fit into registers.
template <class Word>
class Columns {
  public:
    template <class AnyNodes>
    [[gnu::always_inline]] Columns(AnyNodes& nodes, std::size_t first)
        : first_(nodes.column(0) + first), stride_(nodes.column(1) - nodes.column(0)) {}

    [[gnu::always_inline]] Word* operator[](std::size_t column) const {
        return first_ + static_cast<std::ptrdiff_t>(column) * stride_;
    }

  private:
    Word* first_;
    std::ptrdiff_t stride_;
};

}  // namespace scrump::uts

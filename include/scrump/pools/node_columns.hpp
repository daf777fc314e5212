#pragma once
// Nodes in columns: the data that generators of whole batches of nodes read and write.

#include <scrump/pools/column_node.hpp>
#include <scrump/pools/detail/word_columns.hpp>

#include <array>
#include <cstddef>
#include <cstring>

namespace scrump {

/// Nodes as a structure of arrays: each of the 32-bit words of a node in a column of its own, and a last column for the
/// depths. A stack that also gives from its bottom.
template <ColumnNode NodeType>
class NodeColumns : public detail::WordColumns {
  public:
    /// The type of the nodes.
    using Node = NodeType;

    /// Number of words of a node; the last one may be padded with zeros.
    static constexpr std::size_t words = (sizeof(Node) + sizeof(Word) - 1) / sizeof(Word);

    /// Makes an empty stack.
    NodeColumns() : WordColumns(words + 1) {}

    /// The depths of all nodes, in order; valid until the columns grow.
    Word* depths() { return column(words); }
    /// The same, read-only.
    const Word* depths() const { return column(words); }

    /// The node at an index, reassembled.
    Node node(std::size_t index) const {
        std::array<Word, words> gathered;
        for (std::size_t word = 0; word < words; ++word) gathered[word] = column(word)[index];
        Node node;
        std::memcpy(static_cast<void*>(&node), gathered.data(), sizeof(Node));
        return node;
    }
    /// The depth of the node at an index.
    unsigned depth(std::size_t index) const { return depths()[index]; }

    /// Adds one at the end.
    void push(const Node& node, unsigned depth) {
        reserve(1);
        std::array<Word, words> spread{};
        std::memcpy(spread.data(), &node, sizeof(Node));
        for (std::size_t word = 0; word < words; ++word) column(word)[size()] = spread[word];
        depths()[size()] = depth;
        extend(1);
    }
};

}  // namespace scrump

#pragma once
// Nodes side by side (see word_columns.hpp), with a last column for their depths.

#include <scrump/pools/detail/word_columns.hpp>

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace scrump::detail {

/// A node that can be kept in columns: it is its bytes.
template <class Node>
concept ColumnNode = std::is_trivially_copyable_v<Node>;

template <ColumnNode NodeType>
class NodeColumns : public WordColumns {
  public:
    using Node = NodeType;

    /// Of a node; the last one may be filled up with zeros.
    static constexpr std::size_t words = (sizeof(Node) + sizeof(Word) - 1) / sizeof(Word);

    NodeColumns() : WordColumns(words + 1) {}

    Word* depths() { return column(words); }
    const Word* depths() const { return column(words); }

    Node node(std::size_t index) const {
        std::array<Word, words> gathered;
        for (std::size_t word = 0; word < words; ++word) gathered[word] = column(word)[index];
        Node node;
        std::memcpy(static_cast<void*>(&node), gathered.data(), sizeof(Node));
        return node;
    }
    unsigned depth(std::size_t index) const { return depths()[index]; }

    void push(const Node& node, unsigned depth) {
        reserve(1);
        std::array<Word, words> spread{};
        std::memcpy(spread.data(), &node, sizeof(Node));
        for (std::size_t word = 0; word < words; ++word) column(word)[size()] = spread[word];
        depths()[size()] = depth;
        extend(1);
    }
};

}  // namespace scrump::detail

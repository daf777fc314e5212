#pragma once
// The children of a batch of nodes are made in pieces. Before they are hashed they are laid out: the parent of each
// one, and where each parent's children begin. So the next few children are those of as few consecutive parents, and
// vector code brings each child its parent's words by one load and a permutation.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "node.hpp"
#include "sha1_many.hpp"

namespace scrump::uts {

/// The children of some parents, laid out one piece after the other.
class Layout {
  public:
    /// Number of children in a piece: its data stay in the innermost cache, even if a root has a thousand million
    /// children; and a byte identifies the parent of each.
    static constexpr std::size_t room = 256;
    /// Whole vectors are read, of up to this many entries.
    static constexpr std::size_t vector = 16;

    /// All `count` parents have children; `counts` gives their numbers.
    Layout(const std::uint32_t* counts, std::size_t count) : counts_(counts), count_(count) {}

    /// Lays out the next piece; returns false if there is none.
    [[gnu::always_inline]] bool next() {
        constexpr std::uint64_t ones = 0x0101010101010101;
        // Kept in registers, whatever bytes are written.
        const std::uint32_t* const counts = counts_;
        const std::size_t first = parent_;
        const std::size_t end = count_;
        std::size_t parent = first;
        std::uint32_t index = index_;
        std::size_t size = 0;
        for (std::uint64_t copies = 0; parent < end; ++parent, copies += ones) {
            const std::size_t left = counts[parent] - index;
            starts_[parent - first] = static_cast<std::uint32_t>(size) - index;
            // Entries beyond this parent's children are overwritten by the next one's.
            write(size, copies);
            if (left > vector || size + left > room) [[unlikely]] {
                const std::size_t here = std::min(left, room - size);
                for (std::size_t i = vector; i < here; i += vector) write(size + i, copies);
                size += here;
                if (here < left) {
                    index += static_cast<std::uint32_t>(here);
                    break;
                }
            } else {
                size += left;
            }
            index = 0;
        }
        first_ = first;
        parent_ = parent;
        index_ = index;
        size_ = size;
        return size > 0;
    }

    /// Number of children in the piece.
    std::size_t size() const { return size_; }
    /// The piece's first parent.
    std::size_t first() const { return first_; }
    /// The parents of a child and of those after it, counted from the piece's first one.
    const std::uint8_t* parents(std::size_t child) const { return &parents_[child]; }
    /// For a parent, counted like that, and those after it: which of the piece's children would be its child 0, modulo
    /// 2^32.
    const std::uint32_t* starts(std::size_t parent) const { return &starts_[parent]; }

  private:
    [[gnu::always_inline]] void write(std::size_t at, std::uint64_t copies) {
        static_assert(vector == 2 * sizeof(copies));
        std::memcpy(&parents_[at], &copies, sizeof(copies));
        std::memcpy(&parents_[at + sizeof(copies)], &copies, sizeof(copies));
    }

    const std::uint32_t* counts_;
    std::size_t count_;
    std::size_t parent_ = 0;   // next to be laid out
    std::uint32_t index_ = 0;  // from this child on
    std::size_t first_ = 0;
    std::size_t size_ = 0;
    alignas(64) std::array<std::uint8_t, room + vector> parents_;
    alignas(64) std::array<std::uint32_t, room + vector> starts_;
};

/// The messages of a piece.
struct PieceMessages {
    alignas(64) std::array<std::array<std::uint32_t, Layout::room>, 6> words;

    Messages columns() const {
        Messages all;
        for (std::size_t word = 0; word < all.size(); ++word) all[word] = words[word].data();
        return all;
    }
};

/// The result of examining some parents.
struct Census {
    std::uint64_t children = 0;
    bool has_leaves = false;
};

[[gnu::always_inline]] inline Census take_census(const std::uint32_t* counts, std::size_t count) {
    std::uint64_t children = 0;
    std::uint32_t fewest = 1;
    for (std::size_t i = 0; i < count; ++i) {
        children += counts[i];
        fewest = std::min(fewest, counts[i]);
    }
    return {children, fewest == 0};
}

/// Those of `count` nodes, from `first` on, that have children: for callers that also expand leaves.
Nodes inner_nodes(const Nodes& nodes, std::size_t first, std::size_t count);

}  // namespace scrump::uts

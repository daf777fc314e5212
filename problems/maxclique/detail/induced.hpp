#pragma once
// A small subgraph renumbered without gaps, so that its rows are one, two or four words, however large the graph is.
//
// A node deep in the tree has few candidates, spread over all words of the graph. Gathered together, they are coloured
// and propagated at a fraction of the cost. Gathering the rows costs about as much as colouring, but the candidates of
// all nodes below are among the node's own: an induced subgraph serves a whole subtree.

#include <scrump/base/bitset.hpp>
#include <scrump/problems/maxclique/ext/fast_bits.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

#if SCRUMP_HAS_FAST_BITS

namespace scrump::maxclique {

/// The subgraph induced by at most 64·M vertices of a graph with rows of W words. Its vertices keep their order. Use it
/// only where `fast_bits()`.
template <std::size_t W, std::size_t M>
class Induced {
  public:
    /// Whether this is a subgraph that has all of `vertices`.
    [[gnu::always_inline]] bool holds(const BitSet<W>& vertices) const {
        std::uint64_t missing = 0;
        for (std::size_t w = 0; w < W; ++w) missing |= vertices.word(w) & ~vertices_.word(w);
        return missing == 0;
    }

    /// Becomes the subgraph of the graph with these rows that `vertices`, at most 64·M, induce.
    SCRUMP_FAST_BITS void build(const BitSet<W>* rows, const BitSet<W>& vertices) {
        choose(vertices);
        std::size_t next = 0;
        for (std::size_t w = 0; w < W; ++w)
            for (std::uint64_t left = vertices.word(w); left != 0; left &= left - 1)
                rows_[next++] = gather(rows[64 * w + static_cast<std::size_t>(__builtin_ctzll(left))]);
    }

    /// The same, from a larger subgraph that holds `vertices`, and whose rows are shorter to read.
    template <std::size_t N>
    SCRUMP_FAST_BITS void build(const Induced<W, N>& larger, const BitSet<W>& vertices) {
        choose(vertices);
        Induced<N, M> step;
        const BitSet<N> inner = larger.gather(vertices);
        step.choose(inner);
        std::size_t next = 0;
        for (std::size_t w = 0; w < N; ++w)
            for (std::uint64_t left = inner.word(w); left != 0; left &= left - 1)
                rows_[next++] = step.gather(larger.row(64 * w + static_cast<std::size_t>(__builtin_ctzll(left))));
    }

    /// Those that it was made of, in the graph's numbers.
    const BitSet<W>& vertices() const { return vertices_; }

    const BitSet<M>& row(std::size_t vertex) const { return rows_[vertex]; }
    const BitSet<M>* rows() const { return rows_.data(); }

    /// A set of the graph's vertices, those that this subgraph has, in its numbers.
    SCRUMP_FAST_BITS [[gnu::always_inline]] BitSet<M> gather(const BitSet<W>& set) const {
        BitSet<M> gathered;
        for (std::size_t m = 0; m < M; ++m) {
            std::uint64_t word = 0;
            for (std::size_t i = begin(m); i < end(m); ++i)
                word |= gather_bits(set.word(word_of(i)), pieces_[i].mask) << pieces_[i].shift;
            gathered.word(m) = word;
        }
        return gathered;
    }

    /// A set of this subgraph's vertices in the graph's numbers.
    SCRUMP_FAST_BITS [[gnu::always_inline]] BitSet<W> scatter(const BitSet<M>& set) const {
        BitSet<W> scattered;
        for (std::size_t m = 0; m < M; ++m)
            for (std::size_t i = begin(m); i < end(m); ++i)
                scattered.word(word_of(i)) |= scatter_bits(set.word(m) >> pieces_[i].shift, pieces_[i].mask);
        return scattered;
    }

    /// Discards the subgraph: holds only the empty set.
    void clear() { vertices_ = {}; }

  private:
    template <std::size_t, std::size_t>
    friend class Induced;

    /// Bits of one word of the graph's sets that lie together in one word of the subgraph's.
    struct Piece {
        std::uint64_t mask;
        std::uint32_t word;
        std::uint32_t shift;
    };

    // Short rows have a piece for each pair of words, most of them empty: loops over them unroll, which more than
    // compensates for it. Long rows have a list of the existing pieces.
    static constexpr bool all_pairs = W <= 8;

    std::size_t begin(std::size_t m) const { return all_pairs ? m * W : m == 0 ? 0 : ends_[m - 1]; }
    std::size_t end(std::size_t m) const { return all_pairs ? m * W + W : ends_[m]; }
    std::size_t word_of(std::size_t i) const { return all_pairs ? i % W : pieces_[i].word; }

    /// Lays out the pieces of `vertices`. A word of the graph falls into two words of the subgraph at most.
    SCRUMP_FAST_BITS void choose(const BitSet<W>& vertices) {
        vertices_ = vertices;
        if constexpr (all_pairs)
            for (Piece& piece : pieces_) piece = {};
        std::uint32_t pieces = 0;
        std::uint32_t place = 0;
        for (std::size_t w = 0; w < W; ++w) {
            std::uint64_t left = vertices.word(w);
            while (left != 0) {
                const std::uint32_t shift = place % 64;
                const std::uint32_t room = 64 - shift;
                const auto count = static_cast<std::uint32_t>(__builtin_popcountll(left));
                const std::uint64_t mask = count <= room ? left : scatter_bits((std::uint64_t{1} << room) - 1, left);
                const std::size_t i = all_pairs ? place / 64 * W + w : pieces++;
                pieces_[i] = {mask, static_cast<std::uint32_t>(w), shift};
                place += count <= room ? count : room;
                if (place % 64 == 0) ends_[place / 64 - 1] = pieces;
                left ^= mask;
            }
        }
        for (std::size_t m = place / 64; m < M; ++m) ends_[m] = pieces;
    }

    BitSet<W> vertices_;
    std::array<std::uint32_t, M> ends_{};  // of the pieces of each word of the subgraph
    std::array<Piece, all_pairs ? W * M : W + M> pieces_;
    std::array<BitSet<M>, 64 * M> rows_;
};

}  // namespace scrump::maxclique

#endif

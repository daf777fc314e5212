#pragma once
// The vertices that a vertex is not adjacent to: lists of them in graphs in which they are few, as a list of four is
// shorter than a row of a thousand bits; and whether they know each other.

#include <scrump/base/bitset.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::maxclique {

/// Longest rows, in words, whose graphs are reasoned about by themselves (reasoning.hpp): the state lies on the stack.
inline constexpr std::size_t max_reasoned_words = 25;

/// The strangers of each vertex, or nothing if they are many.
class Strangers {
  public:
    /// `rows[v]`: the neighbours of v. Lists at most W strangers per vertex on average, for rows of W words, if anybody
    /// needs them.
    template <std::size_t W>
    explicit Strangers(const std::vector<BitSet<W>>& rows) {
        const BitSet<W> all = BitSet<W>::first_n(rows.size());
        for (const BitSet<W>& row : rows) total_ += rows.size() - 1 - row.count();
        if (W > max_reasoned_words) return;
        clustered_ = is_clustered(rows);
        if (total_ > W * rows.size()) return;
        vertices_.reserve(total_);
        ends_.reserve(rows.size() + 1);
        ends_.push_back(0);
        for (std::size_t v = 0; v < rows.size(); ++v) {
            BitSet<W> strangers = all - rows[v];
            strangers.reset(v);
            strangers.for_each([&](std::size_t u) { vertices_.push_back(static_cast<std::uint32_t>(u)); });
            ends_.push_back(vertices_.size());
        }
    }

    /// Number of strangers of all vertices.
    std::size_t total() const { return total_; }
    bool listed() const { return !ends_.empty(); }
    /// Whether two strangers of a vertex are strangers of each other at least twice as often as any two vertices: in a
    /// graph of parts that are joined to each other nearly completely. In random graphs it is as often.
    bool clustered() const { return clustered_; }
    /// Ascending. Call it only if they are listed.
    std::span<const std::uint32_t> of(std::size_t vertex) const {
        return {vertices_.data() + ends_[vertex], vertices_.data() + ends_[vertex + 1]};
    }

  private:
    /// Looks at a sample of the vertices.
    template <std::size_t W>
    bool is_clustered(const std::vector<BitSet<W>>& rows) const {
        constexpr std::size_t sample = 128;
        const BitSet<W> all = BitSet<W>::first_n(rows.size());
        std::size_t pairs = 0;
        std::size_t of_strangers = 0;
        for (std::size_t v = 0; v < rows.size(); v += rows.size() / sample + 1) {
            BitSet<W> strangers = all - rows[v];
            strangers.reset(v);
            const std::size_t count = strangers.count();
            if (count > 0) pairs += count * (count - 1);
            strangers.for_each([&](std::size_t u) { of_strangers += (strangers - rows[u]).count() - 1; });
        }
        return pairs > 0 && of_strangers * rows.size() * (rows.size() - 1) >= 2 * pairs * total_;
    }

    std::size_t total_ = 0;
    bool clustered_ = false;
    std::vector<std::size_t> ends_;
    std::vector<std::uint32_t> vertices_;
};

}  // namespace scrump::maxclique

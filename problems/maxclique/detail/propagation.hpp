#pragma once
// The strong upper bound of the clique search: incremental MaxSAT reasoning over colour classes by unit propagation.
//
// A clique with one vertex of each of k classes and a further vertex b would beat the bound k. Suppose there is one:
// each class must then give it a neighbour of b. A class with a single neighbour left forces that one, which narrows
// the other classes; a class with none left is a conflict. The classes that led to it, together with b, give the clique
// one vertex fewer than their number, so b may be counted in without raising the bound, once for each conflict that
// shares no class with another. Li and Quan, "An efficient branch-and-bound algorithm based on MaxSAT for the maximum
// clique problem" (AAAI 2010); Li, Jiang and Manyà, "On minimization of the number of branches in branch-and-bound
// algorithms for the maximum clique problem" (Computers & Operations Research 84, 2017). Conflicts of three classes:
// San Segundo, Nikolaev and Batsyn, "Infra-chromatic bound for exact maximum clique search" (Computers & Operations
// Research 64, 2015).

#include <scrump/base/bitset.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace scrump::maxclique {

namespace detail {

enum class Size { none, one, more };

template <std::size_t M>
[[gnu::always_inline]] inline Size size_up_to_two(const BitSet<M>& set) {
    std::uint64_t seen = 0;
    std::uint64_t more = 0;
    for (std::size_t w = 0; w < M; ++w) {
        const std::uint64_t word = set.word(w);
        more |= (word & (word - 1)) | (seen != 0 ? word : 0);
        seen |= word;
    }
    return seen == 0 ? Size::none : more == 0 ? Size::one : Size::more;
}

/// The first element from `from` on, or else the first of all; `capacity` if the set is empty. `from` ≤ capacity.
template <std::size_t K>
[[gnu::always_inline]] inline std::size_t next_cyclic(const BitSet<K>& set, std::size_t from) {
    if constexpr (K == 1) {
        const std::uint64_t word = set.word(0);
        const std::uint64_t later = word & (~std::uint64_t{0} << (from % 64));
        const std::uint64_t chosen = later != 0 ? later : word;
        return chosen != 0 ? static_cast<std::size_t>(__builtin_ctzll(chosen)) : 64;
    } else {
        if (from < 64 * K) {
            std::size_t w = from / 64;
            for (std::uint64_t word = set.word(w) & (~std::uint64_t{0} << (from % 64));; word = set.word(w)) {
                if (word != 0) return 64 * w + static_cast<std::size_t>(__builtin_ctzll(word));
                if (++w == K) break;
            }
        }
        return set.first();
    }
}

}  // namespace detail

/// Conflicts between vertices and the colour classes `sets[0 … classes)`, `classes` ≤ 64·K, of a graph with rows of M
/// words.
template <std::size_t M, std::size_t K>
class Propagation {
  public:
    Propagation(const BitSet<M>* rows, const BitSet<M>* sets, std::size_t classes)
        : rows_(rows), sets_(sets), unused_(BitSet<K>::first_n(classes)) {}

    /// Whether `vertex`, which is in no class, can be counted in without raising the bound; the classes that show it
    /// are then used up, and `note` is called with the vertex, the class that became empty, and a function that calls
    /// another with each other of them and the vertex that it was forced to give, in order.
    template <class Note>
    [[gnu::always_inline]] bool absorb(std::size_t vertex, const Note& note) {
        const BitSet<M> neighbours = rows_[vertex];
        BitSet<M> possible = neighbours;
        BitSet<K> open = unused_;     // classes that have not given their vertex yet
        BitSet<K> pending = unused_;  // those to examine since `possible` last shrank
        std::size_t forced = 0;
        std::size_t at = 0;
        for (;;) {
            at = detail::next_cyclic(pending, at);
            if (at == BitSet<K>::capacity) return false;
            const BitSet<M> remaining = sets_[at] & possible;
            const detail::Size size = detail::size_up_to_two(remaining);
            if (size == detail::Size::more) {
                pending.reset(at++);
                continue;
            }
            if (size == detail::Size::none) break;
            const std::size_t unit = remaining.first();
            trail_[forced++] = {static_cast<std::uint32_t>(unit), static_cast<std::uint32_t>(at)};
            possible &= rows_[unit];
            open.reset(at++);
            pending = open;
        }
        const BitSet<K> needed = use_up(neighbours, at, forced);
        note(vertex, at, [&](const auto& look) {
            needed.for_each([&](std::size_t i) { look(trail_[i].from, trail_[i].vertex); });
        });
        return true;
    }

  private:
    /// A vertex that its class was forced to give.
    struct Forced {
        std::uint32_t vertex;
        std::uint32_t from;
    };

    /// Walks back from the class that became empty over the forced vertices that emptied it, and those that forced
    /// them, and retires their classes. Fewer retired classes leave more for the next vertex. Returns the places of
    /// these vertices.
    [[gnu::always_inline]] BitSet<K> use_up(const BitSet<M>& neighbours, std::size_t emptied, std::size_t forced) {
        BitSet<K> needed;
        unused_.reset(emptied);
        if (forced == 0) return needed;
        explain(sets_[emptied] & neighbours, forced, needed);
        for (std::size_t i = forced; i-- > 0;) {
            if (!needed.test(i)) continue;
            unused_.reset(trail_[i].from);
            BitSet<M> lost = sets_[trail_[i].from] & neighbours;
            lost.reset(trail_[i].vertex);
            explain(lost, i, needed);
        }
        return needed;
    }

    /// Adds forced vertices among the first `forced` to `needed` until each of `lost` is not adjacent to one of them.
    /// The earliest first: they have the fewest reasons themselves.
    [[gnu::always_inline]] void explain(BitSet<M> lost, std::size_t forced, BitSet<K>& needed) const {
        for (std::size_t i = 0; i < forced && lost.any(); ++i)
            if (needed.test(i)) lost &= rows_[trail_[i].vertex];
        for (std::size_t i = 0; i < forced && lost.any(); ++i) {
            if (needed.test(i)) continue;
            const BitSet<M> still = lost & rows_[trail_[i].vertex];
            if (still == lost) continue;
            needed.set(i);
            lost = still;
        }
    }

    const BitSet<M>* rows_;
    const BitSet<M>* sets_;
    BitSet<K> unused_;
    std::array<Forced, 64 * K> trail_;
};

/// Whether a node of a graph with rows of this size may take so long that it should be cut short when the search is
/// about to stop: seconds, with tens of thousands of vertices.
template <std::size_t M>
inline constexpr bool takes_long = M >= 32;

/// Removes from `left` the vertices that can be counted in without raising the bound, in ascending order, with `note`
/// as for absorb(); stops once `hurried()`.
template <std::size_t K, std::size_t M, class Hurried, class Note>
[[gnu::always_inline]] inline BitSet<M> propagate(const BitSet<M>* rows, const BitSet<M>* sets, std::size_t classes,
                                                  const BitSet<M>& left, const Hurried& hurried, const Note& note) {
    Propagation<M, K> propagation(rows, sets, classes);
    BitSet<M> branching = left;
    for (std::size_t w = 0; w < M; ++w) {
        if (takes_long<M> && hurried()) break;
        for (std::uint64_t word = left.word(w); word != 0; word &= word - 1) {
            const std::size_t vertex = 64 * w + static_cast<std::size_t>(__builtin_ctzll(word));
            if (propagation.absorb(vertex, note)) branching.reset(vertex);
        }
    }
    return branching;
}

}  // namespace scrump::maxclique

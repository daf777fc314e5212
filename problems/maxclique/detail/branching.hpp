#pragma once
// The candidates of a node that are worth branching on: the step of the clique search that takes nearly all of its
// time.
//
// Candidates that colouring and propagation show to hold no clique of more than k vertices are settled; a larger one
// has at least one of the others, the branching set. (Li, Jiang and Manyà 2017, see propagation.hpp.)

#include <scrump/base/bitset.hpp>
#include <scrump/problems/maxclique/detail/colouring.hpp>
#include <scrump/problems/maxclique/detail/induced.hpp>
#include <scrump/problems/maxclique/detail/propagation.hpp>
#include <scrump/problems/maxclique/detail/reasoning.hpp>
#include <scrump/problems/maxclique/detail/space.hpp>
#include <scrump/problems/maxclique/ext/fast_bits.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace scrump::maxclique {

namespace detail {

/// More classes than these are counted but not stored: propagation does without them.
inline constexpr std::size_t max_kept_classes = 1024;

/// Data that a thread keeps between nodes, so that no node allocates.
template <std::size_t W>
struct Scratch {
    std::vector<BitSet<W>> sets;

    /// Space for `classes` sets, as far as they are stored, and one more.
    BitSet<W>* sets_for(std::size_t classes) {
        const std::size_t kept = (W <= max_reasoned_words ? max_kept_classes : std::min(classes, max_kept_classes)) + 1;
        if (sets.size() < kept) sets.resize(kept);
        return sets.data();
    }

#if SCRUMP_HAS_FAST_BITS
    std::uint64_t serial = 0;  ///< serial number of the space of the induced subgraphs
    Induced<W, 1> induced1;
    Induced<W, 2> induced2;
    Induced<W, 4> induced4;

    std::array<BitSet<1>, 64 + 1> sets1;
    std::array<BitSet<2>, 128 + 1> sets2;
    std::array<BitSet<4>, 256 + 1> sets4;

    template <std::size_t M>
    Induced<W, M>& induced() {
        if constexpr (M == 1)
            return induced1;
        else if constexpr (M == 2)
            return induced2;
        else
            return induced4;
    }

    template <std::size_t M>
    BitSet<M>* small_sets() {
        if constexpr (M == 1)
            return sets1.data();
        else if constexpr (M == 2)
            return sets2.data();
        else
            return sets4.data();
    }

    void forget(std::uint64_t next_serial) {
        serial = next_serial;
        induced1.clear();
        induced2.clear();
        induced4.clear();
    }
#endif

    static Scratch& of_this_thread() {
        thread_local const std::unique_ptr<Scratch> scratch = std::make_unique<Scratch>();
        return *scratch;
    }
};

/// How to bound a node: by what, and with the graph's strangers if they are listed.
struct Bounding {
    Effort effort = Effort::propagation;
    const Strangers* strangers = nullptr;
};

template <std::size_t K, std::size_t M, class Hurried>
[[gnu::always_inline]] inline Branching<M> reason(const BitSet<M>* rows, BitSet<M>* sets, std::size_t classes,
                                                  const BitSet<M>& left, Bounding bounding, const Hurried& hurried) {
    Reasoning<M, K> reasoning(rows, sets, classes, bounding.strangers);
    return reasoning.settle(left, bounding.effort == Effort::filter, hurried);
}

/// The bound of propagation alone; `note` as for Propagation::absorb().
template <std::size_t M, class Hurried, class Note>
[[gnu::always_inline]] inline BitSet<M> absorb_by_propagation(const BitSet<M>* rows, const BitSet<M>* sets,
                                                              std::size_t classes, const BitSet<M>& left,
                                                              const Hurried& hurried, const Note& note) {
    if (classes <= 64) return propagate<1>(rows, sets, classes, left, hurried, note);
    if constexpr (M >= 2)
        if (classes <= 128) return propagate<2>(rows, sets, classes, left, hurried, note);
    if constexpr (M > 2 && M <= 4) return propagate<4>(rows, sets, classes, left, hurried, note);
    if constexpr (M > 4) return propagate<16>(rows, sets, std::min(classes, max_kept_classes), left, hurried, note);
    return left;
}

template <std::size_t M, class Hurried>
[[gnu::always_inline]] inline Branching<M> branching_set(const BitSet<M>* rows, const BitSet<M>& candidates,
                                                         std::size_t classes, Bounding bounding, BitSet<M>* sets,
                                                         const Hurried& hurried) {
    const BitSet<M> left = colour(rows, candidates, classes, max_kept_classes, sets);
    // A single class shows nothing beyond first fit.
    if (classes < 2 || !left.any()) return {left, {}};
    if constexpr (M <= max_reasoned_words) {
        const std::size_t room = std::min(max_slacks + 1, left.count());  // for further classes
        if (bounding.effort != Effort::propagation && classes + room <= max_kept_classes) {
            if constexpr (M == 1) return reason<1>(rows, sets, classes, left, bounding, hurried);
            if constexpr (M == 2 || M == 4)
                if (classes + room <= 64) return reason<1>(rows, sets, classes, left, bounding, hurried);
            if constexpr (M == 2) return reason<2>(rows, sets, classes, left, bounding, hurried);
            if constexpr (M > 2)
                if (classes + room <= 256 || M == 4) return reason<4>(rows, sets, classes, left, bounding, hurried);
            if constexpr (M > 4) return reason<16>(rows, sets, classes, left, bounding, hurried);
        }
    }
    return {absorb_by_propagation(rows, sets, classes, left, hurried, [](const auto&...) {}), {}};
}

/// Works on the graph's own rows. Compiled into its callers for the processor that they are compiled for.
template <std::size_t W>
[[gnu::always_inline]] inline Branching<W> branching_set_of_graph(const Space<W>& space, const BitSet<W>& candidates,
                                                                  std::size_t classes, Effort effort) {
    const Strangers* const strangers = space.strangers().listed() ? &space.strangers() : nullptr;
    return branching_set(space.rows(), candidates, classes, Bounding{effort, strangers},
                         Scratch<W>::of_this_thread().sets_for(classes), [&] { return space.hurried(); });
}

/// For any processor.
template <std::size_t W>
SCRUMP_PLAIN_BITS [[gnu::noinline]] Branching<W> plain_branching_set(const Space<W>& space, const BitSet<W>& candidates,
                                                                     std::size_t classes) {
    const std::size_t count = candidates.count();
    if (count <= classes) return {};
    return branching_set_of_graph(space, candidates, classes, space.effort(count, classes));
}

#if SCRUMP_HAS_FAST_BITS

/// The same for the processors at hand, in rows of one, two or four words: compiled once for all widths of graphs.
template <std::size_t M>
SCRUMP_FAST_BITS [[gnu::noinline]] Branching<M> narrow_branching_set(const BitSet<M>* rows, const BitSet<M>& candidates,
                                                                     std::size_t classes, Effort effort,
                                                                     BitSet<M>* sets) {
    return branching_set(rows, candidates, classes, Bounding{effort}, sets, [] { return false; });
}

/// Makes the subgraph of M words one of `candidates` alone, reading the rows of a larger one where that holds them.
template <std::size_t M, std::size_t W>
SCRUMP_FAST_BITS [[gnu::noinline]] void induce(const Space<W>& space, const BitSet<W>& candidates,
                                               Scratch<W>& scratch) {
    Induced<W, M>& induced = scratch.template induced<M>();
    if constexpr (M < 2 && W > 2)
        if (scratch.induced2.holds(candidates)) return induced.build(scratch.induced2, candidates);
    if constexpr (M < 4 && W > 4)
        if (scratch.induced4.holds(candidates)) return induced.build(scratch.induced4, candidates);
    induced.build(space.rows(), candidates);
}

template <std::size_t M, std::size_t W>
SCRUMP_FAST_BITS [[gnu::noinline]] Branching<W> branching_set_of_induced(const Space<W>& space,
                                                                         const BitSet<W>& candidates,
                                                                         std::size_t classes, Effort effort,
                                                                         Scratch<W>& scratch) {
    Induced<W, M>& induced = scratch.template induced<M>();
    if (!induced.holds(candidates)) induce<M>(space, candidates, scratch);
    BitSet<M>* const sets = scratch.template small_sets<M>();
    const Branching<M> found = narrow_branching_set(induced.rows(), induced.gather(candidates), classes, effort, sets);
    return {induced.scatter(found.branching), found.dropped.any() ? induced.scatter(found.dropped) : BitSet<W>{}};
}

/// For processors with `wide_bits()`.
template <std::size_t W>
SCRUMP_FAST_BITS [[gnu::noinline]] Branching<W> wide_branching_set(const Space<W>& space, const BitSet<W>& candidates,
                                                                   std::size_t classes) {
    const std::size_t count = candidates.count();
    if (count <= classes) return {};
    if constexpr (W > 4) {
        return branching_set_of_graph(space, candidates, classes, space.effort(count, classes));
    } else {
        return narrow_branching_set(space.rows(), candidates, classes, space.effort(count, classes),
                                    Scratch<W>::of_this_thread().sets_for(classes));
    }
}

/// For processors with `fast_bits()`.
template <std::size_t W>
SCRUMP_FAST_BITS [[gnu::noinline]] Branching<W> fast_branching_set(const Space<W>& space, const BitSet<W>& candidates,
                                                                   std::size_t classes) {
    const std::size_t count = candidates.count();
    if (count <= classes) return {};
    Scratch<W>& scratch = Scratch<W>::of_this_thread();
    if (scratch.serial != space.serial()) scratch.forget(space.serial());
    const Effort effort = space.effort(count, classes);
    if constexpr (W > 1)
        if (count <= 64) return branching_set_of_induced<1>(space, candidates, classes, effort, scratch);
    if constexpr (W > 2)
        if (count <= 128) return branching_set_of_induced<2>(space, candidates, classes, effort, scratch);
    if constexpr (W > 4)
        if (count <= 256) return branching_set_of_induced<4>(space, candidates, classes, effort, scratch);
    return wide_branching_set(space, candidates, classes);
}

#endif

}  // namespace detail

/// Disjoint subsets B and D of `candidates` such that those not in B hold no clique of more than `classes` vertices,
/// and no such clique has a vertex of D: the same ones on any processor.
template <std::size_t W>
Branching<W> branching_set(const Space<W>& space, const BitSet<W>& candidates, std::size_t classes) {
#if SCRUMP_HAS_FAST_BITS
    if (fast_bits()) return detail::fast_branching_set(space, candidates, classes);
    if (wide_bits()) return detail::wide_branching_set(space, candidates, classes);
#endif
    return detail::plain_branching_set(space, candidates, classes);
}

// Of all that a search compiles this takes longest: it is compiled once for each width, in branching_*.cpp.
#if SCRUMP_HAS_FAST_BITS
extern template Branching<1> detail::narrow_branching_set(const BitSet<1>*, const BitSet<1>&, std::size_t, Effort,
                                                          BitSet<1>*);
extern template Branching<2> detail::narrow_branching_set(const BitSet<2>*, const BitSet<2>&, std::size_t, Effort,
                                                          BitSet<2>*);
extern template Branching<4> detail::narrow_branching_set(const BitSet<4>*, const BitSet<4>&, std::size_t, Effort,
                                                          BitSet<4>*);
#endif
extern template Branching<4> branching_set(const Space<4>&, const BitSet<4>&, std::size_t);
extern template Branching<13> branching_set(const Space<13>&, const BitSet<13>&, std::size_t);
extern template Branching<64> branching_set(const Space<64>&, const BitSet<64>&, std::size_t);
extern template Branching<256> branching_set(const Space<256>&, const BitSet<256>&, std::size_t);
extern template Branching<1024> branching_set(const Space<1024>&, const BitSet<1024>&, std::size_t);
#ifndef SCRUMP_FEW_SIZE_CLASSES
extern template Branching<2> branching_set(const Space<2>&, const BitSet<2>&, std::size_t);
extern template Branching<7> branching_set(const Space<7>&, const BitSet<7>&, std::size_t);
extern template Branching<25> branching_set(const Space<25>&, const BitSet<25>&, std::size_t);
#endif

}  // namespace scrump::maxclique

#pragma once
// The branching set of a search with proofs, and the record of why the other candidates hold no larger clique: colour
// classes, and conflicts among them that propagation finds (propagation.hpp). Recolouring comes first: nodes are fewer
// then, and each takes steps of the proof.
//
// A record is the number of classes, the size of each, their vertices, the number of conflicts, and of each the vertex
// that it settles, the class that became empty, the number of the others that led to it, and each of these with the
// vertex that it was forced to give, in the order in which they were forced.

#include <scrump/base/bitset.hpp>
#include <scrump/problems/maxclique/detail/branching.hpp>
#include <scrump/problems/maxclique/detail/colouring.hpp>
#include <scrump/problems/maxclique/detail/space.hpp>
#include <scrump/problems/maxclique/ext/fast_bits.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace scrump::maxclique {

using Record = std::vector<std::uint16_t>;

namespace detail {

/// Makes room in the classes for vertices of `left`: such a vertex joins a class in which it has a single neighbour, if
/// that can go to another class. Returns the remaining vertices. (Re-NUMBER of Tomita, Sutani, Higashi, Takahashi and
/// Wakatsuki, "A simple and faster branch-and-bound algorithm for finding a maximum clique", WALCOM 2010.)
template <std::size_t M>
[[gnu::always_inline]] inline BitSet<M> recolour(const BitSet<M>* rows, BitSet<M> left, std::span<BitSet<M>> classes) {
    BitSet<M> rest = left;
    for (std::size_t v = left.first(); v != BitSet<M>::capacity; v = left.first()) {
        left.reset(v);
        for (BitSet<M>& own : classes) {
            const BitSet<M> neighbours = rows[v] & own;
            if (size_up_to_two(neighbours) == Size::more) continue;
            if (neighbours.any()) {
                const std::size_t mover = neighbours.first();
                const auto host = std::ranges::find_if(
                    classes, [&](const BitSet<M>& other) { return &other != &own && !(rows[mover] & other).any(); });
                if (host == classes.end()) continue;
                own.reset(mover);
                host->set(mover);
            }
            own.set(v);
            rest.reset(v);
            break;
        }
    }
    return rest;
}

/// `name(v)`: the space's number of the vertex v of these rows. `sets` has room for `classes` sets and one more.
template <std::size_t M, class Name, class Hurried>
[[gnu::always_inline]] inline BitSet<M> recorded(const BitSet<M>* rows, const BitSet<M>& candidates,
                                                 std::size_t classes, BitSet<M>* sets, const Name& name,
                                                 const Hurried& hurried, Record& record) {
    BitSet<M> left = colour(rows, candidates, classes, classes, sets);
    std::size_t used = classes;
    if (left.any()) {
        left = recolour<M>(rows, left, {sets, classes});
    } else {
        BitSet<M> missing = candidates;
        for (used = 0; missing.any(); ++used) missing -= sets[used];
    }
    const auto put = [&](std::size_t number) { record.push_back(static_cast<std::uint16_t>(number)); };
    record.clear();
    put(used);
    for (std::size_t c = 0; c < used; ++c) put(sets[c].count());
    for (std::size_t c = 0; c < used; ++c) sets[c].for_each([&](std::size_t v) { put(name(v)); });
    const std::size_t conflicts = record.size();
    put(0);
    if (used < 2 || !left.any()) return left;
    return absorb_by_propagation(rows, sets, used, left, hurried,
                                 [&](std::size_t vertex, std::size_t emptied, const auto& each_forced) {
                                     ++record[conflicts];
                                     put(name(vertex));
                                     put(emptied);
                                     const std::size_t forced = record.size();
                                     put(0);
                                     each_forced([&](std::size_t from, std::size_t unit) {
                                         ++record[forced];
                                         put(from);
                                         put(name(unit));
                                     });
                                 });
}

template <std::size_t W>
SCRUMP_PLAIN_BITS [[gnu::noinline]] BitSet<W> plain_recorded(const Space<W>& space, const BitSet<W>& candidates,
                                                             std::size_t classes, BitSet<W>* sets, Record& record) {
    return recorded<W>(
        space.rows(), candidates, classes, sets, [](std::size_t v) { return v; }, [&] { return space.hurried(); },
        record);
}

#if SCRUMP_HAS_FAST_BITS

/// The vertices of an induced subgraph, by its numbers.
template <std::size_t W, std::size_t M>
struct Names {
    BitSet<W> vertices;
    std::array<std::uint16_t, 64 * M> names;

    void become(const BitSet<W>& those) {
        if (vertices == those) return;
        vertices = those;
        std::size_t next = 0;
        those.for_each([&](std::size_t v) { names[next++] = static_cast<std::uint16_t>(v); });
    }

    static Names& of_this_thread() {
        thread_local const std::unique_ptr<Names> names = std::make_unique<Names>();
        return *names;
    }
};

template <std::size_t W>
SCRUMP_FAST_BITS [[gnu::noinline]] BitSet<W> wide_recorded(const Space<W>& space, const BitSet<W>& candidates,
                                                           std::size_t classes, BitSet<W>* sets, Record& record) {
    return recorded<W>(
        space.rows(), candidates, classes, sets, [](std::size_t v) { return v; }, [&] { return space.hurried(); },
        record);
}

template <std::size_t M, std::size_t W>
SCRUMP_FAST_BITS [[gnu::noinline]] BitSet<W> induced_recorded(const Space<W>& space, const BitSet<W>& candidates,
                                                              std::size_t classes, Scratch<W>& scratch,
                                                              Record& record) {
    Induced<W, M>& induced = scratch.template induced<M>();
    if (!induced.holds(candidates)) induce<M>(space, candidates, scratch);
    auto& names = Names<W, M>::of_this_thread();
    names.become(induced.vertices());
    return induced.scatter(recorded<M>(
        induced.rows(), induced.gather(candidates), classes, scratch.template small_sets<M>(),
        [&](std::size_t v) { return names.names[v]; }, [] { return false; }, record));
}

#endif

}  // namespace detail

/// A subset of `candidates` such that the others hold no clique of more than `classes` vertices, and in `record` why.
template <std::size_t W>
BitSet<W> recorded_branching_set(const Space<W>& space, const BitSet<W>& candidates, std::size_t classes,
                                 Record& record) {
    const std::size_t count = candidates.count();
    classes = std::min(classes, count);
    auto& scratch = detail::Scratch<W>::of_this_thread();
#if SCRUMP_HAS_FAST_BITS
    if (fast_bits()) {
        if (scratch.serial != space.serial()) scratch.forget(space.serial());
        if (count <= 64) return detail::induced_recorded<1>(space, candidates, classes, scratch, record);
        if (count <= 128) return detail::induced_recorded<2>(space, candidates, classes, scratch, record);
        if constexpr (W > 4)
            if (count <= 256) return detail::induced_recorded<4>(space, candidates, classes, scratch, record);
    }
#endif
    if (scratch.sets.size() <= classes) scratch.sets.resize(classes + 1);
    BitSet<W>* const sets = scratch.sets.data();
#if SCRUMP_HAS_FAST_BITS
    if (wide_bits()) return detail::wide_recorded(space, candidates, classes, sets, record);
#endif
    return detail::plain_recorded(space, candidates, classes, sets, record);
}

// Compiled in recorded_branching.cpp.
extern template BitSet<4> recorded_branching_set(const Space<4>&, const BitSet<4>&, std::size_t, Record&);
extern template BitSet<13> recorded_branching_set(const Space<13>&, const BitSet<13>&, std::size_t, Record&);
extern template BitSet<64> recorded_branching_set(const Space<64>&, const BitSet<64>&, std::size_t, Record&);

}  // namespace scrump::maxclique

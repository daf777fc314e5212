#pragma once
// A numerical semigroup by its decomposition numbers, and how to remove a generator from it.
//
// A numerical semigroup S is a set of natural numbers that contains 0 and all but finitely many others (the gaps), and
// is closed under addition. Its genus is the number of its gaps, its conductor the least c such that all numbers from c
// on are in S, its multiplicity m the least positive number in S. Removing a generator x >= c from S makes another
// semigroup: that arranges all semigroups in a tree below the set of all natural numbers, and a node's depth is its
// genus.
//
// J. Fromentin and F. Hivert, Exploring the tree of numerical semigroups, Math. Comp. 85 (2016): let d(y) be the number
// of ways to write y = a + b with a <= b in S. y is in S if d(y) > 0 and a generator if d(y) = 1. In S without x,
// d'(y) = d(y) - 1 if y - x is in S, else d(y).
//
// M. Bras-Amorós and J. Fernández-González, The right-generators descendant of a numerical semigroup, Math. Comp. 89
// (2020): the generators from the new conductor are those of S above x, and x + m if d(x + m) = 2, and nothing else
// unless x = m. So a child's generators come from its parent's by a shift, sooner than its decomposition numbers are
// made.

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "bits.hpp"
#include "kernels.hpp"

namespace scrump::semigroups {

/// The largest genus of a node whose decomposition numbers fit into `blocks` blocks: those up to conductor +
/// multiplicity - 1 <= 3 genus are needed.
constexpr unsigned max_genus(std::size_t blocks) {
    return static_cast<unsigned>((block_bytes * blocks - 1) / 3);
}

/// Number of words for generators, which lie in [conductor, conductor + multiplicity); the multiplicity is at most
/// genus + 1.
constexpr std::size_t generator_words(std::size_t blocks) {
    return (max_genus(blocks) + 1 + 63) / 64;
}

/// A numerical semigroup of genus at most `max_genus(Blocks)`.
template <std::size_t Blocks>
struct Semigroup {
    /// Number of ways in which y is a sum. Valid from the conductor on, if there are generators: only their removal
    /// reads it.
    alignas(block_bytes) std::uint8_t decompositions[block_bytes * Blocks];
    Bits<Blocks> members;                      ///< bit y: y is in the semigroup
    Bits<generator_words(Blocks)> generators;  ///< bit i: conductor + i is a generator
    std::uint64_t shape;                       ///< conductor, and multiplicity in the upper half

    unsigned conductor() const { return static_cast<std::uint32_t>(shape); }
    unsigned multiplicity() const { return static_cast<std::uint32_t>(shape >> 32); }

    static constexpr std::uint64_t make_shape(unsigned conductor, unsigned multiplicity) {
        return std::uint64_t{multiplicity} << 32 | conductor;
    }

    /// All natural numbers: genus 0, the root of the tree.
    static Semigroup natural_numbers() {
        Semigroup all{};
        for (unsigned y = 0; y < block_bytes * Blocks; ++y) {
            all.decompositions[y] = static_cast<std::uint8_t>(y / 2 + 1);
            all.members.set(y);
        }
        all.generators.set(1);
        all.shape = make_shape(0, 1);
        return all;
    }
};

/// Writes `parent` without its generator conductor + `offset` to `child`. `later`: the parent's generators above that
/// one. Every part is written from values held in registers, none is read back: a load that spans several recent stores
/// stalls.
template <class Kernel, std::size_t Blocks>
[[gnu::always_inline]] inline void remove_generator(const Semigroup<Blocks>& parent, unsigned offset,
                                                    const Bits<generator_words(Blocks)>& later,
                                                    Semigroup<Blocks>& child) {
    const unsigned removed = parent.conductor() + offset;
    const unsigned multiplicity = parent.multiplicity();
    assert(removed + multiplicity < block_bytes * Blocks);

    Bits<generator_words(Blocks)> generators = later.down(offset).down(1);
    generators.set(multiplicity - 1, parent.decompositions[removed + multiplicity] == 2);
    child.shape = parent.shape + offset + 1;
    if (removed == multiplicity) [[unlikely]] {  // 0, m, m + 1, … becomes 0, m + 1, …: 2m + 1 is new as well
        generators.set(multiplicity);
        child.shape = Semigroup<Blocks>::make_shape(removed + 1, multiplicity + 1);
    }
    child.generators = generators;

    Bits<Blocks> members = parent.members;
    members.clear(removed);
    child.members = members;
    if (generators.none()) return;

    const Bits<Blocks> removed_plus = parent.members.up(removed);
    for (std::size_t i = 0; i < Blocks; ++i)
        Kernel::decrement(child.decompositions + block_bytes * i, parent.decompositions + block_bytes * i,
                          removed_plus.words[i]);
}

/// Whether the members of a node are a semigroup of this genus, conductor and multiplicity, apart from closure under
/// sums.
template <std::size_t Blocks>
bool has_shape(const Semigroup<Blocks>& node, unsigned genus) {
    constexpr unsigned numbers = block_bytes * Blocks;
    const unsigned conductor = node.conductor();
    const unsigned multiplicity = node.multiplicity();
    if (genus > max_genus(Blocks) || conductor > 2 * genus || multiplicity < 1 || multiplicity > genus + 1)
        return false;
    const Bits<Blocks>& members = node.members;
    if (numbers - members.count() != genus || !members[0] || !members[multiplicity]) return false;
    if (conductor > 0 && members[conductor - 1]) return false;
    for (unsigned y = 1; y < multiplicity; ++y)
        if (members[y]) return false;
    for (unsigned y = conductor; y < numbers; ++y)
        if (!members[y]) return false;
    return true;
}

/// Whether all data of a node follow from its members, and these are a semigroup of this genus. Takes as many word
/// operations as there are numbers, times the number of words.
template <std::size_t Blocks>
bool is_semigroup(const Semigroup<Blocks>& node, unsigned genus) {
    constexpr unsigned numbers = block_bytes * Blocks;
    if (!has_shape(node, genus)) return false;
    const Bits<Blocks>& members = node.members;
    Bits<Blocks> mirrored{};  // bit numbers - 1 - y: y is a member
    for (unsigned y = 0; y < numbers; ++y) mirrored.set(numbers - 1 - y, members[y]);
    Bits<generator_words(Blocks)> generators{};
    const bool is_counted = !node.generators.none();
    for (unsigned y = 0; y < numbers; ++y) {
        const Bits<Blocks> others = mirrored.down(numbers - 1 - y);  // bit a: y - a is a member
        unsigned sums = y % 2 == 0 && members[y / 2] ? 1 : 0;
        for (std::size_t i = 0; i < Blocks; ++i)
            sums += static_cast<unsigned>(std::popcount(members.words[i] & others.words[i]));
        sums /= 2;  // each except a + a was counted twice
        if ((sums > 0) != members[y]) return false;
        if (y < node.conductor()) continue;
        if (is_counted && node.decompositions[y] != sums) return false;
        const unsigned offset = y - node.conductor();
        if (sums == 1 && y > 0 && offset < 64 * generator_words(Blocks)) generators.set(offset);
    }
    return generators == node.generators;
}

}  // namespace scrump::semigroups

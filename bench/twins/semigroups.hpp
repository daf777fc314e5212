#pragma once
// The sequential twin of the semigroup search: the same semigroups and kernels, walked by a loop written by hand.

#include <scrump/problems/semigroups/detail/semigroups.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::twins {

/// The walk below all natural numbers; semigroups of genus `genus` are counted, not made.
template <std::size_t Blocks, class Kernel>
[[gnu::always_inline]] inline void walk_semigroups(semigroups::Semigroup<Blocks>* stack,
                                                   semigroups::Bits<semigroups::generator_words(Blocks)>* rests,
                                                   unsigned genus, std::uint64_t* counts) {
    unsigned level = 0;
    auto rest = stack[0].generators;
    for (;;) {
        while (rest.none()) {
            if (level == 0) return;
            rest = rests[--level];
        }
        const unsigned offset = rest.lowest();
        rest.clear_lowest();
        semigroups::remove_generator<Kernel>(stack[level], offset, rest, stack[level + 1]);
        const auto generators = stack[level + 1].generators;
        counts[level + 2] += generators.count();
        if (level + 2 < genus && !generators.none()) {
            rests[level++] = rest;
            rest = generators;
        }
    }
}

/// The number of numerical semigroups of each genus from 0 to `genus`.
inline std::vector<std::uint64_t> count_semigroups_by_hand(
    unsigned genus, semigroups::InstructionSet set = semigroups::InstructionSet::automatic) {
    std::vector<std::uint64_t> counts(genus + 3);
    counts[0] = counts[1] = 1;
    const auto count =
        [&]<std::size_t Blocks, class Kernel>(std::type_identity<semigroups::Generator<Blocks, Kernel>>) {
            std::vector<semigroups::Semigroup<Blocks>> stack(genus + 2);
            std::vector<semigroups::Bits<semigroups::generator_words(Blocks)>> rests(genus + 2);
            stack[0] = semigroups::Semigroup<Blocks>::natural_numbers();
            Kernel::enter([&]() __attribute__((always_inline)) {
                walk_semigroups<Blocks, Kernel>(stack.data(), rests.data(), genus, counts.data());
            });
        };
    if (genus > 1) semigroups::with_generator(genus, count, set);
    counts.resize(genus + 1);
    return counts;
}

}  // namespace scrump::twins

#pragma once
// The expected number of missed states, because their stored data equal those of others. Pure.

#include "bit_field.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace scrump::detail {

/// For states that were visited by their hashes of 63 bits: each new one has the hash of an earlier one with a
/// probability of their number / 2^63, so n²/2 pairs have as many chances (Wolper and Leroy, 1993).
inline double missed_by_hashes(std::uint64_t visited) {
    const auto states = static_cast<double>(visited);
    return states * states / 2 * 0x1p-63;
}

/// The probability that three bits of a word are set, when each state has set three bits of a word of a field, `load`
/// states per word on average: the number of states in a word has a Poisson distribution.
inline double chance_of_three_bits(double load) {
    double chance = 0;
    double share = std::exp(-load);  // share of the words that k states have
    for (unsigned k = 0; k < 200; ++k) {
        const double set = 1 - std::pow(63.0 / 64, 3.0 * k);
        chance += share * set * set * set;
        share *= load / (k + 1);
    }
    return chance;
}

/// For states that were visited by three bits each, of one word of a field that has grown with them, in all localities:
/// the sum of the probabilities for each new state, given the field left by the earlier ones.
inline double missed_by_bits(std::uint64_t visited, BitField field, unsigned localities = 1) {
    static constexpr unsigned steps = 64;
    double missed = 0;
    double load = 0;
    for (std::uint64_t before = 0; before < visited; field.grow()) {
        const std::uint64_t room = field.can_grow() ? std::uint64_t{field.room()} * localities : visited;
        const std::uint64_t until = std::clamp(room, before, visited);
        const auto states = static_cast<double>(until - before);
        const double more = states / (static_cast<double>(field.words()) * localities);
        for (unsigned step = 0; step < steps; ++step)
            missed += chance_of_three_bits(load + more * (step + 0.5) / steps) * states / steps;
        load += more;
        before = until;
    }
    return missed;
}

}  // namespace scrump::detail

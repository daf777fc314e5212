#pragma once
// How many states are to be expected that were missed, because what is kept of them is that of others. Pure.

#include "bit_field.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace scrump::detail {

/// Of so many states that were visited by their hashes of 63 bits: each new one has that of one before with a
/// probability of their number / 2^63, so n²/2 pairs have as many chances (Wolper and Leroy, 1993).
inline double missed_by_hashes(std::uint64_t visited) {
    const auto states = static_cast<double>(visited);
    return states * states / 2 * 0x1p-63;
}

/// The probability that three bits of a word are set, when so many states have set three bits each of words of a field,
/// `load` of them a word on average: how many a word has is distributed as by Poisson.
inline double chance_of_three_bits(double load) {
    double chance = 0;
    double share = std::exp(-load);  // of words that k states have
    for (unsigned k = 0; k < 200; ++k) {
        const double set = 1 - std::pow(63.0 / 64, 3.0 * k);
        chance += share * set * set * set;
        share *= load / (k + 1);
    }
    return chance;
}

/// Of so many states that were visited by three bits each, of one word of a field that has grown as they came, in so
/// many localities: the sum of the chances of each state to come, as those before have left the field.
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

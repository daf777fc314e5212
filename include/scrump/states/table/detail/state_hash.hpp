#pragma once
// The hash of a state: 64 bits, the same on every platform and in every run, because the localities of a run and later
// readers of its files must agree on the place of a state. It does not resist attackers.

#include <cstddef>
#include <cstdint>
#include <span>

namespace scrump::detail {

/// The upper 64 bits of a product: maps a number that is spread over all 64 bits to [0, range).
constexpr std::uint64_t high_product(std::uint64_t number, std::uint64_t range) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((Wide{number} * range) >> 64U);
}

/// Each bit of the state changes each bit of the hash with a probability near a half; no two words have the same hash.
constexpr std::uint64_t hash_of(std::uint64_t state) {
    constexpr std::uint64_t odd = 0xd6e8feb86659fd93;
    state = (state ^ state >> 32U) * odd;
    state = (state ^ state >> 32U) * odd;
    return state ^ state >> 32U;
}

/// The word with this hash.
constexpr std::uint64_t word_of_hash(std::uint64_t hash) {
    constexpr std::uint64_t inverse = 0xcfee444d8b59a89b;  // of the factor of hash_of(), modulo 2^64
    hash = (hash ^ hash >> 32U) * inverse;
    hash = (hash ^ hash >> 32U) * inverse;
    return hash ^ hash >> 32U;
}

/// The hash of several words; their number counts.
constexpr std::uint64_t hash_of(std::span<const std::uint64_t> state) {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    std::uint64_t hash = state.size() * odd;
    for (const std::uint64_t word : state) {
        const std::uint64_t mixed = hash ^ word;
        hash = (high_product(mixed, odd) ^ mixed * odd) + odd;
    }
    return hash_of(hash);
}

}  // namespace scrump::detail

#pragma once
// SHA-1 of a node's message: its parent's state and its index, six words; the other ten words of the block are the same
// for all nodes. The consequences of those ten, and of the initial state of SHA-1, are computed when the program is
// compiled: a tenth of all instructions.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "sha1.hpp"

namespace scrump::uts::message {

inline constexpr unsigned words = 6;
inline constexpr unsigned rounds = 80;

/// Words 6 … 15 of the block: the end of the message, zeros, its length in bits.
constexpr bool is_fixed(unsigned word) {
    return word >= words && word < 16;
}
constexpr std::uint32_t fixed_word(unsigned word) {
    if (word == words) return 0x80000000;
    return word == 15 ? 32 * words : 0;
}

/// The five working variables before any round; b of rounds 0 and 1 is already rotated as those rounds would do it,
/// because it is still a constant.
inline constexpr State start = {std::rotl(sha1_start[0], 30), std::rotl(sha1_start[1], 30), sha1_start[2],
                                sha1_start[3], sha1_start[4]};

/// The sum of all constants in round `t`: the round's constant, the word, if it is a fixed one, and those working
/// variables that no word has reached yet.
constexpr std::uint32_t addend(unsigned t) {
    constexpr std::array<std::uint32_t, 4> constants = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    constexpr auto choose = [](std::uint32_t b, std::uint32_t c, std::uint32_t d) { return d ^ (b & (c ^ d)); };
    std::uint32_t sum = constants[t / 20];
    if (is_fixed(t)) sum += fixed_word(t);
    if (t < 5) sum += start[4 - t];
    if (t == 0) sum += std::rotl(sha1_start[0], 5) + choose(sha1_start[1], sha1_start[2], sha1_start[3]);
    if (t == 1) sum += choose(sha1_start[0], start[1], sha1_start[2]);
    return sum;
}

/// All addends, in memory: vector instructions load a number from there for nothing, while compilers that know its
/// value move it from a register of the other kind, by an extra instruction that competes with the rounds.
extern const std::array<std::uint32_t, rounds> addends;

/// Word `t` >= 16 of the schedule, before it is rotated by one bit: the exclusive or of these words, all of them not
/// fixed, and a constant.
struct Terms {
    unsigned count = 0;
    std::array<unsigned, 4> word{};
    std::uint32_t constant = 0;
};
constexpr Terms terms(unsigned t) {
    Terms found;
    for (const unsigned back : {3U, 8U, 14U, 16U}) {
        const unsigned word = t - back;
        if (is_fixed(word))
            found.constant ^= fixed_word(word);
        else
            found.word[found.count++] = word % 16;
    }
    return found;
}

}  // namespace scrump::uts::message

#pragma once
// The four operations of remote memory on words within reach: atomics, for any thread.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace scrump::direct {

using Word = std::uint64_t;

// A reader of a word sees everything that its writer did before writing it. Each word is whole; those of one operation
// may be from slightly different times.

inline Word get(const std::atomic<Word>& word) {
    return word.load(std::memory_order_acquire);
}
inline void get(const std::atomic<Word>* words, std::span<Word> to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = get(words[i]);
}

inline void put(std::atomic<Word>& word, Word value) {
    word.store(value, std::memory_order_release);
}
inline void put(std::atomic<Word>* words, std::span<const Word> values) {
    for (std::size_t i = 0; i < values.size(); ++i) put(words[i], values[i]);
}

/// Writes `desired` if the word is `expected`; returns the word as it was.
inline Word compare_and_swap(std::atomic<Word>& word, Word expected, Word desired) {
    word.compare_exchange_strong(expected, desired, std::memory_order_acq_rel, std::memory_order_acquire);
    return expected;
}

/// Adds `amount`, modulo 2^64; returns the word as it was.
inline Word fetch_add(std::atomic<Word>& word, Word amount) {
    return word.fetch_add(amount, std::memory_order_acq_rel);
}

}  // namespace scrump::direct

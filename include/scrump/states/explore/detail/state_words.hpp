#pragma once
// States as 64-bit words, in which they are hashed, stored and sent. A state of fixed width is its bytes and zeros up
// to the next word. One of variable width is its bytes, a byte 1, and zeros: so its length follows from its words, and
// no two states have the same words.

#include <scrump/states/explore/state.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace scrump::detail {

/// Number of words for this number of bytes.
constexpr std::size_t words_for(std::size_t bytes) {
    return (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
}

template <StateValue T>
struct StateWords {
    /// Number of words of each state; 0: varies.
    static constexpr std::size_t width = words_for(sizeof(T));

    static std::size_t count(const T& /*state*/) { return width; }
    static void write(const T& state, std::uint64_t* to) {
        if constexpr (sizeof(T) % sizeof(std::uint64_t) != 0) to[width - 1] = 0;
        std::memcpy(to, &state, sizeof(T));
    }
    static T read(std::span<const std::uint64_t> words) {
        T state;
        std::memcpy(static_cast<void*>(&state), words.data(), sizeof(T));
        return state;
    }
    /// The view of the result of read().
    static const T& view(const T& state) { return state; }
};

template <SequenceState T>
struct StateWords<T> {
    using Element = typename VariableWidth<T>::Element;
    using View = StateView<T>;

    static constexpr std::size_t width = 0;

    static std::size_t count(View state) { return words_for(state.size_bytes() + 1); }
    static void write(View state, std::uint64_t* to) {
        const std::size_t words = count(state);
        to[words - 1] = 0;
        if (!state.empty()) std::memcpy(to, state.data(), state.size_bytes());
        reinterpret_cast<unsigned char*>(to)[state.size_bytes()] = 1;
    }
    /// Address of the words.
    static View read(std::span<const std::uint64_t> words) {
        const auto* const bytes = reinterpret_cast<const unsigned char*>(words.data());
        std::size_t size = words.size_bytes();
        while (bytes[size - 1] == 0) --size;
        return {reinterpret_cast<const Element*>(bytes), (size - 1) / sizeof(Element)};
    }
    static View view(View state) { return state; }
};

}  // namespace scrump::detail

#pragma once
// SHA-1 of many messages at once, each a parent's state and a child's index, for each instruction set that helps. The
// messages lie in columns, so that one instruction works on the same word of many of them.
//
// The kernels know nothing of trees: their hashes per second are an upper limit for a search.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <scrump/problems/uts/hash_choice.hpp>

namespace scrump::uts {

/// Entry i of all columns is a message: the five words of its parent's state and the child's index.
using Messages = std::array<const std::uint32_t*, 6>;
/// Entry i of all columns is the digest of message i.
using Digests = std::array<std::uint32_t*, 5>;

struct Kernel {
    /// Entries up to the next multiple of this are read and written.
    static constexpr std::size_t granularity = 16;

    HashChoice choice;
    std::string_view name;
    unsigned lanes;  ///< number of messages hashed at once
    /// Whether this processor can run it.
    bool (*available)();
    /// Writes the digests of the first `count` messages. Columns need no alignment; none may overlap another.
    void (*hash)(const Messages& messages, const Digests& digests, std::size_t count);
};

/// The kernels with which the program was compiled, the fastest first, whether or not the processor can run them. The
/// last one runs anywhere.
std::span<const Kernel> kernels();

/// The kernel of that choice, except `automatic`, which has none of its own; null: the program was compiled without it.
const Kernel* find_kernel(HashChoice hash);

}  // namespace scrump::uts

#pragma once
// Has a loop run, whatever its body does.

#include <scrump/loops/chunk.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/net/codec.hpp>

#include <cstdint>
#include <functional>

namespace scrump::detail {

/// What of a loop is brought together. Null: nothing is.
struct LoopGathering {
    /// What a locality of this process found, once its workers have returned; takes in, in the first process, what a
    /// locality found; there, the whole; takes that over in the other processes.
    std::function<Bytes(unsigned locality)> found{};
    std::function<void(Bytes found)> merge{};      ///< see found
    std::function<Bytes()> whole{};                ///< see found
    std::function<void(Bytes whole)> take_over{};  ///< see found
};

/// What is done in a loop.
struct LoopWork {
    /// Runs a chunk; says how many of its iterations it has run.
    std::function<std::uint64_t(LoopChunk& chunk)> run;
    /// Before anything else in a locality of this process, which has so many workers. Null: nothing is to be done.
    std::function<void(unsigned locality, unsigned workers)> prepare{};
    LoopGathering gathering{};
};

/// Runs the iterations from 0 up to `iterations`, of which all processes have what they need. Throws what the body
/// throws, Error if it failed elsewhere or if another process runs something else, and UsageError for options that
/// cannot be.
LoopResult run_loop(const LoopOptions& options, std::uint64_t iterations, const LoopWork& work);

}  // namespace scrump::detail

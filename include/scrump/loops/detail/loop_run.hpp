#pragma once
// Runs a loop, whatever its body does.

#include <scrump/loops/chunk.hpp>
#include <scrump/loops/detail/call_site.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/net/codec.hpp>

#include <cstdint>
#include <functional>

namespace scrump::detail {

/// How results of a loop are gathered. Null: they are not.
struct LoopGathering {
    /// Returns the results of a locality of this process, once its workers have returned. In the first process, `merge`
    /// adds the results of a locality and `whole` returns all of them; in the other processes, `take_over` receives
    /// these.
    std::function<Bytes(unsigned locality)> found{};
    std::function<void(Bytes found)> merge{};      ///< see found
    std::function<Bytes()> whole{};                ///< see found
    std::function<void(Bytes whole)> take_over{};  ///< see found
};

/// The work of a loop.
struct LoopWork {
    /// Runs a chunk; returns the number of iterations that were run: those of the chunk, or of the pieces that begin in
    /// it, unless the chunk was left.
    std::function<std::uint64_t(LoopChunk& chunk)> run;
    /// Called before anything else in a locality of this process, with its number of workers. Null: no preparation.
    std::function<void(unsigned locality, unsigned workers)> prepare{};
    LoopGathering gathering{};
};

/// Throws UsageError if an order is wanted for values that a loop does not have.
void refuse_order(const LoopOptions& options, const char* loop);

/// Runs the iterations from 0 up to `iterations`, for which all processes have the data. Rethrows what the body throws;
/// throws Error if it failed elsewhere or if another process runs something else, and UsageError for invalid options.
/// `site`: the place that calls it, whose earlier runs may decide on the technique.
LoopResult run_loop(const LoopOptions& options, std::uint64_t iterations, const LoopWork& work,
                    const CallSite& site = {});

}  // namespace scrump::detail

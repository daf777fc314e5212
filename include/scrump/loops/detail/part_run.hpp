#pragma once
// Runs a loop over data of which each locality has a part, whatever the data are and its body does.

#include <scrump/loops/chunk.hpp>
#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/net/codec.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace scrump::detail {

/// Stolen data: iterations of an owner, from `first` on.
struct StolenData {
    std::shared_ptr<void> data{};
    std::uint64_t first = 0;

    /// The place of an owner's iterations in the stolen data.
    ChunkRule::Range within(ChunkRule::Range range) const { return {range.first - first, range.last - first}; }
};

/// One locality's part: its iterations are counted from 0 in each owner. If `stolen` is null, the functions are for the
/// part, otherwise for the stolen data.
struct LoopPart {
    std::uint64_t size = 0;
    std::function<std::uint64_t(LoopChunk& chunk, const StolenData* stolen)> run{};
    std::function<Bytes(ChunkRule::Range range, const StolenData* stolen)> pack{};
    std::function<StolenData(ChunkRule::Range range, Bytes bytes)> unpack{};
    std::function<Bytes(ChunkRule::Range range, const StolenData& stolen)> results{};
    std::function<void(ChunkRule::Range range, Bytes results)> put{};
    /// Keeps the results here. Called by one thread at a time.
    std::function<void(unsigned owner, ChunkRule::Range range, const StolenData& stolen)> keep{};
};

/// Runs all iterations of all localities' parts; `parts` are those of this process's localities, in their order. Throws
/// as run_loop().
LoopResult run_parts(const LoopOptions& options, std::span<const LoopPart> parts);

}  // namespace scrump::detail

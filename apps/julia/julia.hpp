#pragma once
// A Julia set in space: how many steps the iteration q ↦ q² + c of quaternions takes to leave the sphere of radius 2,
// for each cell of a volume. Each locality has the cells of some slices along an axis, as of a scan or a simulation
// that is processed slice by slice; slices through the set take longer than others.

#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace scrump::apps {

/// What is computed: a cube of side 3 around the origin of the quaternions without a fourth part.
struct JuliaOptions {
    std::uint32_t side = 96;     ///< cells along each side, 1 to 512
    std::uint16_t steps = 1500;  ///< after which a point counts as one of the set; at least 1
    unsigned axis = 0;           ///< of the slices: 0, 1 or 2; along the last one neighbours in memory are
};

/// What came of it.
struct JuliaResult {
    Status status = Status::complete;    ///< how it ended
    std::uint64_t steps = 0;             ///< sum over all cells
    std::vector<std::uint16_t> cells{};  ///< last axis fastest, in every process
    LoopStatistics statistics{};         ///< what it cost
};

/// By hand.
std::vector<std::uint16_t> julia_by_hand(const JuliaOptions& options);

/// Each locality has consecutive slices of the volume, and steals those of others when it is done with its own. Throws
/// UsageError for options that cannot be.
JuliaResult run_julia(const JuliaOptions& options, const LoopOptions& loop);

/// Writes a picture in shades of grey (PGM), seen along the first axis: the more steps on the way, the lighter. Throws
/// Error if it cannot be written.
void write_picture(const JuliaOptions& options, const std::vector<std::uint16_t>& cells, const std::string& file);

}  // namespace scrump::apps

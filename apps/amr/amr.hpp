#pragma once
// A mesh that is fine where something happens: heat spreads in a cube of side 1, and the cube is divided into blocks,
// which are small where the surface of a sphere crosses them. The sphere grows with time, so blocks ahead of it are
// refined, and those behind it coarsened, as in the mini-application miniAMR (Vaughan and Barrett, "Enabling tractable
// exploration of the performance of adaptive mesh refinement", 2015).
//
// Each step of time is a loop over blocks. Finer blocks have to be swept more often in a step, and there are many of
// them where the sphere is and few elsewhere: whoever has an equal part of the blocks has not an equal part of the
// work.

#include <apps/step_cost.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/runtime/status.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace scrump::apps {

/// What mesh, and for how long. All lengths are in sides of the cube.
struct AmrOptions {
    unsigned block = 8;         ///< cells along each side of a block: an even number from 2 to 64
    unsigned least_level = 1;   ///< 2^level blocks along each side of the cube are there at least,
    unsigned most_level = 3;    ///< and so many would be everywhere if all were as fine as can be
    unsigned steps = 20;        ///< of time
    unsigned sweeps = 2;        ///< of a block of the coarsest level in each step; each finer level has twice as many
    double first_radius = 0.1;  ///< of the sphere, which is hot at first
    double growth = 0.02;       ///< of its radius in each step
    bool operator==(const AmrOptions&) const = default;
};

/// The mesh after a step.
struct AmrStep {
    double radius = 0;       ///< of the sphere
    std::size_t blocks = 0;  ///< how many there are
    double checksum = 0;     ///< sum of all cells, block by block in Morton order
    double heat = 0;         ///< the same, each cell by its volume
    double coldest = 0;      ///< of all cells: 0 at least
    double hottest = 0;      ///< of all cells: 1 at most
    bool operator==(const AmrStep&) const = default;
};

/// The middle plane of the cube, where the mesh is cut along the first axis: cells of the finest level, row by row.
struct AmrPlane {
    std::size_t side = 0;               ///< cells along each side
    std::vector<double> heat{};         ///< of each
    std::vector<std::size_t> blocks{};  ///< in which block each is
};

/// What became of the mesh.
struct AmrResult {
    Status status = Status::complete;  ///< of the loops; what follows ends with the last step that was complete
    std::vector<AmrStep> steps{};      ///< one by one
    AmrPlane plane{};                  ///< at the end
    LoopStatistics loops{};            ///< what the loops over blocks cost; nothing if they were run without Scrump
    std::vector<StepCost> costs{};     ///< the same, step by step
};

/// Runs it by ordinary loops. Throws UsageError for options that cannot be.
AmrResult run_amr_serial(const AmrOptions& options);

/// The same, to the last bit, by loops of Scrump: each locality has consecutive blocks, and borrows blocks of others
/// when it is done with its own. What became of these goes home, whatever `loop.stealing` says: the mesh stays where it
/// is. Of several processes (`loop.session`) each has consecutive blocks of its own, and before each step gets copies
/// of the others' blocks beside them, and of those that its own are made of where the mesh has changed; all return the
/// same. A time limit is one for each loop, or for all of them if `loop.began` is set. `told` is called after each
/// step, in every process. Throws UsageError as run_amr_serial(), and what loops throw.
AmrResult run_amr(const AmrOptions& options, const LoopOptions& loop,
                  const std::function<void(const AmrStep&)>& told = {});

/// Writes a picture (PGM) of the middle plane: the hotter, the lighter; with lines between blocks. Throws Error if it
/// cannot be written.
void write_picture(const AmrPlane& plane, const std::string& file);

}  // namespace scrump::apps

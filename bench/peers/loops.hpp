#pragma once
// Another runtime that runs loops: the same iterations, its own ways to divide them. All are written as a user of that
// runtime would write them.

#include <peers/loops/iterations.hpp>

#include <cstdint>

namespace scrump::peers {

/// How a loop is divided.
struct LoopDivision {
    enum class Kind : std::uint8_t {
        blocks,     ///< beforehand, one for each thread
        chunks,     ///< chunks of one size, taken one after another
        guided,     ///< chunks that become smaller
        automatic,  ///< as the runtime thinks best
    };
    Kind kind = Kind::automatic;
    std::uint64_t chunk = 1;  ///< iterations of a chunk
};

/// Loops, one after another, on a number of threads.
struct LoopRun {
    LoopDivision division;
    std::uint64_t iterations = 0;
    unsigned loops = 1;
    unsigned workers = 1;
    bool bound = true;  ///< whether threads are bound to cores, as the workers of Scrump's loops and not of plain calls
};

/// A loop's time, on threads that are there already, and what its iterations add up to.
struct LoopTime {
    double seconds = 0;
    std::uint64_t sum = 0;
};

/// Throws std::invalid_argument for a division that the runtime does not have.
struct LoopPeer {
    const char* name;
    LoopTime (*empty)(const LoopRun& loops);
    LoopTime (*busy)(const LoopRun& loops, BusyIteration body);
};

LoopPeer one_tbb_loops();
LoopPeer openmp_loops();

}  // namespace scrump::peers

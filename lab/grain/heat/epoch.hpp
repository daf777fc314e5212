#pragma once
// A stretch of a run with partitions of one size.

#include <scrump/runtime/detail/grain.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::heat {

struct Epoch {
    std::size_t partition = 1;  ///< at most so many points each
    std::uint64_t steps = 0;    ///< none: the run is over
};

struct EpochCost {
    detail::GrainCost shares{};
    double seconds = 0;  ///< wall time
};

}  // namespace scrump::heat

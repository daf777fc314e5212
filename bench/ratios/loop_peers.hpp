#pragma once
// The other runtimes that run loops, and iterations of a given length.

#include <peers/loops.hpp>

#include <cstdint>
#include <vector>

namespace scrump::bench {

/// Those that were there when this program was built.
std::vector<peers::LoopPeer> linked_loop_peers();

/// How many steps of a busy iteration take a microsecond, on a core that has nothing else to do.
std::uint32_t steps_of_a_microsecond();

}  // namespace scrump::bench

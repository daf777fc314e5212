#pragma once
// How a run came to its end.

#include <cstdint>

namespace scrump {

/// How a run ended. Only `complete` is a proof; all else comes with the best that was known when it stopped.
enum class Status : std::uint8_t { complete, time_limit, node_limit, cancelled, state_limit, memory_limit, gap };

/// "complete", "time-limit", "node-limit", "cancelled", "state-limit", "memory-limit" or "gap".
const char* name(Status status);

}  // namespace scrump

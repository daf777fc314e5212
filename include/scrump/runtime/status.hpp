#pragma once
// How a run ended.

#include <cstdint>

namespace scrump {

/// How a run ended. Only `complete` is a proof; otherwise the result is the best known when the run stopped.
enum class Status : std::uint8_t { complete, time_limit, node_limit, cancelled, state_limit, memory_limit, gap };

/// Name of the status: "complete", "time-limit", "node-limit", "cancelled", "state-limit", "memory-limit" or "gap".
const char* name(Status status);

}  // namespace scrump

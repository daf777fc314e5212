#pragma once
// How a run ended.

#include <cstdint>

namespace scrump {

/// How a run ended. Only `complete` is a proof; else the result is the best known. `stuck`: no method got any further.
enum class Status : std::uint8_t { complete, time_limit, node_limit, cancelled, state_limit, memory_limit, gap, stuck };

/// Name of the status, with hyphens: "complete", "time-limit" and so on, but "no-method" for `stuck`.
const char* name(Status status);

}  // namespace scrump

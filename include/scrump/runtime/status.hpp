#pragma once
// How a run ended.

#include <cstdint>

namespace scrump {

/// How a run ended. Only `complete` is a proof; otherwise the result is the best known when the run stopped. With
/// `no_method` no limit stopped it: no method that was tried can give the whole answer.
enum class Status : std::uint8_t {
    complete,
    time_limit,
    node_limit,
    cancelled,
    state_limit,
    memory_limit,
    gap,
    no_method
};

/// Name of the status: "complete", "time-limit", "node-limit", "cancelled", "state-limit", "memory-limit", "gap" or
/// "no-method".
const char* name(Status status);

}  // namespace scrump

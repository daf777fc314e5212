#pragma once
// The order in which states are visited, and what is kept of visited states, by name.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {

/// Order in which states are visited.
enum class ExplorationOrder : std::uint8_t {
    breadth_first,  ///< level by level: findings have shortest paths, and levels are counted
    depth_first,    ///< each worker continues with its latest state: fewer states wait at a time
};

/// What is kept of each visited state.
enum class StateStorage : std::uint8_t {
    exact,  ///< the whole state: no state is missed
    /// A hash of 63 bits: of two states with the same hash the second is taken for the first, and is missed with all
    /// states that can only be reached through it (Wolper and Leroy, 1993).
    hash_compaction,
    /// Three bits of a field that all states share: a state whose bits are already set by others is missed (Holzmann,
    /// 1998). The field doubles with the number of states, up to half of the memory limit of each locality, or 256 MiB
    /// without a limit.
    bit_state,
};

/// Name of the order: "breadth-first" or "depth-first".
std::string_view name(ExplorationOrder order);
/// The order of that name. Throws UsageError that lists the possible names.
ExplorationOrder parse_exploration_order(std::string_view name);
/// Names of all orders.
std::vector<std::string> exploration_order_names();

/// Name of the storage: "exact", "hash-compaction" or "bit-state".
std::string_view name(StateStorage storage);
/// The storage of that name. Throws UsageError that lists the possible names.
StateStorage parse_state_storage(std::string_view name);
/// Names of all kinds of storage.
std::vector<std::string> state_storage_names();
/// Help on all kinds of storage, in lines.
std::string state_storages_help();

}  // namespace scrump

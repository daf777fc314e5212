#pragma once
// In which order states are visited, and what is kept of those that were, by name.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {

/// In which order states are visited.
enum class ExplorationOrder : std::uint8_t {
    breadth_first,  ///< level by level: what is found is found on a shortest path, and levels are counted
    depth_first,    ///< each worker goes on with what it found last: fewer states wait at a time
};

/// What is kept of each state that was visited.
enum class StateStorage : std::uint8_t {
    exact,  ///< the whole state: no state is missed
    /// A hash of 63 bits: of two states with one hash the second is taken for the first, and missed with all that can
    /// only be reached through it (Wolper and Leroy, 1993).
    hash_compaction,
    /// Three bits of a field that all states share: a state whose bits others have set is missed (Holzmann, 1998). The
    /// field doubles as states come, up to half of the memory limit of each locality, or 256 MiB where there is none.
    bit_state,
};

/// "breadth-first" or "depth-first".
std::string_view name(ExplorationOrder order);
/// Of that name. Throws UsageError that says which there are.
ExplorationOrder parse_exploration_order(std::string_view name);
/// The names of all.
std::vector<std::string> exploration_order_names();

/// "exact", "hash-compaction" or "bit-state".
std::string_view name(StateStorage storage);
/// Of that name. Throws UsageError that says which there are.
StateStorage parse_state_storage(std::string_view name);
/// The names of all.
std::vector<std::string> state_storage_names();
/// All of them, as lines of help.
std::string state_storages_help();

}  // namespace scrump

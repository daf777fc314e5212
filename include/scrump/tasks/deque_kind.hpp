#pragma once
// What each worker keeps the tasks in that it has spawned, by name.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {

/// How a thief gets a task out of a deque.
enum class DequeKind : std::uint8_t {
    private_deque,  ///< it asks the owner, which gives it one at its next sync
    split,  ///< it takes one of those that the owner shares; where there are none, it asks for them to be shared
};

/// "private" or "split".
std::string_view name(DequeKind kind);
/// Of that name. Throws UsageError that says which there are.
DequeKind parse_deque_kind(std::string_view name);
/// All kinds with their sources, as lines of help.
std::string deque_kinds_help();
/// The names of all.
std::vector<std::string> deque_kind_names();

}  // namespace scrump

#pragma once
// The kinds of deques in which workers keep their spawned tasks, by name.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrump {

/// How a thief gets a task out of a deque.
enum class DequeKind : std::uint8_t {
    private_deque,  ///< the thief asks the owner, which gives it one at its next sync
    split,  ///< the thief takes one of the tasks that the owner shares; if none is shared, it asks the owner to share
            ///< some
};

/// Name of the kind: "private" or "split".
std::string_view name(DequeKind kind);
/// The kind of that name. Throws UsageError that lists the possible names.
DequeKind parse_deque_kind(std::string_view name);
/// Help on all kinds with their sources, in lines.
std::string deque_kinds_help();
/// Names of all kinds.
std::vector<std::string> deque_kind_names();

}  // namespace scrump

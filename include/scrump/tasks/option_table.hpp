#pragma once
// The options of a fork-join computation as a table.

#include <scrump/base/option.hpp>
#include <scrump/runtime/paper.hpp>
#include <scrump/tasks/options.hpp>

#include <cstdint>
#include <span>

namespace scrump {

/// All options of a fork-join computation, in the order of help.
template <>
std::span<const Option<TaskOptions>> option_table<TaskOptions>();

/// Where papers have systems for it.
template <>
inline constexpr std::uint8_t paper_places<TaskOptions> = in_tasks;

}  // namespace scrump

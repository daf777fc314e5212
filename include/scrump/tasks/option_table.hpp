#pragma once
// The options of a fork-join computation as a table.

#include <scrump/base/option.hpp>
#include <scrump/tasks/options.hpp>

#include <span>

namespace scrump {

/// All options of a fork-join computation, in the order of help.
template <>
std::span<const Option<TaskOptions>> option_table<TaskOptions>();

}  // namespace scrump

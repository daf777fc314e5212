#pragma once
// The options of a loop as a table.

#include <scrump/base/option.hpp>
#include <scrump/loops/options.hpp>

#include <span>

namespace scrump {

/// All options of a loop, in the order of help.
template <>
std::span<const Option<LoopOptions>> option_table<LoopOptions>();

}  // namespace scrump

#pragma once
// The options of symbolic reachability as a table.

#include <scrump/base/option.hpp>
#include <scrump/states/diagrams/reachability.hpp>

#include <span>

namespace scrump {

/// All options of symbolic reachability, in the order of help.
template <>
std::span<const Option<SymbolicReachOptions>> option_table<SymbolicReachOptions>();

}  // namespace scrump

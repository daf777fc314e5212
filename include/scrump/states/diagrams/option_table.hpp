#pragma once
// The options of symbolic reachability as a table.

#include <scrump/base/option.hpp>
#include <scrump/runtime/paper.hpp>
#include <scrump/states/diagrams/reachability.hpp>

#include <cstdint>
#include <span>

namespace scrump {

/// All options of symbolic reachability, in the order of help.
template <>
std::span<const Option<SymbolicReachOptions>> option_table<SymbolicReachOptions>();

/// Where papers have systems for it.
template <>
inline constexpr std::uint8_t paper_places<SymbolicReachOptions> = in_reachability;

}  // namespace scrump

#pragma once
// The options of a loop as a table.

#include <scrump/base/option.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/runtime/paper.hpp>

#include <cstdint>
#include <span>

namespace scrump {

/// All options of a loop, in the order of help.
template <>
std::span<const Option<LoopOptions>> option_table<LoopOptions>();

/// Where papers have systems for it.
template <>
inline constexpr std::uint8_t paper_places<LoopOptions> = in_loops;

}  // namespace scrump

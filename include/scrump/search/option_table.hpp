#pragma once
// The options of a search as a table.

#include <scrump/base/option.hpp>
#include <scrump/runtime/paper.hpp>
#include <scrump/search/options.hpp>

#include <cstdint>
#include <span>

namespace scrump {

/// All options of a search, in the order of help.
template <>
std::span<const Option<SearchOptions>> option_table<SearchOptions>();

/// Where papers have systems for it.
template <>
inline constexpr std::uint8_t paper_places<SearchOptions> = in_searches | in_enumerations;

}  // namespace scrump

#pragma once
// The options of a search as a table.

#include <scrump/base/option.hpp>
#include <scrump/search/options.hpp>

#include <span>

namespace scrump {

/// All options of a search, in the order of help.
template <>
std::span<const Option<SearchOptions>> option_table<SearchOptions>();

}  // namespace scrump

#pragma once
// The options of an exploration as a table.

#include <scrump/base/option.hpp>
#include <scrump/states/explore/options.hpp>

#include <span>

namespace scrump {

/// All options of an exploration, in the order of help.
template <>
std::span<const Option<ExploreOptions>> option_table<ExploreOptions>();

}  // namespace scrump

#pragma once
// The options of an exploration, and of random walks, as tables.

#include <scrump/base/option.hpp>
#include <scrump/states/explore/options.hpp>
#include <scrump/states/explore/random_walk_options.hpp>

#include <span>

namespace scrump {

/// All options of an exploration, in the order of help.
template <>
std::span<const Option<ExploreOptions>> option_table<ExploreOptions>();

/// All options of random walks.
template <>
std::span<const Option<RandomWalkOptions>> option_table<RandomWalkOptions>();

}  // namespace scrump

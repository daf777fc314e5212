#pragma once
// The options of a check of a formula as a table.

#include <scrump/base/option.hpp>
#include <scrump/states/liveness/options.hpp>

#include <span>

namespace scrump {

/// All options of a check of a formula, in the order of help.
template <>
std::span<const Option<LtlOptions>> option_table<LtlOptions>();

}  // namespace scrump

#pragma once
// What the runtime needs to know of a search's options.

#include <scrump/runtime/settings.hpp>
#include <scrump/search/options.hpp>

namespace scrump::detail {

/// Throws UsageError for options that cannot be.
Settings settings_of(const SearchOptions& options);

}  // namespace scrump::detail

#pragma once
// The options of a search in the form for the runtime.

#include <scrump/runtime/settings.hpp>
#include <scrump/search/options.hpp>

namespace scrump::detail {

/// Throws UsageError for invalid options.
Settings settings_of(const SearchOptions& options);

}  // namespace scrump::detail

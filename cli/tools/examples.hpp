#pragma once
// Command lines that show what subcommands are for: of manual pages.

#include <span>
#include <string_view>

namespace scrump::cli {

/// Those of the subcommand of that name, most usual first.
std::span<const std::string_view> examples_of(std::string_view subcommand);

}  // namespace scrump::cli

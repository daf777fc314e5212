#pragma once
// Manual pages, made of what the command line takes.

#include "line/description.hpp"

#include <string>

namespace scrump::cli {

/// The page of `scrump` itself, for man(1): which subcommands there are.
std::string manual_page(const Description& line);

/// The page of one of its subcommands.
std::string manual_page(const DescribedCommand& subcommand, const Description& line);

}  // namespace scrump::cli

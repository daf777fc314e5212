#pragma once
// The reference of options as Markdown, made of what the command line takes: a page of the web site.

#include "line/description.hpp"

#include <string>

namespace scrump::cli {

/// The whole page: every subcommand with its options.
std::string reference_page(const Description& line);

/// The section of that page on one subcommand.
std::string reference_section(const DescribedCommand& subcommand);

}  // namespace scrump::cli

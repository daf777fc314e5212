#pragma once
// The text of a file that a user names, packed or not, and what messages call it.

#include <cstddef>
#include <istream>
#include <string>

namespace scrump::files {

/// The rest of `in`, called `name`. Throws Error where reading fails.
std::string read_text(std::istream& in, const std::string& name, std::size_t expected_size = 0);

/// What a file holds, and what messages call it.
struct NamedText {
    std::string text;
    std::string name;
};

/// The contents of the file `path`, unpacked (unpacked.hpp); "-" is standard input. Throws Error for what cannot be
/// read.
NamedText read_text(const std::string& path);

}  // namespace scrump::files

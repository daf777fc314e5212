#pragma once
// The text of a file that a user names, compressed or not, and its name for messages.

#include <cstddef>
#include <istream>
#include <string>

namespace scrump::files {

/// The rest of `in`, named `name` in messages. Throws Error if reading fails.
std::string read_text(std::istream& in, const std::string& name, std::size_t expected_size = 0);

/// The contents of a file, and its name for messages.
struct NamedText {
    std::string text;
    std::string name;
};

/// The contents of the file `path`, decompressed (unpacked.hpp); "-" is standard input. Throws Error if it cannot be
/// read.
NamedText read_text(const std::string& path);

}  // namespace scrump::files

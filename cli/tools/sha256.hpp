#pragma once
// SHA-256 (FIPS 180-4): what tells whether a file is the one that others have, as `sha256sum` does. By itself, for a
// few lines need no library: none of those that the command links has it.

#include <string>
#include <string_view>

namespace scrump::cli {

/// The 64 hexadecimal digits that `sha256sum` prints of these bytes.
std::string sha256(std::string_view bytes);

}  // namespace scrump::cli

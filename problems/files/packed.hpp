#pragma once
// Packs texts by gzip, xz or zstd: what unpacked.hpp takes apart.

#include <string>
#include <string_view>

namespace scrump::files {

/// Whether a file with that name is packed: "x.gz", "x.xz" or "x.zst", in small or capital letters.
bool is_packed_name(std::string_view file);

/// The name without the ending that says how the file is packed: "x.clq" of "x.clq.gz".
std::string_view unpacked_name(std::string_view file);

/// `text` as a file of that name holds it: packed by what the name's ending says, or else as it is.
std::string packed_for(std::string_view file, std::string text);

}  // namespace scrump::files

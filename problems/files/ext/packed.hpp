#pragma once
// Compresses texts by gzip, xz or zstd: the reverse of unpacked.hpp.

#include <string>
#include <string_view>

namespace scrump::files {

/// Whether the name is that of a compressed file: "x.gz", "x.xz" or "x.zst", in any case.
bool is_packed_name(std::string_view file);

/// The name without the extension of the compression: "x.clq" for "x.clq.gz".
std::string_view unpacked_name(std::string_view file);

/// `text` as the contents of a file of that name: compressed as the extension says, or else unchanged.
std::string packed_for(std::string_view file, std::string text);

}  // namespace scrump::files

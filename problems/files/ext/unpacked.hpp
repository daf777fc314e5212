#pragma once
// Texts compressed by gzip, xz or zstd, as many instance files are.

#include <cstddef>
#include <string>

namespace scrump::files {

/// Largest size to which a text of `packed` bytes is decompressed: a gigabyte and a hundred times its size. Few files
/// hold more; some are made to fill the memory.
constexpr std::size_t max_unpacked(std::size_t packed) {
    return (std::size_t{1} << 30U) + 100 * packed;
}

/// The decompressed contents of `text`, compressed by any of the three, in one part or several; or `text` itself if its
/// first bytes are not those of any; in both cases without the byte order mark that some editors put before UTF-8.
/// Throws Error "name: …" for truncated or damaged texts, or ones that decompress to more than `most` bytes, for
/// archives, other compressions, and UTF-16.
std::string unpacked(std::string text, const std::string& name, std::size_t most);
std::string unpacked(std::string text, const std::string& name);

}  // namespace scrump::files

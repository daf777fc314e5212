#pragma once
// Texts that were packed by gzip, xz or zstd, as many that circulate are.

#include <cstddef>
#include <string>

namespace scrump::files {

/// The most that a text of so many bytes is unpacked to: a gigabyte and a hundred times its size. Few files hold more;
/// some are made to fill the memory.
constexpr std::size_t most_unpacked(std::size_t packed) {
    return (std::size_t{1} << 30U) + 100 * packed;
}

/// What was packed into `text`, by any of the three, in one part or several; `text` itself where its first bytes are
/// those of none of them; in both cases without the byte order mark that some editors put before UTF-8. Throws Error
/// "name: …" for what is cut off or damaged, or unpacks to more than `most` bytes, for archives, what others packed,
/// and UTF-16.
std::string unpacked(std::string text, const std::string& name, std::size_t most);
std::string unpacked(std::string text, const std::string& name);

}  // namespace scrump::files

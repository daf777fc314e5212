#include <scrump/base/error.hpp>
#include <scrump/problems/files/ext/read_text.hpp>
#include <scrump/problems/files/ext/unpacked.hpp>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>
#include <utility>

namespace scrump::files {

// Of some size that is expected, or else in pieces that double, as pipes do not tell their size.
std::string read_text(std::istream& in, const std::string& name, std::size_t expected_size) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    std::string text;
    std::size_t size = 0;
    while (in) {
        text.resize(size == 0 ? std::max(piece, expected_size + 1) : 2 * size);
        in.read(text.data() + size, static_cast<std::streamsize>(text.size() - size));
        size += static_cast<std::size_t>(in.gcount());
    }
    if (in.bad()) throw Error(name + ": reading failed after " + std::to_string(size) + " bytes");
    text.resize(size);
    return text;
}

NamedText read_text(const std::string& path) {
    const std::string standard_input = "standard input";
    if (path == "-") return {unpacked(read_text(std::cin, standard_input), standard_input), standard_input};
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) throw Error(path + ": is a directory; expected a file");
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (!in) throw Error(path + ": cannot be opened: " + std::generic_category().message(errno));
    const bool regular = std::filesystem::is_regular_file(path, ignored);
    const auto size = regular ? std::filesystem::file_size(path, ignored) : 0;
    return {unpacked(read_text(in, path, ignored ? 0 : size), path), path};
}

}  // namespace scrump::files

#pragma once
// Files of checkpoints, and what is said about them.

#include <sys/stat.h>
#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>

namespace scrump::test {

/// Which file a name stands for: another one after each checkpoint. 0: none.
inline ino_t version(const std::string& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_ino : 0;
}

inline std::string contents(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline std::size_t count_lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace scrump::test

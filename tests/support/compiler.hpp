// What the compiler says of a file that must not compile.

#include "support/shell.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace scrump::test {

/// All that it says of this file of tests/, which includes headers of Scrump.
inline std::string compile(const std::string& file, const std::string& standard = "c++20") {
    const std::string command = "LC_ALL=C " SCRUMP_COMPILER " -std=" + standard +
                                " -fsyntax-only -I'" SCRUMP_SOURCE "/include' '" SCRUMP_SOURCE "/tests/" + file +
                                "' 2>&1";
    return Shell(command).output;
}

/// Lines that are errors, with a text in them.
inline std::size_t count_errors(std::string_view output, std::string_view text) {
    std::size_t count = 0;
    for (std::size_t begin = 0, end = 0; begin < output.size(); begin = end + 1) {
        end = std::min(output.find('\n', begin), output.size());
        const std::string_view line = output.substr(begin, end - begin);
        if (line.find(" error: ") != line.npos && line.find(text) != line.npos) ++count;
    }
    return count;
}

}  // namespace scrump::test

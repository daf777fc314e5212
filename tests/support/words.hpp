#pragma once
// The words of a command line.

#include <string>
#include <vector>

namespace scrump::test {

using Words = std::vector<std::string>;

inline Words operator+(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

}  // namespace scrump::test

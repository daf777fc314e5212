#pragma once
// ASCII letters: comparing names of files and keywords regardless of case.

#include <algorithm>
#include <string>
#include <string_view>

namespace scrump::files {

constexpr char small_letter(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr char capital_letter(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

inline std::string in_small_letters(std::string_view text) {
    std::string small(text);
    std::ranges::transform(small, small.begin(), small_letter);
    return small;
}

inline std::string in_capitals(std::string_view text) {
    std::string capitals(text);
    std::ranges::transform(capitals, capitals.begin(), capital_letter);
    return capitals;
}

/// Whether `text` begins with `small`, which is in lower case, in any case.
inline bool begins_with_letters(std::string_view text, std::string_view small) {
    return in_small_letters(text.substr(0, small.size())) == small;
}

/// Whether `text` ends in `small`, which is in lower case, in any case.
inline bool ends_with_letters(std::string_view text, std::string_view small) {
    return text.size() >= small.size() && begins_with_letters(text.substr(text.size() - small.size()), small);
}

}  // namespace scrump::files

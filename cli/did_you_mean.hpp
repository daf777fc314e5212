#pragma once
// What was probably meant by a word that is misspelt.

#include <span>
#include <string>

namespace scrump::cli {

/// "; did you mean NAME?", where NAME is the one of `known` that begins with `word` or differs from it in little; empty
/// if there is none.
std::string meant(const std::string& word, std::span<const std::string> known);

}  // namespace scrump::cli

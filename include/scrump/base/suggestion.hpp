#pragma once
// What was probably meant by a word that is none of those that are known.

#include <span>
#include <string>
#include <string_view>

namespace scrump {

/// "; did you mean budget?", for the end of a message: the one of `known` that begins with `word`, or that a slip or
/// two make of it; empty if there is none.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace scrump

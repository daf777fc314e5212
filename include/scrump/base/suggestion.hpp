#pragma once
// Suggestions for words that are not known.

#include <span>
#include <string>
#include <string_view>

namespace scrump {

/// The end of a message such as "; did you mean budget?": the one of `known` that begins with `word`, or differs from
/// it by one or two typing errors; empty if there is none.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

}  // namespace scrump

#pragma once
// Checks whether a file is a text at all, before its format is determined.

#include <string>
#include <string_view>

namespace scrump::graph {

/// Throws Error "name:line: …" for a zero byte, and for line ends that are carriage returns alone: read as lists, whose
/// words may be anything, such files would be graphs, but never the intended ones.
void expect_lines(std::string_view text, const std::string& name);

/// Throws the same, and for other control characters and invalid UTF-8: for texts whose format is guessed.
void expect_text(std::string_view text, const std::string& name);

}  // namespace scrump::graph

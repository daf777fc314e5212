#pragma once
// Whether a file is a text at all, before a format of text is seen in it.

#include <string>
#include <string_view>

namespace scrump::graph {

/// Throws Error "name:line: …" for a byte of zero, and for line ends that are carriage returns alone: read as lists,
/// whose words may be anything, such files are graphs, but never those that were meant.
void expect_lines(std::string_view text, const std::string& name);

/// Throws the same, and for other control characters and for what is no UTF-8: for texts whose format is guessed.
void expect_text(std::string_view text, const std::string& name);

}  // namespace scrump::graph

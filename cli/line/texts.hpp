#pragma once
// How reports write numbers and lines.

#include <cstdint>
#include <string>

namespace scrump::cli {

/// "12.3 k", "4.56 M": three significant digits with a unit prefix.
std::string human(double number);
/// "1 host", "20 hosts".
std::string in_full(std::uint64_t number, const char* thing);
/// "1 node", "2 nodes", "12.3 k nodes".
std::string counted(std::uint64_t number, const std::string& thing);
/// "14.3 %", by which a bound and an objective differ.
std::string gap_text(double objective, double bound);
/// How messages call a file that is given by this name: "standard input" for "-".
std::string title_of_file(const std::string& name);
/// Prints what a text is about, and the text.
void print_line(const std::string& label, const std::string& text);

}  // namespace scrump::cli

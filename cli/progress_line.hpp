#pragma once
// What a search, a loop or an exploration shows of itself while it runs.

#include <scrump/loops/options.hpp>
#include <scrump/search/options.hpp>
#include <scrump/states/explore/options.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace scrump::cli {

/// "12.3 k", "4.56 M": three significant digits with a unit prefix.
std::string human(double number);
/// "1 host", "20 hosts".
std::string in_full(std::uint64_t number, const char* thing);
/// Prints what a text is about, and the text.
void print_line(const std::string& label, const std::string& text);

/// "1 node", "2 nodes", "12.3 k nodes".
std::string counted(std::uint64_t number, const std::string& thing);

/// A line for a moment of it.
std::string progress_text(const Progress& progress, bool with_incumbent);
std::string progress_text(const LoopProgress& progress);
std::string progress_text(const ReachProgress& progress);

/// On standard error. On a terminal it draws over itself, and leaves nothing behind; elsewhere each time is a line of
/// its own, as in a log.
class ProgressLine {
  public:
    ProgressLine() = default;
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    static bool on_terminal();
    /// How often it is worth showing.
    static std::chrono::milliseconds interval();

    /// As much of the text as there is room for.
    void show(std::string text);
    void clear();

  private:
    const bool draws_ = on_terminal();
    bool drawn_ = false;
};

}  // namespace scrump::cli

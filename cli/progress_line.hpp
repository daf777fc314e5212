#pragma once
// What a search shows of itself while it runs.

#include <scrump/search/options.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace scrump::cli {

/// "12.3 k", "4.56 M": three significant digits with a unit prefix.
std::string human(double number);

/// "1 node", "2 nodes", "12.3 k nodes".
std::string counted(std::uint64_t number, const std::string& thing);

/// A line of at most `width` characters.
std::string progress_text(const Progress& progress, bool with_incumbent, std::size_t width);

/// On standard error. On a terminal it draws over itself, and leaves nothing behind; elsewhere each time is a line of
/// its own, as in a log.
class ProgressLine {
  public:
    explicit ProgressLine(bool with_incumbent) : with_incumbent_(with_incumbent) {}
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    static bool on_terminal();
    /// How often it is worth showing.
    static std::chrono::milliseconds interval();

    void show(const Progress& progress);
    void clear();

  private:
    const bool with_incumbent_;
    const bool draws_ = on_terminal();
    bool drawn_ = false;
};

}  // namespace scrump::cli

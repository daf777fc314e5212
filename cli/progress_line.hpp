#pragma once
// The live line that a search shows on a terminal.

#include <scrump/search/options.hpp>

#include <cstdint>
#include <string>

namespace scrump::cli {

/// "12.3 k", "4.56 M": three significant digits with a unit prefix.
std::string human(double number);

/// "1 node", "2 nodes", "12.3 k nodes".
std::string counted(std::uint64_t number, const std::string& thing);

/// A line of at most `width` characters.
std::string progress_text(const Progress& progress, bool with_incumbent, std::size_t width);

/// Draws over itself on standard error while it lives, and leaves nothing behind.
class ProgressLine {
  public:
    explicit ProgressLine(bool with_incumbent) : with_incumbent_(with_incumbent) {}
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Whether standard error is a terminal.
    static bool possible();

    void show(const Progress& progress);
    void clear();

  private:
    bool with_incumbent_;
    bool shown_ = false;
};

}  // namespace scrump::cli

#pragma once
// What a search, tasks, a loop or an exploration show of themselves while they run.

#include <scrump/loops/options.hpp>
#include <scrump/search/options.hpp>
#include <scrump/states/explore/options.hpp>
#include <scrump/tasks/options.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace scrump::cli {

/// A line for a moment of it.
std::string progress_text(const SearchProgress& progress, bool with_incumbent);
std::string progress_text(const LoopProgress& progress);
std::string progress_text(const ExploreProgress& progress);
std::string progress_text(const TaskProgress& progress);

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

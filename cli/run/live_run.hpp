#pragma once
// A run of any front door, with its time limit, Ctrl-C and the live line connected to its options.

#include "run/output_options.hpp"
#include "run/process.hpp"
#include "run/progress_line.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/runtime/session.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace scrump::cli {

class LiveRun {
  public:
    /// From now on the time limit counts: for what is read and made before the run as well. A simulated machine has a
    /// time of its own.
    LiveRun(const Process& process, std::optional<std::chrono::nanoseconds> time_limit, bool simulated = false);
    LiveRun(const LiveRun&) = delete;
    LiveRun& operator=(const LiveRun&) = delete;

    const Process& process() const { return process_; }
    Session& session() const { return process_.session; }
    Clock::time_point began() const { return began_; }

    /// Call it once everything that the run needs is there: it has the session, Ctrl-C stops it, and its time limit is
    /// what is left, unless its clock began earlier.
    template <class Options>
    void connect(Options& options) {
        options.session = &process_.session;
        options.stop = process_.interrupts.begin_search();
        if (!options.began && options.time_limit) options.time_limit = left_of(*options.time_limit);
    }

    /// The live line shows `text` of each progress, if this process shows one.
    template <class Progress, class Text>
    void show(std::function<void(const Progress&)>& progress, std::chrono::milliseconds& interval,
              const OutputOptions& output, const Text& text) {
        if (!shows(output)) return;
        progress = [this, text](const Progress& now) { line_.show(text(now)); };
        interval = ProgressLine::interval();
    }

    /// Whether this process shows the live line.
    bool shows(const OutputOptions& output) const { return process_.first() && output.shows_progress(); }

    /// Shows a text, unless the last one was shown a moment ago.
    void tell(const std::string& text);

    /// Removes the live line, for something else to be printed.
    void clear() { line_.clear(); }

  private:
    std::chrono::nanoseconds left_of(std::chrono::nanoseconds time_limit) const;

    const Process process_;
    const Clock::time_point began_ = Clock::now();
    Clock::time_point told_{};
    ProgressLine line_;
};

}  // namespace scrump::cli

#pragma once
// A search of the command line: its options with Ctrl-C and the live line connected.

#include "complain.hpp"
#include "counter_log.hpp"
#include "interrupts.hpp"
#include "progress_line.hpp"
#include "run_options.hpp"

#include <scrump/runtime/session.hpp>

#include <exception>
#include <optional>
#include <string>

namespace scrump::cli {

/// Where a command begins that has something to read or to make before its search: bad options are refused before
/// that, and the time limit counts from now.
inline void begin(const RunOptions& given, const Session& session) {
    interrupts().begin(given.search().time_limit, session.first());
}

class LiveSearch {
  public:
    /// `with_incumbent`: whether the live line shows the best so far.
    LiveSearch(const RunOptions& given, Session& session, bool with_incumbent)
        : line_(with_incumbent), options_(given.search()) {
        options_.session = &session;
        options_.stop = interrupts().begin_search();
        options_.time_limit = interrupts().left(options_.time_limit);
        if (session.first()) alone_per_node(given);  // a bad reference is refused before the search
        if (session.first() && !given.counters.empty()) {
            log_.emplace(given);
            options_.observe = [this](const Statistics& now) {
                line_.clear();
                keep_log(now);
            };
        }
        const bool live = ProgressLine::on_terminal() && !given.quiet && !given.no_progress;
        if (session.first() && (live || given.progress)) {
            options_.progress = [this](const Progress& progress) { line_.show(progress); };
            options_.progress_interval = ProgressLine::interval();
        }
        // Whatever else is printed: nobody may rely on a file that was not written.
        options_.checkpoints.told = [this](const CheckpointReport& report) {
            if (report.error.empty()) return;
            line_.clear();
            complain(report.error +
                     (report.last ? "; the search ends without its last checkpoint" : "; it will be tried again"));
        };
    }
    LiveSearch(const LiveSearch&) = delete;
    LiveSearch& operator=(const LiveSearch&) = delete;

    /// Valid as long as this object, which clears the line when it goes.
    Options& options() { return options_; }

  private:
    // A log that cannot be written is no reason to lose hours of work.
    void keep_log(const Statistics& now) {
        if (!log_) return;
        try {
            log_->write(now);
        } catch (const std::exception& error) {
            log_.reset();
            complain(std::string(error.what()) + "; the search goes on without its counters");
        }
    }

    ProgressLine line_;
    std::optional<CounterLog> log_;
    Options options_;
};

}  // namespace scrump::cli

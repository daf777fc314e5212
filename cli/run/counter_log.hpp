#pragma once
// `--counters`: chosen figures of a running search, line by line.

#include "results/statistics_json.hpp"

#include <scrump/search/figures.hpp>
#include <scrump/search/result.hpp>

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace scrump::cli {

/// Whose figures they are.
enum class Scope : unsigned char { run, locality, worker };

/// A counter that was asked for.
struct WantedCounter {
    const Counter* counter;
    Scope scope;
};

/// Whether a counter has a meaning in runs of a kind.
bool is_counted(const Counter& counter, results::Computation kind);

/// Reads "idle-rate,tasks@worker,all@locality" for a run of a kind. Throws UsageError for a name that is not one of its
/// counters.
std::vector<WantedCounter> parse_counters(const std::string& list, results::Computation kind);

/// Writes CSV (seconds, scope, counter, unit, value) or JSON lines ({"seconds", "scope", "counters": {...}}). Counts
/// are those since the run began; averages, shares and rates are those since the lines before.
class CounterLog {
  public:
    struct Request {
        std::vector<WantedCounter> wanted;
        std::string file;  ///< JSON lines if it ends in .jsonl; empty: standard error
    };

    /// `json`: whether standard error gets JSON lines. `alone_per_node`: seconds of work for a node on one worker
    /// alone; NaN if it is not known. Throws UsageError if there are no counters, and Error for a file that cannot be
    /// written.
    CounterLog(const Request& request, bool json, double alone_per_node);

    /// Throws Error if it cannot be written.
    void write(const Statistics& now);

  private:
    struct Close {
        void operator()(std::FILE* file) const {
            if (file != stderr) std::fclose(file);
        }
    };

    void write(const std::string& scope, Scope kind, Figures figures);

    const Request request_;
    const bool json_;
    const double alone_per_node_;
    std::unique_ptr<std::FILE, Close> file_;
    std::map<std::string, Figures> before_;  // by scope
};

}  // namespace scrump::cli

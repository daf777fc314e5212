#pragma once
// `--counters`: chosen figures of a running search, line by line.

#include "run_options.hpp"

#include <scrump/search/figures.hpp>

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

/// Reads "idle-rate,tasks@worker,all@locality". Throws UsageError for what is none.
std::vector<WantedCounter> parse_counters(const std::string& list);

/// Seconds of work for each node in the run whose --json is in the file of --reference, which must have had one worker;
/// NaN if none was given. It is read once, the first time. Throws Error.
double alone_per_node(const RunOptions& options);

/// Writes CSV (seconds, scope, counter, unit, value) or JSON lines ({"seconds", "scope", "counters": {...}}). Counts
/// are those since the run began; averages, shares and rates are those since the lines before.
class CounterLog {
  public:
    /// Throws UsageError for a bad list, and Error for a file that cannot be written.
    explicit CounterLog(const RunOptions& options);

    /// Throws Error if it cannot be written.
    void write(const Statistics& now);

  private:
    struct Close {
        void operator()(std::FILE* file) const {
            if (file != stderr) std::fclose(file);
        }
    };

    void write(const std::string& scope, Scope kind, Figures figures);

    const std::vector<WantedCounter> wanted_;
    const std::string name_;  // of the file; empty: standard error
    const bool json_;
    double alone_per_node_;
    std::unique_ptr<std::FILE, Close> file_;
    std::map<std::string, Figures> before_;  // by scope
};

}  // namespace scrump::cli

#pragma once
// `--counters` of any front door: its options, and the lines that a run writes while it goes on.

#include "line/command_line.hpp"
#include "run/counter_log.hpp"
#include "run/live_run.hpp"

#include "results/statistics_json.hpp"

#include <scrump/search/result.hpp>

#include <chrono>
#include <functional>
#include <limits>
#include <optional>
#include <type_traits>

namespace scrump::cli {

using results::Computation;

/// Declares `--counters` with what belongs to it, for runs of a kind: counters that have no meaning there are refused.
void declare_counters(Command command, CounterLog::Request& request, std::chrono::nanoseconds& every, Computation kind);

class LiveCounters {
  public:
    explicit LiveCounters(LiveRun& run) : run_(run) {}
    LiveCounters(const LiveCounters&) = delete;
    LiveCounters& operator=(const LiveCounters&) = delete;

    /// Has the counters written, in the first process, if any are wanted; as CounterLog.
    template <class RunStatistics>
    void connect(std::function<void(const RunStatistics&)>& observe, const CounterLog::Request& request, bool json,
                 double alone_per_node = std::numeric_limits<double>::quiet_NaN()) {
        if (!run_.session().first() || request.wanted.empty()) return;
        log_.emplace(request, json, alone_per_node);
        observe = [this](const RunStatistics& now) {
            if constexpr (std::is_same_v<RunStatistics, Statistics>) {
                keep(now);
            } else {
                keep(Statistics::of(now.localities, now.seconds, {}));
            }
        };
    }

  private:
    void keep(const Statistics& now);

    LiveRun& run_;
    std::optional<CounterLog> log_;
};

}  // namespace scrump::cli

#pragma once
// A search of the command line: its options with the time limit, Ctrl-C, the live line and the log of counters
// connected.

#include "run/live_counters.hpp"
#include "run/live_run.hpp"
#include "run/report.hpp"
#include "run/run_options.hpp"

#include <scrump/runtime/session.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace scrump::cli {

/// Whether the live line shows the best so far.
enum class Line : unsigned char { plain, with_incumbent };

class LiveSearch {
  public:
    /// From now on the time limit counts: for what is read and made before the search as well.
    LiveSearch(std::string problem, const RunOptions& given, const Process& process);
    LiveSearch(const LiveSearch&) = delete;
    LiveSearch& operator=(const LiveSearch&) = delete;

    Session& session() const { return run_.session(); }
    std::uint64_t seed() const { return given_.search.seed; }
    const RunOptions& given() const { return given_; }

    /// To be called when all that is searched is there, and `report` says which instance that is. Returns the options
    /// of the search, valid as long as this object, which clears the live line when it goes.
    const SearchOptions& begin(Line line, const Report& report);

    /// Refuses --gap for a search whose answer is not a single best solution. begin() does where the line is plain.
    void refuse_gap() const;

    /// Seconds of work for a node on one worker alone, once the search has begun; NaN if it is not known.
    double alone_per_node() const { return alone_per_node_; }

  private:
    void tell(const CheckpointReport& report);

    const std::string problem_;
    const RunOptions& given_;
    LiveRun run_;
    SearchOptions options_;
    double alone_per_node_ = std::numeric_limits<double>::quiet_NaN();
    LiveCounters counters_{run_};
};

}  // namespace scrump::cli

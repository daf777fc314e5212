#pragma once
// The options that all searches of the command share.

#include "arguments.hpp"

#include <scrump/search/options.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace scrump::cli {

/// What the user asked for, besides the problem itself.
struct RunOptions {
    std::string skeleton = "adaptive";
    std::string policy = "sticky-random";
    unsigned workers = 0;
    unsigned localities = 1;
    std::string time_limit;
    std::uint64_t node_limit = 0;
    std::uint64_t seed = 1;
    bool json = false;
    bool quiet = false;
    bool progress = false;
    bool no_progress = false;
    bool stats = false;
    bool no_pin = false;
    std::string checkpoint;
    std::string checkpoint_every = "60s";
    std::string resume;
    std::string dead_after = "2m";
    std::string counters;
    std::string every = "1s";
    std::string counters_file;
    std::string reference;
    std::string trace;
    std::size_t trace_events = 1U << 16U;

    /// Declares them on a subcommand; their values are there once the command line is parsed.
    void declare(Command command);

    /// Whether anything is to be printed that needs to know how rates developed.
    bool needs_history() const { return json || !counters.empty() || !trace.empty(); }

    /// Throws UsageError for a bad skeleton or policy.
    Options search() const;
};

}  // namespace scrump::cli

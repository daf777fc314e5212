#pragma once
// The options that all searches of the command share.

#include "line/arguments.hpp"
#include "run/counter_log.hpp"
#include "run/output_options.hpp"

#include <scrump/problems/described/ext/question.hpp>
#include <scrump/search/options.hpp>
#include <scrump/sim/machine.hpp>

#include <optional>
#include <string>

namespace scrump::cli {

using described::Aim;

/// What the user asked for, besides the problem itself.
struct RunOptions : OutputOptions {
    SearchOptions search;
    CounterLog::Request counters;
    std::string reference;                    ///< a file; empty: none
    std::optional<SimulatedMachine> machine;  ///< that this runs on; none: this one

    /// Declares those that make sense with the aim on a subcommand; their values are there once the command line is
    /// parsed.
    void declare(Command command, Aim aim);
};

}  // namespace scrump::cli

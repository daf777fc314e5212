#pragma once
// How to run what is no search: the options that tasks and loops have in common.

#include "command_line.hpp"
#include "values.hpp"

#include <scrump/stealing/policy.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace scrump::cli {

inline const std::string how_to_run = "How to run it";

/// `policy`: whom thieves ask if nothing is said, where that can be chosen.
template <class RunOptions>
void declare_parallel(Command command, RunOptions& options, [[maybe_unused]] const std::string& policy) {
    command
        .option("--workers", options.workers, whole_number(0, 4096),
                "Workers of each locality; 0: one per hardware thread [default: 0]")
        .type_name("N")
        .group(how_to_run);
    command
        .option("--localities", options.localities, whole_number(1, 4096),
                "Address spaces, simulated in one process (with mpirun, every process is one)")
        .type_name("N")
        .show_default()
        .group(how_to_run);
    if constexpr (requires { options.policy; }) {
        command.option("--policy", options.policy, Policy::parse, "Whom to steal from (see scrump --help)")
            .type_name("NAME[:key=value,…]")
            .words(Policy::names())
            .initially(policy)
            .group(how_to_run);
    }
    command
        .option("--time-limit", options.time_limit, duration(std::chrono::nanoseconds(1), "leave it out for no limit"),
                "Stop after so long: 250ms, 60s, 5m, 2h")
        .type_name("TIME")
        .group(how_to_run);
    command.option("--seed", options.seed, whole_number(), "Seed of the choices of victims")
        .type_name("N")
        .show_default()
        .group(how_to_run);
    command.flag_against("--no-pin", options.pin, "Do not bind workers to cores").group(how_to_run);
    command
        .option("--dead-after", options.dead_after, duration(),
                "Fail if a process has not responded for TIME; 0: never")
        .type_name("TIME")
        .initially("2m")
        .group(how_to_run);
    const Argument trace = command
                               .option("--trace", options.trace.file, a_name(),
                                       "Record what happened when, for Perfetto and chrome://tracing")
                               .type_name("FILE")
                               .group(how_to_run);
    command
        .option("--trace-events", options.trace.events, whole_number(1, std::uint64_t{1} << 26U),
                "Number of events that are kept of each thread: the newest")
        .needs(trace)
        .type_name("N")
        .show_default()
        .group(how_to_run);
}

}  // namespace scrump::cli

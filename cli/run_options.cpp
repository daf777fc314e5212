#include "run_options.hpp"

#include "values.hpp"

namespace scrump::cli {

void RunOptions::declare(Command command) {
    const std::string group = "How to search";
    command.option("--skeleton", &skeleton, "How to search in parallel (see scrump --help)")
        .type_name("NAME[:key=value,…]")
        .show_default()
        .group(group);
    command.option("--policy", &policy, "Whom to steal from, and how much (see scrump --help)")
        .type_name("NAME[:key=value,…]")
        .show_default()
        .group(group);
    command.option("--workers", &workers, "Workers of each locality [default: one a hardware thread]")
        .rule(to_whole_number(1, 4096))
        .type_name("N")
        .group(group);
    command
        .option("--localities", &localities,
                "Address spaces, simulated in one process (with mpirun, every process is one)")
        .rule(to_whole_number(1, 4096))
        .type_name("N")
        .show_default()
        .group(group);
    command.option("--time-limit", &time_limit, "Stop after so long: 250ms, 60s, 5m, 2h")
        .rule(duration(std::chrono::nanoseconds(1), "leave it out for no limit"))
        .type_name("TIME")
        .group(group);
    command.option("--node-limit", &node_limit, "Stop soon after so many nodes")
        .rule(to_whole_number(1))
        .type_name("N")
        .group(group);
    command.option("--seed", &seed, "Seed of everything that is random")
        .rule(to_whole_number())
        .type_name("N")
        .show_default()
        .group(group);
    command.flag("--no-pin", no_pin, "Do not bind workers to cores").group(group);

    const std::string long_runs = "Long runs (see docs/long-runs.md)";
    const Argument file = command.option("--checkpoint", &checkpoint, "Keep the state of the search in this file")
                              .rule(a_name())
                              .type_name("FILE")
                              .group(long_runs);
    command.option("--checkpoint-every", &checkpoint_every, "Write it so often, and when the search is stopped")
        .needs(file)
        .rule(duration(std::chrono::nanoseconds(1)))
        .type_name("TIME")
        .show_default()
        .group(long_runs);
    command.option("--resume", &resume, "Go on from a checkpoint of the same search")
        .rule(a_name())
        .type_name("FILE")
        .group(long_runs);
    command.option("--dead-after", &dead_after, "Give up when a process was silent for so long; 0: never")
        .rule(duration())
        .type_name("TIME")
        .show_default()
        .group(long_runs);

    const std::string observation = "What a run does (see docs/observability.md)";
    const Argument list =
        command
            .option("--counters", &counters,
                    "Print these while it runs: names of `scrump counters`, or all, each for the run or with "
                    "@locality or @worker for each of them")
            .rule(a_name())
            .type_name("LIST")
            .group(observation);
    command.option("--every", &every, "How often")
        .needs(list)
        .rule(duration(std::chrono::milliseconds(10)))
        .type_name("TIME")
        .show_default()
        .group(observation);
    command
        .option("--counters-file", &counters_file,
                "Where to: CSV, or JSON lines if it ends in .jsonl [default: standard error]")
        .needs(list)
        .rule(a_name())
        .type_name("FILE")
        .group(observation);
    command
        .option("--reference", &reference, "The --json of the same search on one worker, for the counters of wait time")
        .rule(a_name())
        .type_name("FILE")
        .group(observation);
    const Argument trace_file =
        command.option("--trace", &trace, "Record what happened when, for Perfetto and chrome://tracing")
            .rule(a_name())
            .type_name("FILE")
            .group(observation);
    command.option("--trace-events", &trace_events, "How many events of each thread are kept: the newest")
        .needs(trace_file)
        .rule(to_whole_number(1, std::uint64_t{1} << 26U))
        .type_name("N")
        .show_default()
        .group(observation);

    const std::string output = "What to print";
    const Argument as_json = command.flag("--json", json, "One JSON object (see docs/command.md)").group(output);
    command.flag("--quiet", quiet, "The answer alone").excludes(as_json).group(output);
    const Argument no_live_line =
        command.flag("--no-progress", no_progress, "No live line on a terminal").group(output);
    command.flag("--progress", progress, "A line each second where standard error is no terminal (as with mpirun)")
        .excludes(no_live_line)
        .group(output);
    command.flag("--stats", stats, "Also what each worker did").group(output);
}

Options RunOptions::search() const {
    Options options;
    options.skeleton = Skeleton::parse(skeleton);
    options.policy = Policy::parse(policy);
    options.workers = workers;
    options.localities = localities;
    options.pin = !no_pin;
    if (!time_limit.empty()) options.time_limit = parse_duration(time_limit);
    if (node_limit > 0) options.node_limit = node_limit;
    options.seed = seed;
    options.checkpoints.file = checkpoint;
    options.checkpoints.every = parse_duration(checkpoint_every);
    options.checkpoints.resume = resume;
    options.dead_after = parse_duration(dead_after);
    options.history = needs_history();
    options.observe_interval = parse_duration(every);
    options.trace.file = trace;
    options.trace.events = trace_events;
    return options;
}

}  // namespace scrump::cli

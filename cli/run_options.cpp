#include "run_options.hpp"

#include "values.hpp"

namespace scrump::cli {

void RunOptions::declare(CLI::App& command) {
    const std::string group = "How to search";
    command.add_option("--skeleton", skeleton, "How to search in parallel (see scrump --help)")
        ->type_name("NAME[:key=value,…]")
        ->capture_default_str()
        ->group(group);
    command.add_option("--policy", policy, "Whom to steal from, and how much (see scrump --help)")
        ->type_name("NAME[:key=value,…]")
        ->capture_default_str()
        ->group(group);
    command.add_option("--workers", workers, "Workers of each locality [default: one a hardware thread]")
        ->transform(to_whole_number(1, 4096))
        ->type_name("N")
        ->group(group);
    command
        .add_option("--localities", localities,
                    "Address spaces, simulated in one process (with mpirun, every process is one)")
        ->transform(to_whole_number(1, 4096))
        ->type_name("N")
        ->capture_default_str()
        ->group(group);
    command.add_option("--time-limit", time_limit, "Stop after so long: 250ms, 60s, 5m, 2h")
        ->check(duration(std::chrono::nanoseconds(1), "leave it out for no limit"))
        ->type_name("TIME")
        ->group(group);
    command.add_option("--node-limit", node_limit, "Stop soon after so many nodes")
        ->transform(to_whole_number(1))
        ->type_name("N")
        ->group(group);
    command.add_option("--seed", seed, "Seed of everything that is random")
        ->transform(to_whole_number())
        ->type_name("N")
        ->capture_default_str()
        ->group(group);
    command.add_flag("--no-pin", no_pin, "Do not bind workers to cores")->group(group);

    const std::string long_runs = "Long runs (see docs/long-runs.md)";
    CLI::Option* const file =
        command.add_option("--checkpoint", checkpoint, "Keep the state of the search in this file")
            ->check(a_name())
            ->type_name("FILE")
            ->group(long_runs);
    command.add_option("--checkpoint-every", checkpoint_every, "Write it so often, and when the search is stopped")
        ->needs(file)
        ->check(duration(std::chrono::nanoseconds(1)))
        ->type_name("TIME")
        ->capture_default_str()
        ->group(long_runs);
    command.add_option("--resume", resume, "Go on from a checkpoint of the same search")
        ->check(a_name())
        ->type_name("FILE")
        ->group(long_runs);
    command.add_option("--dead-after", dead_after, "Give up when a process was silent for so long; 0: never")
        ->check(duration())
        ->type_name("TIME")
        ->capture_default_str()
        ->group(long_runs);

    const std::string observation = "What a run does (see docs/observability.md)";
    CLI::Option* const list =
        command
            .add_option("--counters", counters,
                        "Print these while it runs: names of `scrump counters`, or all, each for the run or with "
                        "@locality or @worker for each of them")
            ->check(a_name())
            ->type_name("LIST")
            ->group(observation);
    command.add_option("--every", every, "How often")
        ->needs(list)
        ->check(duration(std::chrono::milliseconds(10)))
        ->type_name("TIME")
        ->capture_default_str()
        ->group(observation);
    command
        .add_option("--counters-file", counters_file,
                    "Where to: CSV, or JSON lines if it ends in .jsonl [default: standard error]")
        ->needs(list)
        ->check(a_name())
        ->type_name("FILE")
        ->group(observation);
    command
        .add_option("--reference", reference,
                    "The --json of the same search on one worker, for the counters of wait time")
        ->check(a_name())
        ->type_name("FILE")
        ->group(observation);
    CLI::Option* const trace_file =
        command.add_option("--trace", trace, "Record what happened when, for Perfetto and chrome://tracing")
            ->check(a_name())
            ->type_name("FILE")
            ->group(observation);
    command.add_option("--trace-events", trace_events, "How many events of each thread are kept: the newest")
        ->needs(trace_file)
        ->transform(to_whole_number(1, std::uint64_t{1} << 26U))
        ->type_name("N")
        ->capture_default_str()
        ->group(observation);

    const std::string output = "What to print";
    CLI::Option* const as_json =
        command.add_flag("--json", json, "One JSON object (see docs/command.md)")->group(output);
    command.add_flag("--quiet", quiet, "The answer alone")->excludes(as_json)->group(output);
    CLI::Option* const no_live_line =
        command.add_flag("--no-progress", no_progress, "No live line on a terminal")->group(output);
    command.add_flag("--progress", progress, "A line each second where standard error is no terminal (as with mpirun)")
        ->excludes(no_live_line)
        ->group(output);
    command.add_flag("--stats", stats, "Also what each worker did")->group(output);
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

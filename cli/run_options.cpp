#include "run_options.hpp"

#include "simulation.hpp"
#include "values.hpp"

#include <vector>

namespace scrump::cli {

namespace {

// Stacks that are stolen from are for counts alone.
Reader<Skeleton> skeleton_for(Aim aim) {
    return [aim](const std::string& text) {
        const Skeleton skeleton = Skeleton::parse(text);
        if (skeleton.has_stacks() && aim != Aim::count)
            throw BadValue("steal-stack is for the enumerations of semigroups, queens and uts alone");
        return skeleton;
    };
}

std::vector<std::string> skeletons_for(Aim aim) {
    std::vector<std::string> names = Skeleton::names();
    if (aim != Aim::count) std::erase(names, "steal-stack");
    return names;
}

}  // namespace

void RunOptions::declare(Command command, Aim aim) {
    const std::string group = "How to search";
    command.option("--skeleton", search.skeleton, skeleton_for(aim), "How to search in parallel (see scrump --help)")
        .type_name("NAME[:key=value,…]")
        .words(skeletons_for(aim))
        .initially("adaptive")
        .group(group);
    command.option("--policy", search.policy, Policy::parse, "Whom to steal from, and how much (see scrump --help)")
        .type_name("NAME[:key=value,…]")
        .words(Policy::names())
        .initially("sticky-random")
        .group(group);
    command
        .option("--workers", search.workers, whole_number(0, 4096),
                "Workers of each locality; 0: one per hardware thread [default: 0]")
        .type_name("N")
        .group(group);
    command
        .option("--localities", search.localities, whole_number(1, 4096),
                "Address spaces, simulated in one process (with mpirun, every process is one)")
        .type_name("N")
        .show_default()
        .group(group);
    command
        .option("--time-limit", search.time_limit, duration(std::chrono::nanoseconds(1), "leave it out for no limit"),
                "Stop after so long: 250ms, 60s, 5m, 2h")
        .type_name("TIME")
        .group(group);
    command.option("--node-limit", search.node_limit, whole_number(1), "Stop soon after so many nodes")
        .type_name("N")
        .group(group);
    if (aim == Aim::best)
        command
            .option("--gap", search.gap, share(),
                    "Stop when no solution can be better by more than this part of the best one's objective: 1%, 0.01")
            .type_name("PART")
            .group(group);
    command.option("--seed", search.seed, whole_number(), "Seed of everything that is random")
        .type_name("N")
        .show_default()
        .group(group);
    command.flag_against("--no-pin", search.pin, "Do not bind workers to cores").group(group);
    declare_simulation(command, machine, group);

    const std::string long_runs = "Long runs (see docs/long-runs.md)";
    Checkpoints& checkpoints = search.checkpoints;
    const Argument file =
        command.option("--checkpoint", checkpoints.file, a_name(), "Keep the state of the search in this file")
            .type_name("FILE")
            .group(long_runs);
    command
        .option("--checkpoint-every", checkpoints.every, duration(std::chrono::nanoseconds(1)),
                "Write it so often, and when the search is stopped")
        .needs(file)
        .type_name("TIME")
        .initially("60s")
        .group(long_runs);
    command.option("--resume", checkpoints.resume, a_name(), "Go on from a checkpoint of the same search")
        .type_name("FILE")
        .group(long_runs);
    command
        .option("--dead-after", search.dead_after, duration(),
                "Give up when a process was silent for so long; 0: never")
        .type_name("TIME")
        .initially("2m")
        .group(long_runs);

    const std::string observation = "What a run does (see docs/observability.md)";
    std::vector<std::string> names = {"all"};
    for (const Counter& counter : all_counters()) names.emplace_back(counter.name);
    const auto to_counters = [](const std::string& text) { return parse_counters(a_name()(text)); };
    const Argument list =
        command
            .option("--counters", counters.wanted, to_counters,
                    "Print these while it runs: names of `scrump counters`, or all, each for the run or with "
                    "@locality or @worker for each of them")
            .type_name("LIST")
            .words(names)
            .group(observation);
    command.option("--every", search.observe_interval, duration(std::chrono::milliseconds(10)), "How often")
        .needs(list)
        .type_name("TIME")
        .initially("1s")
        .group(observation);
    command
        .option("--counters-file", counters.file, a_name(),
                "Where to: CSV, or JSON lines if it ends in .jsonl [default: standard error]")
        .needs(list)
        .type_name("FILE")
        .group(observation);
    command
        .option("--reference", reference, a_name(),
                "The --json of the same search on one worker, for the counters of wait time")
        .type_name("FILE")
        .group(observation);
    const Argument trace_file = command
                                    .option("--trace", search.trace.file, a_name(),
                                            "Record what happened when, for Perfetto and chrome://tracing")
                                    .type_name("FILE")
                                    .group(observation);
    command
        .option("--trace-events", search.trace.events, whole_number(1, std::uint64_t{1} << 26U),
                "How many events of each thread are kept: the newest")
        .needs(trace_file)
        .type_name("N")
        .show_default()
        .group(observation);

    declare_output(command, *this, "The answer alone", "Also what each worker did");
}

}  // namespace scrump::cli

#include <scrump/runtime/run_options.hpp>
#include <scrump/search/estimate.hpp>
#include <scrump/search/option_table.hpp>

#include <chrono>
#include <cstdio>
#include <string>

namespace scrump {
namespace {

using Kind = OptionKind;

void print_progress(const SearchProgress& now) {
    std::string line = "scrump: " + std::to_string(now.elapsed.count()) + " s, " + std::to_string(now.counters.nodes) +
                       " nodes, " + std::to_string(now.busy_workers) + " of " + std::to_string(now.workers) +
                       " workers busy";
    if (now.incumbent) line += ", best " + std::to_string(*now.incumbent);
    if (now.bound) line += ", bound " + std::to_string(*now.bound);
    if (now.estimate) line += ", " + now.estimate->describe_rest();
    std::fprintf(stderr, "%s\n", line.c_str());
}

constexpr Option<SearchOptions> progress = {
    {.name = "progress",
     .help = "Print a line of progress each second on standard error",
     .group = detail::how_to_run,
     .faces = in_programs},
    [](SearchOptions& options, const OptionText& /*row*/, std::string_view /*none*/) {
        options.progress = print_progress;
        options.progress_interval = std::chrono::seconds(1);
        options.estimates = true;
    },
    [](const SearchOptions& /*options*/) { return std::string(); }};

constexpr auto options_of_searches = joined(
    std::array{
        option<SearchOptions>(
            {.name = "skeleton",
             .value = "NAME[:key=value,…]",
             .help = "How to search in parallel",
             .kind = Kind::spec,
             .group = detail::how_to_run,
             .words = Skeleton::names},
            [](auto& options) -> auto& { return options.skeleton; }),
        option<SearchOptions>(
            {.name = "node-limit",
             .value = "N",
             .help = "Stop after about N nodes",
             .kind = Kind::count,
             .min = 1,
             .group = detail::how_to_run},
            [](auto& options) -> auto& { return options.node_limit; }),
        option<SearchOptions>(
            {.name = "depth-limit",
             .value = "N",
             .help = "Largest depth of visited nodes",
             .kind = Kind::count,
             .group = detail::how_to_run,
             .faces = in_programs},
            [](auto& options) -> auto& { return options.depth_limit; }),
        option<SearchOptions>(
            {.name = "gap",
             .value = "FRACTION",
             .help = "Stop once the relative gap to the bound is at most FRACTION",
             .examples = "1%, 0.01",
             .kind = Kind::fraction,
             .group = detail::how_to_run},
            [](auto& options) -> auto& { return options.gap; }),
        option<SearchOptions>(
            {.name = "estimate",
             .value = "TIME",
             .help = "Search and sample for TIME, stop, and estimate the nodes and the time of the whole search",
             .examples = "5s",
             .kind = Kind::duration,
             .min = 1,
             .group = detail::how_to_run},
            [](auto& options) -> auto& { return options.estimate; }),
        option<SearchOptions>(
            {.name = "checkpoint",
             .value = "FILE",
             .help = "Save the state of the search in FILE at intervals, and when it is stopped",
             .kind = Kind::file,
             .group = detail::long_runs,
             .faces = in_command | in_programs},
            [](auto& options) -> auto& { return options.checkpoints.file; }),
        option<SearchOptions>(
            {.name = "checkpoint-every",
             .value = "TIME",
             .help = "Time between two checkpoints",
             .kind = Kind::duration,
             .min = 1,
             .group = detail::long_runs,
             .needs = "checkpoint",
             .faces = in_command | in_programs},
            [](auto& options) -> auto& { return options.checkpoints.every; }),
        option<SearchOptions>(
            {.name = "resume",
             .value = "FILE",
             .help = "Resume a checkpoint of the same search",
             .kind = Kind::file,
             .group = detail::long_runs,
             .faces = in_command | in_programs},
            [](auto& options) -> auto& { return options.checkpoints.resume; }),
        option<SearchOptions>(
            {.name = "shard",
             .value = "I/N",
             .help = "Search part I of N, in a job that need not know the others; `scrump merge` joins their results",
             .examples = "2/16",
             .kind = Kind::spec,
             .group = detail::long_runs},
            [](auto& options) -> auto& { return options.shard; }),
        option<SearchOptions>(
            {.name = "incumbents",
             .value = "FILE",
             .help = "Exchange the best solutions with other runs of the same search, such as its shards, through FILE",
             .kind = Kind::file,
             .group = detail::long_runs},
            [](auto& options) -> auto& { return options.incumbents; }),
        progress,
    },
    detail::run_options<SearchOptions>());

}  // namespace

template <>
std::span<const Option<SearchOptions>> option_table<SearchOptions>() {
    return options_of_searches;
}

}  // namespace scrump

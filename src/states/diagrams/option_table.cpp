#include <scrump/runtime/run_options.hpp>
#include <scrump/states/diagrams/option_table.hpp>
#include <scrump/tasks/detail/deque_option.hpp>

namespace scrump {

template <>
struct detail::OptionWord<ReachStrategy> {
    static ReachStrategy read(std::string_view text) { return parse_reach_strategy(text); }
    static std::string shown(ReachStrategy strategy) { return std::string(name(strategy)); }
};

namespace {

using Kind = OptionKind;

constexpr std::string_view memory = "Memory";
constexpr std::uint64_t max_buckets = std::uint64_t{1} << 40U;

constexpr auto options_of_reachability = joined(
    detail::run_options<SymbolicReachOptions>(),
    std::array{
        option<SymbolicReachOptions>(
            {.name = "strategy",
             .help = "Order in which relations are applied",
             .kind = Kind::word,
             .group = detail::how_to_run,
             .words = reach_strategy_names,
             .faces = in_command | in_programs},
            [](auto& options) -> auto& { return options.strategy; }),
        detail::deque_option<SymbolicReachOptions>(),
        option<SymbolicReachOptions>(
            {.name = "buckets",
             .value = "N",
             .help = "Initial size of the node table, in buckets of 16 bytes",
             .kind = Kind::count,
             .min = 1,
             .max = max_buckets,
             .group = memory},
            [](auto& options) -> auto& { return options.diagrams.buckets; }),
        option<SymbolicReachOptions>(
            {.name = "max-buckets",
             .value = "N",
             .help = "Largest size of the node table, in buckets",
             .kind = Kind::count,
             .min = 1,
             .max = max_buckets,
             .group = memory,
             .formerly = "most-buckets"},
            [](auto& options) -> auto& { return options.diagrams.max_buckets; }),
        option<SymbolicReachOptions>(
            {.name = "memory-limit",
             .value = "BYTES",
             .help = "Memory of the table and the operation cache; without it, three quarters of the free memory",
             .examples = "800M, 16G",
             .kind = Kind::bytes,
             .group = memory},
            [](auto& options) -> auto& { return options.diagrams.memory_limit; }),
        option<SymbolicReachOptions>(
            {.name = "collect-from",
             .value = "N",
             .help = "A full table of fewer buckets grows; a larger one is garbage-collected first",
             .kind = Kind::count,
             .group = memory},
            [](auto& options) -> auto& { return options.diagrams.collect_from; }),
        option<SymbolicReachOptions>(
            {.name = "cache-ratio",
             .value = "RATIO",
             .help = "Entries of the operation cache per bucket, of 32 bytes each (four times as many up to 2^22)",
             .kind = Kind::real,
             .group = memory},
            [](auto& options) -> auto& { return options.diagrams.cache_ratio; }),
        option<SymbolicReachOptions>(
            {.name = "spread-nodes",
             .help = "Spread the nodes over the memory of all processes, where these share none: slow",
             .group = memory},
            [](auto& options) -> auto& { return options.diagrams.spread_nodes; }),
        option<SymbolicReachOptions>(
            {.name = "travel-from",
             .value = "N",
             .help = "A task whose operands have fewer nodes is not stolen by processes that share no memory",
             .kind = Kind::count,
             .group = memory},
            [](auto& options) -> auto& { return options.diagrams.travel_from; }),
    });

}  // namespace

template <>
std::span<const Option<SymbolicReachOptions>> option_table<SymbolicReachOptions>() {
    return options_of_reachability;
}

}  // namespace scrump

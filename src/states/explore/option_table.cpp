#include <scrump/runtime/run_options.hpp>
#include <scrump/states/explore/option_table.hpp>

namespace scrump {

template <>
struct detail::OptionWord<ExplorationOrder> {
    static ExplorationOrder read(std::string_view text) { return parse_exploration_order(text); }
    static std::string shown(ExplorationOrder order) { return std::string(name(order)); }
};
template <>
struct detail::OptionWord<StateStorage> {
    static StateStorage read(std::string_view text) { return parse_state_storage(text); }
    static std::string shown(StateStorage storage) { return std::string(name(storage)); }
};

namespace {

using Kind = OptionKind;

constexpr auto options_of_explorations =
    joined(detail::run_options<ExploreOptions>(),
           std::array{
               option<ExploreOptions>(
                   {.name = "order",
                    .help = "Order of visits; breadth-first finds shortest paths",
                    .kind = Kind::word,
                    .group = detail::how_to_run,
                    .words = exploration_order_names},
                   [](auto& options) -> auto& { return options.order; }),
               option<ExploreOptions>(
                   {.name = "storage",
                    .help = "Storage of visited states; all but exact may miss states",
                    .kind = Kind::word,
                    .group = detail::how_to_run,
                    .words = state_storage_names},
                   [](auto& options) -> auto& { return options.storage; }),
               option<ExploreOptions>(
                   {.name = "no-paths",
                    .help = "Do not keep the predecessor of each state, which paths need",
                    .kind = Kind::off_flag,
                    .group = detail::how_to_run},
                   [](auto& options) -> auto& { return options.paths; }),
               option<ExploreOptions>(
                   {.name = "levels",
                    .value = "N",
                    .help = "Largest distance from the initial states, in breadth-first order",
                    .kind = Kind::count,
                    .group = detail::how_to_run},
                   [](auto& options) -> auto& { return options.level_limit; }),
               option<ExploreOptions>(
                   {.name = "state-limit",
                    .value = "N",
                    .help = "Stop after about N states",
                    .kind = Kind::count,
                    .min = 1,
                    .group = detail::how_to_run},
                   [](auto& options) -> auto& { return options.state_limit; }),
               option<ExploreOptions>(
                   {.name = "memory-limit",
                    .value = "BYTES",
                    .help = "Memory per locality; without it, three quarters of the free memory",
                    .examples = "800M, 16G",
                    .kind = Kind::bytes,
                    .group = detail::how_to_run},
                   [](auto& options) -> auto& { return options.memory_limit; }),
               option<ExploreOptions>(
                   {.name = "disk",
                    .value = "DIR",
                    .help = "Keep states in files below DIR; memory holds only buffers",
                    .kind = Kind::file,
                    .group = detail::how_to_run},
                   [](auto& options) -> auto& { return options.disk; }),
               option<ExploreOptions>(
                   {.name = "checkpoint",
                    .value = "FILE",
                    .help = "Save all states in FILE at the end of a level, and when it is stopped",
                    .kind = Kind::file,
                    .group = detail::long_runs},
                   [](auto& options) -> auto& { return options.checkpoints.file; }),
               option<ExploreOptions>(
                   {.name = "checkpoint-every",
                    .value = "TIME",
                    .help = "Least time between checkpoints (one is always written at the end)",
                    .kind = Kind::duration,
                    .min = 1,
                    .group = detail::long_runs,
                    .needs = "checkpoint"},
                   [](auto& options) -> auto& { return options.checkpoints.every; }),
               option<ExploreOptions>(
                   {.name = "resume",
                    .value = "FILE",
                    .help = "Resume a checkpoint of the same model",
                    .kind = Kind::file,
                    .group = detail::long_runs},
                   [](auto& options) -> auto& { return options.checkpoints.resume; }),
           });

constexpr std::array options_of_walks{
    option<RandomWalkOptions>(
        {.name = "depth",
         .value = "N",
         .help = "Largest number of steps of a random walk, after which the next one begins",
         .kind = Kind::count,
         .min = 1,
         .group = detail::how_to_run},
        [](auto& options) -> auto& { return options.depth; }),
    detail::option_of_workers<RandomWalkOptions>(),
    detail::option_of_time_limit<RandomWalkOptions>(),
    detail::option_of_seed<RandomWalkOptions>(),
    detail::option_of_pin<RandomWalkOptions>(),
};

}  // namespace

template <>
std::span<const Option<ExploreOptions>> option_table<ExploreOptions>() {
    return options_of_explorations;
}

template <>
std::span<const Option<RandomWalkOptions>> option_table<RandomWalkOptions>() {
    return options_of_walks;
}

}  // namespace scrump

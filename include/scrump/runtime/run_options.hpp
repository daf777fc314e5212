#pragma once
// The options that all front doors share, for their tables.

#include <scrump/base/option.hpp>
#include <scrump/runtime/paper.hpp>
#include <scrump/stealing/policy.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

namespace scrump::detail {

inline constexpr std::string_view how_to_run = "How to run";
inline constexpr std::string_view long_runs = "Long runs (see docs/long-runs.md)";
inline constexpr std::string_view observation = "What a run does (see docs/observability.md)";
inline constexpr std::uint64_t max_workers = 4096;

// The run's part of a door's options: the rest may be inside another struct.
template <class Options>
constexpr auto& run_part(Options& options) {
    if constexpr (requires { options.diagrams.tasks; }) {
        return options.diagrams.tasks;
    } else if constexpr (requires { options.tasks; }) {
        return options.tasks;
    } else {
        return options;
    }
}

// Those that even a front door without localities has.

template <class Options>
constexpr Option<Options> option_of_workers() {
    return option<Options>(
        {.name = "workers",
         .value = "N",
         .help = "Workers per locality (0: one per hardware thread)",
         .kind = OptionKind::count,
         .max = max_workers,
         .group = how_to_run},
        [](auto& options) -> auto& { return run_part(options).workers; });
}

template <class Options>
constexpr Option<Options> option_of_time_limit() {
    return option<Options>(
        {.name = "time-limit",
         .value = "TIME",
         .help = "Stop after TIME",
         .examples = "250ms, 60s, 5m, 2h",
         .kind = OptionKind::duration,
         .min = 1,
         .group = how_to_run,
         .advice = "leave it out for no limit"},
        [](auto& options) -> auto& { return run_part(options).time_limit; });
}

template <class Options>
constexpr Option<Options> option_of_seed() {
    return option<Options>(
        {.name = "seed",
         .value = "N",
         .help = "Seed of all random choices",
         .kind = OptionKind::count,
         .group = how_to_run},
        [](auto& options) -> auto& { return run_part(options).seed; });
}

template <class Options>
constexpr Option<Options> option_of_pin() {
    return option<Options>(
        {.name = "no-pin", .help = "Do not bind workers to cores", .kind = OptionKind::off_flag, .group = how_to_run},
        [](auto& options) -> auto& { return run_part(options).pin; });
}

template <class Options>
constexpr auto options_how_to_run() {
    using Kind = OptionKind;
    return std::array{
        option_of_workers<Options>(),
        option<Options>(
            {.name = "localities",
             .value = "N",
             .help = "Address spaces, simulated in one process; under mpirun each process is one",
             .kind = Kind::count,
             .min = 1,
             .max = max_workers,
             .group = how_to_run},
            [](auto& options) -> auto& { return run_part(options).localities; }),
        option<Options>(
            {.name = "policy",
             .value = "NAME[:key=value,…]",
             .help = "Whom to steal from, and how much",
             .kind = Kind::spec,
             .group = how_to_run,
             .words = Policy::names},
            [](auto& options) -> auto& { return run_part(options).policy; }),
        option_of_time_limit<Options>(),
        option_of_seed<Options>(),
        option_of_pin<Options>(),
        option<Options>(
            {.name = "dead-after",
             .value = "TIME",
             .help = "Fail if a process has not responded for TIME (0: never)",
             .kind = Kind::duration,
             .group = how_to_run},
            [](auto& options) -> auto& { return run_part(options).dead_after; }),
    };
}

template <class Options>
constexpr auto options_of_observation() {
    using Kind = OptionKind;
    return std::array{
        option<Options>(
            {.name = "trace",
             .value = "FILE",
             .help = "Record events in FILE, for Perfetto and chrome://tracing",
             .kind = Kind::file,
             .group = observation},
            [](auto& options) -> auto& { return run_part(options).trace.file; }),
        option<Options>(
            {.name = "trace-events",
             .value = "N",
             .help = "Number of events kept per thread: the newest ones",
             .kind = Kind::count,
             .min = 1,
             .max = std::uint64_t{1} << 26U,
             .group = observation,
             .needs = "trace"},
            [](auto& options) -> auto& { return run_part(options).trace.events; }),
        option<Options>(
            {.name = "hardware-counters",
             .help = "Count instructions, cycles and cache misses of each worker by its processor",
             .group = observation},
            [](auto& options) -> auto& { return run_part(options).hardware_counters; }),
    };
}

template <class Options>
constexpr Option<Options> option_of_papers() {
    return {{.name = "paper",
             .value = "NAME[:VARIANT]",
             .help = "Run the system of a paper, with all options that make it; see docs/papers.md",
             .kind = OptionKind::spec,
             .group = how_to_run,
             .words = [] { return paper_names(paper_places<Options>); }},
            [](Options& options, const OptionText& /*row*/, std::string_view text) {
                paper_choices(text, paper_places<Options>);
                run_part(options).paper = text;
            },
            [](const Options& options) { return run_part(options).paper; }};
}

// The options of a front door at which no paper has a system lack the option `paper`.
template <class Options>
constexpr auto run_options() {
    if constexpr (paper_places<Options> == 0) {
        return joined(options_how_to_run<Options>(), options_of_observation<Options>());
    } else {
        return joined(joined(options_how_to_run<Options>(), std::array{option_of_papers<Options>()}),
                      options_of_observation<Options>());
    }
}

}  // namespace scrump::detail

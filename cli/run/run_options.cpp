#include "run/run_options.hpp"

#include "line/table_options.hpp"
#include "line/values.hpp"
#include "run/simulation.hpp"

#include <scrump/runtime/run_options.hpp>
#include <scrump/search/option_table.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace scrump::cli {

void RunOptions::declare(Command command, Aim aim) {
    TablePart<SearchOptions> part;
    part.places = aim == Aim::count ? in_enumerations : in_searches;
    if (aim != Aim::best) part.without.emplace_back("gap");
    declare_table(command, search, option_table<SearchOptions>(), part);
    declare_simulation(command, machine, {.workers = search.workers, .reference = &reference});

    const std::string observation(detail::observation);
    std::vector<std::string> names = {"all"};
    for (const Counter& counter : all_counters()) names.emplace_back(counter.name);
    const auto to_counters = [](const std::string& text) { return parse_counters(a_name()(text)); };
    const Argument list = command
                              .option("--counters", counters.wanted, to_counters,
                                      "Print these counters during the run: names that `scrump counters` lists, or "
                                      "all, each for the run, or per locality or worker with @locality or @worker")
                              .type_name("LIST")
                              .words(names)
                              .group(observation);
    command
        .option("--every", search.observe_interval, duration(std::chrono::milliseconds(10)),
                "Time between two lines of counters")
        .needs(list)
        .type_name("TIME")
        .initially("1s")
        .group(observation);
    command
        .option("--counters-file", counters.file, a_name(),
                "File for the counters: CSV, or JSON lines if its name ends in .jsonl [default: standard error]")
        .needs(list)
        .type_name("FILE")
        .group(observation);
    command
        .option("--reference", reference, a_name(),
                "The output of --json of the same search on one worker, for the counters of wait time")
        .type_name("FILE")
        .group(observation);
    declare_output(command, *this, "Print the answer alone", "Also print what each worker did");
}

}  // namespace scrump::cli

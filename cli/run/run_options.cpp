#include "run/run_options.hpp"

#include "line/table_options.hpp"
#include "line/values.hpp"
#include "run/live_counters.hpp"
#include "run/simulation.hpp"

#include <scrump/runtime/run_options.hpp>
#include <scrump/search/option_table.hpp>

#include <string>

namespace scrump::cli {

void RunOptions::declare(Command command, Aim aim) {
    TablePart<SearchOptions> part;
    part.places = aim == Aim::count ? in_enumerations : in_searches;
    if (aim != Aim::best) part.without.emplace_back("gap");
    declare_table(command, search, option_table<SearchOptions>(), part);
    declare_simulation(command, machine, {.workers = search.workers, .reference = &reference});

    const std::string observation(detail::observation);
    declare_counters(command, counters, search.observe_interval, Computation::search);
    command
        .option("--reference", reference, a_name(),
                "The output of --json of the same search on one worker, for the counters of wait time")
        .type_name("FILE")
        .group(observation);
    declare_output(command, *this, "Print the answer alone", "Also print what each worker did");
}

}  // namespace scrump::cli

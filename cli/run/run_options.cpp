#include "run/run_options.hpp"

#include "line/table_options.hpp"
#include "line/values.hpp"
#include "run/simulation.hpp"

#include <scrump/runtime/run_options.hpp>
#include <scrump/search/option_table.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::cli {

namespace {

// Stacks that are stolen from are for counts alone.
Skeleton skeleton_for(Aim aim, const std::string& text) {
    const Skeleton skeleton = Skeleton::parse(text);
    if (skeleton.has_stacks() && aim != Aim::count)
        throw BadValue("steal-stack is for the enumerations of semigroups, queens and uts alone");
    return skeleton;
}

std::vector<std::string> skeletons_for(Aim aim) {
    std::vector<std::string> names = Skeleton::names();
    if (aim != Aim::count) std::erase(names, "steal-stack");
    return names;
}

}  // namespace

void RunOptions::declare(Command command, Aim aim) {
    const std::span<const Option<SearchOptions>> table = option_table<SearchOptions>();
    TablePart<SearchOptions> part{.without = {"skeleton"}};
    part.places = aim == Aim::count ? in_enumerations : in_searches;
    if (aim != Aim::best) part.without.emplace_back("gap");
    const auto take_skeleton = [this, aim, given = part.given](const std::string& text) {
        search.skeleton = skeleton_for(aim, text);
        (*given)["skeleton"] = text;
    };
    command.option(*find_option(table, "skeleton"), take_skeleton, search.skeleton.describe())
        .words(skeletons_for(aim));
    declare_table(command, search, table, part);
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

// scrump tsp.

#include "commands.hpp"
#include "live_search.hpp"
#include "report.hpp"
#include "source.hpp"
#include "values.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/problems/tsp/solve.hpp>
#include <scrump/problems/tsp/source.hpp>
#include <scrump/problems/tsp/tsplib.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

namespace scrump::cli {
namespace {

struct Arguments {
    RunOptions run;
    std::string source;
    std::optional<std::int64_t> at_most;
    std::string tour_file;
    bool no_local_search = false;

    tsp::Settings settings(LiveSearch& live) const {
        return {.search = live.options(), .local_search = !no_local_search};
    }
};

struct Named {
    std::string name;
    tsp::Instance instance;
};

// Collective; only the first process reads files.
Named load(const Arguments& given, Session& session) {
    const Source source = read_source(given.source, tsp::names_file, session);
    if (!source.text) return {given.source, tsp::generate(given.source, given.run.seed)};
    tsp::TsplibFile file = tsp::parse_tsplib(*source.text, source.title);
    if (file.name.empty()) file.name = source.title;
    return {std::move(file.name), std::move(file.instance)};
}

void add_tour(Report& report, const tsp::Tour& tour, tsp::Length length) {
    std::vector<std::size_t> names(tour.begin(), tour.end());
    for (std::size_t& city : names) ++city;  // files name cities from 1
    report.result["objective"] = length;
    report.result["solution"] = names;
    report.answer.emplace_back("length", std::to_string(length));
    report.answer.emplace_back("tour", fmt::format("{}", fmt::join(names, " ")));
}

// Returns the tour, for the file.
std::optional<tsp::Tour> find_shortest(const Arguments& given, const tsp::Instance& instance, Report& report,
                                       Session& session) {
    LiveSearch live(given.run, session, true);
    tsp::ShortestTour found = tsp::find_shortest_tour(instance, given.settings(live));
    report.status = found.status;
    report.statistics = std::move(found.statistics);
    add_tour(report, found.tour, found.length);
    return std::move(found.tour);
}

std::optional<tsp::Tour> decide(const Arguments& given, const tsp::Instance& instance, Report& report,
                                Session& session) {
    LiveSearch live(given.run, session, false);
    tsp::ShortTour found = tsp::find_tour(instance, *given.at_most, given.settings(live));
    report.status = found.status;
    report.statistics = std::move(found.statistics);
    answer_existence(report, "exists", found.tour.has_value());
    if (found.tour) add_tour(report, *found.tour, found.length);
    return std::move(found.tour);
}

bool same_file(const std::string& one, const std::string& other) {
    std::error_code neither_exists;
    return one == other || std::filesystem::equivalent(one, other, neither_exists);
}

int solve(const Arguments& given, Session& session) {
    begin(given.run, session);
    const bool writes = session.first() && !given.tour_file.empty();
    for (const std::string& other : {given.source, given.run.checkpoint, given.run.resume}) {
        if (!given.tour_file.empty() && same_file(given.tour_file, other))
            throw UsageError("--tour " + given.tour_file + " would overwrite what is read or kept there");
    }
    if (writes) check_replaceable(given.tour_file);
    const Named named = load(given, session);
    Report report;
    report.problem = "tsp";
    report.instance = {{"file", given.source}, {"name", named.name}, {"cities", named.instance.size()}};
    if (given.at_most) report.instance["at_most"] = *given.at_most;
    const std::optional<tsp::Tour> tour = given.at_most ? decide(given, named.instance, report, session)
                                                        : find_shortest(given, named.instance, report, session);
    const Exit status = print(report, given.run, session);  // first: writing may fail
    if (writes && tour) {
        replace_file(given.tour_file, tsp::tour_file(named.name, *tour, length_of(named.instance, *tour)));
    }
    return status;
}

}  // namespace

void declare_tsp(CommandLine& line, Action& run) {
    const auto given = std::make_shared<Arguments>();
    Command command = line.subcommand("tsp", "Find a shortest tour through all cities");
    command
        .option("FILE", &given->source,
                "File in TSPLIB's format, - for standard input, or random points: random:n=50,seed=1")
        .required();
    command.option("--at-most", &given->at_most, "Find a tour of this length or less instead, or prove there is none")
        .rule(to_integer())
        .type_name("L");
    command.option("--tour", &given->tour_file, "Write the tour to this file, in TSPLIB's format")
        .rule(a_name())
        .type_name("FILE");
    command.flag("--no-local-search", given->no_local_search, "Exact search alone");
    given->run.declare(command);
    command.when_chosen([given, &run] { run = [given](Session& session) { return solve(*given, session); }; });
}

}  // namespace scrump::cli

// scrump tsp.

#include "commands.hpp"
#include "line/values.hpp"
#include "run/answer_file.hpp"
#include "run/complain.hpp"
#include "run/search_command.hpp"
#include "run/several.hpp"
#include "run/source.hpp"
#include "run/start.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/problems/tsp/solve.hpp>
#include <scrump/problems/tsp/source.hpp>
#include <scrump/problems/tsp/tsplib.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace scrump::cli {
namespace {

struct TspArguments {
    std::string source;
    std::optional<std::int64_t> at_most;
    GivenSeveral several;
    std::string tour_file;
    std::string start;
    bool local_search = true;
};

struct NamedInstance {
    std::string name;
    tsp::Instance instance;
    tsp::FixedEdges fixed{};
    std::uint64_t first_city = 1;  // its number in the file
};

// Collective; only the first process reads files.
NamedInstance load(const TspArguments& given, LiveSearch& live) {
    const Source source = read_source(given.source, tsp::names_file, live.session());
    if (!source.text) return {given.source, tsp::generate(given.source, live.seed())};
    tsp::TsplibFile file = tsp::parse_tsplib(*source.text, source.title);
    if (file.name.empty()) file.name = source.title;
    if (!file.warning.empty() && live.session().first()) complain("warning: " + file.warning);
    return {std::move(file.name), std::move(file.instance), std::move(file.fixed), file.first_city};
}

void add_tour(Report& report, const NamedInstance& named, const tsp::TourOfLength& found) {
    report.add("length", "objective", found.length);
    report.add("tour", "solution", numbered_from(named.first_city, found.tour));
}

tsp::Settings settings(const TspArguments& given, const NamedInstance& named, LiveSearch& live, Line line,
                       const Report& report) {
    tsp::Tour known;
    if (!given.start.empty()) known = start_tour(given.start, named.instance, named.first_city, live);
    if (!known.empty() && !has_all(known, named.fixed))
        throw Error(given.start + ": the tour does not have all fixed edges of " + given.source);
    return {.search = live.begin(line, report),
            .local_search = given.local_search,
            .known = std::move(known),
            .fixed = named.fixed};
}

// Both return the tour, for the file.
tsp::Tour find_shortest(const NamedInstance& named, const tsp::Settings& settings, Report& report) {
    tsp::TourOfLength found = report.take(tsp::find_shortest_tour(named.instance, settings));
    add_tour(report, named, found);
    return std::move(found.tour);
}

std::optional<tsp::Tour> decide(const NamedInstance& named, tsp::Length at_most, const tsp::Settings& settings,
                                Report& report) {
    std::optional<tsp::TourOfLength> found = report.take(tsp::find_tour(named.instance, at_most, settings));
    report.add_existence("exists", found.has_value());
    if (!found) return std::nullopt;
    add_tour(report, named, *found);
    return std::move(found->tour);
}

std::optional<tsp::Tour> find_several(const NamedInstance& named, const TspArguments& given,
                                      const tsp::Settings& settings, Report& report) {
    auto found = tsp::find_best_tours(named.instance, given.several.wanted<tsp::Length>(given.at_most), settings);
    std::optional<tsp::Tour> best;
    if (!found.value.empty()) best = found.value.front().tour;
    add_several(report, std::move(found),
                [&](const tsp::TourOfLength& each, Report& one) { add_tour(one, named, each); });
    return best;
}

Report solve(const TspArguments& given, LiveSearch& live) {
    check_answer_file("--tour", given.tour_file, given.source, live);
    const NamedInstance named = load(given, live);
    const tsp::Instance& instance = named.instance;
    Report report{.instance = {{"file", given.source}, {"name", named.name}, {"cities", instance.size()}}};
    if (!named.fixed.empty()) report.instance["fixed_edges"] = named.fixed.size();
    if (given.at_most) report.instance["at_most"] = *given.at_most;
    const Line line = given.at_most && !given.several.asked() ? Line::plain : Line::with_incumbent;
    const tsp::Settings how = settings(given, named, live, line, report);
    const std::optional<tsp::Tour> tour = given.several.asked() ? find_several(named, given, how, report)
                                          : given.at_most       ? decide(named, *given.at_most, how, report)
                                                                : find_shortest(named, how, report);
    if (tour && !given.tour_file.empty()) {
        report.afterwards = [file = given.tour_file,
                             text = tsp::tour_file(named.name, *tour, length_of(instance, *tour), named.first_city)] {
            replace_file(file, text);
        };
    }
    return report;
}

void declare(Command command, TspArguments& given) {
    command
        .option("FILE", given.source,
                "File in TSPLIB's format, - for standard input, or random points: random:n=50,seed=1")
        .words({"random:"})
        .required();
    command
        .option("--at-most", given.at_most, integer(), "Find a tour of at most this length, or prove that none exists")
        .type_name("L");
    declare_several(command, given.several, "tours", Enough::best_or_given);
    command.option("--tour", given.tour_file, a_name(), "Write the best tour to this file, in TSPLIB's format")
        .type_name("FILE");
    command
        .option("--start", given.start, a_name(),
                "Start from the tour in this file, in TSPLIB's format, or from the solution in the output of --json")
        .type_name("FILE");
    command.flag_against("--no-local-search", given.local_search, "Skip the local search");
}

}  // namespace

void declare_tsp(CommandLine& line) {
    declare_search<TspArguments>(line, "tsp", "Find a shortest tour through all cities", declare, solve);
}

}  // namespace scrump::cli

// scrump colouring.

#include "commands.hpp"
#include "line/values.hpp"
#include "run/graphs.hpp"
#include "run/search_command.hpp"
#include "run/several.hpp"
#include "run/start.hpp"

#include <scrump/problems/colouring/colouring.hpp>
#include <scrump/problems/colouring/solve.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace scrump::cli {
namespace {

struct ColouringArguments {
    std::string graph;
    GivenFormat format;
    std::optional<std::size_t> k;
    GivenSeveral several;
    std::string start;
};

/// The colouring to begin with; none if no file is given.
colouring::Colouring known_colouring(const ColouringArguments& arguments, const MatrixGraph& given,
                                     const LiveSearch& live) {
    if (arguments.start.empty()) return {};
    return start_colouring(StartFile(arguments.start, earlier_colourings, live), given.origin.names, given.graph);
}

// For people the vertices of each colour, for machines the colour of each vertex; colours from 1.
void add_colouring(Report& report, const graph::VertexNames& names, const colouring::Colouring& colouring) {
    std::vector<std::vector<std::string>> classes(colouring::count_colours(colouring));
    auto solution = nlohmann::ordered_json::array();
    for (std::size_t vertex = 0; vertex < colouring.size(); ++vertex) {
        classes[colouring[vertex]].push_back(shown_name(names, vertex));
        solution.push_back(colouring[vertex] + 1);
    }
    for (std::size_t colour = 0; colour < classes.size(); ++colour)
        report.answer.emplace_back(fmt::format("colour {}", colour + 1),
                                   fmt::format("{}", fmt::join(classes[colour], " ")));
    report.result["objective"] = classes.size();
    report.result["solution"] = std::move(solution);
}

void find_fewest(const MatrixGraph& given, const colouring::Colouring& known, LiveSearch& live, Report& report) {
    const colouring::FewestColours found =
        report.take(colouring::find_fewest_colours(given.graph, live.begin(Line::with_incumbent, report), known));
    report.answer.emplace_back("colours", fmt::format("{}", colouring::count_colours(found.colouring)));
    add_colouring(report, given.origin.names, found.colouring);
    report.result["at_least"] = found.at_least;
}

void find_k(const MatrixGraph& given, std::size_t k, const colouring::Colouring& known, LiveSearch& live,
            Report& report) {
    report.instance["k"] = k;
    const std::optional<colouring::Colouring> found =
        report.take(colouring::find_colouring(given.graph, k, live.begin(Line::plain, report), known));
    report.add_existence(fmt::format("{} colours", k), found.has_value());
    if (found) add_colouring(report, given.origin.names, *found);
}

void find_several(const MatrixGraph& graph, const ColouringArguments& given, const colouring::Colouring& known,
                  LiveSearch& live, Report& report) {
    if (given.k) report.instance["k"] = *given.k;
    auto found = colouring::find_best_colourings(graph.graph, given.several.wanted<std::size_t>(given.k),
                                                 live.begin(Line::with_incumbent, report), known);
    add_several(report, std::move(found), [&](const colouring::Colouring& each, Report& one) {
        one.answer.emplace_back("colours", std::to_string(colouring::count_colours(each)));
        add_colouring(one, graph.origin.names, each);
    });
}

Report solve(const ColouringArguments& given, LiveSearch& live) {
    const MatrixGraph graph = load_graph(given.graph, given.format, live, colouring::max_vertices);
    Report report{.instance = describe(graph.origin, graph.graph)};
    note_format(report, graph.origin);
    const colouring::Colouring known = known_colouring(given, graph, live);
    if (given.several.asked()) {
        find_several(graph, given, known, live, report);
    } else if (given.k) {
        find_k(graph, *given.k, known, live, report);
    } else {
        find_fewest(graph, known, live, report);
    }
    return report;
}

void declare(Command command, ColouringArguments& given) {
    command.option("GRAPH", given.graph, graph_help).words(graph_words()).required();
    declare_format(command, given.format);
    command.option("-k", given.k, whole_number(), "Find a colouring with at most N colours, or prove that none exists")
        .type_name("N");
    declare_several(command, given.several, "colourings", Enough::best_or_given);
    command
        .option("--start", given.start, a_name(),
                "Start from the colours in this file, one per vertex, or from the solution in the output of --json")
        .type_name("FILE");
}

}  // namespace

void declare_colouring(CommandLine& line) {
    declare_search<ColouringArguments>(line, "colouring", "Colour the vertices of a graph with the fewest colours",
                                       declare, solve)
        .alias("coloring");
}

}  // namespace scrump::cli

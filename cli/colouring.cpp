// scrump colouring.

#include "commands.hpp"
#include "graphs.hpp"
#include "search_command.hpp"
#include "values.hpp"

#include <scrump/problems/colouring/solve.hpp>
#include <scrump/problems/colouring/space.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace scrump::cli {
namespace {

struct ColouringArguments {
    std::string graph;
    std::optional<std::size_t> k;
};

// For people the vertices of each colour, for machines the colour of each vertex; both from 1.
void add_colouring(Report& report, const colouring::Colouring& colouring) {
    std::vector<std::vector<std::size_t>> classes(colouring::count_colours(colouring));
    auto solution = nlohmann::ordered_json::array();
    for (std::size_t vertex = 0; vertex < colouring.size(); ++vertex) {
        classes[colouring[vertex]].push_back(vertex + 1);
        solution.push_back(colouring[vertex] + 1);
    }
    for (std::size_t colour = 0; colour < classes.size(); ++colour)
        report.answer.emplace_back(fmt::format("colour {}", colour + 1),
                                   fmt::format("{}", fmt::join(classes[colour], " ")));
    report.result["objective"] = classes.size();
    report.result["solution"] = std::move(solution);
}

void find_fewest(const graph::Graph& graph, LiveSearch& live, Report& report) {
    colouring::FewestColours found = colouring::find_fewest_colours(graph, live.begin(Line::with_incumbent));
    report.take(found);
    report.answer.emplace_back("colours", fmt::format("{}", colouring::count_colours(found.colouring)));
    add_colouring(report, found.colouring);
    report.result["at_least"] = found.at_least;
}

void find_k(const graph::Graph& graph, std::size_t k, LiveSearch& live, Report& report) {
    report.instance["k"] = k;
    colouring::KColouring found = colouring::find_colouring(graph, k, live.begin(Line::plain));
    report.take(found);
    report.add_existence(fmt::format("{} colours", k), found.colouring.has_value());
    if (found.colouring) add_colouring(report, *found.colouring);
}

Report solve(const ColouringArguments& given, LiveSearch& live) {
    const graph::Graph graph = load_graph(given.graph, live, colouring::max_vertices);
    Report report{.instance = describe(given.graph, graph)};
    if (given.k) {
        find_k(graph, *given.k, live, report);
    } else {
        find_fewest(graph, live, report);
    }
    return report;
}

void declare(Command command, ColouringArguments& given) {
    command.alias("coloring");
    command.option("GRAPH", given.graph, graph_help).required();
    command
        .option("-k", given.k, whole_number(),
                "Only whether there is a colouring with at most so many colours, and which; or the proof that "
                "there is none")
        .type_name("N");
}

}  // namespace

void declare_colouring(CommandLine& line) {
    declare_search<ColouringArguments>(line, "colouring", "Colour the vertices of a graph with the fewest colours",
                                       declare, solve);
}

}  // namespace scrump::cli

// scrump colouring.

#include "commands.hpp"
#include "graphs.hpp"
#include "live_search.hpp"
#include "report.hpp"
#include "values.hpp"

#include <scrump/problems/colouring/solve.hpp>
#include <scrump/problems/colouring/space.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>

namespace scrump::cli {
namespace {

struct Arguments {
    RunOptions run;
    std::string graph;
    std::optional<std::size_t> k;
};

graph::Graph graph_of(const Arguments& given, Session& session) {
    begin(given.run, session);
    return load_graph(given.graph, given.run.seed, session, colouring::max_vertices);
}

Report report_on(const Arguments& given, const graph::Graph& graph) {
    Report report;
    report.problem = "colouring";
    report.instance = {{"graph", given.graph}, {"vertices", graph.size()}, {"edges", graph.edges()}};
    return report;
}

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

int find_fewest(const Arguments& given, Session& session) {
    const graph::Graph graph = graph_of(given, session);
    Report report = report_on(given, graph);
    {
        LiveSearch live(given.run, session, true);
        colouring::FewestColours found = colouring::find_fewest_colours(graph, live.options());
        report.status = found.status;
        report.statistics = std::move(found.statistics);
        report.answer.emplace_back("colours", fmt::format("{}", colouring::count_colours(found.colouring)));
        if (found.status != Status::complete) report.answer.emplace_back("at least", fmt::format("{}", found.at_least));
        add_colouring(report, found.colouring);
        report.result["at_least"] = found.at_least;
    }
    return print(report, given.run, session);
}

int find_k(const Arguments& given, Session& session) {
    const graph::Graph graph = graph_of(given, session);
    Report report = report_on(given, graph);
    report.instance["k"] = *given.k;
    {
        LiveSearch live(given.run, session, false);
        colouring::KColouring found = colouring::find_colouring(graph, *given.k, live.options());
        report.status = found.status;
        report.statistics = std::move(found.statistics);
        answer_existence(report, fmt::format("{} colours", *given.k), found.colouring.has_value());
        if (found.colouring) add_colouring(report, *found.colouring);
    }
    return print(report, given.run, session);
}

}  // namespace

void declare_colouring(CommandLine& line, Action& run) {
    const auto given = std::make_shared<Arguments>();
    Command command = line.subcommand("colouring", "Colour the vertices of a graph with the fewest colours");
    command.alias("coloring");
    command.option("GRAPH", &given->graph, graph_help).required();
    command
        .option("-k", &given->k,
                "Only whether there is a colouring with at most so many colours, and which; or the proof that "
                "there is none")
        .rule(to_whole_number())
        .type_name("N");
    given->run.declare(command);
    command.when_chosen([given, &run] {
        run = [given](Session& session) { return given->k ? find_k(*given, session) : find_fewest(*given, session); };
    });
}

}  // namespace scrump::cli

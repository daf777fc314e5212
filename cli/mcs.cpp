// scrump mcs.

#include "commands.hpp"
#include "graphs.hpp"
#include "live_search.hpp"
#include "report.hpp"
#include "values.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/mcs/solve.hpp>
#include <scrump/problems/mcs/space.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>

namespace scrump::cli {
namespace {

struct Arguments {
    RunOptions run;
    std::string first;
    std::string second;
    bool connected = false;
    std::optional<std::size_t> at_least;
};

struct Graphs {
    graph::Graph first;
    graph::Graph second;
};

Graphs graphs_of(const Arguments& given, Session& session) {
    begin(given.run, session);
    if (given.first == "-" && given.second == "-")
        throw UsageError("mcs: both graphs are '-'; only one can be read from standard input");
    const auto load = [&](const std::string& source) {
        return load_graph(source, given.run.seed, session, mcs::max_vertices);
    };
    graph::Graph first = load(given.first);
    return {std::move(first), load(given.second)};
}

Report report_on(const Arguments& given, const Graphs& graphs) {
    const auto describe = [](const std::string& source, const graph::Graph& graph) {
        return nlohmann::ordered_json{{"graph", source}, {"vertices", graph.size()}, {"edges", graph.edges()}};
    };
    Report report;
    report.problem = "mcs";
    report.instance = {{"first", describe(given.first, graphs.first)},
                       {"second", describe(given.second, graphs.second)},
                       {"connected", given.connected}};
    return report;
}

// The answer names vertices as DIMACS files do: from 1.
void add_pairs(Report& report, const mcs::Pairs& pairs) {
    std::vector<std::string> texts;
    auto solution = nlohmann::ordered_json::array();
    for (const auto& [first, second] : pairs) {
        texts.push_back(fmt::format("{}={}", first + 1, second + 1));
        solution.push_back({first + 1, second + 1});
    }
    report.result["objective"] = pairs.size();
    report.result["solution"] = std::move(solution);
    report.answer.emplace_back("pairs", fmt::format("{}", fmt::join(texts, " ")));
}

int find_maximum(const Arguments& given, Session& session) {
    const Graphs graphs = graphs_of(given, session);
    Report report = report_on(given, graphs);
    {
        LiveSearch live(given.run, session, true);
        mcs::MaximumCommonSubgraph found = mcs::find_maximum_common_subgraph(
            graphs.first, graphs.second, {.search = live.options(), .connected = given.connected});
        report.status = found.status;
        report.statistics = std::move(found.statistics);
        report.answer.emplace_back("common", fmt::format("{}", found.pairs.size()));
        add_pairs(report, found.pairs);
    }
    return print(report, given.run, session);
}

int find_at_least(const Arguments& given, Session& session) {
    const Graphs graphs = graphs_of(given, session);
    Report report = report_on(given, graphs);
    report.instance["at_least"] = *given.at_least;
    {
        LiveSearch live(given.run, session, false);
        mcs::CommonSubgraph found = mcs::find_common_subgraph(graphs.first, graphs.second, *given.at_least,
                                                              {.search = live.options(), .connected = given.connected});
        report.status = found.status;
        report.statistics = std::move(found.statistics);
        answer_existence(report, fmt::format("{} common", *given.at_least), found.pairs.has_value());
        if (found.pairs) add_pairs(report, *found.pairs);
    }
    return print(report, given.run, session);
}

}  // namespace

void declare_mcs(CommandLine& line, Action& run) {
    const auto given = std::make_shared<Arguments>();
    Command command = line.subcommand("mcs", "Find a largest common induced subgraph of two graphs");
    command.option("FIRST", &given->first, graph_help).required();
    command.option("SECOND", &given->second, "Likewise; at most one of them is standard input").required();
    command.flag("--connected", given->connected, "Only connected subgraphs");
    command
        .option("--at-least", &given->at_least,
                "Only whether there is one of so many vertices, and which; or the proof that there is none")
        .rule(to_whole_number())
        .type_name("K");
    given->run.declare(command);
    command.when_chosen([given, &run] {
        run = [given](Session& session) {
            return given->at_least ? find_at_least(*given, session) : find_maximum(*given, session);
        };
    });
}

}  // namespace scrump::cli

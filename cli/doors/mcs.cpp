// scrump mcs.

#include "commands.hpp"
#include "line/values.hpp"
#include "run/graphs.hpp"
#include "run/search_command.hpp"
#include "run/several.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/mcs/solve.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <utility>

namespace scrump::cli {
namespace {

struct McsArguments {
    std::string first;
    std::string second;
    GivenFormat format;
    bool directed = false;
    bool connected = false;
    std::optional<std::size_t> at_least;
    GivenSeveral several;
};

struct Graphs {
    NamedGraph first;
    NamedGraph second;
};

Graphs load(const McsArguments& given, LiveSearch& live) {
    if (given.first == "-" && given.second == "-")
        throw UsageError("mcs: both graphs are '-'; only one can be read from standard input");
    auto [first, second] = load_two({given.first, mcs::max_vertices}, {given.second, mcs::max_vertices}, given.format,
                                    given.directed, live);
    return {std::move(first), std::move(second)};
}

void add_pairs(Report& report, const Graphs& graphs, const mcs::Pairs& pairs) {
    const graph::VertexNames& firsts = graphs.first.origin.names;
    const graph::VertexNames& seconds = graphs.second.origin.names;
    std::vector<std::string> texts;
    auto solution = nlohmann::ordered_json::array();
    for (const auto& [first, second] : pairs) {
        texts.push_back(fmt::format("{}={}", shown_name(firsts, first), shown_name(seconds, second)));
        solution.push_back({name_of(firsts, first), name_of(seconds, second)});
    }
    report.result["objective"] = pairs.size();
    report.result["solution"] = std::move(solution);
    report.answer.emplace_back("pairs", fmt::format("{}", fmt::join(texts, " ")));
}

void find_maximum(const Graphs& graphs, bool connected, LiveSearch& live, Report& report) {
    const mcs::Pairs pairs = report.take(mcs::find_maximum_common_subgraph(
        graphs.first.graph, graphs.second.graph,
        {.search = live.begin(Line::with_incumbent, report), .connected = connected}));
    report.answer.emplace_back("common", fmt::format("{}", pairs.size()));
    add_pairs(report, graphs, pairs);
}

void find_at_least(const Graphs& graphs, std::size_t at_least, bool connected, LiveSearch& live, Report& report) {
    report.instance["at_least"] = at_least;
    const std::optional<mcs::Pairs> pairs =
        report.take(mcs::find_common_subgraph(graphs.first.graph, graphs.second.graph, at_least,
                                              {.search = live.begin(Line::plain, report), .connected = connected}));
    report.add_existence(fmt::format("{} common", at_least), pairs.has_value());
    if (pairs) add_pairs(report, graphs, *pairs);
}

void find_several(const Graphs& graphs, const McsArguments& given, LiveSearch& live, Report& report) {
    if (given.at_least) report.instance["at_least"] = *given.at_least;
    auto found = mcs::find_best_common_subgraphs(
        graphs.first.graph, graphs.second.graph, given.several.wanted<std::size_t>(given.at_least),
        {.search = live.begin(Line::with_incumbent, report), .connected = given.connected});
    add_several(report, std::move(found), [&](const mcs::Pairs& each, Report& one) {
        one.answer.emplace_back("common", std::to_string(each.size()));
        add_pairs(one, graphs, each);
    });
}

Report solve(const McsArguments& given, LiveSearch& live) {
    const Graphs graphs = load(given, live);
    Report report{.instance = {{"first", describe(graphs.first.origin, graphs.first.graph)},
                               {"second", describe(graphs.second.origin, graphs.second.graph)},
                               {"connected", given.connected}}};
    for (const NamedGraph* graph : {&graphs.first, &graphs.second}) note_format(report, graph->origin);
    if (given.several.asked()) {
        find_several(graphs, given, live, report);
    } else if (given.at_least) {
        find_at_least(graphs, *given.at_least, given.connected, live, report);
    } else {
        find_maximum(graphs, given.connected, live, report);
    }
    return report;
}

void declare(Command command, McsArguments& given) {
    command.option("FIRST", given.first, graph_help).words(graph_words()).required();
    command
        .option("SECOND", given.second,
                "Second graph, given in the same way; only one of the two can be standard input")
        .required();
    declare_format(command, given.format);
    declare_directed(command, given.directed);
    command.flag("--connected", given.connected, "Consider connected subgraphs only");
    command
        .option("--at-least", given.at_least, whole_number(),
                "Find a common subgraph of K vertices, or prove that none exists")
        .type_name("K");
    declare_several(command, given.several, "maximal common subgraphs", Enough::best_or_given);
}

}  // namespace

void declare_mcs(CommandLine& line) {
    declare_search<McsArguments>(line, "mcs", "Find a largest common induced subgraph of two graphs", declare, solve);
}

}  // namespace scrump::cli

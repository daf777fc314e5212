// scrump maxclique and scrump kclique.

#include "commands.hpp"
#include "graphs.hpp"
#include "live_search.hpp"
#include "report.hpp"

#include <scrump/problems/maxclique/solve.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

namespace scrump::cli {
namespace {

struct Arguments {
    RunOptions run;
    std::string graph;
    std::size_t k = 0;
    bool no_local_search = false;

    maxclique::Settings settings(LiveSearch& live) const {
        return {.search = live.options(), .local_search = !no_local_search};
    }
};

CLI::App* declare(CLI::App& app, const char* name, const char* summary, Arguments& given) {
    CLI::App* const command = app.add_subcommand(name, summary);
    command->add_option("GRAPH", given.graph, graph_help)->required();
    command->add_flag("--no-local-search", given.no_local_search, "Exact search alone");
    given.run.declare(*command);
    return command;
}

// The answer names vertices as DIMACS files do: from 1.
std::vector<std::size_t> named(const maxclique::Clique& clique) {
    std::vector<std::size_t> names = clique;
    for (std::size_t& vertex : names) ++vertex;
    return names;
}

graph::Graph graph_of(const Arguments& given, Session& session) {
    static_cast<void>(given.run.search());  // bad options are refused before anything is read
    return load_graph(given.graph, given.run.seed, session);
}

Report report_on(const char* problem, const std::string& source, const graph::Graph& graph) {
    Report report;
    report.problem = problem;
    report.instance = {{"graph", source}, {"vertices", graph.size()}, {"edges", graph.edges()}};
    return report;
}

void add_clique(Report& report, const maxclique::Clique& clique) {
    report.result["objective"] = clique.size();
    report.result["solution"] = named(clique);
    report.answer.emplace_back("vertices", fmt::format("{}", fmt::join(named(clique), " ")));
}

int find_maximum(const Arguments& given, Session& session) {
    const graph::Graph graph = graph_of(given, session);
    Report report = report_on("maxclique", given.graph, graph);
    {
        LiveSearch live(given.run, session, true);
        maxclique::MaximumClique found = maxclique::find_maximum_clique(graph, given.settings(live));
        report.status = found.status;
        report.statistics = std::move(found.statistics);
        report.answer.emplace_back("clique", std::to_string(found.clique.size()));
        add_clique(report, found.clique);
    }
    return print(report, given.run, session);
}

int find_k(const Arguments& given, Session& session) {
    const graph::Graph graph = graph_of(given, session);
    Report report = report_on("kclique", given.graph, graph);
    report.instance["k"] = given.k;
    {
        LiveSearch live(given.run, session, false);
        maxclique::KClique found = maxclique::find_clique(graph, given.k, given.settings(live));
        report.status = found.status;
        report.statistics = std::move(found.statistics);
        const bool known = found.clique || found.status == Status::complete;
        report.answer.emplace_back(fmt::format("{}-clique", given.k), found.clique ? "yes" : known ? "no" : "unknown");
        if (known) report.result["exists"] = found.clique.has_value();
        if (found.clique) add_clique(report, *found.clique);
    }
    return print(report, given.run, session);
}

}  // namespace

void declare_maxclique(CLI::App& app, Action& run) {
    const auto given = std::make_shared<Arguments>();
    CLI::App* const command = declare(app, "maxclique", "Find a largest clique of a graph", *given);
    command->callback([given, &run] { run = [given](Session& session) { return find_maximum(*given, session); }; });
}

void declare_kclique(CLI::App& app, Action& run) {
    const auto given = std::make_shared<Arguments>();
    CLI::App* const command =
        declare(app, "kclique", "Find a clique of k vertices, or prove that there is none", *given);
    command->add_option("-k", given->k, "Number of vertices")->required()->check(whole_number())->type_name("N");
    command->callback([given, &run] { run = [given](Session& session) { return find_k(*given, session); }; });
}

}  // namespace scrump::cli

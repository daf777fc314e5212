// scrump maxclique, kclique, independent-set and vertex-cover.

#include "commands.hpp"
#include "graphs.hpp"
#include "live_search.hpp"
#include "report.hpp"
#include "values.hpp"

#include <scrump/problems/independent_set/solve.hpp>
#include <scrump/problems/maxclique/all_cliques.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/maxclique/sparse.hpp>
#include <scrump/problems/maxclique/weighted.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <utility>
#include <variant>

namespace scrump::cli {
namespace {

enum class Weights { none, file, modulo };

struct Arguments {
    RunOptions run;
    std::string graph;
    std::size_t k = 0;
    bool no_local_search = false;
    bool all = false;
    bool count = false;
    Weights weights = Weights::none;

    maxclique::Settings settings(LiveSearch& live) const {
        return {.search = live.options(), .local_search = !no_local_search};
    }
    /// How many of all cliques are to be kept.
    std::size_t wanted() const { return count ? 0 : maxclique::every_clique; }
};

using Vertices = std::vector<std::size_t>;

// The answer names vertices as DIMACS files do: from 1.
Vertices named(const Vertices& vertices) {
    Vertices names = vertices;
    for (std::size_t& vertex : names) ++vertex;
    return names;
}

AnyGraph graph_of(const Arguments& given, Session& session, std::size_t most = graph::max_sparse_vertices) {
    begin(given.run, session);
    const bool weighted = given.weights == Weights::file;
    return load_any_graph(given.graph, given.run.seed,
                          weighted ? graph::VertexWeights::read : graph::VertexWeights::skip, session, most);
}

Report report_on(const char* problem, const std::string& source, const AnyGraph& graph) {
    Report report;
    report.problem = problem;
    report.instance = {{"graph", source}, {"vertices", graph.vertices()}, {"edges", graph.edges()}};
    return report;
}

void add_vertices(Report& report, const Vertices& vertices) {
    report.result["solution"] = named(vertices);
    report.answer.emplace_back("vertices", fmt::format("{}", fmt::join(named(vertices), " ")));
}

template <class Found>
void take_outcome(Report& report, Found& found) {
    report.status = found.status;
    report.statistics = std::move(found.statistics);
}

// Vertices whose number is what is sought.
void add_set(Report& report, const char* label, const Vertices& vertices) {
    report.answer.emplace_back(label, std::to_string(vertices.size()));
    report.result["objective"] = vertices.size();
    add_vertices(report, vertices);
}

void add_all(Report& report, maxclique::AllCliques&& found, bool list) {
    take_outcome(report, found);
    const bool complete = found.status == Status::complete;
    const std::string at_least = complete ? "" : "at least ";
    report.unproved = "counted in part";
    report.answer.emplace_back("clique", (found.size_proved ? "" : at_least) + std::to_string(found.size));
    report.answer.emplace_back("number", at_least + std::to_string(found.count));
    report.result["objective"] = found.size;
    report.result[complete ? "count" : "count_so_far"] = found.count;
    if (!list) return;
    auto& solutions = report.result[complete ? "solutions" : "solutions_so_far"];
    solutions = nlohmann::ordered_json::array();
    for (const maxclique::Clique& clique : found.cliques) {
        solutions.push_back(named(clique));
        report.answer.emplace_back("vertices", fmt::format("{}", fmt::join(named(clique), " ")));
    }
}

std::vector<maxclique::Weight> weights_of(const Arguments& given, const AnyGraph& graph) {
    std::vector<maxclique::Weight> weights(graph.weights.begin(), graph.weights.end());
    weights.resize(graph.vertices(), 1);  // where no line of a file says otherwise
    if (given.weights == Weights::modulo) {
        for (std::size_t v = 0; v < weights.size(); ++v) weights[v] = static_cast<maxclique::Weight>((v + 1) % 200 + 1);
    }
    return weights;
}

int find_heaviest(const Arguments& given, Session& session) {
    AnyGraph graph = graph_of(given, session, graph::max_vertices);
    Report report = report_on("maxclique", given.graph, graph);
    report.instance["weights"] = given.weights == Weights::file ? "file" : "modulo";
    const std::vector<maxclique::Weight> weights = weights_of(given, graph);
    const graph::Graph matrix = std::move(graph).matrix();
    {
        LiveSearch live(given.run, session, true);
        maxclique::MaximumWeightClique found =
            maxclique::find_maximum_weight_clique(matrix, weights, given.settings(live));
        take_outcome(report, found);
        report.answer.emplace_back("weight", std::to_string(found.weight));
        report.answer.emplace_back("clique", std::to_string(found.clique.size()));
        report.result["objective"] = found.weight;
        add_vertices(report, found.clique);
    }
    return print(report, given.run, session);
}

int find_maximum(const Arguments& given, Session& session) {
    const AnyGraph graph = graph_of(given, session);
    Report report = report_on("maxclique", given.graph, graph);
    {
        LiveSearch live(given.run, session, true);
        const maxclique::Settings settings = given.settings(live);
        if (given.all || given.count) {
            add_all(
                report,
                std::visit(
                    [&](const auto& it) { return maxclique::find_all_maximum_cliques(it, given.wanted(), settings); },
                    graph.graph),
                given.all);
        } else {
            auto found =
                std::visit([&](const auto& it) { return maxclique::find_maximum_clique(it, settings); }, graph.graph);
            take_outcome(report, found);
            add_set(report, "clique", found.clique);
        }
    }
    return print(report, given.run, session);
}

int find_k(const Arguments& given, Session& session) {
    const AnyGraph graph = graph_of(given, session);
    Report report = report_on("kclique", given.graph, graph);
    report.instance["k"] = given.k;
    {
        LiveSearch live(given.run, session, false);
        const maxclique::Settings settings = given.settings(live);
        if (given.all || given.count) {
            add_all(report,
                    std::visit(
                        [&](const auto& it) {
                            return maxclique::find_all_cliques(it, given.k, given.wanted(), settings.search);
                        },
                        graph.graph),
                    given.all);
        } else {
            auto found =
                std::visit([&](const auto& it) { return maxclique::find_clique(it, given.k, settings); }, graph.graph);
            take_outcome(report, found);
            answer_existence(report, fmt::format("{}-clique", given.k), found.clique.has_value());
            if (found.clique) {
                report.result["objective"] = found.clique->size();
                add_vertices(report, *found.clique);
            }
        }
    }
    return print(report, given.run, session);
}

int find_independent_set(const Arguments& given, Session& session) {
    AnyGraph graph = graph_of(given, session, graph::max_vertices);
    Report report = report_on("independent-set", given.graph, graph);
    const graph::Graph matrix = std::move(graph).matrix();
    {
        LiveSearch live(given.run, session, true);
        auto found = independent_set::find_maximum_independent_set(matrix, given.settings(live));
        take_outcome(report, found);
        add_set(report, "set", found.vertices);
    }
    return print(report, given.run, session);
}

int find_vertex_cover(const Arguments& given, Session& session) {
    AnyGraph graph = graph_of(given, session, graph::max_vertices);
    Report report = report_on("vertex-cover", given.graph, graph);
    const graph::Graph matrix = std::move(graph).matrix();
    {
        // The search is for the largest set outside of the cover: that is no number to show as the best so far.
        LiveSearch live(given.run, session, false);
        auto found = independent_set::find_minimum_vertex_cover(matrix, given.settings(live));
        take_outcome(report, found);
        add_set(report, "cover", found.vertices);
    }
    return print(report, given.run, session);
}

using Find = int (*)(const Arguments& given, Session& session);

/// Declares a subcommand that takes a graph; `extend` declares what is its own.
template <class Extend>
void declare(CommandLine& line, Action& run, const char* name, const char* summary, Find find, const Extend& extend) {
    const auto given = std::make_shared<Arguments>();
    Command command = line.subcommand(name, summary);
    command.option("GRAPH", &given->graph, graph_help).required();
    command.flag("--no-local-search", given->no_local_search, "Exact search alone");
    extend(command, *given);
    given->run.declare(command);
    command.when_chosen(
        [given, find, &run] { run = [given, find](Session& session) { return find(*given, session); }; });
}

// --all and --count.
std::pair<Argument, Argument> declare_all(Command command, Arguments& given) {
    const Argument all = command.flag("--all", given.all, "List all cliques of that size");
    return {all, command.flag("--count", given.count, "Count all cliques of that size").excludes(all)};
}

}  // namespace

void declare_maxclique(CommandLine& line, Action& run) {
    const Find find = [](const Arguments& given, Session& session) {
        return given.weights == Weights::none ? find_maximum(given, session) : find_heaviest(given, session);
    };
    declare(line, run, "maxclique", "Find a largest clique of a graph, or a heaviest one", find,
            [](Command command, Arguments& given) {
                const auto [all, count] = declare_all(command, given);
                command
                    .choice<Weights>(
                        "--weights", given.weights, {{"file", Weights::file}, {"modulo", Weights::modulo}},
                        "Find a heaviest clique: with the weights of the file's lines 'n VERTEX WEIGHT', or "
                        "with 1 + (v modulo 200) for vertex v, which makes benchmarks of the usual graphs")
                    .type_name("file|modulo")
                    .excludes(all)
                    .excludes(count);
            });
}

void declare_kclique(CommandLine& line, Action& run) {
    declare(line, run, "kclique", "Find a clique of k vertices, or prove that there is none", find_k,
            [](Command command, Arguments& given) {
                command.option("-k", &given.k, "Number of vertices").required().rule(to_whole_number()).type_name("N");
                declare_all(command, given);
            });
}

void declare_independent_set(CommandLine& line, Action& run) {
    declare(line, run, "independent-set", "Find the most vertices of which no two are adjacent", find_independent_set,
            [](Command, Arguments&) {});
}

void declare_vertex_cover(CommandLine& line, Action& run) {
    declare(line, run, "vertex-cover", "Find the fewest vertices that every edge has an end among", find_vertex_cover,
            [](Command, Arguments&) {});
}

}  // namespace scrump::cli

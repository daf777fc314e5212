// scrump maxclique, kclique, independent-set and vertex-cover.

#include "commands.hpp"
#include "line/values.hpp"
#include "run/certificates.hpp"
#include "run/graphs.hpp"
#include "run/search_command.hpp"
#include "run/several.hpp"
#include "run/start.hpp"

#include <scrump/problems/independent_set/solve.hpp>
#include <scrump/problems/maxclique/all_cliques.hpp>
#include <scrump/problems/maxclique/certified.hpp>
#include <scrump/problems/maxclique/several.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/maxclique/sparse.hpp>
#include <scrump/problems/maxclique/weighted.hpp>

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace scrump::cli {
namespace {

enum class Weights { none, file, modulo };

struct CliqueArguments {
    std::string graph;
    GivenFormat format;
    std::size_t k = 0;
    bool local_search = true;
    GivenSeveral several;
    bool count = false;
    Weights weights = Weights::none;
    std::string proof;
    std::string start;

    maxclique::Settings settings(const SearchOptions& search, maxclique::Clique known) const {
        return {.search = search, .local_search = local_search, .known = std::move(known)};
    }
    /// Whether all cliques are to be found, and how many of them are to be kept.
    bool all_wanted() const { return several.all || count; }
    std::size_t kept() const { return count ? 0 : maxclique::every_clique; }
};

/// The clique to begin with; none if no file is given.
template <class Graph>
maxclique::Clique known_clique(const CliqueArguments& given, const Origin& origin, const Graph& graph,
                               const LiveSearch& live) {
    if (given.start.empty()) return {};
    return start_set(StartFile(given.start, earlier_cliques, live), origin.names, graph, true);
}

AnyGraph load(const CliqueArguments& given, LiveSearch& live, std::size_t most) {
    const bool weighted = given.weights == Weights::file;
    return load_any_graph(given.graph, given.format, weighted ? graph::VertexWeights::read : graph::VertexWeights::skip,
                          live, most);
}

// What a report says of the graph.
Report report_of(const AnyGraph& graph) {
    Report report{.instance = describe(graph.origin, graph)};
    note_format(report, graph.origin);
    return report;
}

void add_vertices(Report& report, const graph::VertexNames& names, const maxclique::Clique& vertices) {
    report.add("vertices", "solution", names_of(names, vertices));
}

// Vertices whose number is what is sought.
void add_set(Report& report, const char* label, const graph::VertexNames& names, const maxclique::Clique& vertices) {
    report.add(label, "objective", vertices.size());
    add_vertices(report, names, vertices);
}

void add_all(Report& report, const graph::VertexNames& names, Answer<maxclique::AllCliques> answer, bool list) {
    const maxclique::AllCliques found = report.take(std::move(answer));
    report.answer.emplace_back("clique", (found.size_proved ? "" : "at least ") + std::to_string(found.size));
    report.result["objective"] = found.size;
    report.add_count("number", "count", found.count);
    if (!list) return;
    auto& solutions = report.counted("solutions");
    solutions = nlohmann::ordered_json::array();
    for (const maxclique::Clique& clique : found.cliques) {
        solutions.push_back(names_of(names, clique));
        report.answer.emplace_back("vertices", shown(solutions.back()));
    }
}

std::vector<maxclique::Weight> weights_of(const CliqueArguments& given, const AnyGraph& graph) {
    std::vector<maxclique::Weight> weights(graph.weights.begin(), graph.weights.end());
    weights.resize(graph.size(), 1);  // where no line of a file says otherwise
    if (given.weights == Weights::modulo) {
        for (std::size_t v = 0; v < weights.size(); ++v) weights[v] = static_cast<maxclique::Weight>((v + 1) % 200 + 1);
    }
    return weights;
}

Report find_heaviest(const CliqueArguments& given, LiveSearch& live) {
    AnyGraph graph = load(given, live, graph::max_vertices);
    Report report = report_of(graph);
    report.instance["weights"] = given.weights == Weights::file ? "file" : "modulo";
    const std::vector<maxclique::Weight> weights = weights_of(given, graph);
    const graph::Graph matrix = graph.take_matrix();
    maxclique::Clique known = known_clique(given, graph.origin, matrix, live);
    const maxclique::CliqueOfWeight found = report.take(maxclique::find_maximum_weight_clique(
        matrix, weights, given.settings(live.begin(Line::with_incumbent, report), std::move(known))));
    report.add("weight", "objective", found.weight);
    report.answer.emplace_back("clique", std::to_string(found.clique.size()));
    add_vertices(report, graph.origin.names, found.clique);
    return report;
}

Report find_maximum(const CliqueArguments& given, LiveSearch& live) {
    if (given.all_wanted()) live.refuse_gap();
    const AnyGraph any = load(given, live, graph::max_sparse_vertices);
    Report report = report_of(any);
    const auto find = [&](const auto& graph) {
        maxclique::Clique known = known_clique(given, any.origin, graph, live);
        const maxclique::Settings settings = given.settings(live.begin(Line::with_incumbent, report), std::move(known));
        if (given.all_wanted()) {
            add_all(report, any.origin.names, maxclique::find_all_maximum_cliques(graph, given.kept(), settings),
                    given.several.all);
            return;
        }
        add_set(report, "clique", any.origin.names, report.take(maxclique::find_maximum_clique(graph, settings)));
    };
    std::visit(find, any.graph);
    return report;
}

// The graph is searched as a matrix.
Report find_several(const CliqueArguments& given, LiveSearch& live) {
    AnyGraph graph = load(given, live, maxclique::max_vertices_for_several);
    Report report = report_of(graph);
    std::vector<maxclique::Weight> weights;
    if (given.weights != Weights::none) {
        report.instance["weights"] = given.weights == Weights::file ? "file" : "modulo";
        weights = weights_of(given, graph);
    }
    const graph::Graph matrix = graph.take_matrix();
    maxclique::Clique known = known_clique(given, graph.origin, matrix, live);
    auto found =
        maxclique::find_best_cliques(matrix, weights, given.several.wanted<maxclique::Weight>(),
                                     given.settings(live.begin(Line::with_incumbent, report), std::move(known)));
    add_several(report, std::move(found), [&](const maxclique::CliqueOfWeight& each, Report& one) {
        one.add(weights.empty() ? "clique" : "weight", "objective", each.weight);
        add_vertices(one, graph.origin.names, each.clique);
    });
    return report;
}

// Likewise.
Report prove_maximum(const CliqueArguments& given, LiveSearch& live) {
    AnyGraph graph = load(given, live, maxclique::max_certified_vertices);
    Report report = report_of(graph);
    const graph::Graph matrix = graph.take_matrix();
    maxclique::Clique known = known_clique(given, graph.origin, matrix, live);
    auto found = maxclique::certify_maximum_clique(
        matrix, given.proof, given.settings(live.begin(Line::with_incumbent, report), std::move(known)));
    add_set(report, "clique", graph.origin.names, report.take<maxclique::Clique>(found));
    add_certificate(report, found.certificate);
    return report;
}

void add_k_clique(Report& report, const graph::VertexNames& names, std::size_t k,
                  Answer<std::optional<maxclique::Clique>> found) {
    const std::optional<maxclique::Clique> clique = report.take(std::move(found));
    report.add_existence(fmt::format("{}-clique", k), clique.has_value());
    if (!clique) return;
    report.result["objective"] = clique->size();
    add_vertices(report, names, *clique);
}

Report prove_k(const CliqueArguments& given, LiveSearch& live) {
    AnyGraph graph = load(given, live, maxclique::max_certified_vertices);
    Report report = report_of(graph);
    report.instance["k"] = given.k;
    const graph::Graph matrix = graph.take_matrix();
    maxclique::Clique known = known_clique(given, graph.origin, matrix, live);
    auto found = maxclique::certify_clique(matrix, given.k, given.proof,
                                           given.settings(live.begin(Line::plain, report), std::move(known)));
    add_k_clique(report, graph.origin.names, given.k, found);
    add_certificate(report, found.certificate);
    return report;
}

Report find_k(const CliqueArguments& given, LiveSearch& live) {
    const AnyGraph any = load(given, live, graph::max_sparse_vertices);
    Report report = report_of(any);
    report.instance["k"] = given.k;
    const auto find = [&](const auto& graph) {
        maxclique::Clique known = known_clique(given, any.origin, graph, live);
        const maxclique::Settings settings = given.settings(live.begin(Line::plain, report), std::move(known));
        if (given.all_wanted()) {
            add_all(report, any.origin.names,
                    maxclique::find_all_cliques(graph, given.k, given.kept(), settings.search), given.several.all);
            return;
        }
        auto found = maxclique::find_clique(graph, given.k, settings);
        add_k_clique(report, any.origin.names, given.k, found);
    };
    std::visit(find, any.graph);
    return report;
}

// The complement is searched, as a matrix.
template <class Known, class Find, class FindSeveral>
Report find_set(const CliqueArguments& given, LiveSearch& live, const char* label, const Earlier& earlier,
                const Known& known, const Find& find, const FindSeveral& find_more) {
    AnyGraph graph =
        load(given, live, given.several.asked() ? maxclique::max_vertices_for_several : graph::max_vertices);
    Report report = report_of(graph);
    const graph::Graph matrix = graph.take_matrix();
    maxclique::Clique start;
    if (!given.start.empty()) start = known(StartFile(given.start, earlier, live), graph.origin.names, matrix);
    const maxclique::Settings settings = given.settings(live.begin(Line::with_incumbent, report), std::move(start));
    if (given.several.asked()) {
        add_several(
            report, find_more(matrix, given.several.wanted<std::size_t>(), settings),
            [&](const independent_set::Vertices& each, Report& one) { add_set(one, label, graph.origin.names, each); });
        return report;
    }
    add_set(report, label, graph.origin.names, report.take(find(matrix, settings)));
    return report;
}

// The same with weights, which add up.
template <class Known, class Find, class FindSeveral>
Report find_weighted_set(const CliqueArguments& given, LiveSearch& live, const char* label, const Earlier& earlier,
                         const Known& known, const Find& find, const FindSeveral& find_more) {
    AnyGraph graph =
        load(given, live, given.several.asked() ? maxclique::max_vertices_for_several : graph::max_vertices);
    Report report = report_of(graph);
    report.instance["weights"] = given.weights == Weights::file ? "file" : "modulo";
    const std::vector<maxclique::Weight> weights = weights_of(given, graph);
    const graph::Graph matrix = graph.take_matrix();
    maxclique::Clique start;
    if (!given.start.empty()) start = known(StartFile(given.start, earlier, live), graph.origin.names, matrix);
    const maxclique::Settings settings = given.settings(live.begin(Line::with_incumbent, report), std::move(start));
    const auto add = [&](const independent_set::SetOfWeight& each, Report& one) {
        one.add("weight", "objective", each.weight);
        one.answer.emplace_back(label, std::to_string(each.clique.size()));
        add_vertices(one, graph.origin.names, each.clique);
    };
    if (given.several.asked()) {
        add_several(report, find_more(matrix, weights, given.several.wanted<maxclique::Weight>(), settings), add);
        return report;
    }
    add(report.take(find(matrix, weights, settings)), report);
    return report;
}

Report find_independent_set(const CliqueArguments& given, LiveSearch& live) {
    const auto known = [](const StartFile& start, const graph::VertexNames& names, const graph::Graph& graph) {
        return start_set(start, names, graph, false);
    };
    if (given.weights != Weights::none)
        return find_weighted_set(given, live, "set", earlier_sets, known,
                                 independent_set::find_maximum_weight_independent_set,
                                 independent_set::find_heaviest_independent_sets);
    return find_set(given, live, "set", earlier_sets, known, independent_set::find_maximum_independent_set,
                    independent_set::find_best_independent_sets);
}

Report find_vertex_cover(const CliqueArguments& given, LiveSearch& live) {
    if (given.weights != Weights::none)
        return find_weighted_set(given, live, "cover", earlier_covers, start_outside_of_cover,
                                 independent_set::find_minimum_weight_vertex_cover,
                                 independent_set::find_lightest_vertex_covers);
    return find_set(given, live, "cover", earlier_covers, start_outside_of_cover,
                    independent_set::find_minimum_vertex_cover, independent_set::find_best_vertex_covers);
}

void declare_set(Command command, CliqueArguments& given) {
    command.option("GRAPH", given.graph, graph_help).words(graph_words()).required();
    declare_format(command, given.format);
    command.flag_against("--no-local-search", given.local_search, "Skip the local search");
    command
        .option("--start", given.start, a_name(),
                "Start from the vertices in this file, or from the solution in the output of --json")
        .type_name("FILE");
}

Argument declare_weights(Command command, CliqueArguments& given, const std::string& what) {
    const Choices<Weights> weights = {{"file", Weights::file}, {"modulo", Weights::modulo}};
    return command
        .option(
            "--weights", given.weights, one_of(weights),
            what +
                ": with the weights of the file's lines 'n VERTEX WEIGHT', or with 1 + (v modulo 200) for vertex v, "
                "which turns the usual graphs into benchmarks")
        .type_name("file|modulo");
}

Argument declare_count(Command command, CliqueArguments& given) {
    return command.flag("--count", given.count, "Count all cliques of that size");
}

void declare_independent(Command command, CliqueArguments& given) {
    declare_set(command, given);
    declare_several(command, given.several, "maximal sets", Enough::best);
    declare_weights(command, given, "Find a heaviest set");
}

void declare_cover(Command command, CliqueArguments& given) {
    declare_set(command, given);
    declare_several(command, given.several, "covers that hold no smaller one", Enough::best);
    declare_weights(command, given, "Find a lightest cover");
}

void declare_clique(Command command, CliqueArguments& given) {
    declare_set(command, given);
    const auto [all, most] = declare_several(command, given.several, "maximal cliques", Enough::best);
    const Argument count = declare_count(command, given).excludes(all).excludes(most);
    const Argument proof = declare_proof(command, given.proof).excludes(all).excludes(most).excludes(count);
    declare_weights(command, given, "Find a heaviest clique").excludes(count).excludes(proof);
}

void declare_k(Command command, CliqueArguments& given) {
    declare_set(command, given);
    command.option("-k", given.k, whole_number(), "Number of vertices").required().type_name("N");
    const Argument all =
        command.flag("--all,--all-solutions", given.several.all, "List all cliques of that size, maximal or not");
    const Argument count = declare_count(command, given).excludes(all);
    declare_proof(command, given.proof).excludes(all).excludes(count);
}

}  // namespace

void declare_maxclique(CommandLine& line) {
    const auto find = [](const CliqueArguments& given, LiveSearch& live) {
        if (!given.proof.empty()) return prove_maximum(given, live);
        const bool weighted = given.weights != Weights::none;
        if (given.several.most || (given.several.all && weighted)) return find_several(given, live);
        return weighted ? find_heaviest(given, live) : find_maximum(given, live);
    };
    declare_search<CliqueArguments>(line, "maxclique", "Find a largest clique of a graph, or a heaviest one",
                                    declare_clique, find);
}

void declare_kclique(CommandLine& line) {
    declare_search<CliqueArguments>(
        line, "kclique", "Find a clique of k vertices, or prove that none exists", declare_k,
        [](const CliqueArguments& given, LiveSearch& live) {
            return given.proof.empty() ? find_k(given, live) : prove_k(given, live);
        },
        Aim::any);
}

void declare_independent_set(CommandLine& line) {
    declare_search(line, "independent-set", "Find the most vertices of which no two are adjacent", declare_independent,
                   find_independent_set);
}

void declare_vertex_cover(CommandLine& line) {
    declare_search(line, "vertex-cover", "Find the fewest vertices that every edge has an end among", declare_cover,
                   find_vertex_cover);
}

}  // namespace scrump::cli

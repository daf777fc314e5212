#include <scrump/problems/maxclique/all_cliques.hpp>
#include <scrump/problems/maxclique/certified.hpp>
#include <scrump/problems/maxclique/ext/description.hpp>
#include <scrump/problems/maxclique/several.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/problems/maxclique/sparse.hpp>
#include <scrump/problems/maxclique/weighted.hpp>

#include <scrump/base/error.hpp>

#include <array>
#include <span>
#include <utility>

namespace scrump::maxclique {
namespace {

using described::Outcome;
using described::Question;
using described::Weights;

described::Solution solution(std::string_view label, const Clique& clique, std::int64_t objective) {
    return {.fields = {{label, described::objective_key, objective}}, .numbers = clique};
}

described::Solution solution_of_size(const Clique& clique) {
    return solution("clique", clique, static_cast<std::int64_t>(clique.size()));
}

described::Solution solution_of_weight(const CliqueOfWeight& found) {
    described::Solution shown = solution("weight", found.clique, found.weight);
    shown.fields.push_back({"clique", {}, static_cast<std::int64_t>(found.clique.size())});
    return shown;
}

Outcome all_outcome(Answer<AllCliques> found, bool listed) {
    const auto size = static_cast<std::int64_t>(found.value.size);
    described::Field field{"clique", described::objective_key, size};
    if (!found.value.size_proved) field.text = "at least " + std::to_string(size);
    Outcome outcome = Outcome::all(
        found, {.label = "number", .number = found.value.count, .fields = {std::move(field)}, .listed = listed});
    for (Clique& clique : found.value.cliques) outcome.solutions.push_back({.numbers = std::move(clique)});
    return outcome;
}

/// A graph in which cliques are searched: those of `k` vertices, or without it the largest ones.
class Cliques final : public described::Instance {
  public:
    Cliques(described::AnyGraph graph, std::vector<Weight> weights, Weights source, std::optional<std::size_t> k)
        : graph_(std::move(graph)), weights_(std::move(weights)), source_(source), k_(k) {}

    std::size_t size() const override {
        return std::visit([](const auto& graph) { return graph.size(); }, graph_);
    }

    std::vector<described::Fact> facts() const override { return described::facts_of(source_); }

    Outcome ask(const Question& question, const SearchOptions& search) const override {
        const Settings settings{.search = search, .local_search = question.local_search, .known = question.known};
        if (!question.proof.empty()) return prove(question.proof, settings);
        const bool weighted = source_ != Weights::none;
        const bool has_several = !k_ && (weighted || question.limit || !question.list);
        if (question.best || (question.all && has_several)) return find_several(question, settings);
        if (question.all || question.count) return find_all(question, settings);
        if (weighted)
            return Outcome::best(find_maximum_weight_clique(matrix(), weights_, settings), solution_of_weight);
        return find_one(settings);
    }

  private:
    const graph::Graph& matrix() const { return std::get<graph::Graph>(graph_); }

    Outcome prove(const std::string& name, const Settings& settings) const {
        if (!k_) {
            CertifiedMaximumClique found = certify_maximum_clique(matrix(), name, settings);
            Outcome outcome = Outcome::best<Clique>(found, solution_of_size);
            outcome.certificate = std::move(found.certificate);
            return outcome;
        }
        CertifiedKClique found = certify_clique(matrix(), *k_, name, settings);
        Outcome outcome = Outcome::whether<Clique>(found, solution_of_size);
        outcome.certificate = std::move(found.certificate);
        return outcome;
    }

    Outcome find_several(const Question& question, const Settings& settings) const {
        const auto show = [this](const CliqueOfWeight& found) {
            return weights_.empty() ? solution("clique", found.clique, found.weight)
                                    : solution("weight", found.clique, found.weight);
        };
        return Outcome::several(find_best_cliques(matrix(), weights_, question.wanted<Weight>(), settings), show);
    }

    Outcome find_all(const Question& question, const Settings& settings) const {
        described::refuse_gap(settings.search);
        const std::size_t kept = question.count ? 0 : question.most;
        const auto find = [&](const auto& graph) {
            if (k_) return find_all_cliques(graph, *k_, kept, settings.search);
            return find_all_maximum_cliques(graph, kept, settings);
        };
        return all_outcome(std::visit(find, graph_), kept > 0);
    }

    Outcome find_one(const Settings& settings) const {
        const auto find = [&](const auto& graph) {
            if (k_) return Outcome::whether(find_clique(graph, *k_, settings), solution_of_size);
            return Outcome::best(find_maximum_clique(graph, settings), solution_of_size);
        };
        return std::visit(find, graph_);
    }

    described::AnyGraph graph_;
    std::vector<Weight> weights_;
    Weights source_;
    std::optional<std::size_t> k_;
};

bool needs_matrix(const Question& question, bool of_size_k) {
    return question.best || (question.all && !question.list && !of_size_k) || question.weights != Weights::none ||
           !question.proof.empty();
}

std::unique_ptr<described::Instance> make(described::Inputs inputs, const Question& question,
                                          std::optional<std::size_t> k) {
    const std::size_t vertices = std::visit([](const auto& graph) { return graph.size(); }, *inputs.graph);
    std::vector<Weight> weights = inputs.weights_of(question.weights, vertices);
    if (needs_matrix(question, k.has_value()))
        return std::make_unique<Cliques>(inputs.take_matrix(), std::move(weights), question.weights, k);
    return std::make_unique<Cliques>(std::move(*inputs.graph), std::move(weights), question.weights, k);
}

std::size_t max_vertices_for(const Question& question) {
    if (!question.proof.empty()) return max_certified_vertices;
    const bool weighted = question.weights != Weights::none;
    if (question.best || (question.all && weighted)) return max_vertices_for_several;
    return weighted ? graph::max_vertices : graph::max_sparse_vertices;
}

constexpr described::Row start =
    described::start("Start from the vertices in this file, or from the solution in the output of --json");

constexpr described::Row most = option<Question>(
    {.name = "most",
     .value = "N",
     .help = "Largest number of cliques that are returned",
     .kind = OptionKind::count,
     .faces = 0},
    [](auto& question) -> auto& { return question.most; });

// Without weights, the command lists all cliques of the largest size by a search of their own, which keeps none of them
// before; Python's `cliques` does, too.
constexpr described::Row list = option<Question>(
    {.name = "list", .help = "List by a search of their own", .faces = 0},
    [](auto& question) -> auto& { return question.list; });
constexpr described::Row all_listed = {{.name = "all-solutions",
                                        .help = "List all maximal cliques that are as good as the best",
                                        .also = "all",
                                        .faces = in_command},
                                       [](Question& question, const OptionText& /*row*/, std::string_view /*none*/) {
                                           question.all = question.list = true;
                                       },
                                       [](const Question& /*question*/) { return std::string(); }};

constexpr std::array clique_options = {
    described::no_local_search(),
    start,
    described::limit({.name = "at-least",
                      .value = "N",
                      .help = "Smallest objective of the several cliques",
                      .kind = OptionKind::count,
                      .faces = in_python}),
    described::all("All maximal cliques that are as good as the best, or as at_least", in_python),
    all_listed,
    list,
    described::best("List the K best maximal cliques"),
    most,
    described::count("Count all maximum cliques", "all-solutions best"),
    described::proof("all-solutions best count"),
    described::weights("Find a heaviest clique", "count proof"),
};

constexpr std::array k_clique_options = {
    described::no_local_search(),
    start,
    described::limit(
        {.name = "k", .value = "N", .help = "Number of vertices", .kind = OptionKind::count, .required = true}),
    described::all("List all cliques of that size, maximal or not"),
    most,
    described::count("Count all cliques of that size", "all-solutions"),
    described::proof("all-solutions count"),
};

constexpr std::array python_inputs = {described::Input{"graph", described::InputKind::graph}};

}  // namespace

const described::Problem clique_description = {
    .name = "maxclique",
    .summary = "Find a largest clique of a graph, or a heaviest one",
    .data = described::Data::graph,
    .form = described::Form::clique,
    .solution = "vertices",
    .options = clique_options,
    .limit = "at-least",
    .starts_from = "kclique",
    .graphs = {{{.max_vertices = max_vertices_for}}},
    .make = [](described::Inputs inputs, const Question& question) { return make(std::move(inputs), question, {}); },
    .python = {.name = "max_clique",
               .inputs = python_inputs,
               .known = true,
               .documentation = R"(A largest clique: as many vertices as possible that are all adjacent to one another.

`known`: a clique; only larger ones are searched for. `local_search`: look for good cliques first. `best`: find the
N largest maximal cliques; `all_solutions`: find all largest ones, or all maximal ones of `at_least` N vertices.
These are the result's `solutions`.

`proof`: a name; the problem is written to NAME.opb, and a proof that no clique is larger to NAME.pbp, which `veripb
NAME.opb NAME.pbp` checks (docs/proofs.md). The search then takes longer, and graphs may have at most 4,096
vertices. A stopped search writes nothing. Vertices are numbers in these files, from 1.

>>> scrump.max_clique([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]).solution
['a', 'b', 'c']
)"},
};

const described::Problem k_clique_description = {
    .name = "kclique",
    .summary = "Find a clique of k vertices, or prove that none exists",
    .aim = described::Aim::any,
    .data = described::Data::graph,
    .form = described::Form::clique,
    .solution = "vertices",
    .exists = "{}-clique",
    .options = k_clique_options,
    .limit = "k",
    .starts_from = "maxclique",
    .graphs = {{{.max_vertices = max_vertices_for}}},
    .make =
        [](described::Inputs inputs, const Question& question) {
            return make(std::move(inputs), question, static_cast<std::size_t>(*question.limit));
        },
    .python = {.name = "clique",
               .alias = "kclique",
               .inputs = python_inputs,
               .positional = "k",
               .known = true,
               .documentation = R"(A clique of `k` vertices. Complete without a solution: none exists.

`proof`: a name; the problem is written to NAME.opb and a proof that such a clique exists, or that none does, to
NAME.pbp, as by `max_clique`.

>>> scrump.clique([(0, 1), (1, 2)], 3).solution is None
True
)"},
};

}  // namespace scrump::maxclique

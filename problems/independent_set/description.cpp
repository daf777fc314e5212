#include <scrump/problems/independent_set/ext/description.hpp>
#include <scrump/problems/independent_set/solve.hpp>
#include <scrump/problems/maxclique/several.hpp>

#include <array>
#include <utility>

namespace scrump::independent_set {
namespace {

using described::Outcome;
using described::Question;
using described::Weights;

// What the two problems call a solution, and how they find it.
struct Set {
    static constexpr std::string_view label = "set";
    static constexpr auto find = find_maximum_independent_set;
    static constexpr auto find_several = find_best_independent_sets;
    static constexpr auto find_weighted = find_maximum_weight_independent_set;
    static constexpr auto find_several_weighted = find_heaviest_independent_sets;
};
struct Cover {
    static constexpr std::string_view label = "cover";
    static constexpr auto find = find_minimum_vertex_cover;
    static constexpr auto find_several = find_best_vertex_covers;
    static constexpr auto find_weighted = find_minimum_weight_vertex_cover;
    static constexpr auto find_several_weighted = find_lightest_vertex_covers;
};

template <class Kind>
described::Solution solution(const Vertices& vertices) {
    return {.fields = {{Kind::label, described::objective_key, static_cast<std::int64_t>(vertices.size())}},
            .numbers = vertices};
}

template <class Kind>
described::Solution weighted_solution(const SetOfWeight& found) {
    return {.fields = {{"weight", described::objective_key, static_cast<std::int64_t>(found.weight)},
                       {Kind::label, {}, static_cast<std::int64_t>(found.clique.size())}},
            .numbers = found.clique};
}

template <class Kind>
class Asked final : public described::Instance {
  public:
    Asked(graph::Graph graph, std::vector<maxclique::Weight> weights, Weights source)
        : graph_(std::move(graph)), weights_(std::move(weights)), source_(source) {}

    std::size_t size() const override { return graph_.size(); }
    std::vector<described::Fact> facts() const override { return described::facts_of(source_); }

    Outcome ask(const Question& question, const SearchOptions& search) const override {
        const Settings settings{.search = search, .local_search = question.local_search, .known = question.known};
        return source_ == Weights::none ? ask_for_most(question, settings) : ask_for_weight(question, settings);
    }

  private:
    Outcome ask_for_most(const Question& question, const Settings& settings) const {
        if (question.asks_for_several())
            return Outcome::several(Kind::find_several(graph_, question.wanted<std::size_t>(), settings),
                                    solution<Kind>);
        return Outcome::best(Kind::find(graph_, settings), solution<Kind>);
    }

    Outcome ask_for_weight(const Question& question, const Settings& settings) const {
        if (question.asks_for_several())
            return Outcome::several(
                Kind::find_several_weighted(graph_, weights_, question.wanted<maxclique::Weight>(), settings),
                weighted_solution<Kind>);
        return Outcome::best(Kind::find_weighted(graph_, weights_, settings), weighted_solution<Kind>);
    }

    graph::Graph graph_;
    std::vector<maxclique::Weight> weights_;
    Weights source_;
};

template <class Kind>
std::unique_ptr<described::Instance> make(described::Inputs inputs, const Question& question) {
    graph::Graph matrix = inputs.take_matrix();
    std::vector<maxclique::Weight> weights = inputs.weights_of(question.weights, matrix.size());
    return std::make_unique<Asked<Kind>>(std::move(matrix), std::move(weights), question.weights);
}

std::size_t max_vertices(const Question& question) {
    return question.asks_for_several() ? maxclique::max_vertices_for_several : graph::max_vertices;
}

constexpr described::Row start =
    described::start("Start from the vertices in this file, or from the solution in the output of --json");

constexpr std::array set_options = {
    described::no_local_search(),
    start,
    described::limit({.name = "at-least",
                      .value = "N",
                      .help = "Smallest number of vertices of the several sets",
                      .kind = OptionKind::count,
                      .faces = in_python}),
    described::all("List all maximal sets that are as good as the best"),
    described::best("List the K best maximal sets"),
    described::weights("Find a heaviest set"),
};

constexpr std::array cover_options = {
    described::no_local_search(),
    start,
    described::limit({.name = "at-most",
                      .value = "N",
                      .help = "Largest number of vertices of the several covers",
                      .kind = OptionKind::count,
                      .faces = in_python}),
    described::all("List all minimal covers that are as good as the best"),
    described::best("List the K best minimal covers"),
    described::weights("Find a lightest cover"),
};

constexpr std::array python_inputs = {described::Input{"graph", described::InputKind::graph}};

}  // namespace

const described::Problem set_description = {
    .name = "independent-set",
    .summary = "Find the most vertices of which no two are adjacent",
    .data = described::Data::graph,
    .form = described::Form::independent_set,
    .solution = "vertices",
    .options = set_options,
    .limit = "at-least",
    .graphs = {{{.max_vertices = max_vertices}}},
    .make = make<Set>,
    .python = {.name = "independent_set",
               .inputs = python_inputs,
               .known = true,
               .documentation = R"(As many vertices as possible of which no two are adjacent.

`known`: an independent set; only larger ones are searched for. `best`: find the N largest maximal ones;
`all_solutions`: find all largest ones, or all maximal ones of `at_least` N vertices. These are the result's
`solutions`.

>>> scrump.independent_set([(0, 1), (1, 2), (2, 3)]).objective
2
)"}};

const described::Problem cover_description = {
    .name = "vertex-cover",
    .summary = "Find the fewest vertices that every edge has an end among",
    .data = described::Data::graph,
    .form = described::Form::vertex_cover,
    .solution = "vertices",
    .options = cover_options,
    .limit = "at-most",
    .graphs = {{{.max_vertices = max_vertices}}},
    .make = make<Cover>,
    .python = {
        .name = "vertex_cover",
        .inputs = python_inputs,
        .known = true,
        .documentation =
            R"(As few vertices as possible that include an end of every edge. `known`: vertices outside of a cover.

`best`: find the N smallest minimal covers; `all_solutions`: find all smallest ones, or all minimal ones of
`at_most` N vertices. These are the result's `solutions`.

>>> scrump.vertex_cover([("hub", "a"), ("hub", "b"), ("hub", "c")]).solution
['hub']
)"}};

}  // namespace scrump::independent_set

#include <scrump/problems/colouring/colouring.hpp>
#include <scrump/problems/colouring/ext/description.hpp>
#include <scrump/problems/colouring/solve.hpp>

#include <array>
#include <utility>

namespace scrump::colouring {
namespace {

using described::Outcome;
using described::Question;

described::Solution solution(const Colouring& found) {
    return {.fields = {{"colours", described::objective_key, static_cast<std::int64_t>(count_colours(found))}},
            .numbers = found};
}

class Vertices final : public described::Instance {
  public:
    explicit Vertices(graph::Graph graph) : graph_(std::move(graph)) {}

    std::size_t size() const override { return graph_.size(); }
    std::vector<described::Fact> facts() const override { return {}; }

    Outcome ask(const Question& question, const SearchOptions& search) const override {
        if (question.asks_for_several())
            return Outcome::several(
                find_best_colourings(graph_, question.wanted<std::size_t>(), search, question.known), solution);
        if (question.limit)
            return Outcome::whether(
                find_colouring(graph_, static_cast<std::size_t>(*question.limit), search, question.known), solution);
        Answer<FewestColours> found = find_fewest_colours(graph_, search, question.known);
        const auto at_least = static_cast<std::int64_t>(found.value.at_least);
        Outcome outcome =
            Outcome::best(std::move(found), [](const FewestColours& fewest) { return solution(fewest.colouring); });
        outcome.facts.push_back({"at_least", at_least});
        return outcome;
    }

  private:
    graph::Graph graph_;
};

constexpr std::array options = {
    described::limit({.name = "k",
                      .value = "N",
                      .help = "Find a colouring with at most N colours, or prove that none exists",
                      .kind = OptionKind::count}),
    described::all("List all colourings that are as good as the best, or good enough"),
    described::best("List the K best colourings"),
    described::start(
        "Start from the colours in this file, one per vertex, or from the solution in the output of --json"),
};

constexpr std::array python_inputs = {described::Input{"graph", described::InputKind::graph}};

}  // namespace

const described::Problem description = {
    .name = "colouring",
    .alias = "coloring",
    .summary = "Colour the vertices of a graph with the fewest colours",
    .data = described::Data::graph,
    .form = described::Form::colouring,
    .solution = "colour",
    .exists = "{} colours",
    .options = options,
    .limit = "k",
    .graphs = {{{.max_vertices = [](const Question& /*question*/) { return max_vertices; }}}},
    .make = [](described::Inputs inputs, const Question& /*question*/) -> std::unique_ptr<described::Instance> {
        return std::make_unique<Vertices>(inputs.take_matrix());
    },
    .python = {
        .name = "colouring",
        .alias = "coloring",
        .inputs = python_inputs,
        .positional = "k",
        .known = true,
        .documentation =
            R"(A colour for each vertex, from 0 on, so that adjacent ones differ: with the fewest colours, or at most `k`.

The bound is a proved lower bound of the number of colours. Complete without a solution: `k` colours are too few.

`known`: a colouring, as a dict, or a colour of any hashable type for each vertex, in the order in which the graph
or the pairs first name vertices, or of their numbers in an array or a matrix; only colourings with fewer colours
are searched for. `best` and `all_solutions` find several colourings, all with at most `k` colours if `k` is given:
these are the result's `solutions`; no two of them differ only in the names of colours.

>>> found = scrump.colouring([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
>>> found.objective, found.bound
(3, 3)
>>> scrump.colouring([("a", "b"), ("b", "c")], known={"a": "red", "b": "blue", "c": "red"}).objective
2
)"}};

}  // namespace scrump::colouring

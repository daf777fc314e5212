#include <scrump/problems/mcs/ext/description.hpp>
#include <scrump/problems/mcs/solve.hpp>

#include <array>
#include <utility>

namespace scrump::mcs {
namespace {

using described::Outcome;
using described::Question;

described::Solution solution(const Pairs& pairs) {
    described::Solution found{
        .fields = {{"common", described::objective_key, static_cast<std::int64_t>(pairs.size())}}};
    for (const auto& [first, second] : pairs) found.numbers.insert(found.numbers.end(), {first, second});
    return found;
}

class Graphs final : public described::Instance {
  public:
    Graphs(graph::LabelledGraph first, graph::LabelledGraph second, bool connected)
        : first_(std::move(first)), second_(std::move(second)), connected_(connected) {}

    std::size_t size() const override { return first_.size(); }
    std::vector<described::Fact> facts() const override { return {{"connected", connected_}}; }

    Outcome ask(const Question& question, const SearchOptions& search) const override {
        const Settings settings{.search = search, .connected = connected_};
        if (question.asks_for_several())
            return Outcome::several(
                find_best_common_subgraphs(first_, second_, question.wanted<std::size_t>(), settings), solution);
        if (question.limit)
            return Outcome::whether(
                find_common_subgraph(first_, second_, static_cast<std::size_t>(*question.limit), settings), solution);
        return Outcome::best(find_maximum_common_subgraph(first_, second_, settings), solution);
    }

  private:
    graph::LabelledGraph first_;
    graph::LabelledGraph second_;
    bool connected_;
};

std::size_t limit(const Question& /*question*/) {
    return max_vertices;
}

constexpr std::array options = {
    option<Question>(
        {.name = "connected", .help = "Consider connected subgraphs only"},
        [](auto& question) -> auto& { return question.connected; }),
    described::limit({.name = "at-least",
                      .value = "K",
                      .help = "Find a common subgraph of K vertices, or prove that none exists",
                      .kind = OptionKind::count}),
    described::all("List all maximal common subgraphs that are as good as the best, or good enough"),
    described::best("List the K best maximal common subgraphs"),
};

}  // namespace

const described::Problem description = {
    .name = "mcs",
    .summary = "Find a largest common induced subgraph of two graphs",
    .data = described::Data::graphs,
    .form = described::Form::pairs,
    .solution = "pairs",
    .exists = "{} common",
    .options = options,
    .limit = "at-least",
    .graphs = {{{.name = "FIRST", .max_vertices = limit},
                {.name = "SECOND",
                 .help = "Second graph, given in the same way; only one of the two can be standard input",
                 .max_vertices = limit}}},
    .make = [](described::Inputs inputs, const Question& question) -> std::unique_ptr<described::Instance> {
        return std::make_unique<Graphs>(std::move(*inputs.first), std::move(*inputs.second), question.connected);
    },
};

}  // namespace scrump::mcs

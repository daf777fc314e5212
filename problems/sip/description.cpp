#include <scrump/problems/sip/certified.hpp>
#include <scrump/problems/sip/ext/description.hpp>
#include <scrump/problems/sip/solve.hpp>

#include <array>
#include <cstdint>
#include <utility>

namespace scrump::sip {
namespace {

using described::Outcome;
using described::Question;

template <class Images>
described::Solution solution(const Images& images) {
    return {.numbers = {images.begin(), images.end()}};
}

class Graphs final : public described::Instance {
  public:
    explicit Graphs(Problem problem) : problem_(std::move(problem)) { problem_.check(); }

    std::size_t size() const override { return problem_.pattern.size(); }
    std::vector<described::Fact> facts() const override { return {{"induced", problem_.induced}}; }

    Outcome ask(const Question& question, const SearchOptions& search) const override {
        if (!question.proof.empty()) {
            CertifiedMapping found = certify(problem_, question.proof, search);
            Outcome outcome = Outcome::whether<Mapping>(found, solution<Mapping>);
            outcome.certificate = std::move(found.certificate);
            return outcome;
        }
        if (question.all) return list(search);
        if (question.restarts) return find_restarting(search);
        if (!question.count) return Outcome::whether(find(problem_, search), solution<Mapping>);
        EnumerationResult<std::uint64_t> found = sip::count(problem_, search);
        return Outcome::all(found, {.label = "mappings", .number = found.value});
    }

  private:
    Outcome find_restarting(const SearchOptions& search) const {
        RestartedMapping found = find_with_restarts(problem_, search);
        const auto number = [](std::uint64_t count) { return static_cast<std::int64_t>(count); };
        const RestartStatistics& restarts = found.restarts;
        Outcome outcome = Outcome::whether<Mapping>(std::move(found), solution<Mapping>);
        outcome.facts = {{"restarts", number(restarts.restarts)},
                         {"nogoods", number(restarts.nogoods)},
                         {"nogoods_received", number(restarts.received)},
                         {"nogoods_excluded", number(restarts.excluded)}};
        return outcome;
    }

    Outcome list(const SearchOptions& search) const {
        EnumerationResult<Mappings> found = sip::all(problem_, search);
        Outcome outcome = Outcome::all(found, {.label = "mappings", .number = found.value.size(), .listed = true});
        outcome.solutions.reserve(found.value.size());
        for (std::size_t i = 0; i < found.value.size(); ++i) outcome.solutions.push_back(solution(found.value[i]));
        return outcome;
    }

    Problem problem_;
};

constexpr std::array options = {
    option<Question>(
        {.name = "induced", .help = "Map non-adjacent vertices to non-adjacent vertices"},
        [](auto& question) -> auto& { return question.induced; }),
    described::count("Count all mappings", {}),
    option<Question>(
        {.name = "all-solutions", .help = "List all mappings", .excludes = "count", .also = "all"},
        [](auto& question) -> auto& { return question.all; }),
    described::restarts("all-solutions count"),
    described::proof("all-solutions count restarts"),
};

}  // namespace

const described::Problem description = {
    .name = "sip",
    .summary = "Find one graph in another: subgraph isomorphism",
    .aim = described::Aim::any,
    .data = described::Data::graphs,
    .form = described::Form::mapping,
    .solution = "mapping",
    .exists = "subgraph",
    .options = options,
    .graphs = {{{.name = "PATTERN", .max_vertices = [](const Question& /*question*/) { return max_pattern; }},
                {.name = "TARGET",
                 .help = "Graph to search, given in the same way",
                 .max_vertices = [](const Question& /*question*/) { return graph::max_vertices; }}}},
    .make = [](described::Inputs inputs, const Question& question) -> std::unique_ptr<described::Instance> {
        return std::make_unique<Graphs>(Problem{std::move(*inputs.first), std::move(*inputs.second), question.induced});
    },
};

}  // namespace scrump::sip

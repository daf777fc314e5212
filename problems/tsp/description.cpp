#include <scrump/problems/tsp/ext/description.hpp>
#include <scrump/problems/tsp/solve.hpp>
#include <scrump/problems/tsp/source.hpp>
#include <scrump/problems/tsp/tour_file.hpp>
#include <scrump/problems/tsp/tsplib.hpp>

#include <array>
#include <utility>

namespace scrump::tsp {
namespace {

using described::Outcome;
using described::Question;

described::Solution solution(const TourOfLength& found) {
    return {.fields = {{"length", described::objective_key, found.length}},
            .numbers = {found.tour.begin(), found.tour.end()}};
}

class Cities final : public described::Instance {
  public:
    explicit Cities(TsplibFile file) : file_(std::move(file)) {}

    std::size_t size() const override { return file_.instance.size(); }

    std::vector<described::Fact> facts() const override {
        std::vector<described::Fact> facts;
        if (!file_.name.empty()) facts.push_back({"name", file_.name});
        facts.push_back({"cities", static_cast<std::int64_t>(size())});
        if (!file_.fixed.empty()) facts.push_back({"fixed_edges", static_cast<std::int64_t>(file_.fixed.size())});
        return facts;
    }

    Outcome ask(const Question& question, const SearchOptions& search) const override {
        const Settings settings{.search = search,
                                .local_search = question.local_search,
                                .known = {question.known.begin(), question.known.end()},
                                .fixed = file_.fixed};
        if (question.asks_for_several())
            return Outcome::several(find_best_tours(file_.instance, question.wanted<Length>(), settings), solution);
        if (question.limit) return Outcome::whether(find_tour(file_.instance, *question.limit, settings), solution);
        return Outcome::best(find_shortest_tour(file_.instance, settings), solution);
    }

    std::uint64_t first_number() const override { return file_.first_city; }

    std::string warning() const override { return file_.warning; }

    std::string file_of(const described::Solution& found) const override {
        return tour_file(file_.name, Tour(found.numbers.begin(), found.numbers.end()), found.objective(),
                         file_.first_city);
    }

    std::optional<std::vector<std::size_t>> solution_in(std::string_view text, const std::string& name) const override {
        const Tour tour = parse_tour_file(text, name, size(), file_.first_city);
        return std::vector<std::size_t>(tour.begin(), tour.end());
    }

    std::string refusal_of(std::span<const std::size_t> known) const override {
        return has_all(Tour(known.begin(), known.end()), file_.fixed) ? "" : "the tour does not have all fixed edges";
    }

  private:
    TsplibFile file_;
};

std::unique_ptr<described::Instance> read(std::string_view text, const std::string& name,
                                          const Question& /*question*/) {
    TsplibFile file = parse_tsplib(text, name);
    if (file.name.empty()) file.name = name;
    return std::make_unique<Cities>(std::move(file));
}

std::unique_ptr<described::Instance> generated(const std::string& spec, std::uint64_t seed,
                                               const Question& /*question*/) {
    return std::make_unique<Cities>(TsplibFile{.name = spec, .instance = generate(spec, seed)});
}

std::unique_ptr<described::Instance> make(described::Inputs inputs, const Question& /*question*/) {
    Instance instance(inputs.table.rows);
    for (std::size_t a = 0; a < instance.size(); ++a)
        for (std::size_t b = a + 1; b < instance.size(); ++b) instance.set_distance(a, b, inputs.table(a, b));
    return std::make_unique<Cities>(TsplibFile{.name = {}, .instance = std::move(instance)});
}

constexpr std::array options = {
    described::limit({.name = "at-most",
                      .value = "L",
                      .help = "Find a tour of at most this length, or prove that none exists",
                      .kind = OptionKind::integer}),
    described::all("List all tours that are as good as the best, or good enough"),
    described::best("List the K best tours"),
    described::answer_file("tour", "Write the best tour to this file, in TSPLIB's format"),
    described::start(
        "Start from the tour in this file, in TSPLIB's format, or from the solution in the output of --json"),
    described::no_local_search(),
};

constexpr std::array python_inputs = {
    described::Input{"distances", described::InputKind::distances},
};

}  // namespace

const described::Problem description = {
    .name = "tsp",
    .summary = "Find a shortest tour through all cities",
    .form = described::Form::tour,
    .solution = "tour",
    .things = {"city", "cities"},
    .exists = "exists",
    .options = options,
    .limit = "at-most",
    .answer_file = "tour",
    .source = {.name = "FILE",
               .help = "File in TSPLIB's format, - for standard input, or random points: random:n=50,seed=1",
               .words = [] { return std::vector<std::string>{"random:"}; },
               .names_file = names_file,
               .parse = read,
               .generate = generated},
    .make = make,
    .python = {.name = "tsp",
               .inputs = python_inputs,
               .known = true,
               .documentation = R"(A shortest tour through all cities, starting at the first one.

`distances`: a symmetric matrix of whole numbers, or a pandas DataFrame of them with the cities as names of its rows
and columns; or a complete networkx graph whose edges have them as attribute `weight`; of several edges between two
cities the shortest counts. `scrump.problems.tours.euclidean(points)` makes a matrix from points.

`known`: a tour, as all cities in its order, starting anywhere, with or without the first one again at the end; only
shorter tours are searched for. `best` and `all_solutions` find several tours: these are the result's `solutions`; a
tour and its reverse count as one. With `at_most` alone, a search that is complete without a solution proves that none
exists.

>>> scrump.tsp([[0, 1, 5, 2], [1, 0, 2, 6], [5, 2, 0, 3], [2, 6, 3, 0]], known=[2, 1, 3, 0]).objective
8
)"}};

}  // namespace scrump::tsp

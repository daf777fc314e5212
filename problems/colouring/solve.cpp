#include <scrump/problems/colouring/solve.hpp>

#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/colouring/detail/generator.hpp>
#include <scrump/problems/colouring/detail/kernel.hpp>
#include <scrump/problems/colouring/detail/start.hpp>
#include <scrump/problems/colouring/ext/greedy.hpp>
#include <scrump/problems/graph/ext/describe.hpp>
#include <scrump/problems/maxclique/ext/greedy.hpp>
#include <scrump/problems/maxclique/solve.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>
#include <scrump/search/best.hpp>
#include <scrump/search/ext/preparation.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace scrump::colouring {

namespace {

void expect_small_enough(const graph::Graph& graph) {
    if (graph.size() > max_vertices)
        throw Error("colouring: the graph has " + std::to_string(graph.size()) + " vertices; at most " +
                    std::to_string(max_vertices) + " can be searched");
}

struct Solution {
    std::optional<Colouring> colouring{};
    std::size_t at_least = 0;  // colours
};

/// When bounds are no longer looked for. All shards must divide the same tree, and what a checkpoint leaves to another
/// run is to be as good as ever.
Deadline deadline_of_bounds(const SearchOptions& options) {
    return options.checkpoints.wanted() || options.shard ? Deadline() : deadline_of(options);
}

/// Raises the bound of the start, and finds weights that prune.
void find_bounds(Start& start, std::optional<std::size_t> target, Weighting& weighting) {
    const auto open = [&] {
        const std::size_t best = count_colours(start.best);
        if (target && best <= *target) return std::size_t{0};
        const std::size_t enough = target ? *target + 1 : best;
        return enough > start.at_least ? enough : 0;
    };
    constexpr std::int64_t most_effort = 1'000'000'000;  // about a second
    if (const std::size_t enough = open()) {
        Effort effort(most_effort / 3);
        raise_bound(start, enough, effort);
    }
    if (const std::size_t enough = open()) {
        Effort effort(most_effort);
        weighting = find_weighting(start.kernel.graph, start.at_least, enough, effort);
        start.at_least = std::max(start.at_least, weighting.colours());
    }
}

/// The space of the kernel. Weights and bounds differ between processes where a limit ends them; each process prunes
/// rightly by its own.
Space space_of(Start& start, std::optional<std::size_t> target, const SearchOptions& options) {
    Weighting weighting;
    const Deadline deadline = deadline_of_bounds(options);
    try {
        const Deadline::Scope scope(deadline);
        find_bounds(start, target, weighting);
    } catch (const Stopped&) {  // what has been found remains
    }
    return Space(start.kernel.graph, start.clique, start.known, start.at_least, weighting);
}

/// Version 0.3.0 knew no bound but cliques.
std::string describe(const graph::Graph& graph, const Start& start, std::optional<std::size_t> target) {
    std::string text =
        (target ? std::to_string(*target) + "-colouring" : "fewest colours") + " of " + graph::describe(graph);
    if (start.reduced_for > std::max(start.clique.size(), target.value_or(0)))
        text += ", reduced for " + std::to_string(start.reduced_for) + " colours";
    return text;
}

SearchHints<Generator> hints_of(const Space& space, const Start& start, Walks& walks) {
    SearchHints<Generator> hints{.start = node_of(space, start.best)};
    hints.primal_heuristic = {.run = [&](std::int32_t to_beat) -> std::optional<Node> {
                                  auto better = walks.next(static_cast<std::size_t>(std::max(to_beat, 1)) - 1);
                                  if (!better) return std::nullopt;
                                  return node_of(space, compact(std::move(*better)));
                              },
                              .period = Walks::period};
    return hints;
}

Answer<Solution> prepare_and_search(const graph::Graph& graph, std::optional<std::size_t> target,
                                    const SearchOptions& given, const Colouring& known) {
    SearchOptions options = given;
    options.start_clock();
    expect_small_enough(graph);
    Start start = prepare(graph, target);
    take_known(start, known);
    scrump::Preparation::over();
    if (compares_problem(options)) options.checkpoints.problem = describe(graph, start, target);
    // Of several processes, the first one looks for better colourings; the others learn of them.
    if (options.session == nullptr || options.session->first())
        improve(start, target.value_or(0), options.seed, [&] { return !options.should_stop(); });
    const Space space = space_of(start, target, options);

    Answer<Solution> solution;
    const auto take = [&](auto result) {
        solution = answer(result, Solution{.at_least = static_cast<std::size_t>(space.fewest_colours())});
        if (result.node) solution.value.colouring = extend(graph, start.kernel, colouring_of(space, *result.node));
    };
    Walks walks(start, options.seed);
    SearchHints<Generator> hints = hints_of(space, start, walks);
    if (target) {
        // No graph needs more colours than it has vertices.
        const auto most = static_cast<std::int32_t>(std::min(*target, graph.size()));
        take(decide<Generator, Minimise>(space, root(space), most, options, std::move(hints)));
    } else {
        take(minimise<Generator>(space, root(space), options, std::move(hints)));
    }
    const std::optional<Colouring>& colouring = solution.value.colouring;
    if (colouring && (!is_proper(graph, *colouring) || (target && count_colours(*colouring) > *target)))
        throw std::logic_error("colouring: the answer is none; this is a defect of Scrump");
    return solution;
}

Answer<Solution> solve(const graph::Graph& graph, std::optional<std::size_t> target, const SearchOptions& options,
                       const Colouring& given) {
    if (!given.empty() && !is_proper(graph, given))
        throw std::invalid_argument("the known colouring is not a colouring of this graph");
    const Colouring known = compact(given);
    const auto give_up = [&](Status status, Statistics cost) {
        Answer<Solution> solution{status, {std::nullopt, maxclique::greedy_clique(graph).size()}, std::move(cost)};
        Colouring best = colour_greedily(graph);
        if (!known.empty() && count_colours(known) < count_colours(best)) best = known;
        if (target && count_colours(best) > *target) return solution;
        if (target) solution.status = Status::complete;  // a witness is a proof
        solution.value.colouring = std::move(best);
        return solution;
    };
    return scrump::prepare_and(
        options, [&] { return prepare_and_search(graph, target, options, known); }, give_up);
}

/// No colouring has fewer than `fewest` colours; those with more than `most` are not wanted.
Several<Colouring> search_several(const graph::Graph& graph, const BestWanted<std::size_t>& wanted, std::size_t fewest,
                                  std::size_t most, const SearchOptions& given) {
    SearchOptions options = given;
    options.start_clock();
    const Space space(graph, find_clique(graph), most + 1, fewest);
    scrump::Preparation::over();
    if (compares_problem(options)) options.checkpoints.problem = "several colourings of " + graph::describe(graph);
    const BestWanted<std::int32_t> few{
        .most = wanted.most, .equal = wanted.equal, .at_least = static_cast<std::int32_t>(most)};
    auto result = best<Generator, Minimise>(space, root(space), few, options);
    std::vector<Colouring> several;
    for (const auto& [colours, node] : result.solutions) {
        several.push_back(colouring_of(space, node));
        if (!is_proper(graph, several.back()) || count_colours(several.back()) != std::size_t(colours))
            throw std::logic_error("colouring: one of several is none; this is a defect of Scrump");
    }
    return answer(result, std::move(several));
}

}  // namespace

Answer<FewestColours> find_fewest_colours(const graph::Graph& graph, const SearchOptions& options,
                                          const Colouring& known) {
    Answer<FewestColours> found = solve(graph, std::nullopt, options, known).transform([](Solution solution) {
        return FewestColours{std::move(solution.colouring).value_or(Colouring{}), solution.at_least};
    });
    FewestColours& fewest = found.value;
    if (found.status == Status::complete) fewest.at_least = count_colours(fewest.colouring);
    std::optional<double>& bound = found.statistics.bound;
    if (bound) fewest.at_least = std::max(fewest.at_least, static_cast<std::size_t>(*bound));
    if (!fewest.colouring.empty()) bound = static_cast<double>(fewest.at_least);
    return found;
}

Answer<std::optional<Colouring>> find_colouring(const graph::Graph& graph, std::size_t k, const SearchOptions& options,
                                                const Colouring& known) {
    return solve(graph, k, options, known).transform([](Solution solution) { return std::move(solution.colouring); });
}

Several<Colouring> find_best_colourings(const graph::Graph& graph, const BestWanted<std::size_t>& wanted,
                                        const SearchOptions& options, const Colouring& known) {
    expect_fit_for_several("colouring", options);
    expect_small_enough(graph);
    // No graph needs more colours than it has vertices, and none has colours that no vertex has.
    const auto search = [&](std::size_t fewest, std::size_t most, const SearchOptions& given) {
        return scrump::prepare_and(given, [&] { return search_several(graph, wanted, fewest, most, given); });
    };
    if (wanted.at_least) return search(0, std::min(*wanted.at_least, graph.size()), options);
    const auto find_best = [&](const SearchOptions& all) {
        return as_several(find_fewest_colours(graph, all, known).transform([](FewestColours fewest) {
            return std::move(fewest.colouring);
        }));
    };
    const auto find_others = [&](const Colouring& best, const SearchOptions& left) {
        const std::size_t fewest = count_colours(best);
        return search(fewest, wanted.equal ? fewest : graph.size(), left);
    };
    return best_and_others("colouring", options, find_best, find_others);
}

}  // namespace scrump::colouring

#include <scrump/problems/colouring/solve.hpp>

#include <scrump/base/error.hpp>
#include <scrump/problems/colouring/detail/generator.hpp>
#include <scrump/problems/colouring/detail/kernel.hpp>
#include <scrump/problems/colouring/ext/greedy.hpp>
#include <scrump/problems/colouring/ext/tabu.hpp>
#include <scrump/problems/graph/ext/describe.hpp>
#include <scrump/problems/maxclique/ext/greedy.hpp>
#include <scrump/problems/maxclique/ext/local_search.hpp>
#include <scrump/problems/maxclique/ext/schedule.hpp>
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

/// What is known before the search. All of it, except `best`, follows from the graph and the target alone, whatever
/// the limits are: all processes, and runs that resume others, must come to the same space.
struct Start {
    maxclique::Clique clique;
    Kernel kernel;
    Colouring best;  ///< of the kernel
    Space space;
};

/// A large clique: every colouring gives its vertices different colours. Local search alone finds it, for a fixed
/// number of steps: where a search is stopped by a limit is not the same everywhere.
maxclique::Clique find_clique(const graph::Graph& graph) {
    maxclique::Clique best;
    if (graph.size() == 0) return best;
    constexpr std::uint64_t most_slices = 400;  // some 60 ms
    const std::uint64_t slices = std::min(maxclique::Schedule::replicable_slices(graph.size()), most_slices);
    const maxclique::Schedule schedule(graph);
    maxclique::LocalSearch walks(graph, 1);
    for (std::uint64_t slice = 0; slice < slices; ++slice) {
        if (auto better = walks.improve(schedule.steps(slice), best.size())) best = std::move(*better);
    }
    std::ranges::sort(best);
    return best;
}

void expect_small_enough(const graph::Graph& graph) {
    if (graph.size() > max_vertices)
        throw Error("colouring: the graph has " + std::to_string(graph.size()) + " vertices; at most " +
                    std::to_string(max_vertices) + " can be searched");
}

Start prepare(const graph::Graph& graph, std::optional<std::size_t> target) {
    expect_small_enough(graph);
    maxclique::Clique clique = find_clique(graph);
    Kernel kernel = reduce(graph, std::max(clique.size(), target.value_or(0)), clique);
    std::vector<std::size_t> places;  // of the clique's vertices in the kernel
    for (const std::size_t vertex : clique)
        places.push_back(static_cast<std::size_t>(
            std::lower_bound(kernel.vertices.begin(), kernel.vertices.end(), vertex) - kernel.vertices.begin()));
    Colouring best = colour_greedily(kernel.graph);
    Space space(kernel.graph, places, count_colours(best));
    return {std::move(clique), std::move(kernel), std::move(best), std::move(space)};
}

/// Looks for colourings of the kernel with ever fewer colours, down to `enough`.
template <class GoOn>
void improve(Start& start, std::size_t enough, std::uint64_t seed, const GoOn& go_on) {
    // Some 20 ms for a hundred vertices, a quarter of a second for many.
    const std::uint64_t size = start.kernel.graph.size();
    const std::uint64_t effort = std::min<std::uint64_t>(1'500 * size * size, 150'000'000);
    enough = std::max({enough, start.clique.size(), std::size_t{1}});
    while (count_colours(start.best) > enough) {
        auto better = save_a_colour(start.kernel.graph, start.best, effort, seed, go_on);
        if (!better) break;
        start.best = std::move(*better);
    }
}

struct Solution {
    std::optional<Colouring> colouring{};
    std::size_t clique = 0;  // number of vertices of one
};

/// The same colours, numbered one after another.
Colouring compact(Colouring colouring) {
    Colouring colours = colouring;
    std::ranges::sort(colours);
    colours.erase(std::unique(colours.begin(), colours.end()), colours.end());
    for (std::size_t& colour : colouring)
        colour = static_cast<std::size_t>(std::ranges::lower_bound(colours, colour) - colours.begin());
    return colouring;
}

/// A colouring of the whole graph becomes the start on the kernel, if it is better there than the start.
void take_known(Start& start, const Colouring& known) {
    if (known.empty()) return;
    Colouring restricted;
    for (const std::size_t vertex : start.kernel.vertices) restricted.push_back(known[vertex]);
    restricted = compact(std::move(restricted));
    if (count_colours(restricted) < count_colours(start.best)) start.best = std::move(restricted);
}

Answer<Solution> prepare_and_search(const graph::Graph& graph, std::optional<std::size_t> target,
                                    const SearchOptions& given, const Colouring& known) {
    SearchOptions options = given;
    options.start_clock();
    Start start = prepare(graph, target);
    take_known(start, known);
    scrump::Preparation::over();
    if (compares_problem(options)) {
        options.checkpoints.problem =
            (target ? std::to_string(*target) + "-colouring" : "fewest colours") + " of " + graph::describe(graph);
    }
    // Of several processes, the first one looks for better colourings; the others learn of them.
    if (options.session == nullptr || options.session->first()) {
        improve(start, target.value_or(0), options.seed, [&] { return !options.should_stop(); });
    }

    Answer<Solution> solution;
    const auto take = [&](auto result) {
        solution = answer(result, Solution{.clique = start.clique.size()});
        if (result.node)
            solution.value.colouring = extend(graph, start.kernel, colouring_of(start.space, *result.node));
    };
    SearchHints<Generator> hints{.start = node_of(start.space, start.best)};
    if (target) {
        // No graph needs more colours than it has vertices.
        const auto most = static_cast<std::int32_t>(std::min(*target, graph.size()));
        take(decide<Generator, Minimise>(start.space, root(start.space), most, options, std::move(hints)));
    } else {
        take(minimise<Generator>(start.space, root(start.space), options, std::move(hints)));
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
        return FewestColours{std::move(solution.colouring).value_or(Colouring{}), solution.clique};
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
    if (wanted.at_least) return search_several(graph, wanted, 0, std::min(*wanted.at_least, graph.size()), options);
    const auto find_best = [&](const SearchOptions& all) {
        return as_several(find_fewest_colours(graph, all, known).transform([](FewestColours fewest) {
            return std::move(fewest.colouring);
        }));
    };
    const auto find_others = [&](const Colouring& best, const SearchOptions& left) {
        const std::size_t fewest = count_colours(best);
        return search_several(graph, wanted, fewest, wanted.equal ? fewest : graph.size(), left);
    };
    return best_and_others("colouring", options, find_best, find_others);
}

}  // namespace scrump::colouring

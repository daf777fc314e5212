#include <scrump/problems/colouring/detail/start.hpp>

#include <scrump/base/deadline.hpp>
#include <scrump/problems/colouring/detail/critical.hpp>
#include <scrump/problems/colouring/detail/mycielskian.hpp>
#include <scrump/problems/colouring/ext/greedy.hpp>
#include <scrump/problems/maxclique/ext/local_search.hpp>
#include <scrump/problems/maxclique/ext/schedule.hpp>

#include <algorithm>
#include <utility>

namespace scrump::colouring {

namespace {

/// Some 20 ms for a hundred vertices, a quarter of a second for many.
std::uint64_t first_effort(const graph::Graph& graph) {
    const std::uint64_t size = graph.size();
    return std::min<std::uint64_t>(1'500 * size * size, 150'000'000);
}

/// The places of vertices of the whole graph, which must be there, in the kernel.
std::vector<std::size_t> places_in(const Kernel& kernel, const std::vector<std::size_t>& vertices) {
    std::vector<std::size_t> places;
    for (const std::size_t vertex : vertices)
        places.push_back(
            static_cast<std::size_t>(std::ranges::lower_bound(kernel.vertices, vertex) - kernel.vertices.begin()));
    return places;
}

Start start_of(const graph::Graph& graph, std::size_t colours, const maxclique::Clique& clique,
               const std::vector<std::size_t>& stay) {
    Kernel kernel = reduce(graph, colours, stay);
    std::vector<std::size_t> places = places_in(kernel, clique);
    Colouring best = colour_greedily(kernel.graph);
    const std::size_t known = count_colours(best);
    return {std::move(kernel), std::move(places), clique.size(), known, colours, std::move(best)};
}

}  // namespace

maxclique::Clique find_clique(const graph::Graph& graph) {
    maxclique::Clique best;
    if (graph.size() == 0) return best;
    constexpr std::uint64_t most_slices = 400;  // some 60 ms
    const std::uint64_t slices = std::min(maxclique::Schedule::replicable_slices(graph.size()), most_slices);
    const maxclique::Schedule schedule(graph);
    maxclique::LocalSearch walks(graph, 1);
    for (std::uint64_t slice = 0; slice < slices; ++slice) {
        if (slice % 256 == 255) Deadline::look();
        if (auto better = walks.improve(schedule.steps(slice), best.size())) best = std::move(*better);
    }
    std::ranges::sort(best);
    return best;
}

Start prepare(const graph::Graph& graph, std::optional<std::size_t> target) {
    const maxclique::Clique clique = find_clique(graph);
    const std::size_t allowed = std::max(clique.size(), target.value_or(0));
    Start start = start_of(graph, allowed, clique, clique);
    if (start.known <= allowed) return start;
    const Mycielskian needy = find_mycielskian(start.kernel.graph, start.clique);
    if (needy.colours <= allowed) {
        start.at_least = needy.colours;
        return start;
    }
    // The vertices that need these colours stay, so that the kernel needs them as well.
    std::vector<std::size_t> stay = clique;
    for (const std::size_t place : needy.vertices) stay.push_back(start.kernel.vertices[place]);
    start = start_of(graph, needy.colours, clique, stay);
    start.at_least = needy.colours;
    return start;
}

Colouring compact(Colouring colouring) {
    Colouring colours = colouring;
    std::ranges::sort(colours);
    colours.erase(std::unique(colours.begin(), colours.end()), colours.end());
    for (std::size_t& colour : colouring)
        colour = static_cast<std::size_t>(std::ranges::lower_bound(colours, colour) - colours.begin());
    return colouring;
}

void take_known(Start& start, const Colouring& known) {
    if (known.empty()) return;
    Colouring restricted;
    for (const std::size_t vertex : start.kernel.vertices) restricted.push_back(known[vertex]);
    restricted = compact(std::move(restricted));
    if (count_colours(restricted) < count_colours(start.best)) start.best = std::move(restricted);
}

void improve(Start& start, std::size_t enough, std::uint64_t seed, const std::function<bool()>& go_on) {
    const graph::Graph& graph = start.kernel.graph;
    enough = std::max({enough, start.at_least, std::size_t{1}});
    while (count_colours(start.best) > enough) {
        auto better = save_a_colour(graph, start.best, first_effort(graph), seed, go_on);
        if (!better) break;
        start.best = std::move(*better);
    }
}

void raise_bound(Start& start, std::size_t enough, Effort& effort) {
    const graph::Graph& graph = start.kernel.graph;
    start.at_least = std::max<std::size_t>(start.at_least, graph.size() > 0 ? 1 : 0);
    for (; start.at_least < enough; ++start.at_least) {
        TabuSearch walk(graph, start.best, start.at_least, 1);
        std::uint64_t left = first_effort(graph) / 2;
        while (left > 0 && !walk.proper() && !effort.over()) {
            const std::uint64_t spent = walk.step();
            effort.spend(static_cast<std::int64_t>(spent));
            left -= std::min(left, spent);
        }
        if (walk.proper()) {
            start.best = compact(walk.colouring());
            return;
        }
        if (!has_critical_part(graph, start.at_least, walk.conflicts(), effort)) return;
    }
}

std::optional<Colouring> Walks::next(std::size_t colours) {
    const graph::Graph& graph = start_.kernel.graph;
    if (colours < std::max<std::size_t>(start_.at_least, 1) || colours >= count_colours(start_.best))
        return std::nullopt;
    if (!walk_ || colours != colours_ || left_ == 0) {
        if (colours != colours_) whole_ = first_effort(graph);
        colours_ = colours;
        walk_.emplace(graph, start_.best, colours, ++seed_);
        left_ = whole_ *= 2;
    }
    // About a fifth of the time of the backtracks.
    const std::uint64_t effort = period * (graph.size() / 64 + 1) * colours / 4;
    left_ -= std::min(left_, effort);
    if (!walk_->run(effort)) return std::nullopt;
    return std::exchange(walk_, std::nullopt)->colouring();
}

}  // namespace scrump::colouring

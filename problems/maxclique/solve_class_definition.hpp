#pragma once
// The definition of solve_class(), for the files that compile it.

#include <scrump/problems/maxclique/maxclique.hpp>
#include <scrump/problems/maxclique/solve_class.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

namespace scrump::maxclique::detail {

/// Local search as the companion of an exact search: slices of it as the schedule says.
class ScheduledLocalSearch {
  public:
    ScheduledLocalSearch(const graph::Graph& graph, std::uint64_t seed) : walks_(graph, seed), schedule_(graph) {}

    /// The slices that come before the exact search, as long as `go_on()`.
    template <class GoOn>
    Clique begin(std::uint64_t slices, const GoOn& go_on) {
        Clique best;
        while (slices_ < slices && go_on()) {
            if (auto better = slice(best.size())) best = std::move(*better);
        }
        return best;
    }

    /// To be called every `period` backtracks.
    std::optional<Clique> consult(std::size_t best_size) {
        passed_ += period;
        if (passed_ < Schedule::due_at(slices_)) return std::nullopt;
        return slice(best_size);
    }

    static constexpr std::uint64_t period = 1024;

  private:
    std::optional<Clique> slice(std::size_t best_size) { return walks_.improve(schedule_.steps(slices_++), best_size); }

    LocalSearch walks_;
    Schedule schedule_;
    std::uint64_t slices_ = 0;
    std::uint64_t passed_ = 0;
};

template <std::size_t W>
Solution solve_class(const graph::Graph& graph, std::optional<std::int32_t> target, const Settings& settings) {
    using G = Generator<W>;
    const auto began = std::chrono::steady_clock::now();
    const auto passed = [&] { return std::chrono::steady_clock::now() - began; };
    Options options = settings.search;
    const Space<W> space = make_space<W>(graph);
    Guidance<G> guidance;
    std::optional<ScheduledLocalSearch> local;
    // Of several processes, the first one looks for good cliques; the others learn of them.
    const bool leads = options.session == nullptr || options.session->first();
    if (settings.local_search && leads && graph.size() > 0) {
        local.emplace(graph, options.seed);
        const bool replicable = options.skeleton.kind == Skeleton::Kind::ordered;
        const std::uint64_t slices = replicable ? Schedule::replicable_slices(graph.size()) : Schedule::first_slices;
        guidance.start = node_of(space, local->begin(slices, [&] {
            return !options.stop.stop_requested() && (!options.time_limit || passed() < *options.time_limit);
        }));
        if (options.time_limit) {
            options.time_limit = std::max<std::chrono::nanoseconds>(*options.time_limit - passed(), {});
        }
        guidance.companion = {.consult = [&](std::int32_t to_beat) -> std::optional<Node<W>> {
                                  const auto better = local->consult(static_cast<std::size_t>(std::max(to_beat, 0)));
                                  if (!better) return std::nullopt;
                                  return node_of(space, *better);
                              },
                              .period = ScheduledLocalSearch::period};
    }

    Solution solution;
    const auto take = [&](auto result) {
        solution.status = result.status;
        solution.statistics = std::move(result.statistics);
        if (result.node) solution.clique = vertices_of(space, *result.node);
    };
    if (!target) {
        take(maximise<G>(space, root(space), options, std::move(guidance)));
    } else {
        take(decide<G>(space, root(space), *target, options, std::move(guidance)));
    }
    solution.statistics.seconds = std::chrono::duration<double>(passed()).count();
    return solution;
}

}  // namespace scrump::maxclique::detail

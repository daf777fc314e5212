#include <scrump/problems/maxclique/detail/weighted_local_search.hpp>

#include <algorithm>

namespace scrump::maxclique {
namespace {

// As in the paper: how long a vertex that left may not join, and when a walk is given up.
constexpr std::uint64_t tenure = 7;
constexpr std::uint64_t patience = 4'000;

}  // namespace

WeightedLocalSearch::WeightedLocalSearch(const graph::Graph& graph, std::span<const Weight> weights, std::uint64_t seed)
    : graph_(&graph), weights_(weights), random_(seed), around_(graph), tabu_(graph.size()) {}

std::optional<std::vector<std::size_t>> WeightedLocalSearch::improve(std::size_t steps, Weight best_so_far) {
    std::optional<std::vector<std::size_t>> best;
    if (graph_->size() == 0) return best;
    for (std::size_t step = 0; step < steps; ++step) {
        ++moves_;
        const std::optional<Move> move = best_move(best_so_far);
        if (!move || idle_ >= patience) {
            restart();
        } else {
            make(*move);
        }
        if (weight_ > best_of_walk_) {
            best_of_walk_ = weight_;
            idle_ = 0;
        } else {
            ++idle_;
        }
        if (weight_ > best_so_far) {
            best_so_far = weight_;
            best.emplace(around_.clique().begin(), around_.clique().end());
        }
    }
    return best;
}

/// The move of greatest gain, ties at random: one that is not tabu, or that leads to a clique heavier than any.
std::optional<WeightedLocalSearch::Move> WeightedLocalSearch::best_move(Weight best_so_far) {
    std::optional<Move> best;
    std::uint32_t ties = 0;
    const auto consider = [&](const Move& move) {
        if (best && move.gain < best->gain) return;
        if (move.in && tabu_[*move.in] >= moves_ && weight_ + move.gain <= best_so_far) return;
        ties = best && move.gain == best->gain ? ties + 1 : 1;
        if (ties == 1 || random_.below(ties) == 0) best = move;
    };
    for (const Vertex vertex : around_.addable()) consider({weights_[vertex], vertex, std::nullopt});
    if (best) return best;  // no swap or drop gains as much as the vertex that could have joined
    for (const Vertex vertex : around_.swappable()) {
        const Vertex blocker = around_.blocker(vertex);
        consider({weights_[vertex] - weights_[blocker], vertex, blocker});
    }
    for (const Vertex vertex : around_.clique()) consider({-weights_[vertex], std::nullopt, vertex});
    return best;
}

void WeightedLocalSearch::make(const Move& move) {
    if (move.out) {
        const auto swaps = static_cast<std::uint32_t>(around_.swappable().size());
        tabu_[*move.out] = moves_ + tenure + (move.in ? random_.below(std::max(swaps, 1U)) : 0);
        around_.leave(*move.out);
    }
    if (move.in) around_.join(*move.in);
    weight_ += move.gain;
}

/// Begins a walk from a vertex chosen at random.
void WeightedLocalSearch::restart() {
    while (!around_.clique().empty()) around_.leave(around_.clique().back());
    std::fill(tabu_.begin(), tabu_.end(), 0);
    const Vertex vertex = random_.below(static_cast<std::uint32_t>(graph_->size()));
    around_.join(vertex);
    weight_ = weights_[vertex];
    best_of_walk_ = weight_;
    idle_ = 0;
}

}  // namespace scrump::maxclique

#include <scrump/problems/maxclique/ext/local_search.hpp>

#include <algorithm>

namespace scrump::maxclique {

CliqueWalk::CliqueWalk(const graph::Graph& graph, std::uint64_t seed, std::size_t penalty_delay)
    : graph_(&graph),
      random_(seed),
      penalty_delay_(penalty_delay),
      around_(graph),
      penalties_(graph.size()),
      joined_in_phase_(graph.size()),
      anchored_(graph.size()) {}

std::optional<std::vector<std::size_t>> CliqueWalk::improve(std::size_t steps, std::size_t best_so_far) {
    std::optional<std::vector<std::size_t>> best;
    if (graph_->size() == 0) return best;
    for (std::size_t step = 0; step < steps; ++step) {
        while (!move()) restart();
        const std::vector<Vertex>& clique = around_.clique();
        if (clique.size() > best_so_far) {
            best_so_far = clique.size();
            best.emplace(clique.begin(), clique.end());
        }
    }
    return best;
}

/// Adds a vertex if one fits, otherwise swaps one in; false when the phase is over.
bool CliqueWalk::move() {
    if (const auto vertex = choose(around_.addable())) {
        swapping_ = false;
        join(*vertex);
        return true;
    }
    if (!swapping_) {
        swapping_ = true;
        ++anchor_stamp_;
        for (const Vertex member : around_.clique()) anchored_[member] = anchor_stamp_;
        anchors_left_ = around_.clique().size();
    }
    if (anchors_left_ == 0) return false;
    const auto vertex = choose(around_.swappable());
    if (!vertex) return false;
    leave(around_.blocker(*vertex));
    join(*vertex);
    return true;
}

/// Ends a phase: punishes the clique that it is stuck in and goes elsewhere.
void CliqueWalk::restart() {
    if (penalty_delay_ > 1) raise_penalties();
    ++phase_;
    swapping_ = false;
    const std::vector<Vertex>& clique = around_.clique();
    if (penalty_delay_ > 1) {
        // Penalties lead away from here by themselves: keep only the newest member, unless that changes nothing.
        if (clique.size() == 1) return leave(clique.front());
        while (clique.size() > 1) leave(clique.front() == last_joined_ ? clique.back() : clique.front());
        return;
    }
    const Vertex vertex = random_.below(static_cast<std::uint32_t>(graph_->size()));
    if (around_.has(vertex)) return leave(vertex);
    for (std::size_t i = clique.size(); i-- > 0;)
        if (!graph_->adjacent(vertex, clique[i])) leave(clique[i]);
    join(vertex);
}

/// A vertex of least penalty among those that have not joined in this phase; ties at random.
std::optional<CliqueWalk::Vertex> CliqueWalk::choose(const std::vector<Vertex>& among) {
    std::uint32_t least = ~std::uint32_t{0};
    ties_.clear();
    for (const Vertex vertex : among) {
        if (joined_in_phase_[vertex] == phase_ || penalties_[vertex] > least) continue;
        if (penalties_[vertex] < least) {
            least = penalties_[vertex];
            ties_.clear();
        }
        ties_.push_back(vertex);
    }
    if (ties_.empty()) return std::nullopt;
    return ties_[random_.below(static_cast<std::uint32_t>(ties_.size()))];
}

void CliqueWalk::join(Vertex vertex) {
    around_.join(vertex);
    joined_in_phase_[vertex] = phase_;
    last_joined_ = vertex;
}

void CliqueWalk::leave(Vertex vertex) {
    around_.leave(vertex);
    if (swapping_ && anchored_[vertex] == anchor_stamp_) --anchors_left_;
}

void CliqueWalk::raise_penalties() {
    for (const Vertex member : around_.clique()) ++penalties_[member];
    if (++raises_ % penalty_delay_ != 0) return;
    for (std::uint32_t& penalty : penalties_) penalty -= penalty > 0 ? 1 : 0;
}

LocalSearch::LocalSearch(const graph::Graph& graph, std::uint64_t seed, std::size_t bound)
    : graph_(&graph), seed_(seed), bound_(bound) {
    SplitMix64 seeds(seed);
    walks_.reserve(penalty_delays.size());
    for (const std::size_t delay : penalty_delays) walks_.emplace_back(graph, seeds(), delay);
}

std::optional<std::vector<std::size_t>> LocalSearch::improve(std::size_t steps, std::size_t best_so_far) {
    CliqueWalk& walk = walks_[turn_];
    turn_ = (turn_ + 1) % walks_.size();
    return walk.improve(steps, best_so_far);
}

std::optional<std::vector<std::size_t>> LocalSearch::close_gap(std::size_t best_so_far) {
    constexpr std::size_t most_missing = 8;
    const std::size_t few = std::min(best_so_far / 12 + 1, most_missing);
    if (best_so_far >= bound_ || bound_ - best_so_far > few) return std::nullopt;
    if (!for_one_more_) for_one_more_.emplace(*graph_, seed_);
    // A node takes some vertices² / 8 ns, a move 1 ns for each vertex: more than half of the time, until it is likely
    // that there is nothing to be found.
    constexpr std::uint64_t enough = 30'000'000;
    const std::size_t share = for_one_more_->moves() < enough ? 6 : 48;
    constexpr std::size_t most = 200'000'000;  // a fifth of a second
    const std::size_t size = graph_->size();
    return for_one_more_->improve(std::min(size * size / share + 1, most / size), best_so_far);
}

}  // namespace scrump::maxclique

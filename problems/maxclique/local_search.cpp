#include <scrump/problems/maxclique/local_search.hpp>

#include <algorithm>
#include <bit>

namespace scrump::maxclique {
namespace {

/// Calls `visit` for every vertex that `vertex` is not adjacent to, itself excepted.
template <class Visit>
void for_each_stranger(const graph::Graph& graph, std::uint32_t vertex, Visit&& visit) {
    const auto row = graph.row(vertex);
    for (std::size_t w = 0; w < row.size(); ++w) {
        std::uint64_t left = ~row[w];
        const std::size_t first = w * graph::Graph::word_bits;
        if (graph.size() - first < graph::Graph::word_bits) left &= (std::uint64_t{1} << (graph.size() - first)) - 1;
        if (vertex / graph::Graph::word_bits == w) left &= ~(std::uint64_t{1} << (vertex % graph::Graph::word_bits));
        for (; left != 0; left &= left - 1)
            visit(static_cast<std::uint32_t>(first + static_cast<std::size_t>(std::countr_zero(left))));
    }
}

}  // namespace

CliqueWalk::CliqueWalk(const graph::Graph& graph, std::uint64_t seed, std::size_t penalty_delay)
    : graph_(&graph),
      random_(seed),
      penalty_delay_(penalty_delay),
      place_in_clique_(graph.size()),
      in_clique_(graph.size()),
      blockers_(graph.size()),
      blocker_sum_(graph.size()),
      place_in_list_(graph.size()),
      penalties_(graph.size()),
      joined_in_phase_(graph.size()),
      anchored_(graph.size()) {
    for (std::size_t v = 0; v < graph.size(); ++v) list_in(addable, static_cast<Vertex>(v));
}

std::optional<std::vector<std::size_t>> CliqueWalk::improve(std::size_t steps, std::size_t best_so_far) {
    std::optional<std::vector<std::size_t>> best;
    if (graph_->size() == 0) return best;
    for (std::size_t step = 0; step < steps; ++step) {
        while (!move()) restart();
        if (clique_.size() > best_so_far) {
            best_so_far = clique_.size();
            best.emplace(clique_.begin(), clique_.end());
        }
    }
    return best;
}

/// Adds a vertex if one fits, otherwise swaps one in; false when the phase is over.
bool CliqueWalk::move() {
    if (const auto vertex = choose(addable)) {
        swapping_ = false;
        join(*vertex);
        return true;
    }
    if (!swapping_) {
        swapping_ = true;
        ++anchor_stamp_;
        for (const Vertex member : clique_) anchored_[member] = anchor_stamp_;
        anchors_left_ = clique_.size();
    }
    if (anchors_left_ == 0) return false;
    const auto vertex = choose(swappable);
    if (!vertex) return false;
    leave(static_cast<Vertex>(blocker_sum_[*vertex]));
    join(*vertex);
    return true;
}

/// Ends a phase: punishes the clique that it is stuck in and goes elsewhere.
void CliqueWalk::restart() {
    if (penalty_delay_ > 1) raise_penalties();
    ++phase_;
    swapping_ = false;
    if (penalty_delay_ > 1) {
        // Penalties lead away from here by themselves: keep only the newest member, unless that changes nothing.
        if (clique_.size() == 1) return leave(clique_.front());
        while (clique_.size() > 1) leave(clique_.front() == last_joined_ ? clique_.back() : clique_.front());
        return;
    }
    const Vertex vertex = random_.below(static_cast<std::uint32_t>(graph_->size()));
    if (in_clique_[vertex] != 0) return leave(vertex);
    for (std::size_t i = clique_.size(); i-- > 0;)
        if (!graph_->adjacent(vertex, clique_[i])) leave(clique_[i]);
    join(vertex);
}

/// A vertex of least penalty among those in the list that have not joined in this phase; ties at random.
std::optional<CliqueWalk::Vertex> CliqueWalk::choose(List list) {
    std::uint32_t least = ~std::uint32_t{0};
    ties_.clear();
    for (const Vertex vertex : lists_[list]) {
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
    list_out(addable, vertex);
    in_clique_[vertex] = 1;
    place_in_clique_[vertex] = static_cast<Vertex>(clique_.size());
    clique_.push_back(vertex);
    joined_in_phase_[vertex] = phase_;
    last_joined_ = vertex;
    for_each_stranger(*graph_, vertex, [&](Vertex stranger) { block(stranger, vertex); });
}

void CliqueWalk::leave(Vertex vertex) {
    in_clique_[vertex] = 0;
    clique_[place_in_clique_[vertex]] = clique_.back();
    place_in_clique_[clique_.back()] = place_in_clique_[vertex];
    clique_.pop_back();
    if (swapping_ && anchored_[vertex] == anchor_stamp_) --anchors_left_;
    list_in(addable, vertex);
    for_each_stranger(*graph_, vertex, [&](Vertex stranger) { unblock(stranger, vertex); });
}

void CliqueWalk::block(Vertex vertex, Vertex member) {
    const std::uint32_t before = blockers_[vertex]++;
    blocker_sum_[vertex] += member;
    if (before <= swappable) list_out(static_cast<List>(before), vertex);
    if (before == addable) list_in(swappable, vertex);
}

void CliqueWalk::unblock(Vertex vertex, Vertex member) {
    const std::uint32_t before = blockers_[vertex]--;
    blocker_sum_[vertex] -= member;
    if (before == swappable) list_out(swappable, vertex);
    if (before <= swappable + 1U) list_in(static_cast<List>(before - 1), vertex);
}

void CliqueWalk::list_in(List list, Vertex vertex) {
    place_in_list_[vertex] = static_cast<Vertex>(lists_[list].size());
    lists_[list].push_back(vertex);
}

void CliqueWalk::list_out(List list, Vertex vertex) {
    auto& vertices = lists_[list];
    vertices[place_in_list_[vertex]] = vertices.back();
    place_in_list_[vertices.back()] = place_in_list_[vertex];
    vertices.pop_back();
}

void CliqueWalk::raise_penalties() {
    for (const Vertex member : clique_) ++penalties_[member];
    if (++raises_ % penalty_delay_ != 0) return;
    for (std::uint32_t& penalty : penalties_) penalty -= penalty > 0 ? 1 : 0;
}

LocalSearch::LocalSearch(const graph::Graph& graph, std::uint64_t seed) {
    SplitMix64 seeds(seed);
    walks_.reserve(penalty_delays.size());
    for (const std::size_t delay : penalty_delays) walks_.emplace_back(graph, seeds(), delay);
}

std::optional<std::vector<std::size_t>> LocalSearch::improve(std::size_t steps, std::size_t best_so_far) {
    CliqueWalk& walk = walks_[turn_];
    turn_ = (turn_ + 1) % walks_.size();
    return walk.improve(steps, best_so_far);
}

}  // namespace scrump::maxclique

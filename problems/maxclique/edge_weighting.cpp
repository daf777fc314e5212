#include <scrump/problems/maxclique/detail/edge_weighting.hpp>

#include <algorithm>
#include <limits>

namespace scrump::maxclique {
namespace {

constexpr std::size_t bits = graph::Graph::word_bits;
constexpr std::int32_t barred = 1 << 30;  // far above all sums of weights
constexpr std::size_t block_length = 32;

std::size_t pairs(std::size_t vertices) {
    return vertices < 2 ? 0 : vertices * (vertices - 1) / 2;
}

}  // namespace

EdgeWeighting::EdgeWeighting(const graph::Graph& graph, std::uint64_t seed)
    : graph_(&graph),
      size_(graph.size()),
      random_(seed),
      weights_(size_ * size_),
      total_(pairs(size_) - graph.edges()),
      // The paper's gamma = 0.5: the mean weight at which they fade, in vertices.
      enough_(std::max<std::uint64_t>(total_ * size_ / 2, total_ + 1)),
      conflict_((size_ + block_length - 1) / block_length * block_length, barred),
      least_of_block_(conflict_.size() / block_length),
      moved_(conflict_.size()),
      changed_((size_ + bits - 1) / bits, ~std::uint64_t{0}) {
    std::fill_n(conflict_.begin(), size_, 0);
    for (Vertex a = 0; a < size_; ++a)
        for (Vertex b = 0; b < size_; ++b) weights_of(a)[b] = missing(a, b) ? 1 : 0;
}

std::optional<std::vector<std::size_t>> EdgeWeighting::improve(std::size_t steps, std::size_t best_so_far) {
    std::optional<std::vector<std::size_t>> best;
    for (std::size_t step = 0; step < steps && best_so_far < size_;) {
        while (set_.size() > best_so_far + 1) leave(set_.back());
        while (set_.size() <= best_so_far) join(cheapest_outside());
        if (missing_.empty()) {
            best.emplace(set_.begin(), set_.end());
            best_so_far = set_.size();
            continue;
        }
        if (set_.size() == size_) break;  // nothing to exchange, and not all are adjacent
        exchange();
        ++step;
    }
    return best;
}

/// The paper's order: a vertex joins, then one that misses an edge leaves, and the edges still missing get heavier.
void EdgeWeighting::exchange() {
    ++moves_;
    join(cheapest_outside());
    leave(to_leave(missing_[random_.below(static_cast<std::uint32_t>(missing_.size()))]));
    weigh();
}

/// The vertex that adds least weight, the one among them that moved longest ago; if no other is left, the last that
/// left.
EdgeWeighting::Vertex EdgeWeighting::cheapest_outside() {
    // Minima of blocks of a fixed length: compilers look at several vertices at a time, and no block waits for another.
    Sum least = barred;
    for (std::size_t b = 0; b < least_of_block_.size(); ++b) {
        const Sum* const block = conflict_.data() + b * block_length;
        Sum here = barred;
        for (std::size_t i = 0; i < block_length; ++i) here = std::min(here, block[i]);
        least_of_block_[b] = here;
        least = std::min(least, here);
    }
    if (least >= barred) return *last_left_;
    std::size_t best = 0;
    std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t b = 0; b < least_of_block_.size(); ++b) {
        if (least_of_block_[b] != least) continue;
        for (std::size_t vertex = b * block_length; vertex < (b + 1) * block_length; ++vertex) {
            if (conflict_[vertex] != least || moved_[vertex] >= oldest) continue;
            best = vertex;
            oldest = moved_[vertex];
        }
    }
    return static_cast<Vertex>(best);
}

EdgeWeighting::Vertex EdgeWeighting::to_leave(const Pair& pair) const {
    const auto [a, b] = pair;
    const bool a_changed = changed(a);
    if (a_changed != changed(b)) return a_changed ? a : b;
    if (conflict_[a] != conflict_[b]) return conflict_[a] > conflict_[b] ? a : b;
    return moved_[a] < moved_[b] ? a : b;
}

void EdgeWeighting::join(Vertex vertex) {
    for (const Vertex member : set_)
        if (missing(vertex, member)) missing_.push_back({vertex, member});
    set_.push_back(vertex);
    if (last_left_ && *last_left_ != vertex) conflict_[*last_left_] -= barred;
    if (!last_left_ || *last_left_ != vertex) conflict_[vertex] += barred;
    last_left_.reset();
    add(vertex, 1);
    changed_[vertex / bits] &= ~(std::uint64_t{1} << (vertex % bits));
}

void EdgeWeighting::leave(Vertex vertex) {
    std::erase_if(missing_, [&](const Pair& pair) { return pair[0] == vertex || pair[1] == vertex; });
    std::erase(set_, vertex);
    if (last_left_) conflict_[*last_left_] -= barred;
    last_left_ = vertex;  // and stays barred
    add(vertex, -1);
}

/// Adds the weights of the vertex's missing edges, or takes them off, as it has joined or left.
void EdgeWeighting::add(Vertex vertex, Sum sign) {
    const std::span<const Weight> weights = weights_of(vertex);
    Sum* const conflict = conflict_.data();
    if (sign > 0)
        for (std::size_t v = 0; v < size_; ++v) conflict[v] += weights[v];
    else
        for (std::size_t v = 0; v < size_; ++v) conflict[v] -= weights[v];
    const std::span<const std::uint64_t> neighbours = graph_->row(vertex);
    for (std::size_t w = 0; w < neighbours.size(); ++w) changed_[w] |= ~neighbours[w];
    moved_[vertex] = moves_;
}

void EdgeWeighting::weigh() {
    for (const auto [a, b] : missing_) {
        if (weights_of(a)[b] == std::numeric_limits<Weight>::max()) continue;
        ++weights_of(a)[b];
        ++weights_of(b)[a];
        ++conflict_[a];
        ++conflict_[b];
        ++total_;
    }
    if (total_ >= enough_) fade();
}

/// The paper's rho = 0.3: what is left of each weight.
void EdgeWeighting::fade() {
    total_ = 0;
    for (Weight& weight : weights_) {
        weight = static_cast<Weight>(weight * 3 / 10);
        total_ += weight;
    }
    total_ /= 2;
    for (Sum& conflict : conflict_) conflict = conflict >= barred ? barred : 0;
    for (const Vertex vertex : set_) {
        const std::span<const Weight> weights = weights_of(vertex);
        for (std::size_t v = 0; v < size_; ++v) conflict_[v] += weights[v];
    }
}

}  // namespace scrump::maxclique

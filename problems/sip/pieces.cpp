#include <scrump/problems/sip/detail/pieces.hpp>

#include <scrump/base/deadline.hpp>
#include <scrump/problems/sip/detail/matching.hpp>
#include <scrump/problems/sip/detail/pair_counts.hpp>
#include <scrump/problems/sip/detail/space.hpp>

#include <algorithm>
#include <bit>
#include <limits>

namespace scrump::sip {
namespace {

/// Of larger targets, or those of more edges, no matchings are looked for.
constexpr std::size_t most_targets = 16'384;
constexpr std::size_t most_edges = 100'000;

/// The number of edges between vertices of a set.
std::size_t count_edges(const graph::Graph& graph, std::span<const std::uint64_t> within) {
    std::size_t ends = 0;
    for (std::size_t w = 0; w < within.size(); ++w) {
        for (std::uint64_t left = within[w]; left != 0; left &= left - 1) {
            const auto row = graph.row(w * graph::Graph::word_bits + static_cast<std::size_t>(std::countr_zero(left)));
            for (std::size_t i = 0; i < within.size(); ++i)
                ends += static_cast<std::size_t>(std::popcount(row[i] & within[i]));
        }
    }
    return ends / 2;
}

/// Finds how one piece of a pattern corresponds to another, if it does.
class Correspondence {
  public:
    Correspondence(const LabelledGraph& pattern, std::span<const std::uint32_t> order,
                   std::span<const std::uint32_t> from, std::span<const std::uint32_t> to)
        : pattern_(pattern), order_(order), from_(from), to_(to), used_(to.size()) {}

    /// For each vertex of the first piece that of the second. Nothing, too, where that takes long to find.
    std::vector<std::uint32_t> find() {
        images_.clear();
        return from_.size() == to_.size() && extend() ? images_ : std::vector<std::uint32_t>();
    }

  private:
    bool extend() {
        if (images_.size() == from_.size()) return true;
        for (std::size_t i = 0; i < to_.size(); ++i) {
            if (used_[i]) continue;
            if (++steps_ > most_steps) return false;
            if (!fits(to_[i])) continue;
            used_[i] = true;
            images_.push_back(to_[i]);
            if (extend()) return true;
            images_.pop_back();
            used_[i] = false;
        }
        return false;
    }

    bool fits(std::uint32_t image) const {
        const std::size_t p = order_[from_[images_.size()]];
        const std::size_t q = order_[image];
        if (pattern_.label(p) != pattern_.label(q) || pattern_.loop(p) != pattern_.loop(q)) return false;
        if (pattern_.edge(p, p) != pattern_.edge(q, q)) return false;
        for (std::size_t i = 0; i < images_.size(); ++i) {
            const std::size_t r = order_[from_[i]];
            const std::size_t s = order_[images_[i]];
            if (pattern_.edge(p, r) != pattern_.edge(q, s) || pattern_.edge(r, p) != pattern_.edge(s, q)) return false;
        }
        return true;
    }

    static constexpr std::uint64_t most_steps = 100'000;

    const LabelledGraph& pattern_;
    std::span<const std::uint32_t> order_, from_, to_;
    std::vector<bool> used_;
    std::vector<std::uint32_t> images_;
    std::uint64_t steps_ = 0;
};

/// The pieces of a graph, each breadth first: so each vertex but the first has a neighbour before it.
std::vector<std::vector<std::uint32_t>> pieces_of(const graph::Graph& graph) {
    std::vector<std::vector<std::uint32_t>> pieces;
    std::vector<bool> seen(graph.size());
    for (std::size_t first = 0; first < graph.size(); ++first) {
        if (seen[first] || graph.degree(first) == 0) continue;
        std::vector<std::uint32_t> piece = {static_cast<std::uint32_t>(first)};
        seen[first] = true;
        for (std::size_t next = 0; next < piece.size(); ++next) {
            for_each_neighbour(graph, piece[next], [&](std::size_t other) {
                if (seen[other]) return;
                seen[other] = true;
                piece.push_back(static_cast<std::uint32_t>(other));
            });
        }
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

/// Marks vertices that are not open.
constexpr std::uint32_t no_record = ~std::uint32_t{0};

/// Where the record of each of `vertices` pattern vertices stands in a node. Valid until the thread's next call.
std::span<const std::uint32_t> find_records(const Node& node, std::size_t vertices, std::size_t stride) {
    thread_local std::vector<std::uint32_t> places;
    places.assign(vertices, no_record);
    for (std::uint32_t i = 0; i < node.open; ++i) places[static_cast<std::uint32_t>(node.records[i * stride])] = i;
    return places;
}

}  // namespace

std::shared_ptr<const Pieces> Pieces::of(const Problem& problem, std::span<const std::uint32_t> pattern_order,
                                         const graph::Graph& pattern, const graph::Graph& target) {
    auto pieces = pieces_of(pattern);
    if (pieces.size() < 2) return nullptr;
    const std::shared_ptr<Pieces> all(new Pieces());
    all->places_.resize(pattern.size());
    all->only_edges_ = !problem.induced && !problem.has_arcs();
    for (Piece& piece : pieces) {
        Deadline::look();
        all->add(problem, pattern_order, pattern, std::move(piece));
    }
    if (target.size() > most_targets) return all;
    std::vector<std::uint64_t> vertices((pattern.size() + graph::Graph::word_bits - 1) / graph::Graph::word_bits,
                                        ~std::uint64_t{0});
    if (pattern.size() % graph::Graph::word_bits != 0)
        vertices.back() = (std::uint64_t{1} << (pattern.size() % graph::Graph::word_bits)) - 1;
    all->pairs_ = most_disjoint_edges(pattern, vertices);
    all->target_ = target;
    return all;
}

void Pieces::add(const Problem& problem, std::span<const std::uint32_t> pattern_order, const graph::Graph& pattern,
                 Piece piece) {
    const auto degrees = [&](const Piece& of) {
        std::vector<std::size_t> sorted;
        for (const Vertex v : of) sorted.push_back(pattern.degree(v));
        std::ranges::sort(sorted);
        return sorted;
    };
    std::size_t kind = 0;
    for (; kind < kinds_.size(); ++kind) {
        const Piece& first = kinds_[kind].front();
        if (first.size() != piece.size() || degrees(first) != degrees(piece)) continue;
        auto images = Correspondence(problem.pattern, pattern_order, first, piece).find();
        if (images.empty()) continue;
        piece = std::move(images);
        break;
    }
    if (kind == kinds_.size()) kinds_.emplace_back();
    for (std::size_t i = 0; i < piece.size(); ++i)
        places_[piece[i]] = {static_cast<Vertex>(kind), static_cast<Vertex>(kinds_[kind].size()),
                             static_cast<Vertex>(i)};
    kinds_[kind].push_back(std::move(piece));
}

std::vector<std::size_t> Pieces::kinds() const {
    std::vector<std::size_t> sizes;
    for (const auto& kind : kinds_) sizes.push_back(kind.size());
    return sizes;
}

bool Pieces::keep(const Space& space, const Node& parent, std::size_t value, Node& child) const {
    child.ways = parent.ways;
    if (space.goal() != Goal::see) {
        thread_local std::vector<Vertex> others;
        find_exchangeable(space, parent, others);
        if (!others.empty() && !keep_later(space, others, value, child)) return false;
        // What is too large stays the largest number: it is too large only if there is a solution.
        if (space.goal() == Goal::count && __builtin_mul_overflow(child.ways, others.size() + 1, &child.ways))
            child.ways = std::numeric_limits<std::uint64_t>::max();
    }
    if (child.open > 0 && child.solutions == 0) {
        if (!has_room(space, child)) return false;
        complete(space, child);
        return true;
    }
    if (child.ways == std::numeric_limits<std::uint64_t>::max() ||
        __builtin_mul_overflow(child.solutions, child.ways, &child.solutions))
        throw_too_many();
    return true;
}

// Of the pieces that are like that of the vertex which `parent` branches on, and untouched as that is, with the same
// images left: the vertices at the same place. To exchange two of these pieces changes nothing for what is left.
void Pieces::find_exchangeable(const Space& space, const Node& parent, std::vector<Vertex>& vertices) const {
    vertices.clear();
    const std::size_t stride = space.words() + 1;
    const auto branching = static_cast<Vertex>(parent.records[parent.branching * stride]);
    const Place& place = places_[branching];
    if (place.kind == none || kinds_[place.kind].size() < 2) return;
    const auto records = find_records(parent, places_.size(), stride);
    const Piece& own = kinds_[place.kind][place.piece];
    const auto is_open = [&](Vertex vertex) { return records[vertex] != no_record; };
    if (!std::ranges::all_of(own, is_open)) return;
    const auto domain = [&](Vertex vertex) { return parent.records.data() + records[vertex] * stride + 1; };
    for (const Piece& piece : kinds_[place.kind]) {
        if (piece[place.index] == branching || !std::ranges::all_of(piece, is_open)) continue;
        bool same = true;
        for (std::size_t i = 0; i < piece.size() && same; ++i)
            same = std::equal(domain(piece[i]), domain(piece[i]) + space.words(), domain(own[i]));
        if (same) vertices.push_back(piece[place.index]);
    }
}

// Leaves these vertices the images after `value` alone.
bool Pieces::keep_later(const Space& space, std::span<const Vertex> vertices, std::size_t value, Node& child) const {
    const std::size_t stride = space.words() + 1;
    const auto records = find_records(child, places_.size(), stride);
    bool changed = false;
    for (const Vertex vertex : vertices) {
        if (records[vertex] == no_record) {
            if (child.images[vertex] < value) return false;
            continue;
        }
        std::uint64_t* const record = child.records.data() + records[vertex] * stride;
        std::uint64_t size = 0;
        for (std::size_t w = 0; w < space.words(); ++w) {
            std::uint64_t left = record[1 + w];
            if (w < value / graph::Graph::word_bits) left = 0;
            if (w == value / graph::Graph::word_bits) left &= ~std::uint64_t{1} << (value % graph::Graph::word_bits);
            changed = changed || left != record[1 + w];
            record[1 + w] = left;
            size += static_cast<std::uint64_t>(std::popcount(left));
        }
        if (size == 0) return false;
        record[0] = vertex | size << 32;
    }
    return !changed || space.kernels().settle(space, child);
}

bool Pieces::has_room(const Space& space, const Node& node) const {
    const std::size_t stride = space.words() + 1;
    const auto records = find_records(node, places_.size(), stride);
    const auto needed = static_cast<std::size_t>(std::ranges::count_if(pairs_, [&](const auto& pair) {
        return records[pair.first] != no_record && records[pair.second] != no_record;
    }));
    if (needed == 0) return true;
    thread_local std::vector<std::uint64_t> images;
    images.assign(space.words(), 0);
    for (std::size_t i = 0; i < node.open; ++i)
        for (std::size_t w = 0; w < space.words(); ++w) images[w] |= node.records[i * stride + 1 + w];
    const std::span<const std::uint64_t> within(images.data(), std::min(images.size(), target_.row(0).size()));
    if (some_disjoint_edges(target_, within).size() >= needed) return true;
    return count_edges(target_, within) > most_edges || most_disjoint_edges(target_, within).size() >= needed;
}

void Pieces::complete(const Space& space, Node& node) const {
    if (space.goal() != Goal::find || !only_edges_ || node.open == 0 || target_.size() == 0) return;
    const std::size_t stride = space.words() + 1;
    const auto records = find_records(node, places_.size(), stride);
    const auto domain = [&](Vertex vertex) {
        return std::span(node.records).subspan(records[vertex] * stride + 1, space.words());
    };
    std::span<std::uint64_t> everywhere;
    Edges edges;
    std::vector<Vertex> alone;
    for (Vertex vertex = 0; vertex < places_.size(); ++vertex) {
        if (records[vertex] == no_record) continue;
        const Place& place = places_[vertex];
        if (place.kind == none) {
            alone.push_back(vertex);
            continue;
        }
        const Piece& piece = kinds_[place.kind][place.piece];
        if (piece.size() != 2 || records[piece[0]] == no_record || records[piece[1]] == no_record) return;
        if (everywhere.empty()) everywhere = domain(vertex);
        if (!std::ranges::equal(everywhere, domain(vertex))) return;
        if (vertex == piece[0]) edges.emplace_back(piece[0], piece[1]);
    }
    const std::span<const std::uint64_t> within = everywhere.first(std::min(everywhere.size(), target_.row(0).size()));
    if (edges.empty() || count_edges(target_, within) > most_edges) return;
    Edges matching = some_disjoint_edges(target_, within);
    if (matching.size() < edges.size()) matching = most_disjoint_edges(target_, within);
    if (matching.size() < edges.size()) return;
    std::vector<std::uint64_t> taken(space.words());
    std::vector<std::uint32_t> images = node.images;
    const auto give = [&](Vertex vertex, std::uint32_t image) {
        images[vertex] = image;
        taken[image / graph::Graph::word_bits] |= std::uint64_t{1} << (image % graph::Graph::word_bits);
    };
    for (std::size_t i = 0; i < edges.size(); ++i) {
        give(edges[i].first, matching[i].first);
        give(edges[i].second, matching[i].second);
    }
    // Those that may go to fewest places first: enough if each may go wherever those before it may.
    std::ranges::sort(alone, {}, [&](Vertex vertex) { return node.records[records[vertex] * stride] >> 32; });
    for (const Vertex vertex : alone) {
        const auto left = domain(vertex);
        std::size_t w = 0;
        while (w < left.size() && (left[w] & ~taken[w]) == 0) ++w;
        if (w == left.size()) return;
        give(vertex, static_cast<std::uint32_t>(w * graph::Graph::word_bits) +
                         static_cast<std::uint32_t>(std::countr_zero(left[w] & ~taken[w])));
    }
    node.images = std::move(images);
    node.records.clear();
    node.open = 0;
    node.branching = 0;
    node.solutions = 1;
}

}  // namespace scrump::sip

#include <scrump/problems/sip/detail/candidates.hpp>

#include <scrump/base/deadline.hpp>
#include <scrump/problems/sip/detail/pair_counts.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace scrump::sip {
namespace {

using VertexSet = std::vector<std::uint64_t>;

constexpr std::size_t set_bits = graph::Graph::word_bits;

/// Of graphs with more edges, the degrees of neighbours are not looked at.
constexpr std::size_t most_edges_with_degrees = 10'000'000;

void put_into(VertexSet& set, std::size_t vertex) {
    set[vertex / set_bits] |= std::uint64_t{1} << (vertex % set_bits);
}

/// Vertices of the pattern that look the same.
struct Look {
    std::uint32_t vertex = 0;  // one of them
    std::uint32_t vertices = 0;
    std::vector<std::uint32_t> degrees;  // of its neighbours, falling
};

std::vector<std::uint32_t> falling_degrees_around(const graph::Graph& graph, std::size_t v) {
    std::vector<std::uint32_t> degrees;
    for_each_neighbour(graph, v,
                       [&](std::size_t u) { degrees.push_back(static_cast<std::uint32_t>(graph.degree(u))); });
    std::ranges::sort(degrees, std::greater<>());
    return degrees;
}

/// The looks of a pattern's vertices; `numbers`: of each vertex.
std::vector<Look> looks_of(const LabelledGraph& pattern, std::vector<std::uint32_t>& numbers) {
    using Key = std::pair<std::pair<std::uint64_t, std::optional<std::uint64_t>>, std::vector<std::uint32_t>>;
    std::map<Key, std::uint32_t> known;
    std::vector<Look> looks;
    for (std::uint32_t v = 0; v < pattern.size(); ++v) {
        auto degrees = falling_degrees_around(pattern.edges, v);
        const auto loop = pattern.loop(v) ? pattern.edge(v, v) : std::nullopt;
        const auto [place, is_new] =
            known.try_emplace({{pattern.label(v), loop}, degrees}, static_cast<std::uint32_t>(looks.size()));
        if (is_new) looks.push_back({v, 0, std::move(degrees)});
        ++looks[place->second].vertices;
        numbers.push_back(place->second);
    }
    return looks;
}

}  // namespace

/// Leaves out vertices that look like none of the pattern, until none is left out.
class Candidates::Reduction {
  public:
    Reduction(const Problem& problem, std::vector<std::uint32_t>& numbers)
        : problem_(problem),
          target_(problem.target.edges),
          looks_(looks_of(problem.pattern, numbers)),
          last_(target_.size()),
          degrees_(target_.size()),
          left_((target_.size() + set_bits - 1) / set_bits),
          changed_(left_.size()),
          size_(target_.size()) {
        for (const Look& look : looks_) longest_ = std::max(longest_, look.degrees.size());
        for (std::size_t a = 0; a < target_.size(); ++a) {
            put_into(left_, a);
            degrees_[a] = static_cast<std::uint32_t>(target_.degree(a));
        }
        changed_ = left_;
        by_neighbours_ =
            std::accumulate(degrees_.begin(), degrees_.end(), std::uint64_t{0}) <= 2 * most_edges_with_degrees;
    }

    void reduce() {
        for (;;) {
            VertexSet gone(left_.size());
            std::size_t number = 0;
            look_at(changed_, [&](std::size_t a) {
                if (looks_like_any(a)) return;
                put_into(gone, a);
                ++number;
            });
            if (number == 0) return;
            size_ -= number;
            leave_out(gone);
        }
    }

    std::vector<std::uint32_t> vertices() const {
        std::vector<std::uint32_t> order;
        for_each_of(left_, [&](std::size_t a) { order.push_back(static_cast<std::uint32_t>(a)); });
        std::ranges::stable_sort(order, std::greater<>(), [&](std::uint32_t a) { return degrees_[a]; });
        return order;
    }

    /// The sets of all looks, one after another; empty if one has too few.
    VertexSet sets(const std::vector<std::uint32_t>& vertices) {
        const std::size_t words = (vertices.size() + set_bits - 1) / set_bits;
        VertexSet sets(looks_.size() * words);
        std::vector<std::uint32_t> sizes(looks_.size());
        for (std::size_t place = 0; place < vertices.size(); ++place) {
            if (place % set_bits == set_bits - 1) Deadline::look();
            const std::size_t a = vertices[place];
            take_degrees_around(a);
            for (std::size_t i = 0; i < looks_.size(); ++i) {
                if (!is_like(looks_[i], a)) continue;
                sets[i * words + place / set_bits] |= std::uint64_t{1} << (place % set_bits);
                ++sizes[i];
            }
        }
        const bool enough = std::ranges::equal(looks_, sizes, std::less_equal<>(), &Look::vertices);
        return enough ? sets : VertexSet();
    }

  private:
    template <class Visit>
    void look_at(const VertexSet& set, const Visit& visit) const {
        for (std::size_t w = 0; w < set.size(); ++w) {
            if (set[w] == 0) continue;
            Deadline::look();
            for_each_of({&set[w], 1}, [&](std::size_t bit) { visit(w * set_bits + bit); });
        }
    }

    void leave_out(const VertexSet& gone) {
        for (std::size_t w = 0; w < left_.size(); ++w) left_[w] &= ~gone[w];
        const VertexSet beside = neighbours_of(gone);
        look_at(beside, [&](std::size_t a) {
            std::uint32_t degree = 0;
            const auto row = target_.row(a);
            for (std::size_t w = 0; w < row.size(); ++w)
                degree += static_cast<std::uint32_t>(std::popcount(row[w] & left_[w]));
            degrees_[a] = degree;
        });
        changed_ = by_neighbours_ ? neighbours_of(beside) : VertexSet(left_.size());
        // How many others there are has changed for all.
        for (std::size_t w = 0; w < left_.size(); ++w) changed_[w] |= problem_.induced ? left_[w] : beside[w];
    }

    VertexSet neighbours_of(const VertexSet& set) const {
        VertexSet neighbours(left_.size());
        look_at(set, [&](std::size_t a) {
            const auto row = target_.row(a);
            for (std::size_t w = 0; w < row.size(); ++w) neighbours[w] |= row[w];
        });
        for (std::size_t w = 0; w < left_.size(); ++w) neighbours[w] &= left_[w];
        return neighbours;
    }

    bool looks_like_any(std::size_t a) {
        take_degrees_around(a);
        if (!looks_.empty() && is_like(looks_[last_[a]], a)) return true;
        const auto like = std::ranges::find_if(looks_, [&](const Look& look) { return is_like(look, a); });
        if (like == looks_.end()) return false;
        last_[a] = static_cast<std::uint32_t>(like - looks_.begin());
        return true;
    }

    /// The largest degrees, as many as a look asks for.
    void take_degrees_around(std::size_t a) {
        around_.clear();
        if (!by_neighbours_) return;
        const auto row = target_.row(a);
        for (std::size_t w = 0; w < row.size(); ++w)
            for_each_of(std::array{row[w] & left_[w]},
                        [&](std::size_t bit) { around_.push_back(degrees_[w * set_bits + bit]); });
        if (around_.size() > longest_) {
            std::ranges::nth_element(around_, around_.begin() + static_cast<std::ptrdiff_t>(longest_),
                                     std::greater<>());
            around_.resize(longest_);
        }
        std::ranges::sort(around_, std::greater<>());
    }

    bool is_like(const Look& look, std::size_t a) const {
        const std::size_t degree = look.degrees.size();
        if (degrees_[a] < degree || !alike(problem_, look.vertex, a)) return false;
        if (problem_.induced && size_ - degrees_[a] < problem_.pattern.size() - degree) return false;
        return !by_neighbours_ ||
               std::equal(look.degrees.begin(), look.degrees.end(), around_.begin(), std::less_equal<>());
    }

    const Problem& problem_;
    const graph::Graph& target_;
    std::vector<Look> looks_;
    std::vector<std::uint32_t> last_;     // the look that each vertex last had: it usually has it still
    std::vector<std::uint32_t> degrees_;  // among those that are left
    VertexSet left_, changed_;
    std::size_t size_;  // of those that are left
    std::size_t longest_ = 0;
    bool by_neighbours_ = true;
    std::vector<std::uint32_t> around_;
};

Candidates::Candidates(const Problem& problem) {
    Reduction reduction(problem, looks_);
    reduction.reduce();
    vertices_ = reduction.vertices();
    words_ = (vertices_.size() + set_bits - 1) / set_bits;
    enough_ = vertices_.size() >= problem.pattern.size();
    if (!enough_ || problem.pattern.size() == 0) return;
    sets_ = reduction.sets(vertices_);
    enough_ = !sets_.empty();
}

}  // namespace scrump::sip

#include <scrump/problems/colouring/ext/tabu.hpp>

#include <scrump/base/random.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace scrump::colouring {

/// A colouring that need not be proper, and how it changes when one vertex gets another colour.
class TabuSearch::Walk {
  public:
    /// Begins with `known`, except its last colours, whose vertices get any of the others.
    Walk(const graph::Graph& graph, const Colouring& known, std::size_t colours, std::uint64_t seed)
        : random_(seed),
          colours_(colours),
          colouring_(known),
          neighbours_(graph.size()),
          rivals_(graph.size() * colours_),
          allowed_from_(graph.size() * colours_),
          conflicts_of_(graph.size()) {
        for (std::size_t& colour : colouring_)
            if (colour >= colours_) colour = random_.below(static_cast<std::uint32_t>(colours_));
        for (std::size_t a = 0; a < graph.size(); ++a) {
            for (std::size_t b = 0; b < graph.size(); ++b) {
                if (!graph.adjacent(a, b)) continue;
                neighbours_[a].push_back(b);
                ++rivals(a, colouring_[b]);
            }
        }
        for (std::size_t v = 0; v < graph.size(); ++v) conflicts_ += rivals(v, colouring_[v]);
        conflicts_ /= 2;
        fewest_ = conflicts_;
    }

    bool proper() const { return conflicts_ == 0; }
    const Colouring& colouring() const { return colouring_; }
    const std::vector<std::uint64_t>& conflicts() const { return conflicts_of_; }

    /// Makes the best move that is not tabu, or that leads to fewer conflicts than ever. Returns what it cost.
    std::uint64_t step() {
        ++now_;
        const Move move = choose();
        if (move.vertex == none) return move.looked_at;
        const std::size_t old = colouring_[move.vertex];
        conflicts_ = conflicts_ + rivals(move.vertex, move.colour) - rivals(move.vertex, old);
        fewest_ = std::min(fewest_, conflicts_);
        for (const std::size_t other : neighbours_[move.vertex]) {
            --rivals(other, old);
            ++rivals(other, move.colour);
        }
        colouring_[move.vertex] = move.colour;
        allowed_from_[move.vertex * colours_ + old] = now_ + 1 + random_.below(10) + 3 * move.in_conflict / 5;
        return move.looked_at + neighbours_[move.vertex].size();
    }

  private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    struct Move {
        std::size_t vertex = none;
        std::size_t colour = 0;
        std::uint64_t in_conflict = 0;  // vertices
        std::uint64_t looked_at = 0;
    };

    std::uint32_t& rivals(std::size_t vertex, std::size_t colour) { return rivals_[vertex * colours_ + colour]; }

    Move choose() {
        Move move;
        std::int64_t best = std::numeric_limits<std::int64_t>::max();
        std::uint32_t ties = 0;
        for (std::size_t v = 0; v < colouring_.size(); ++v) {
            const std::uint32_t present = rivals(v, colouring_[v]);
            if (present == 0) continue;
            ++move.in_conflict;
            ++conflicts_of_[v];
            for (std::size_t colour = 0; colour < colours_; ++colour) {
                if (colour == colouring_[v]) continue;
                const std::int64_t change = std::int64_t{rivals(v, colour)} - present;
                const bool tabu = allowed_from_[v * colours_ + colour] > now_;
                if (change > best || (tabu && conflicts_ + change >= fewest_)) continue;
                ties = change < best ? 1 : ties + 1;
                best = change;
                if (ties > 1 && random_.below(ties) != 0) continue;
                move.vertex = v;
                move.colour = colour;
            }
        }
        move.looked_at = colouring_.size() + move.in_conflict * colours_;
        return move;
    }

    SplitMix64 random_;
    std::size_t colours_;
    Colouring colouring_;
    std::vector<std::vector<std::size_t>> neighbours_;
    std::vector<std::uint32_t> rivals_;        // neighbours of each vertex that have each colour
    std::vector<std::uint64_t> allowed_from_;  // the step from which on each vertex may take each colour again
    std::vector<std::uint64_t> conflicts_of_;  // steps at which each vertex was in conflict
    std::uint64_t now_ = 0;
    std::int64_t conflicts_ = 0;  // edges whose ends have the same colour
    std::int64_t fewest_ = 0;
};

TabuSearch::TabuSearch(const graph::Graph& graph, const Colouring& known, std::size_t colours, std::uint64_t seed)
    : walk_(std::make_unique<Walk>(graph, known, colours, seed)) {}
TabuSearch::TabuSearch(TabuSearch&&) noexcept = default;
TabuSearch& TabuSearch::operator=(TabuSearch&&) noexcept = default;
TabuSearch::~TabuSearch() = default;

bool TabuSearch::run(std::uint64_t effort) {
    for (std::uint64_t spent = 0; !proper() && spent < effort;) spent += step();
    return proper();
}

std::uint64_t TabuSearch::step() {
    return walk_->step();
}

bool TabuSearch::proper() const {
    return walk_->proper();
}

const Colouring& TabuSearch::colouring() const {
    return walk_->colouring();
}

const std::vector<std::uint64_t>& TabuSearch::conflicts() const {
    return walk_->conflicts();
}

std::optional<Colouring> save_a_colour(const graph::Graph& graph, const Colouring& known, std::uint64_t effort,
                                       std::uint64_t seed, const std::function<bool()>& go_on) {
    TabuSearch walk(graph, known, count_colours(known) - 1, seed);
    for (std::uint64_t spent = 0; !walk.proper() && spent < effort && go_on();) spent += walk.step();
    if (!walk.proper()) return std::nullopt;
    return walk.colouring();
}

}  // namespace scrump::colouring

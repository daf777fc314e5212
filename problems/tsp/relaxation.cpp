#include <scrump/problems/tsp/detail/relaxation.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace scrump::tsp {
namespace {

// Found by experiment with random points, 100 and 120 of them: longer ascents make fewer nodes, but not fewer enough.
constexpr AscentPlan at_the_root{.steps = 300, .stride = 2, .patience = 7, .least_stride = 0.005};
constexpr AscentPlan at_a_child{.steps = 40, .stride = 2, .patience = 4, .least_stride = 0.01};
constexpr AscentPlan once_more{.steps = 20, .stride = 0.5, .patience = 3, .least_stride = 0.01};

// Another ascent is worth it if at least this share of the open edges was settled since the last one.
constexpr std::size_t settled_worthwhile = 10;
constexpr unsigned most_ascents = 4;

// Smaller searches are over before Clp is loaded; in larger ones the first program alone might take minutes.
constexpr std::size_t least_cities_for_cuts = 50;
constexpr std::size_t least_edges_for_cuts = 150;
constexpr std::size_t most_cities_for_cuts = 1000;

/// The least length that a scaled bound allows: lengths are whole numbers.
Length rounded_up(Scaled bound) {
    return bound >= 0 ? (bound + scale - 1) / scale : -(-bound / scale);
}

/// The plan with fewer steps where one takes very long.
AscentPlan affordable(AscentPlan plan, std::size_t edges) {
    constexpr std::size_t most_edges = 200'000'000;
    constexpr std::size_t least_steps = 10;
    plan.steps = static_cast<unsigned>(std::min<std::size_t>(plan.steps, std::max(least_steps, most_edges / edges)));
    return plan;
}

}  // namespace

Relaxation& Relaxation::of_this_thread() {
    thread_local const std::unique_ptr<Relaxation> relaxation = std::make_unique<Relaxation>();
    return *relaxation;
}

Relaxed Relaxation::relax(const Instance& instance, const Node& node, Length most,
                          const std::function<bool()>& hurried_by, bool with_cuts) {
    instance_ = &instance;
    hurried_ = &hurried_by;
    limit_ = most * scale;
    multipliers_ = node.multipliers;
    const bool by_cuts = with_cuts && instance.size() >= least_cities_for_cuts &&
                         instance.size() <= most_cities_for_cuts && LinearProgram::available();
    AscentEnd end = AscentEnd::here;
    if (node.complete) {
        end = reduce_complete();
    } else {
        edges_.assign(instance.size(), node.forced, node.open);
    }
    if (end == AscentEnd::here && !(by_cuts && !node.cuts.empty())) {
        end = reduce();
        if (end != AscentEnd::here || !by_cuts || !cuts_pay()) return relax_by_trees(end, node);
        sort_by_rise();
    }
    if (end != AscentEnd::here) return relax_by_trees(end, node);
    if (auto result = relax_by_cuts(node)) return *std::move(result);
    return relax_by_trees(reduce(), node);
}

Relaxed Relaxation::relax_by_trees(AscentEnd end, const Node& node) {
    if (end == AscentEnd::above) return {};
    if (end == AscentEnd::tour) return solved_by(tour_of_tree());
    return {.kind = Relaxed::Kind::open,
            .node = what_is_left(std::max(node.bound, rounded_up(tree_.bound()))),
            .choices = choose()};
}

/// Whether a linear program is likely to take less time than the nodes that it saves.
bool Relaxation::cuts_pay() const {
    return edges_.open().size() >= least_edges_for_cuts;
}

/// None if the linear program could not be solved.
std::optional<Relaxed> Relaxation::relax_by_cuts(const Node& node) {
    const AscentEnd end = planes_.raise(*instance_, edges_, node.cuts, limit_, *hurried_);
    if (end == AscentEnd::above) return Relaxed{};
    if (end == AscentEnd::tour) {
        Relaxed result = solved_by(planes_.tour());
        result.others.cuts = planes_.binding_cuts();
        return result;
    }
    const std::optional<Edge> edge = planes_.choose();
    if (!edge) return std::nullopt;
    Relaxed result{.kind = Relaxed::Kind::open, .node = what_is_left(node.bound), .choices = {*edge}};
    result.node.bound = std::max(node.bound, rounded_up(planes_.bound()));
    result.node.cuts = planes_.binding_cuts();
    return result;
}

/// The open edges, those of the 1-tree first.
void Relaxation::sort_by_rise() {
    std::vector<std::pair<Scaled, Edge>> sorted;
    tree_.for_each_open([&](Edge edge, bool in_tree, Scaled rise) { sorted.emplace_back(in_tree ? -1 : rise, edge); });
    std::ranges::stable_sort(sorted, {}, &std::pair<Scaled, Edge>::first);
    kept_.clear();
    for (const auto& [rise, edge] : sorted) kept_.push_back(edge);
    forced_.assign(edges_.forced().begin(), edges_.forced().end());
    edges_.assign(instance_->size(), forced_, kept_);
}

Relaxed Relaxation::solved_by(Tour tour) const {
    Relaxed result{.kind = Relaxed::Kind::solved, .node = node_of(*instance_, std::move(tour)), .choices = {}};
    result.others = what_is_left(result.node.bound);
    return result;
}

Node Relaxation::what_is_left(Length bound) const {
    Node node;
    node.forced.assign(edges_.forced().begin(), edges_.forced().end());
    node.open.assign(edges_.open().begin(), edges_.open().end());
    node.multipliers = multipliers_;
    node.bound = bound;
    return node;
}

// A first ascent with all edges, after which few are left. What they say of a tour is left to reduce().
AscentEnd Relaxation::reduce_complete() {
    complete_.load(*instance_);
    const AscentPlan plan = affordable(at_the_root, instance_->size() * instance_->size());
    if (ascent_.climb(complete_, multipliers_, limit_, plan, [this] { return hurried(); }) == AscentEnd::above) {
        return AscentEnd::above;
    }
    complete_.evaluate(multipliers_);
    edges_.assign(instance_->size(), {}, complete_.edges_within(limit_, multipliers_));
    return AscentEnd::here;
}

// Raises the bound and settles edges by turns. In the end the 1-tree is one of the edges that are left, and measured.
AscentEnd Relaxation::reduce() {
    bool ascends = true;
    for (unsigned ascents = 0;;) {
        if (!edges_.propagate()) return AscentEnd::above;
        tree_.load(*instance_, edges_);
        if (ascends) {
            // Sorting makes an edge more expensive here than among all edges.
            const AscentPlan plan = affordable(ascents == 0 ? at_a_child : once_more, 8 * edges_.open().size() + 1);
            const AscentEnd end = ascent_.climb(tree_, multipliers_, limit_, plan, [this] { return hurried(); });
            if (end != AscentEnd::here) return end;
            ++ascents;
        }
        if (!tree_.evaluate(multipliers_) || tree_.bound() > limit_) return AscentEnd::above;
        if (std::ranges::all_of(tree_.degrees(), [](int degree) { return degree == 2; })) return AscentEnd::tour;
        tree_.measure();
        if (hurried()) return AscentEnd::here;
        const std::size_t settled = settle();
        if (settled == 0) return AscentEnd::here;
        ascends = ascents < most_ascents && settled * settled_worthwhile >= edges_.open().size();
    }
}

/// Edges that would push the bound above the limit go; edges without which it would be above are forced. Returns how
/// many of them there were.
std::size_t Relaxation::settle() {
    kept_.clear();
    forced_.assign(edges_.forced().begin(), edges_.forced().end());
    const std::size_t before = edges_.open().size();
    const Scaled slack = limit_ - tree_.bound();
    tree_.for_each_open([&](Edge edge, bool in_tree, Scaled rise) {
        if (rise <= slack) {
            kept_.push_back(edge);
        } else if (in_tree) {
            forced_.push_back(edge);
        }
    });
    if (kept_.size() < before) edges_.assign(instance_->size(), forced_, kept_);
    return before - kept_.size();
}

Tour Relaxation::tour_of_tree() const {
    std::vector<Edge> edges(edges_.forced().begin(), edges_.forced().end());
    tree_.for_each_in_tree([&](Edge edge) { edges.push_back(edge); });
    return tour_along(edges, instance_->size());
}

/// Edges at a city of which the 1-tree has more than two, as in Volgenant and Jonker (1982): without the first, with
/// the first and without the second, or with both. Best is a city with a forced edge, where one more leaves no choice
/// at all, and then one whose edges the bound misses most.
std::vector<Edge> Relaxation::choose() {
    const auto degrees = tree_.degrees();
    branchings_.assign(degrees.size(), {});
    has_forced_.assign(degrees.size(), 0);
    for (const Edge edge : edges_.forced()) has_forced_[edge.a] = has_forced_[edge.b] = 1;
    tree_.for_each_open([&](Edge edge, bool in_tree, Scaled rise) {
        if (!in_tree) return;
        for (const City city : {edge.a, edge.b}) {
            Branching& at = branchings_[city];
            if (rise > at.first_rise) {
                at = {.first_rise = rise, .second_rise = at.first_rise, .first = edge, .second = at.first};
            } else if (rise > at.second_rise) {
                at.second_rise = rise;
                at.second = edge;
            }
        }
    });
    // In a hurry, edges that nothing can replace are not settled: their rise is `never`.
    const auto worth = [&](std::size_t city) {
        const Branching& at = branchings_[city];
        return std::pair(has_forced_[city], std::min(at.first_rise, never / 2) + std::min(at.second_rise, never / 2));
    };
    std::size_t best = degrees.size();
    for (std::size_t city = 0; city < degrees.size(); ++city)
        if (degrees[city] > 2 && (best == degrees.size() || worth(city) > worth(best))) best = city;
    if (has_forced_[best] != 0) return {branchings_[best].first};
    return {branchings_[best].first, branchings_[best].second};
}

}  // namespace scrump::tsp

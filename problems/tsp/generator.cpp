#include <scrump/problems/tsp/detail/cut.hpp>
#include <scrump/problems/tsp/detail/generator.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scrump::tsp {

namespace {

FixedEdges possible(const Instance& instance, FixedEdges fixed) {
    if (instance.size() == 0) throw Error("no cities; expected at least one");
    if (const auto why = why_impossible(instance.size(), fixed)) throw Error("fixed edges: " + *why);
    return fixed;
}

// Half the sum of how far each city is from its two nearest, rounded up: a tour has two edges at each.
Length least_length(const Instance& instance) {
    const std::size_t cities = instance.size();
    Length twice = 0;
    for (std::size_t city = 0; city < cities; ++city) {
        Distance nearest = longest;
        Distance second = longest;
        for (std::size_t other = 0; other < cities; ++other) {
            const Distance distance = instance.distance(city, other);
            if (other == city || distance >= second) continue;
            second = std::max(nearest, distance);
            nearest = std::min(nearest, distance);
        }
        twice += Length{nearest} + second;
    }
    return twice / 2 + (twice > 0 ? twice % 2 : 0);
}

}  // namespace

Space::Space(const Instance& the_instance, std::function<bool()> to_hurry, FixedEdges the_fixed,
             std::optional<Length> the_most, bool may_use_cuts)
    : instance(the_instance),
      fixed(possible(instance, std::move(the_fixed))),
      hurried(std::move(to_hurry)),
      most(the_most ? *the_most : length_of(instance, any_tour(instance, fixed))),
      with_cuts(may_use_cuts) {}

Node root(const Space& space) {
    const std::size_t cities = space.instance.size();
    if (cities < 3) return node_of(space.instance, any_tour(space.instance));
    Node node;
    node.complete = space.fixed.empty();
    if (!node.complete) {
        node.forced = space.fixed;
        std::vector<bool> is_fixed(cities * cities);
        for (const Edge edge : space.fixed)
            is_fixed[edge.a * cities + edge.b] = is_fixed[edge.b * cities + edge.a] = true;
        for (std::size_t a = 0; a < cities; ++a) {
            for (std::size_t b = a + 1; b < cities; ++b) {
                if (!is_fixed[a * cities + b]) node.open.push_back({static_cast<City>(a), static_cast<City>(b)});
            }
        }
    }
    node.multipliers.resize(cities);
    node.bound = least_length(space.instance);
    return node;
}

Generator::Generator(const Space& space, const Node& node, Length to_beat) {
    if (node.length != no_tour) return;
    relaxed_ = Relaxation::of_this_thread().relax(space.instance, node, std::min(to_beat - 1, space.most),
                                                  space.hurried, space.with_cuts);
    switch (relaxed_.kind) {
        case Relaxed::Kind::empty:
            pruned_ = true;
            break;
        case Relaxed::Kind::solved:
            children_ = 1;
            break;
        case Relaxed::Kind::open:
            children_ = relaxed_.choices.size() + 1;
            break;
    }
}

bool Generator::valid(const Space& space, const Node& node) {
    const std::size_t cities = space.instance.size();
    if (node.length != no_tour) {
        return is_tour(space.instance, node.tour) && has_all(node.tour, space.fixed) &&
               node.length == length_of(space.instance, node.tour);
    }
    const Length furthest = static_cast<Length>(cities) * longest;
    if (cities < 3 || node.bound < -furthest || node.bound > furthest || node.multipliers.size() != cities)
        return false;
    if (std::ranges::any_of(node.multipliers, [](Scaled m) { return m < -max_multiplier || m > max_multiplier; })) {
        return false;
    }
    if (!std::ranges::all_of(node.cuts, [&](const Cut& cut) { return holds_for_tours(cut, cities); })) return false;
    if (node.complete) return space.fixed.empty() && node.forced.empty() && node.open.empty();
    std::vector<bool> seen(cities * cities);
    const auto is_new = [&](Edge edge) {
        if (edge.a >= cities || edge.b >= cities || edge.a == edge.b) return false;
        const std::size_t place = std::min(edge.a, edge.b) * cities + std::max(edge.a, edge.b);
        const bool there = seen[place];
        seen[place] = true;
        return !there;
    };
    return std::ranges::all_of(node.forced, is_new) && std::ranges::all_of(node.open, is_new);
}

// Each step down decides an edge, and the last one finds a tour.
bool Generator::valid(const Space& space, const Node& node, unsigned depth) {
    const std::uint64_t cities = space.instance.size();
    return valid(space, node) && depth <= cities * cities / 2 + 1;
}

// The first child has all edges that were chosen, the next one all but the last and not that one, and so on: the fewer
// an edge is missed, the sooner it is given up.
bool Generator::next(Node& child) {
    if (next_ == children_) return false;
    child = relaxed_.node;
    if (relaxed_.kind == Relaxed::Kind::open) {
        const std::span<const Edge> choices = relaxed_.choices;
        const auto forced = choices.first(choices.size() - next_);
        const auto decided = choices.first(std::min(forced.size() + 1, choices.size()));
        child.forced.insert(child.forced.end(), forced.begin(), forced.end());
        std::erase_if(child.open, [&](Edge edge) { return std::ranges::find(decided, edge) != decided.end(); });
    }
    ++next_;
    return true;
}

}  // namespace scrump::tsp

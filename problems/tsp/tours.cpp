#include <scrump/problems/tsp/detail/tours.hpp>

#include <algorithm>
#include <span>

namespace scrump::tsp {

Length longest_tour(const Instance& instance) {
    Length total = 0;
    for (std::size_t a = 0; a < instance.size(); ++a) {
        Length furthest = instance.size() > 1 ? -longest : 0;
        for (std::size_t b = 0; b < instance.size(); ++b)
            if (a != b) furthest = std::max<Length>(furthest, instance.distance(a, b));
        total += furthest;
    }
    return total;
}

// An exchange takes the edges after places i and j out, and puts in that between what came before, and that between
// what came after.
Length kth_near(const Instance& instance, const Tour& tour, const FixedEdges& fixed, std::size_t k) {
    const std::size_t cities = tour.size();
    const auto at = [&](std::size_t place) { return tour[place % cities]; };
    const auto length = [&](std::size_t i, std::size_t j) { return Length{instance.distance(at(i), at(j))}; };
    const auto stays = [&](std::size_t place) {
        return std::ranges::any_of(fixed,
                                   [&](Edge edge) { return edge.touches(at(place)) && edge.touches(at(place + 1)); });
    };
    const Length own = length_of(instance, tour);
    std::vector<Length> lengths{own};  // a heap of the shortest k
    for (std::size_t i = 0; i + 2 < cities; ++i) {
        if (stays(i)) continue;
        for (std::size_t j = i + 2; j < cities && j + 1 < cities + i; ++j) {
            if (stays(j)) continue;
            const Length changed = own - length(i, i + 1) - length(j, j + 1) + length(i, j) + length(i + 1, j + 1);
            if (lengths.size() >= k && changed >= lengths.front()) continue;
            lengths.push_back(changed);
            std::ranges::push_heap(lengths);
            if (lengths.size() <= k) continue;
            std::ranges::pop_heap(lengths);
            lengths.pop_back();
        }
    }
    return lengths.size() < k ? longest_tour(instance) : lengths.front();
}

ToursGenerator::ToursGenerator(const Space& space, const Node& node, Length to_beat)
    : generator_(space.tours, node, to_beat) {
    if (generator_.relaxed().kind != Relaxed::Kind::solved) return;
    const std::span<const Edge> forced = generator_.relaxed().others.forced;
    const Tour& tour = generator_.relaxed().node.tour;
    for (std::size_t i = 0; i < tour.size(); ++i) {
        const Edge edge{tour[i], tour[(i + 1) % tour.size()]};
        const bool must =
            std::ranges::any_of(forced, [&](Edge each) { return each.touches(edge.a) && each.touches(edge.b); });
        if (!must) split_.push_back(edge);
    }
}

bool ToursGenerator::next(Node& child) {
    if (generator_.next(child)) return true;
    if (next_ == split_.size()) return false;
    child = generator_.relaxed().others;
    const auto decided = std::span(split_).first(next_ + 1);
    std::erase_if(child.open, [&](Edge edge) {
        return std::ranges::any_of(decided, [&](Edge each) { return each.touches(edge.a) && each.touches(edge.b); });
    });
    child.forced.insert(child.forced.end(), decided.begin(), decided.end() - 1);
    ++next_;
    return true;
}

}  // namespace scrump::tsp

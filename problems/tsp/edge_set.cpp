#include <scrump/problems/tsp/detail/edge_set.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace scrump::tsp {

Tour tour_along(std::span<const Edge> edges, std::size_t cities) {
    std::vector<std::array<City, 2>> neighbours(cities);
    std::vector<std::uint8_t> known(cities);
    for (const Edge edge : edges) {
        if (known[edge.a] == 2 || known[edge.b] == 2) return {};
        neighbours[edge.a][known[edge.a]++] = edge.b;
        neighbours[edge.b][known[edge.b]++] = edge.a;
    }
    Tour tour{0};
    for (City before = 0, at = neighbours[0][0]; at != 0 && tour.size() < cities;) {
        tour.push_back(at);
        before = std::exchange(at, neighbours[at][0] == before ? neighbours[at][1] : neighbours[at][0]);
    }
    return tour;
}

void EdgeSet::assign(std::size_t cities, std::span<const Edge> forced, std::span<const Edge> open) {
    cities_ = cities;
    forced_.clear();
    open_.assign(open.begin(), open.end());
    possible_ = true;
    far_end_.resize(cities);
    std::iota(far_end_.begin(), far_end_.end(), City{0});
    degree_.assign(cities, 0);
    for (const Edge edge : forced) possible_ = possible_ && force(edge);
}

bool EdgeSet::is_possible(Edge edge) const {
    if (degree_[edge.a] == 2 || degree_[edge.b] == 2) return false;
    return far_end_[edge.a] != edge.b || forced_.size() + 1 == cities_;
}

bool EdgeSet::force(Edge edge) {
    if (!is_possible(edge)) return possible_ = false;
    forced_.push_back(edge);
    ++degree_[edge.a];
    ++degree_[edge.b];
    const City from = far_end_[edge.a];
    const City to = far_end_[edge.b];
    far_end_[from] = to;
    far_end_[to] = from;
    return true;
}

bool EdgeSet::propagate() {
    for (bool changed = true; possible_ && changed;) {
        changed = false;
        remove_if([&](Edge edge) { return !is_possible(edge); });
        if (!force_where_two_are_left(changed)) return false;
    }
    return possible_;
}

bool EdgeSet::force_where_two_are_left(bool& changed) {
    choices_.assign(degree_.begin(), degree_.end());
    for (const Edge edge : open_) {
        ++choices_[edge.a];
        ++choices_[edge.b];
    }
    if (std::ranges::any_of(choices_, [](std::uint16_t choices) { return choices < 2; })) return possible_ = false;
    remove_if([&](Edge edge) {
        if (!possible_ || (choices_[edge.a] > 2 && choices_[edge.b] > 2)) return false;
        changed = true;
        force(edge);
        return true;
    });
    return possible_;
}

}  // namespace scrump::tsp

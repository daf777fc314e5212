#include <scrump/problems/tsp/detail/separation.hpp>

#include <algorithm>
#include <numeric>
#include <queue>
#include <utility>

namespace scrump::tsp {
namespace {

/// Cities that are united step by step, with the edges between what they are united to.
class United {
  public:
    United(std::size_t cities, std::span<const Valued> solution) : into_(cities), members_(cities), edges_(cities) {
        std::iota(into_.begin(), into_.end(), City{0});
        for (std::size_t city = 0; city < cities; ++city) members_[city] = {static_cast<City>(city)};
        for (const Valued& each : solution) {
            edges_[each.edge.a].emplace_back(each.edge.b, each.value);
            edges_[each.edge.b].emplace_back(each.edge.a, each.value);
        }
    }

    City find(City city) {
        while (into_[city] != city) city = into_[city] = into_[into_[city]];
        return city;
    }

    void unite(City a, City b) {
        a = find(a);
        b = find(b);
        if (a == b) return;
        if (members_[a].size() < members_[b].size()) std::swap(a, b);
        into_[b] = a;
        members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
        edges_[a].insert(edges_[a].end(), edges_[b].begin(), edges_[b].end());
        members_[b] = {};
        edges_[b] = {};
    }

    const std::vector<City>& members(City representative) const { return members_[representative]; }

    template <class Visit>
    void for_each_edge(City representative, const Visit& visit) {
        for (const auto& [city, value] : edges_[representative]) {
            const City other = find(city);
            if (other != representative) visit(other, value);
        }
    }

  private:
    std::vector<City> into_;
    std::vector<std::vector<City>> members_;
    std::vector<std::vector<std::pair<City, double>>> edges_;
};

/// A maximum adjacency order from `first`: its last two, and the sum of values that leaves the last one.
struct Phase {
    City last_but_one = 0;
    City last = 0;
    double sum = 0;
};

Phase phase(United& united, City first, std::vector<double>& reached, std::vector<std::uint8_t>& taken) {
    std::ranges::fill(reached, 0);
    std::ranges::fill(taken, std::uint8_t{0});
    std::priority_queue<std::pair<double, City>> next;
    next.emplace(0, first);
    Phase result{.last_but_one = first, .last = first};
    while (!next.empty()) {
        const auto [sum, city] = next.top();
        next.pop();
        if (taken[city] != 0) continue;
        taken[city] = 1;
        result = {.last_but_one = result.last, .last = city, .sum = sum};
        united.for_each_edge(city, [&](City other, double value) {
            if (taken[other] != 0) return;
            reached[other] += value;
            next.emplace(reached[other], other);
        });
    }
    return result;
}

}  // namespace

std::vector<std::vector<City>> components(std::size_t cities, std::span<const Valued> edges) {
    United united(cities, {});
    for (const Valued& each : edges) united.unite(each.edge.a, each.edge.b);
    std::vector<std::vector<City>> result;
    for (std::size_t city = 0; city < cities; ++city)
        if (united.find(static_cast<City>(city)) == city) result.push_back(united.members(static_cast<City>(city)));
    return result;
}

std::vector<LeftBy> small_cuts(std::size_t cities, std::span<const Valued> solution, double at_most) {
    std::vector<LeftBy> result;
    auto parts = components(cities, solution);
    if (parts.size() > 1) {
        for (auto& part : parts) result.push_back({std::move(part), 0});
        return result;
    }
    United united(cities, solution);
    constexpr double one = 1 - 1e-6;
    std::size_t left = cities;
    const auto unite = [&](City a, City b) {
        if (united.find(a) == united.find(b)) return;
        united.unite(a, b);
        --left;
    };
    for (const Valued& each : solution)
        if (each.value >= one && left > 2) unite(each.edge.a, each.edge.b);
    std::vector<double> reached(cities);
    std::vector<std::uint8_t> taken(cities);
    while (left > 1) {
        const Phase found = phase(united, united.find(0), reached, taken);
        const std::vector<City>& set = united.members(found.last);
        if (found.sum <= at_most && set.size() > 1 && set.size() + 1 < cities) result.push_back({set, found.sum});
        unite(found.last_but_one, found.last);
    }
    return result;
}

}  // namespace scrump::tsp

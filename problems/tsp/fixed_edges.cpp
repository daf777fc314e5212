#include <scrump/problems/tsp/fixed_edges.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace scrump::tsp {
namespace {

/// Of each city, where its fixed edges lead.
class Neighbours {
  public:
    Neighbours(std::size_t cities, std::span<const Edge> fixed) : of_(cities) {
        for (const Edge edge : fixed) {
            of_[edge.a].push_back(edge.b);
            of_[edge.b].push_back(edge.a);
        }
    }
    const std::vector<City>& operator[](std::size_t city) const { return of_[city]; }

  private:
    std::vector<std::vector<City>> of_;
};

}  // namespace

std::optional<std::string> why_impossible(std::size_t cities, std::span<const Edge> fixed) {
    const auto city = [](std::size_t number) { return std::to_string(number + 1); };
    for (const Edge edge : fixed) {
        for (const City end : {edge.a, edge.b}) {
            if (end >= cities) return "there is no city " + city(end);
        }
        if (edge.a == edge.b) return "an edge from city " + city(edge.a) + " to itself";
    }
    const Neighbours neighbours(cities, fixed);
    std::vector<bool> seen(cities);
    for (std::size_t begin = 0; begin < cities; ++begin) {
        const std::vector<City>& ends = neighbours[begin];
        if (ends.size() > 2) return "three edges at city " + city(begin) + ", which has two in a tour";
        if (ends.size() == 2 && ends[0] == ends[1] && cities > 2)
            return "the edge of " + city(begin) + " and " + city(ends[0]) + " twice";
    }
    // What is left are paths, and cycles that are tours by themselves.
    for (const Edge edge : fixed) {
        std::size_t length = 0;
        std::size_t before = edge.a;
        std::size_t here = edge.b;
        while (!seen[here]) {
            seen[here] = true;
            ++length;
            const std::vector<City>& ends = neighbours[here];
            if (ends.size() < 2) break;
            before = std::exchange(here, ends[0] == before ? ends[1] : ends[0]);
            if (here == edge.b && length < cities)
                return "the edges at city " + city(here) + " close a cycle of " + std::to_string(length) + " cities";
        }
    }
    return std::nullopt;
}

bool has_all(std::span<const City> tour, std::span<const Edge> fixed) {
    if (fixed.empty()) return true;
    std::vector<std::size_t> places(tour.size());
    for (std::size_t place = 0; place < tour.size(); ++place) places[tour[place]] = place;
    return std::ranges::all_of(fixed, [&](Edge edge) {
        const auto [first, last] = std::minmax(places[edge.a], places[edge.b]);
        return last - first == 1 || last - first == tour.size() - 1;
    });
}

Tour any_tour(const Instance& instance, std::span<const Edge> fixed) {
    const Neighbours neighbours(instance.size(), fixed);
    std::vector<bool> seen(instance.size());
    Tour tour;
    const auto follow = [&](City city) {
        while (!seen[city]) {
            seen[city] = true;
            tour.push_back(city);
            for (const City next : neighbours[city]) {
                if (!seen[next]) {
                    city = next;
                    break;
                }
            }
        }
    };
    // Paths from their ends; then what is a cycle.
    for (const bool cycles : {false, true}) {
        for (const City city : any_tour(instance)) {
            if (cycles || neighbours[city].size() < 2) follow(city);
        }
    }
    return tour;
}

Instance drawn_together(Instance instance, std::span<const Edge> fixed) {
    for (const Edge edge : fixed) instance.set_distance(edge.a, edge.b, -longest);
    return instance;
}

}  // namespace scrump::tsp

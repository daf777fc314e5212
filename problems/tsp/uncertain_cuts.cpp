#include <scrump/problems/tsp/detail/separation.hpp>

#include <algorithm>
#include <cstdint>

namespace scrump::tsp {
namespace {

/// Minimum cuts between cities, by augmenting paths found breadth first (J. Edmonds and R. M. Karp, 1972).
class Flows {
  public:
    Flows(std::size_t cities, std::span<const Valued> capacities) : at_(cities), from_(cities) {
        for (const auto& [edge, capacity] : capacities) {
            at_[edge.a].push_back(static_cast<std::uint32_t>(arcs_.size()));
            arcs_.push_back({edge.b, capacity, capacity});
            at_[edge.b].push_back(static_cast<std::uint32_t>(arcs_.size()));
            arcs_.push_back({edge.a, capacity, capacity});
        }
    }

    /// The side of `source` of a minimum cut between the two.
    std::vector<City> side_of(City source, City sink) {
        for (Arc& arc : arcs_) arc.left = arc.capacity;
        while (search(source, sink)) augment(source, sink);
        return reached_;
    }

  private:
    struct Arc {
        City to;
        double capacity;
        double left;
    };
    static constexpr double nothing = 1e-9;
    static constexpr std::uint32_t unreached = ~std::uint32_t{0};

    bool search(City source, City sink) {
        std::ranges::fill(from_, unreached);
        reached_.assign(1, source);
        for (std::size_t head = 0; head < reached_.size(); ++head) {
            for (const std::uint32_t i : at_[reached_[head]]) {
                const City to = arcs_[i].to;
                if (arcs_[i].left <= nothing || from_[to] != unreached || to == source) continue;
                from_[to] = i;
                if (to == sink) return true;
                reached_.push_back(to);
            }
        }
        return false;
    }

    // The arc in the other direction has the number with the last bit changed.
    void augment(City source, City sink) {
        double most = 1;
        for (City at = sink; at != source; at = arcs_[from_[at] ^ 1U].to) most = std::min(most, arcs_[from_[at]].left);
        for (City at = sink; at != source; at = arcs_[from_[at] ^ 1U].to) {
            arcs_[from_[at]].left -= most;
            arcs_[from_[at] ^ 1U].left += most;
        }
    }

    std::vector<Arc> arcs_;
    std::vector<std::vector<std::uint32_t>> at_;  // arcs that leave a city
    std::vector<std::uint32_t> from_;             // arc by which a city was reached
    std::vector<City> reached_;
};

}  // namespace

// D. Gusfield, "Very simple methods for all pairs network flow analysis", SIAM Journal on Computing 19 (1990).
std::vector<std::vector<City>> uncertain_cuts(std::size_t cities, std::span<const Valued> solution) {
    std::vector<Valued> fractional;
    for (const auto& [edge, value] : solution)
        if (value > 1e-5 && value < 1 - 1e-5) fractional.push_back({edge, std::min(value, 1 - value)});
    Flows flows(cities, fractional);
    std::vector<std::vector<City>> sides;
    std::vector<City> root(cities);
    for (const std::vector<City>& part : components(cities, fractional)) {
        for (const City city : part) root[city] = part.front();
        for (std::size_t i = 1; i < part.size(); ++i) {
            std::vector<City> side = flows.side_of(part[i], root[part[i]]);
            for (const City city : side)
                if (std::find(part.begin() + static_cast<std::ptrdiff_t>(i) + 1, part.end(), city) != part.end() &&
                    root[city] == root[part[i]])
                    root[city] = part[i];
            sides.push_back(std::move(side));
        }
    }
    return sides;
}

}  // namespace scrump::tsp

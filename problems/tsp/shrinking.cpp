#include <scrump/problems/tsp/detail/separation.hpp>

#include <map>
#include <utility>

namespace scrump::tsp {
namespace {

constexpr double about = 1e-5;

class Shrinking {
  public:
    Shrinking(std::size_t cities, std::span<const Valued> solution) : sets_(cities), values_(cities) {
        for (std::size_t city = 0; city < cities; ++city) sets_[city] = {static_cast<City>(city)};
        for (const auto& [edge, value] : solution) values_[edge.a][edge.b] = values_[edge.b][edge.a] = value;
    }

    void run() {
        for (bool changes = true; changes;) {
            changes = false;
            for (std::size_t city = 0; city < sets_.size(); ++city)
                while (shrink_at(static_cast<City>(city))) changes = true;
        }
    }

    Shrunk result() const {
        Shrunk shrunk;
        std::vector<City> position(sets_.size());
        for (std::size_t city = 0; city < sets_.size(); ++city) {
            if (sets_[city].empty()) continue;
            position[city] = static_cast<City>(shrunk.sets.size());
            shrunk.sets.push_back(sets_[city]);
        }
        for (std::size_t city = 0; city < sets_.size(); ++city)
            for (const auto& [other, value] : values_[city])
                if (other < city) shrunk.solution.push_back({{position[other], position[city]}, value});
        return shrunk;
    }

  private:
    double value(City a, City b) const {
        const auto found = values_[a].find(b);
        return found == values_[a].end() ? 0 : found->second;
    }

    /// Unites the city with one or two others, if that is allowed.
    bool shrink_at(City city) {
        for (const auto& [second, joined] : values_[city]) {
            if (joined > 1 - about && is_joined_by_one(city, second, second)) {
                unite(city, second);
                return true;
            }
            for (const auto& [third, also_joined] : values_[city]) {
                if (third <= second || joined + also_joined + value(second, third) < 2 - about) continue;
                if (!is_joined_by_one(city, second, third)) continue;
                const City last = third;
                unite(city, second);
                unite(city, last);
                return true;
            }
        }
        return false;
    }

    /// Whether some other city is joined to these by 1. Two of them may be the same.
    bool is_joined_by_one(City a, City b, City c) const {
        for (const City city : {a, b, c}) {
            for (const auto& [other, one] : values_[city]) {
                if (other == a || other == b || other == c) continue;
                const double sum = value(a, other) + value(b, other) + (b == c ? 0 : value(c, other));
                if (sum > 1 - about) return true;
            }
        }
        return false;
    }

    void unite(City into, City city) {
        sets_[into].insert(sets_[into].end(), sets_[city].begin(), sets_[city].end());
        sets_[city].clear();
        for (const auto& [other, value] : std::exchange(values_[city], {})) {
            values_[other].erase(city);
            if (other == into) continue;
            values_[into][other] += value;
            values_[other][into] += value;
        }
    }

    std::vector<std::vector<City>> sets_;  // empty: united with another city
    std::vector<std::map<City, double>> values_;
};

}  // namespace

Shrunk shrink(std::size_t cities, std::span<const Valued> solution) {
    Shrinking shrinking(cities, solution);
    shrinking.run();
    return shrinking.result();
}

}  // namespace scrump::tsp

#include <scrump/problems/tsp/tour.hpp>

#include <algorithm>
#include <numeric>

namespace scrump::tsp {

Tour any_tour(const Instance& instance) {
    Tour tour(instance.size());
    std::iota(tour.begin(), tour.end(), City{0});
    return tour;
}

bool is_tour(const Instance& instance, std::span<const City> cities) {
    if (cities.size() != instance.size()) return false;
    std::vector<bool> seen(instance.size());
    for (const City city : cities) {
        if (city >= instance.size() || seen[city]) return false;
        seen[city] = true;
    }
    return true;
}

Length length_of(const Instance& instance, std::span<const City> tour) {
    if (tour.size() < 2) return 0;
    Length length = instance.distance(tour.back(), tour.front());
    for (std::size_t i = 1; i < tour.size(); ++i) length += instance.distance(tour[i - 1], tour[i]);
    return length;
}

Tour normalised(std::span<const City> tour) {
    Tour result(tour.begin(), tour.end());
    if (result.empty()) return result;
    std::rotate(result.begin(), std::ranges::find(result, City{0}), result.end());
    if (result.size() > 2 && result[1] > result.back()) std::reverse(result.begin() + 1, result.end());
    return result;
}

std::string tour_file(std::string_view name, std::span<const City> tour, Length length, std::uint64_t first_city) {
    std::string text = "NAME : ";
    text += name;
    text += "\nCOMMENT : length " + std::to_string(length);
    text += "\nTYPE : TOUR\nDIMENSION : " + std::to_string(tour.size()) + "\nTOUR_SECTION\n";
    for (const City city : tour) text += std::to_string(city + first_city) + "\n";
    return text + "-1\nEOF\n";
}

}  // namespace scrump::tsp

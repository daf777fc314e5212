#include <scrump/problems/tsp/detail/cut.hpp>

#include <algorithm>
#include <span>

namespace scrump::tsp {
namespace {

std::vector<City> complement_of(const std::vector<City>& set, std::size_t cities) {
    std::vector<std::uint8_t> inside(cities);
    for (const City city : set) inside[city] = 1;
    std::vector<City> others;
    for (std::size_t city = 0; city < cities; ++city)
        if (inside[city] == 0) others.push_back(static_cast<City>(city));
    return others;
}

/// Whether it is a set of some of the cities, but not of all.
bool is_part(const std::vector<City>& set, std::size_t cities) {
    if (set.empty() || set.size() >= cities) return false;
    std::vector<std::uint8_t> seen(cities);
    return std::ranges::all_of(set, [&](City city) { return city < cities && seen[city]++ == 0; });
}

}  // namespace

bool holds_for_tours(const Cut& cut, std::size_t cities) {
    if (!std::ranges::all_of(cut.sets, [&](const auto& set) { return is_part(set, cities); })) return false;
    if (cut.sets.size() == 1) return true;
    if (cut.sets.size() < 4 || cut.sets.size() % 2 != 0) return false;
    std::vector<std::uint8_t> in_handle(cities);
    std::vector<std::uint8_t> in_tooth(cities);
    for (const City city : cut.sets.front()) in_handle[city] = 1;
    return std::ranges::all_of(std::span(cut.sets).subspan(1), [&](const std::vector<City>& tooth) {
        const auto inside =
            static_cast<std::size_t>(std::ranges::count_if(tooth, [&](City city) { return in_handle[city] != 0; }));
        return inside > 0 && inside < tooth.size() &&
               std::ranges::all_of(tooth, [&](City city) { return in_tooth[city]++ == 0; });
    });
}

void normalise(Cut& cut, std::size_t cities) {
    // A tooth stays as it is, since its complement would overlap the other teeth.
    std::vector<City>& first = cut.sets.front();
    if (2 * first.size() > cities) first = complement_of(first, cities);
    for (std::vector<City>& set : cut.sets) std::ranges::sort(set);
    std::sort(cut.sets.begin() + 1, cut.sets.end());
}

void Crossings::load(const Cut& cut) {
    std::ranges::fill(in_handle_, std::uint8_t{0});
    std::ranges::fill(tooth_, std::uint16_t{0});
    for (const City city : cut.sets.front()) in_handle_[city] = 1;
    for (std::size_t i = 1; i < cut.sets.size(); ++i)
        for (const City city : cut.sets[i]) tooth_[city] = static_cast<std::uint16_t>(i);
}

}  // namespace scrump::tsp

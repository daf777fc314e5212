#include <scrump/problems/tsp/detail/separation.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace scrump::tsp {
namespace {

constexpr double tiny = 1e-5;
constexpr std::size_t most_combs = 60;
constexpr double least_gain = -0.6;  // of a tooth: one that has no gain may make the number odd
constexpr std::array<std::pair<double, double>, 12> ranges_of_values = {{{tiny, 1 - tiny},
                                                                         {0.1, 0.9},
                                                                         {0.2, 0.8},
                                                                         {0.3, 0.7},
                                                                         {0.4, 0.6},
                                                                         {tiny, 0.8},
                                                                         {tiny, 0.6},
                                                                         {tiny, 0.4},
                                                                         {0.2, 1 - tiny},
                                                                         {0.3, 1 - tiny},
                                                                         {0.4, 1 - tiny},
                                                                         {0.6, 1 - tiny}}};

/// A tooth that may be used: each makes a comb's sum smaller, relative to what tours have, by its gain.
struct Tooth {
    std::vector<City> set;
    double gain = 0;
};

std::vector<City> united(const Shrunk& shrunk, std::span<const City> positions) {
    std::vector<City> cities;
    for (const City position : positions)
        cities.insert(cities.end(), shrunk.sets[position].begin(), shrunk.sets[position].end());
    return cities;
}

/// Those of two cities come first among equals, as small ones leave room for others.
std::vector<Tooth> possible_teeth(std::size_t cities, std::span<const Shrunk> forms, std::span<const LeftBy> narrow) {
    std::vector<Tooth> teeth;
    const auto add = [&](std::vector<City> set, double gain) {
        if (gain >= least_gain && 2 * set.size() <= cities) teeth.push_back({std::move(set), gain});
    };
    for (const Shrunk& form : forms)
        for (const auto& [edge, value] : form.solution) add(united(form, std::array{edge.a, edge.b}), 2 * value - 1);
    for (const LeftBy& each : narrow) add(each.set, 3 - each.sum);
    std::ranges::stable_sort(teeth, [](const Tooth& a, const Tooth& b) {
        const auto a_gain = std::llround(a.gain / tiny);
        const auto b_gain = std::llround(b.gain / tiny);
        return a_gain != b_gain ? a_gain > b_gain : a.set.size() < b.set.size();
    });
    return teeth;
}

/// Sets of cities that are connected by edges whose values are fractional, with several meanings of this.
std::vector<std::vector<City>> possible_handles(std::span<const Shrunk> forms) {
    std::vector<std::vector<City>> handles;
    std::vector<Valued> some;
    for (const Shrunk& form : forms) {
        const auto add = [&](std::span<const City> positions) {
            std::vector<City> handle = united(form, positions);
            if (handle.size() > 2) handles.push_back(std::move(handle));
        };
        for (const auto& [from, to] : ranges_of_values) {
            some.clear();
            for (const Valued& each : form.solution)
                if (each.value > from && each.value < to) some.push_back(each);
            for (const auto& handle : components(form.sets.size(), some)) add(handle);
        }
        for (const auto& handle : uncertain_cuts(form.sets.size(), form.solution)) add(handle);
    }
    return handles;
}

/// Combs with one handle after another, and teeth from one list.
class Combs {
  public:
    Combs(std::size_t cities, std::span<const Valued> solution, std::vector<Tooth> teeth)
        : solution_(solution), teeth_(std::move(teeth)), in_handle_(cities), in_tooth_(cities) {}

    /// Adds the comb of this handle if it is violated.
    void try_handle(const std::vector<City>& handle, std::size_t largest_tooth) {
        if (handle.size() < 3 || handle.size() + 3 > in_handle_.size()) return;
        std::ranges::fill(in_handle_, std::uint8_t{0});
        for (const City city : handle) in_handle_[city] = 1;
        double excess = -1;  // of the sum over that of any tour with an even number of teeth
        for (const Valued& each : solution_)
            if (in_handle_[each.edge.a] != in_handle_[each.edge.b]) excess += each.value;
        choose_teeth(largest_tooth);
        if (chosen_.size() < 3) return;
        for (const Tooth* tooth : chosen_) excess -= tooth->gain;
        if (excess > -violated_by) return;
        Cut comb{{handle}};
        for (const Tooth* tooth : chosen_) comb.sets.push_back(tooth->set);
        normalise(comb, in_handle_.size());
        found_.emplace_back(excess, std::move(comb));
    }

    /// Those that are violated most, each once.
    std::vector<Cut> best(std::size_t most) {
        std::ranges::sort(found_);
        std::vector<Cut> combs;
        for (auto& [excess, comb] : found_) {
            if (combs.size() == most) break;
            if (std::ranges::find(combs, comb) == combs.end()) combs.push_back(std::move(comb));
        }
        return combs;
    }

  private:
    /// An odd number of teeth: either without the one of the least gain, or with the one of the least loss.
    void choose_teeth(std::size_t largest) {
        std::ranges::fill(in_tooth_, std::uint8_t{0});
        chosen_.clear();
        for (const Tooth& tooth : teeth_) {
            const bool odd = chosen_.size() % 2 != 0;
            if (tooth.gain <= 0 && (odd || chosen_.empty() || chosen_.back()->gain < -tooth.gain)) break;
            if (tooth.set.size() > largest || !fits(tooth.set)) continue;
            for (const City city : tooth.set) in_tooth_[city] = 1;
            chosen_.push_back(&tooth);
        }
        if (chosen_.size() % 2 == 0 && !chosen_.empty()) chosen_.pop_back();
    }

    /// Whether it has cities inside and outside the handle, and none in another tooth.
    bool fits(const std::vector<City>& set) const {
        std::size_t inside = 0;
        for (const City city : set) {
            if (in_tooth_[city] != 0) return false;
            inside += in_handle_[city];
        }
        return inside > 0 && inside < set.size();
    }

    std::span<const Valued> solution_;
    const std::vector<Tooth> teeth_;
    std::vector<std::uint8_t> in_handle_;
    std::vector<std::uint8_t> in_tooth_;
    std::vector<const Tooth*> chosen_;
    std::vector<std::pair<double, Cut>> found_;
};

}  // namespace

std::vector<Cut> violated_combs(std::size_t cities, std::span<const Valued> solution, std::span<const LeftBy> narrow) {
    Shrunk unchanged{.sets = std::vector<std::vector<City>>(cities), .solution = {solution.begin(), solution.end()}};
    for (std::size_t city = 0; city < cities; ++city) unchanged.sets[city] = {static_cast<City>(city)};
    const std::array forms = {std::move(unchanged), shrink(cities, solution)};
    std::vector<std::vector<City>> handles = possible_handles(forms);
    for (const LeftBy& each : narrow) handles.push_back(each.set);
    for (std::vector<City>& handle : handles) std::ranges::sort(handle);
    std::ranges::sort(handles);
    handles.erase(std::unique(handles.begin(), handles.end()), handles.end());
    Combs combs(cities, solution, possible_teeth(cities, forms, narrow));
    for (const std::vector<City>& handle : handles) {
        combs.try_handle(handle, 2);
        combs.try_handle(handle, cities);
    }
    return combs.best(most_combs);
}

}  // namespace scrump::tsp

#include <scrump/problems/tsp/detail/local_search.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace scrump::tsp {
namespace {

constexpr std::size_t most_neighbours = 10;
constexpr std::size_t longest_moved = 3;       // cities that Or-opt moves at once
constexpr std::size_t longest_exchanged = 50;  // cities in each stretch of a kick: it changes the tour in one place
constexpr std::size_t least_cities = 5;        // with fewer there is nothing to improve that reversing does not

}  // namespace

LocalSearch::LocalSearch(const Instance& instance, std::uint64_t seed)
    : instance_(&instance), random_(seed), places_(instance.size()), queued_(instance.size()) {
    make_neighbours();
    make_first_tour();
}

void LocalSearch::make_neighbours() {
    const std::size_t cities = instance_->size();
    neighbour_count_ = std::min(most_neighbours, cities - std::min<std::size_t>(cities, 1));
    neighbours_.reserve(cities * neighbour_count_);
    std::vector<City> others;
    for (std::size_t city = 0; city < cities; ++city) {
        others.clear();
        for (std::size_t other = 0; other < cities; ++other)
            if (other != city) others.push_back(static_cast<City>(other));
        const auto end = others.begin() + static_cast<std::ptrdiff_t>(neighbour_count_);
        const Distance* const row = instance_->row(city);
        std::partial_sort(others.begin(), end, others.end(),
                          [&](City a, City b) { return std::pair(row[a], a) < std::pair(row[b], b); });
        neighbours_.insert(neighbours_.end(), others.begin(), end);
    }
}

void LocalSearch::make_first_tour() {
    at_.resize(instance_->size());
    std::iota(at_.begin(), at_.end(), City{0});
    for (std::size_t i = 1; i < at_.size(); ++i) {
        const Distance* const row = instance_->row(at_[i - 1]);
        const auto nearest = std::min_element(at_.begin() + static_cast<std::ptrdiff_t>(i), at_.end(),
                                              [&](City a, City b) { return row[a] < row[b]; });
        std::swap(at_[i], *nearest);
    }
    note_places();
    length_ = length_of(*instance_, at_);
    for (const City city : at_) look_at(city);
}

std::optional<Tour> LocalSearch::improve(std::size_t kicks, Length best_so_far) {
    std::optional<Tour> best;
    const auto note = [&] {
        if (length_ >= best_so_far) return;
        best_so_far = length_;
        best = at_;
    };
    optimise();
    note();
    if (at_.size() < least_cities) return best;
    for (std::size_t i = 0; i < kicks; ++i) {
        kept_ = at_;
        const Length before = length_;
        kick();
        optimise();
        note();
        if (length_ <= before) continue;
        length_ = before;
        std::swap(at_, kept_);
        note_places();
    }
    return best;
}

void LocalSearch::look_at(City city) {
    if (queued_[city] != 0) return;
    queued_[city] = 1;
    queue_.push_back(city);
}

void LocalSearch::optimise() {
    if (at_.size() < least_cities) {
        queue_.clear();
        return;
    }
    while (!queue_.empty()) {
        const City city = queue_.back();
        queue_.pop_back();
        queued_[city] = 0;
        while (improve_at(city)) {
        }
    }
}

bool LocalSearch::improve_at(City city) {
    for (const bool forwards : {true, false})
        if (exchange_edges(city, forwards) || move_stretch(city, forwards)) return true;
    return false;
}

// 2-opt: {city, next} and {other, its next} become {city, other} and {next, its next}.
bool LocalSearch::exchange_edges(City city, bool forwards) {
    const City next = forwards ? after(city) : before(city);
    const Length old = distance(city, next);
    for (const City other : neighbours(city)) {
        const Length gain = old - distance(city, other);
        if (gain <= 0) return false;
        const City other_next = forwards ? after(other) : before(other);
        const Length change = distance(next, other_next) - distance(other, other_next) - gain;
        if (change >= 0) continue;
        forwards ? reverse(next, other) : reverse(other, next);
        length_ += change;
        for (const City touched : {city, next, other, other_next}) look_at(touched);
        return true;
    }
    return false;
}

// Or-opt: a stretch that begins with `city` and goes on in one direction is put beside a neighbour of `city`.
bool LocalSearch::move_stretch(City city, bool forwards) {
    City last = city;
    for (std::size_t cities = 1; cities <= longest_moved && cities + 2 < at_.size(); ++cities) {
        if (insert(city, last, forwards)) return true;
        last = forwards ? after(last) : before(last);
    }
    return false;
}

// The stretch from `first` to `last` has `outer` before its first and `beyond` after its last city.
bool LocalSearch::insert(City first, City last, bool forwards) {
    const City outer = forwards ? before(first) : after(first);
    const City beyond = forwards ? after(last) : before(last);
    const Length freed = distance(outer, first) + distance(last, beyond) - distance(outer, beyond);
    const auto steps_to = [&](City city) {
        const std::size_t ahead = places_[city] + at_.size() - places_[first];
        return (forwards ? ahead : 2 * at_.size() - ahead) % at_.size();
    };
    const auto inside = [&](City city) { return steps_to(city) <= steps_to(last); };
    for (const City near : neighbours(first)) {
        if (distance(first, near) >= freed) return false;
        if (inside(near)) continue;
        for (const City far : {after(near), before(near)}) {
            if (inside(far)) continue;
            const Length change = distance(near, first) + distance(last, far) - distance(near, far) - freed;
            if (change >= 0) continue;
            moved_.clear();
            for (City city = first; city != beyond; city = forwards ? after(city) : before(city))
                moved_.push_back(city);
            move_between(near, far);
            length_ += change;
            for (const City touched : {first, last, outer, beyond, near, far}) look_at(touched);
            return true;
        }
    }
    return false;
}

// Takes the cities of `moved_` out of the tour, and puts them in again between two neighbours: the first of them beside
// `near`, the last beside `far`.
void LocalSearch::move_between(City near, City far) {
    const bool near_first = after(near) == far;
    if (!near_first) std::ranges::reverse(moved_);
    std::erase_if(at_, [&](City city) { return std::ranges::find(moved_, city) != moved_.end(); });
    at_.insert(std::ranges::find(at_, near_first ? near : far) + 1, moved_.begin(), moved_.end());
    note_places();
}

void LocalSearch::note_places() {
    for (Place place = 0; place < at_.size(); ++place) places_[at_[place]] = place;
}

// Reverses the stretch from `from` to `to`, or, which is the same closed tour, the rest.
void LocalSearch::reverse(City from, City to) {
    const std::size_t cities = at_.size();
    Place left = places_[from];
    Place right = places_[to];
    std::size_t length = (right + cities - left) % cities + 1;
    if (2 * length > cities) {
        std::swap(left, right);
        left = left + 1 == cities ? 0 : left + 1;
        right = right == 0 ? cities - 1 : right - 1;
        length = cities - length;
    }
    for (std::size_t i = 0; i < length / 2; ++i) {
        std::swap(at_[left], at_[right]);
        places_[at_[left]] = left;
        places_[at_[right]] = right;
        left = left + 1 == cities ? 0 : left + 1;
        right = right == 0 ? cities - 1 : right - 1;
    }
}

void LocalSearch::kick() {
    const auto cities = static_cast<std::uint32_t>(at_.size());
    const auto most = std::min(static_cast<std::uint32_t>(longest_exchanged), (cities - 2) / 2);
    const std::size_t first = 1 + random_.below(most);
    const std::size_t second = 1 + random_.below(most);
    exchange_stretches(random_.below(cities), first, second);
}

// Two stretches that follow one another, the first of which begins at a place, change places.
void LocalSearch::exchange_stretches(Place begin, std::size_t first, std::size_t second) {
    const auto city_at = [&](std::size_t i) { return at_[(begin + i) % at_.size()]; };
    const City outer = city_at(at_.size() - 1);
    const City beyond = city_at(first + second);
    const std::array<City, 4> ends = {city_at(0), city_at(first - 1), city_at(first), city_at(first + second - 1)};
    length_ += distance(outer, ends[2]) + distance(ends[3], ends[0]) + distance(ends[1], beyond) -
               distance(outer, ends[0]) - distance(ends[1], ends[2]) - distance(ends[3], beyond);
    moved_.clear();
    for (std::size_t i = 0; i < first + second; ++i) moved_.push_back(city_at((i + first) % (first + second)));
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        const Place place = (begin + i) % at_.size();
        at_[place] = moved_[i];
        places_[moved_[i]] = place;
    }
    for (const City city : ends) look_at(city);
    look_at(outer);
    look_at(beyond);
}

}  // namespace scrump::tsp

#pragma once
// A tour: every city once, and back to the first one.

#include <scrump/problems/tsp/instance.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::tsp {

/// Cities in the order of the visit.
using Tour = std::vector<City>;

/// All cities in the order of their numbers.
Tour any_tour(const Instance& instance);

/// Whether each city of the instance occurs exactly once.
bool is_tour(const Instance& instance, std::span<const City> cities);

/// Length of the closed tour. One city: 0. Two: there and back.
Length length_of(const Instance& instance, std::span<const City> tour);

/// The same closed tour in a canonical form: it begins with city 0, and continues to the lesser of its neighbours.
Tour normalised(std::span<const City> tour);

/// The tour as a file in TSPLIB's format, cities from 1.
std::string tour_file(std::string_view name, std::span<const City> tour, Length length, std::uint64_t first_city = 1);

}  // namespace scrump::tsp

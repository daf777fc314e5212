#pragma once
// Reads tours in the format of TSPLIB, TYPE TOUR: those of its .opt.tour files, and those that tour_file() writes.

#include <scrump/problems/tsp/tour.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace scrump::tsp {

/// A tour of `cities` cities, of which the first has the number `first_city`. Throws Error "name:line: …" for a text
/// that is not one.
Tour parse_tour_file(std::string_view text, const std::string& name, std::size_t cities, std::uint64_t first_city = 1);

}  // namespace scrump::tsp

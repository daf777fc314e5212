#pragma once
// Reads tours in the format of TSPLIB, TYPE TOUR: those of its .opt.tour files, and those that tour_file() writes.

#include <scrump/problems/tsp/tour.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace scrump::tsp {

/// A tour of `cities` cities. Throws Error "name:line: …" for text that is none.
Tour parse_tour_file(std::string_view text, const std::string& name, std::size_t cities);

}  // namespace scrump::tsp

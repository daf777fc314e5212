#pragma once
// Instances as users name them: a file in TSPLIB's format, standard input, or random points.

#include <scrump/problems/tsp/instance.hpp>
#include <scrump/problems/tsp/tsplib.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace scrump::tsp {

/// Points with whole coordinates, each from 0 to `side`, uniformly at random: EUC_2D.
Instance random_points(std::size_t cities, std::uint32_t side, std::uint64_t seed);

/// Whether `source` is "-" or an existing file, rather than a spec such as "random:n=30,seed=1". Throws Error if it is
/// neither.
bool names_file(const std::string& source);

/// The instance that a spec describes; `default_seed` is for a spec without one. Throws UsageError.
Instance generate(std::string_view spec, std::uint64_t default_seed);

/// The instance that `source` names. Throws Error.
Instance load(const std::string& source, std::uint64_t default_seed);

}  // namespace scrump::tsp

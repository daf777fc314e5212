#pragma once
// The symmetric travelling salesman problem: cities, and the distances between them.

#include <scrump/base/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump::tsp {

using City = std::uint16_t;     ///< number of a city, from 0
using Length = std::int64_t;    ///< length of a tour
using Distance = std::int32_t;  ///< distance between two cities

/// Largest number of cities: the distances are stored as a matrix, of at most 16 MB.
inline constexpr std::size_t max_cities = 2000;

/// Distances lie between −longest and longest: so no sum of them, weighted as bounds require, overflows (see
/// one_tree.hpp).
inline constexpr Distance longest = 1'000'000'000;

/// A complete graph with symmetric distances, which need be neither metric nor positive.
class Instance {
  public:
    /// All distances are 0. Throws Error for more than `max_cities` cities.
    explicit Instance(std::size_t cities) : cities_(cities) {
        if (cities > max_cities) {
            throw Error(std::to_string(cities) + " cities; expected at most " + std::to_string(max_cities) +
                        ", as distances are kept as a matrix");
        }
        distances_.resize(cities * cities);
    }

    std::size_t size() const { return cities_; }

    Distance distance(std::size_t a, std::size_t b) const { return distances_[a * cities_ + b]; }
    /// Distances from `a` to each city.
    const Distance* row(std::size_t a) const { return distances_.data() + a * cities_; }

    /// Sets the distance in both directions. Throws Error unless −longest <= `distance` <= longest.
    void set_distance(std::size_t a, std::size_t b, std::int64_t distance) {
        if (distance < -longest || distance > longest) {
            throw Error("a distance of " + std::to_string(distance) + "; expected one from -" +
                        std::to_string(longest) + " to " + std::to_string(longest));
        }
        distances_[a * cities_ + b] = distances_[b * cities_ + a] = static_cast<Distance>(distance);
    }

    bool operator==(const Instance&) const = default;

  private:
    std::size_t cities_;
    std::vector<Distance> distances_;
};

}  // namespace scrump::tsp

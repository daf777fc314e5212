#pragma once
// Finds particles that are near a place, by the cells of a grid that are as wide as "near" reaches.

#include <apps/sedov/sedov.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::apps {

/// Particles in order of their cells; within a cell in order of their numbers, so that what is summed over them is
/// summed in one order whoever does it.
///
/// Whoever is outside the cube counts for the nearest cell of its border. No pair is lost by that: two places are at
/// most as many cells apart as they would be on a grid without end.
class Cells {
  public:
    /// So wide at least.
    explicit Cells(double width);

    /// Takes in where particles are now.
    void sort(std::span<const Vector> positions);

    /// Calls `action(j)` for each particle that may be within a cell's width of the place, and some others.
    template <class Action>
    void for_each_near(const Vector& place, const Action& action) const {
        const std::array<std::size_t, 3> cell = cell_of(place);
        const auto least = [](std::size_t c) { return c == 0 ? c : c - 1; };
        const auto most = [this](std::size_t c) { return std::min(c + 1, across_ - 1); };
        for (std::size_t x = least(cell[0]); x <= most(cell[0]); ++x) {
            for (std::size_t y = least(cell[1]); y <= most(cell[1]); ++y) {
                // Cells along z are neighbours in the order as well.
                const std::size_t end = begins_[number(x, y, most(cell[2])) + 1];
                for (std::size_t at = begins_[number(x, y, least(cell[2]))]; at < end; ++at) action(order_[at]);
            }
        }
    }

  private:
    std::array<std::size_t, 3> cell_of(const Vector& place) const;
    std::size_t number(std::size_t x, std::size_t y, std::size_t z) const { return (x * across_ + y) * across_ + z; }

    std::size_t across_;
    std::vector<std::uint32_t> begins_;  // by cell: where its particles begin; one more for the end
    std::vector<std::uint32_t> order_;   // particles, cell by cell
    std::vector<std::uint32_t> cells_;   // by particle
};

}  // namespace scrump::apps

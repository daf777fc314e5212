#pragma once
// Finds particles that are near a place, by the cells of a grid that are as wide as "near" reaches.

#include <apps/sedov/sedov.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::apps {

/// Particles in order of their cells; within a cell in the order in which they are given, so that sums
/// over them are taken in one order, in whichever process, and beside whichever other particles.
///
/// A particle outside the cube counts for the nearest cell of its border. No pair is lost by that: two places are at
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
        const Cell cell = cell_of(place);
        const Cell least = {std::max(cell[0] - 1, least_[0]), std::max(cell[1] - 1, least_[1]),
                            std::max(cell[2] - 1, least_[2])};
        const Cell most = {std::min(cell[0] + 1, most_[0]), std::min(cell[1] + 1, most_[1]),
                           std::min(cell[2] + 1, most_[2])};
        if (least[2] > most[2]) return;
        for (int x = least[0]; x <= most[0]; ++x) {
            for (int y = least[1]; y <= most[1]; ++y) {
                // Cells along z are neighbours in the order as well.
                const std::size_t end = begins_[place_of({x, y, most[2]}) + 1];
                for (std::size_t at = begins_[place_of({x, y, least[2]})]; at < end; ++at) action(order_[at]);
            }
        }
    }

    /// The number of a place's cell among those of the whole cube.
    std::uint32_t number_of(const Vector& place) const { return number(cell_of(place)); }
    /// The numbers of all cells that have a particle in them or beside them, in ascending order.
    std::vector<std::uint32_t> near_all() const;

  private:
    using Cell = std::array<int, 3>;

    Cell cell_of(const Vector& place) const;
    std::uint32_t number(const Cell& cell) const {
        return static_cast<std::uint32_t>((cell[0] * across_ + cell[1]) * across_ + cell[2]);
    }
    // Within the box of cells that have particles.
    std::size_t place_of(const Cell& cell) const {
        const auto along = [&](std::size_t axis) { return static_cast<std::size_t>(cell[axis] - least_[axis]); };
        return (along(0) * extent(1) + along(1)) * extent(2) + along(2);
    }
    std::size_t extent(std::size_t axis) const { return static_cast<std::size_t>(most_[axis] - least_[axis] + 1); }

    int across_;
    Cell least_{};
    Cell most_{-1, -1, -1};
    std::vector<std::uint32_t> begins_;  // by cell: where its particles begin; one more for the end
    std::vector<std::uint32_t> order_;   // particles, cell by cell
    std::vector<Cell> cells_;            // by particle
};

}  // namespace scrump::apps

#pragma once
// Which blocks a mesh has: the leaves of a tree whose nodes are cubes, each divided into none or eight.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace scrump::apps {

/// A cube of the tree: one of 2^level along each axis.
struct Cube {
    unsigned level = 0;
    std::array<unsigned, 3> place{};

    /// A number that no other one has. That of its parent is this without the last three bits; among cubes of a level
    /// it ascends in Morton order.
    std::uint64_t code() const;
    /// The cube that it is a part of.
    Cube parent() const { return {level - 1, {place[0] / 2, place[1] / 2, place[2] / 2}}; }
    /// One of its eight parts; bits 2, 1 and 0 of the number are for the three axes.
    Cube child(unsigned number) const {
        return {level + 1,
                {2 * place[0] + (number >> 2), 2 * place[1] + (number >> 1 & 1), 2 * place[2] + (number & 1)}};
    }
    /// Whether there is one as large on that side (0: below, 1: above) of it along the axis, and not the end of the
    /// domain.
    bool has_neighbour(unsigned axis, unsigned side) const {
        return side == 0 ? place[axis] > 0 : place[axis] + 1 < 1U << level;
    }
    /// That one.
    Cube neighbour(unsigned axis, unsigned side) const;

    bool operator==(const Cube&) const = default;
};

/// Whether the surface of a sphere around the middle of the domain crosses the cube.
bool crosses(const Cube& cube, double radius);

/// The leaves in Morton order: cubes are divided below `least_level`, and below `most_level` if `wanted(cube)`, and
/// where leaves that share a face would else be more than one level apart.
std::vector<Cube> leaves_of_tree(unsigned least_level, unsigned most_level,
                                 const std::function<bool(const Cube&)>& wanted);

}  // namespace scrump::apps

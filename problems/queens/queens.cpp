#include "queens.hpp"

#include <scrump/base/error.hpp>

#include <cstddef>

namespace scrump::queens {

Space::Space(unsigned size) : size_(size), columns_(0) {
    if (size < 1 || size > 32)
        throw Error("queens: the board has " + std::to_string(size) + " rows, must have from 1 to 32");
    columns_ = 0xffffffff >> (32 - size);
}

bool stands_on(const Space& space, const Placement& placement) {
    if (placement.rows > space.size()) return false;
    Placement placed;
    for (std::uint32_t row = 0; row < placement.rows; ++row) {
        const std::uint8_t column = placement.queens[row];
        const std::uint32_t attacked = placed.straight | placed.rightward | placed.leftward;
        if (column >= space.size() || (attacked >> column & 1U) != 0) return false;
        placed.place(Placement(placed), std::uint32_t{1} << column);
    }
    return placed.straight == placement.straight && placed.rightward == placement.rightward &&
           placed.leftward == placement.leftward;
}

std::string to_string(const Space& space, const Placement& placement) {
    const std::size_t size = space.size();
    std::string board;
    for (std::size_t row = 0; row < size; ++row) {
        std::string line(size, '.');
        if (row < placement.rows) line[placement.queens[row]] = 'Q';
        board += line + '\n';
    }
    return board;
}

}  // namespace scrump::queens

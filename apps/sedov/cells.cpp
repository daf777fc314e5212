#include <apps/sedov/cells.hpp>

#include <numeric>

namespace scrump::apps {

Cells::Cells(double width)
    : across_(std::max<std::size_t>(1, static_cast<std::size_t>(1 / width))),
      begins_(across_ * across_ * across_ + 1) {}

std::array<std::size_t, 3> Cells::cell_of(const Vector& place) const {
    std::array<std::size_t, 3> cell{};
    const auto across = static_cast<double>(across_);
    for (std::size_t axis = 0; axis < 3; ++axis)
        cell[axis] = static_cast<std::size_t>(std::clamp(place[axis] * across, 0.0, across - 1));
    return cell;
}

void Cells::sort(std::span<const Vector> positions) {
    cells_.resize(positions.size());
    order_.resize(positions.size());
    std::ranges::fill(begins_, 0);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::array<std::size_t, 3> cell = cell_of(positions[i]);
        cells_[i] = static_cast<std::uint32_t>(number(cell[0], cell[1], cell[2]));
        ++begins_[cells_[i]];
    }
    // Each cell's end, from which its particles are filled in, the last one first: then it is its beginning.
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    for (std::size_t i = positions.size(); i > 0; --i)
        order_[--begins_[cells_[i - 1]]] = static_cast<std::uint32_t>(i - 1);
}

}  // namespace scrump::apps

#include <apps/sedov/cells.hpp>

#include <numeric>

namespace scrump::apps {

Cells::Cells(double width) : across_(std::max(1, static_cast<int>(1 / width))) {}

Cells::Cell Cells::cell_of(const Vector& place) const {
    Cell cell{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        cell[axis] = static_cast<int>(std::clamp(place[axis] * across_, 0.0, across_ - 1.0));
    return cell;
}

void Cells::sort(std::span<const Vector> positions) {
    least_ = {across_, across_, across_};
    most_ = {-1, -1, -1};
    cells_.clear();
    for (const Vector& each : positions) {
        const Cell& cell = cells_.emplace_back(cell_of(each));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            least_[axis] = std::min(least_[axis], cell[axis]);
            most_[axis] = std::max(most_[axis], cell[axis]);
        }
    }
    order_.resize(positions.size());
    begins_.assign(positions.empty() ? 1 : extent(0) * extent(1) * extent(2) + 1, 0);
    for (const Cell& cell : cells_) ++begins_[place_of(cell)];
    // Each cell's end, from which its particles are filled in, the last one first: then it is its beginning.
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    for (std::size_t i = positions.size(); i > 0; --i)
        order_[--begins_[place_of(cells_[i - 1])]] = static_cast<std::uint32_t>(i - 1);
}

std::vector<std::uint32_t> Cells::near_all() const {
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (i > 0 && cells_[i] == cells_[i - 1]) continue;
        const Cell& cell = cells_[i];
        for (int x = std::max(cell[0] - 1, 0); x <= std::min(cell[0] + 1, across_ - 1); ++x) {
            for (int y = std::max(cell[1] - 1, 0); y <= std::min(cell[1] + 1, across_ - 1); ++y) {
                for (int z = std::max(cell[2] - 1, 0); z <= std::min(cell[2] + 1, across_ - 1); ++z)
                    numbers.push_back(number({x, y, z}));
            }
        }
    }
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

}  // namespace scrump::apps

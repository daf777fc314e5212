#include <apps/julia/julia.hpp>

#include <apps/over_parts.hpp>
#include <apps/picture.hpp>

#include <scrump/base/error.hpp>
#include <scrump/loops.hpp>
#include <scrump/sim/work.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace scrump::apps {
namespace {

using Volume = std::vector<std::uint16_t>;
using Extents = std::array<std::size_t, 3>;

void check(const JuliaOptions& options) {
    static constexpr std::uint32_t largest = 512;
    if (options.side == 0 || options.side > largest)
        throw UsageError("a volume has 1 to " + std::to_string(largest) + " cells along each side, not " +
                         std::to_string(options.side));
    if (options.steps == 0) throw UsageError("the iteration takes at least one step");
    if (options.axis > 2) throw UsageError("the axes of a volume are 0, 1 and 2, not " + std::to_string(options.axis));
}

// Of a volume that has so many slices.
Extents extents_of(const JuliaOptions& options, std::uint64_t slices) {
    Extents extents;
    extents.fill(options.side);
    extents[options.axis] = static_cast<std::size_t>(slices);
    return extents;
}

std::size_t cells_of(const Extents& extents) {
    return extents[0] * extents[1] * extents[2];
}

// q² + c of q = (x, y, z, w), whose first part is the real one.
std::uint16_t steps_from(std::uint16_t most, double x, double y, double z) {
    static constexpr std::array<double, 4> c = {-0.2, 0.4, 0.2, 0.2};
    double w = 0;
    std::uint16_t steps = 0;
    while (steps < most && x * x + y * y + z * z + w * w <= 4) {
        const double real = x * x - y * y - z * z - w * w + c[0];
        y = 2 * x * y + c[1];
        z = 2 * x * z + c[2];
        w = 2 * x * w + c[3];
        x = real;
        ++steps;
    }
    return steps;
}

// Computes one slice, which is number `place` of the volume. Positions in it count from 0.
void compute_slice(const JuliaOptions& options, const Slab<std::uint16_t>& slice, std::uint64_t place) {
    const double width = 3.0 / options.side;
    const auto along = [&](unsigned axis, std::size_t position) {
        const std::uint64_t cell = axis == options.axis ? place + position : position;
        return (static_cast<double>(cell) + 0.5) * width - 1.5;
    };
    std::uint64_t sum = 0;
    for (std::size_t x = 0; x < slice.extents[0]; ++x) {
        for (std::size_t y = 0; y < slice.extents[1]; ++y) {
            for (std::size_t z = 0; z < slice.extents[2]; ++z)
                sum += slice(x, y, z) = steps_from(options.steps, along(0, x), along(1, y), along(2, z));
        }
    }
    add_simulated_work(sum);
}

// Copies slices to their place in the volume, the first of them to number `place`.
void copy_slices(const Slab<std::uint16_t>& slices, const Slab<std::uint16_t>& volume, unsigned axis,
                 std::uint64_t place) {
    Slab<std::uint16_t> there = volume;
    there.first += static_cast<std::size_t>(place) * there.strides[axis];
    for (std::size_t x = 0; x < slices.extents[0]; ++x) {
        for (std::size_t y = 0; y < slices.extents[1]; ++y) {
            for (std::size_t z = 0; z < slices.extents[2]; ++z) there(x, y, z) = slices(x, y, z);
        }
    }
}

// The whole volume, of which each locality has slices, and slices of others that stayed with it.
Volume whole_volume(const JuliaOptions& options, const LoopOptions& loop,
                    const std::vector<LoopSlabs<std::uint16_t>>& here,
                    const PartedLoop<LoopSlabs<std::uint16_t>>& came) {
    const Extents extents = extents_of(options, options.side);
    const unsigned first = first_part_here(loop);
    const auto place = [&](unsigned part) { return part_of(options.side, part, parts_of(loop)).first; };
    return put_together<std::uint16_t>(loop, cells_of(extents), [&](unsigned part, Volume& whole) {
        const Slab<std::uint16_t> all =
            LoopSlabs<std::uint16_t>(whole, extents, options.axis).elements({0, options.side});
        const LoopSlabs<std::uint16_t>& own = here[part - first];
        copy_slices(own.elements({0, own.size()}), all, options.axis, place(part));
        if (part != first) return;
        for (const auto& piece : came.kept)
            copy_slices(piece.elements(), all, options.axis, place(piece.owner) + piece.range.first);
    });
}

}  // namespace

Volume julia_by_hand(const JuliaOptions& options) {
    check(options);
    const Extents extents = extents_of(options, options.side);
    Volume cells(cells_of(extents));
    const LoopSlabs<std::uint16_t> volume(cells, extents, options.axis);
    for (std::uint64_t slice = 0; slice < options.side; ++slice)
        compute_slice(options, volume.elements({slice, slice + 1}), slice);
    return cells;
}

JuliaResult run_julia(const JuliaOptions& options, const LoopOptions& loop) {
    check(options);
    const unsigned parts = parts_of(loop);
    const unsigned first = first_part_here(loop);
    std::vector<Volume> here(parts_here(loop));
    std::vector<LoopSlabs<std::uint16_t>> views;
    for (unsigned i = 0; i < here.size(); ++i) {
        const Extents extents = extents_of(options, part_of(options.side, first + i, parts).size());
        here[i].resize(cells_of(extents));
        views.emplace_back(here[i], extents, options.axis);
    }
    // A slab has the slices of a chunk; this loop goes over them one by one, to end early if it has to.
    auto came = distributed_loop(loop, views, [&](const Slab<std::uint16_t>& slab, LoopChunk& chunk) {
        const std::uint64_t place = part_of(options.side, chunk.owner(), parts).first + chunk.first();
        Slab<std::uint16_t> slice = slab;
        slice.extents[options.axis] = 1;
        for (std::uint64_t i = 0; i < chunk.size() && chunk.go_on(); ++i) {
            compute_slice(options, slice, place + i);
            slice.first += slice.strides[options.axis];
        }
    });
    JuliaResult result{.status = came.status};
    if (result.status == Status::complete) result.cells = whole_volume(options, loop, views, came);
    result.steps = std::accumulate(result.cells.begin(), result.cells.end(), std::uint64_t{0});
    result.statistics = std::move(came.statistics);
    return result;
}

void write_picture(const JuliaOptions& options, const Volume& cells, const std::string& file) {
    const std::size_t width = options.side;
    std::vector<double> seen(width * width);
    for (std::size_t i = 0; i < cells.size(); ++i) seen[i % seen.size()] += std::log(1.0 + cells[i]);
    const double most = std::max(1e-9, std::ranges::max(seen));
    write_picture(file, width, [&](std::size_t row, std::size_t column) { return seen[row * width + column] / most; });
}

}  // namespace scrump::apps

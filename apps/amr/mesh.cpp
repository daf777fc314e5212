#include <apps/amr/mesh.hpp>

#include <scrump/base/error.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace scrump::apps {
namespace {

const AmrOptions& checked(const AmrOptions& options) {
    const auto is_length = [](double value) { return value >= 0 && value <= 1; };
    if (options.block < 2 || options.block > 64 || options.block % 2 != 0)
        throw UsageError("a block has an even number of cells from 2 to 64 along each side, not " +
                         std::to_string(options.block));
    if (options.least_level > options.most_level)
        throw UsageError("the coarsest level of a mesh is at most the finest, so not " +
                         std::to_string(options.least_level) + " of " + std::to_string(options.most_level));
    if (options.most_level > 9 || options.block << options.most_level > 512)
        throw UsageError("a mesh has at most 512 cells along each side where it is finest, so not blocks of " +
                         std::to_string(options.block) + " at level " + std::to_string(options.most_level));
    if (options.sweeps < 1 || options.sweeps > 1000)
        throw UsageError("a step has 1 to 1000 sweeps, not " + std::to_string(options.sweeps));
    if (!is_length(options.first_radius) || !is_length(options.growth))
        throw UsageError("the radius of the sphere and its growth are from 0 to 1, not " +
                         std::to_string(options.first_radius) + " and " + std::to_string(options.growth));
    return options;
}

}  // namespace

// --- Blocks

void Block::step() {
    const std::size_t slice = stride * stride;
    std::vector<double> next = cells;
    for (unsigned sweep = 0; sweep < sweeps; ++sweep) {
        for (std::size_t x = 1; x + 1 < stride; ++x) {
            for (std::size_t y = 1; y + 1 < stride; ++y) {
                const double* const row = cells.data() + x * slice + y * stride;
                double* const to = next.data() + x * slice + y * stride;
                for (std::size_t z = 1; z + 1 < stride; ++z) {
                    const double* const cell = row + z;
                    const double around =
                        cell[-1] + cell[1] + *(cell - stride) + cell[stride] + *(cell - slice) + cell[slice];
                    to[z] = *cell + share * (around - 6 * *cell);
                }
            }
        }
        cells.swap(next);
    }
}

// --- The mesh

Mesh::Mesh(const AmrOptions& options, Own own)
    : options_(checked(options)), own_(std::move(own)), side_(options.block), stride_(side_ + 2) {
    const double square = options.first_radius * options.first_radius;
    const std::vector<Cube> all = leaves(options.first_radius);
    const Range mine = own_(all.size());
    for (const Cube& cube : all) {
        const bool is_own = blocks_.size() >= mine.first && blocks_.size() < mine.last;
        numbers_.emplace(cube.code(), blocks_.size());
        blocks_.push_back(made(cube));
        if (!is_own) continue;
        Block& filled = blocks_.back();
        filled.cells.resize(stride_ * stride_ * stride_);
        const double width = std::ldexp(1.0 / options.block, -static_cast<int>(cube.level));
        fill(filled, [&](const Place& cell) {
            double sum = 0;
            for (const std::size_t along : cell) {
                const double way = (static_cast<double>(along) + 0.5) * width - 0.5;
                sum += way * way;
            }
            return sum <= square ? 1.0 : 0.0;
        });
    }
}

std::vector<Cube> Mesh::leaves(double radius) const {
    return leaves_of_tree(options_.least_level, options_.most_level,
                          [radius](const Cube& cube) { return crosses(cube, radius); });
}

// A block without its cells. Heat spreads as fast at all levels: cells of half the width take over twice as
// much of a difference, in each of twice as many sweeps. An eighth, at the finest level, is less than the sixth beyond
// which that is no average any more.
Block Mesh::made(const Cube& cube) const {
    return {.cube = cube,
            .sweeps = options_.sweeps << (cube.level - options_.least_level),
            .stride = stride_,
            .share = std::ldexp(0.125, -static_cast<int>(options_.most_level - cube.level)),
            .cells = {}};
}

// Sets the cells of a block, which the function gets by their places among all cells of that level.
template <class Value>
void Mesh::fill(Block& block, const Value& value) const {
    const auto& place = block.cube.place;
    for (std::size_t x = 0; x < side_; ++x) {
        for (std::size_t y = 0; y < side_; ++y) {
            for (std::size_t z = 0; z < side_; ++z)
                block.cells[((x + 1) * stride_ + y + 1) * stride_ + z + 1] =
                    value(Place{place[0] * side_ + x, place[1] * side_ + y, place[2] * side_ + z});
        }
    }
}

const Block* Mesh::find(const Cube& cube) const {
    const auto at = numbers_.find(cube.code());
    return at == numbers_.end() ? nullptr : &blocks_[at->second];
}

// A cell of the block, by its place among all cells of its level.
double Mesh::at(const Block& block, const Place& cell) const {
    const auto within = [&](unsigned axis) { return cell[axis] - block.cube.place[axis] * side_ + 1; };
    return block.cells[(within(0) * stride_ + within(1)) * stride_ + within(2)];
}

// A cell of the cube, which is a block, or divided.
double Mesh::average(const Cube& cube, const Place& cell) const {
    const Block* const block = find(cube);
    return block != nullptr ? at(*block, cell) : average_of_finer(cube, cell);
}

// The cells of one level finer that a cell of the cube consists of are in one child: blocks are even.
double Mesh::average_of_finer(const Cube& cube, const Place& cell) const {
    unsigned number = 0;
    for (unsigned axis = 0; axis < 3; ++axis)
        number = 2 * number + (cell[axis] - cube.place[axis] * side_ < side_ / 2 ? 0 : 1);
    const Cube child = cube.child(number);
    double sum = 0;
    for (std::size_t part = 0; part < 8; ++part)
        sum += average(child, {2 * cell[0] + (part >> 2), 2 * cell[1] + (part >> 1 & 1), 2 * cell[2] + (part & 1)});
    return sum / 8;
}

void Mesh::add_parts(const Cube& cube, std::vector<std::size_t>& numbers) const {
    if (const auto whole = numbers_.find(cube.code()); whole != numbers_.end()) {
        numbers.push_back(whole->second);
        return;
    }
    if (cube.level >= options_.most_level) return;
    for (unsigned child = 0; child < 8; ++child) add_parts(cube.child(child), numbers);
}

void Mesh::add_sources(const Cube& cube, std::vector<std::size_t>& numbers) const {
    Cube above = cube;
    while (above.level > 0 && find(above) == nullptr) above = above.parent();
    add_parts(find(above) != nullptr ? above : cube, numbers);
}

namespace {

void put_in_order(std::vector<std::size_t>& numbers) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

std::vector<std::size_t> Mesh::sources(std::span<const Cube> cubes) const {
    std::vector<std::size_t> numbers;
    for (const Cube& cube : cubes) add_sources(cube, numbers);
    put_in_order(numbers);
    return numbers;
}

std::vector<std::size_t> Mesh::beside(Range blocks) const {
    std::vector<std::size_t> numbers;
    for (std::size_t block = blocks.first; block < blocks.last; ++block) {
        const Cube& self = blocks_[block].cube;
        for (unsigned axis = 0; axis < 3; ++axis) {
            for (unsigned side = 0; side < 2; ++side)
                if (self.has_neighbour(axis, side)) add_sources(self.neighbour(axis, side), numbers);
        }
    }
    put_in_order(numbers);
    return numbers;
}

void Mesh::adapt(const std::vector<Cube>& leaves) {
    std::vector<Block> blocks;
    const Range own = own_(leaves.size());
    for (const Cube& cube : leaves) {
        const bool is_own = blocks.size() >= own.first && blocks.size() < own.last;
        Block& block = blocks.emplace_back(made(cube));
        if (!is_own) continue;
        if (const auto same = numbers_.find(cube.code()); same != numbers_.end()) {
            block.cells = std::move(blocks_[same->second].cells);
            continue;
        }
        block.cells.resize(stride_ * stride_ * stride_);
        // A part of a block that there was, or made of finer ones. Neither is one that stays, and was moved.
        Cube above = cube;
        while (above.level > 0 && find(above) == nullptr) above = above.parent();
        if (const Block* const whole = find(above)) {
            const unsigned levels = cube.level - above.level;
            fill(block, [&](const Place& cell) {
                return at(*whole, {cell[0] >> levels, cell[1] >> levels, cell[2] >> levels});
            });
        } else {
            fill(block, [&](const Place& cell) { return average(cube, cell); });
        }
    }
    blocks_ = std::move(blocks);
    numbers_.clear();
    for (std::size_t number = 0; number < blocks_.size(); ++number)
        numbers_.emplace(blocks_[number].cube.code(), number);
}

void Mesh::forget_others() {
    const Range mine = own();
    for (std::size_t number = 0; number < blocks_.size(); ++number)
        if (number < mine.first || number >= mine.last) blocks_[number].cells = {};
}

// A cell of a cube beside a block: that has a block as large, or one that is twice as large, or it is divided.
double Mesh::beyond(const Cube& cube, const Block* same, const Block* coarser, const Place& cell) const {
    if (same != nullptr) return at(*same, cell);
    if (coarser != nullptr) return at(*coarser, {cell[0] / 2, cell[1] / 2, cell[2] / 2});
    return average_of_finer(cube, cell);
}

void Mesh::fill_ghosts(std::size_t block) {
    Block& self = blocks_[block];
    const Place first = {self.cube.place[0] * side_, self.cube.place[1] * side_, self.cube.place[2] * side_};
    for (unsigned axis = 0; axis < 3; ++axis) {
        for (unsigned side = 0; side < 2; ++side) {
            // No heat leaves the domain: beyond its end it is as warm as within.
            const bool ends = !self.cube.has_neighbour(axis, side);
            const Cube cube = ends ? self.cube : self.cube.neighbour(axis, side);
            const Block* const same = find(cube);
            const Block* const coarser = same == nullptr && cube.level > 0 ? find(cube.parent()) : nullptr;
            for (std::size_t u = 0; u < side_; ++u) {
                for (std::size_t v = 0; v < side_; ++v) {
                    Place within{};
                    within[axis] = side == 0 ? 0 : side_ - 1;
                    within[(axis + 1) % 3] = u;
                    within[(axis + 2) % 3] = v;
                    Place cell = {first[0] + within[0], first[1] + within[1], first[2] + within[2]};
                    Place ghost = {within[0] + 1, within[1] + 1, within[2] + 1};
                    ghost[axis] = side == 0 ? 0 : side_ + 1;
                    if (!ends) cell[axis] = side == 0 ? cell[axis] - 1 : cell[axis] + 1;
                    self.cells[(ghost[0] * stride_ + ghost[1]) * stride_ + ghost[2]] =
                        beyond(cube, same, coarser, cell);
                }
            }
        }
    }
}

AmrPlane Mesh::middle_plane() const {
    AmrPlane plane{.side = side_ << options_.most_level};
    plane.heat.resize(plane.side * plane.side);
    plane.blocks.resize(plane.heat.size());
    const Range mine = own();
    for (std::size_t number = 0; number < blocks_.size(); ++number) {
        const Block& block = blocks_[number];
        const std::size_t scale = std::size_t{1} << (options_.most_level - block.cube.level);
        const std::size_t width = side_ * scale;
        const std::size_t x = plane.side / 2;
        if (x / width != block.cube.place[0]) continue;
        const bool is_own = number >= mine.first && number < mine.last;
        for (std::size_t y = block.cube.place[1] * width; y < (block.cube.place[1] + 1) * width; ++y) {
            for (std::size_t z = block.cube.place[2] * width; z < (block.cube.place[2] + 1) * width; ++z) {
                if (is_own) plane.heat[y * plane.side + z] = at(block, {x / scale, y / scale, z / scale});
                plane.blocks[y * plane.side + z] = number;
            }
        }
    }
    return plane;
}

std::vector<Mesh::Sums> Mesh::sums() const {
    std::vector<Sums> all;
    const Range mine = own();
    for (std::size_t number = mine.first; number < mine.last; ++number) {
        const Block& block = blocks_[number];
        const double first = block.cells[(stride_ * stride_ + stride_) + 1];
        Sums& sums = all.emplace_back(Sums{.coldest = first, .hottest = first});
        for (std::size_t x = 1; x <= side_; ++x) {
            for (std::size_t y = 1; y <= side_; ++y) {
                for (std::size_t z = 1; z <= side_; ++z) {
                    const double cell = block.cells[(x * stride_ + y) * stride_ + z];
                    sums.cells += cell;
                    sums.coldest = std::min(sums.coldest, cell);
                    sums.hottest = std::max(sums.hottest, cell);
                }
            }
        }
        const double width = std::ldexp(1.0 / options_.block, -static_cast<int>(block.cube.level));
        sums.heat = sums.cells * width * width * width;
    }
    return all;
}

AmrStep Mesh::state(double radius, std::span<const Sums> blocks) {
    AmrStep step{.radius = radius,
                 .blocks = blocks.size(),
                 .coldest = blocks.front().coldest,
                 .hottest = blocks.front().hottest};
    for (const Sums& each : blocks) {
        step.checksum += each.cells;
        step.heat += each.heat;
        step.coldest = std::min(step.coldest, each.coldest);
        step.hottest = std::max(step.hottest, each.hottest);
    }
    return step;
}

}  // namespace scrump::apps

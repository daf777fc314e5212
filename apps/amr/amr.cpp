#include <apps/amr/amr.hpp>

#include <apps/amr/mesh.hpp>
#include <apps/over_parts.hpp>
#include <apps/picture.hpp>
#include <scrump/loops.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace scrump::apps {
namespace {

using Told = std::function<void(const AmrStep&)>;

// Takes time step by step. `advance(mesh)` does that for all blocks, and says how it ended.
template <class Advance>
AmrResult follow(const AmrOptions& options, const Advance& advance, const Told& told) {
    Mesh mesh(options);
    AmrResult result;
    for (unsigned step = 0; step < options.steps; ++step) {
        const double radius = options.first_radius + step * options.growth;
        mesh.adapt(radius);
        result.status = advance(mesh);
        if (result.status != Status::complete) break;
        result.steps.push_back(mesh.state(radius));
        if (told) told(result.steps.back());
    }
    result.plane = mesh.middle_plane();
    return result;
}

// Runs loops over blocks: each locality has consecutive ones.
class BlockLoops {
  public:
    explicit BlockLoops(const LoopOptions& loop) : loop_(loop) {
        loop_.localities = std::max(loop_.localities, 1U);  // none is one
        loop_.stealing.results_go_home = true;
    }

    Status advance(Mesh& mesh) {
        if (const Status status = fill_ghosts(mesh); status != Status::complete) return status;
        std::vector<LoopObjects<Block>> parts;
        for (unsigned part = first_part_here(loop_); part < first_part_here(loop_) + parts_here(loop_); ++part)
            parts.emplace_back(blocks_of(mesh, part));
        const auto done = distributed_loop(loop_, parts, [](Block& block) { block.step(); });
        totals_ += done.statistics;
        if (done.status == Status::complete && has_company(loop_)) tell_others(mesh);
        return done.status;
    }
    const LoopStatistics& totals() const { return totals_; }

  private:
    std::span<Block> blocks_of(Mesh& mesh, unsigned part) const {
        const ChunkRule::Range range = part_of(mesh.blocks().size(), part, parts_of(loop_));
        return std::span(mesh.blocks())
            .subspan(static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.size()));
    }

    // Of several processes, each knows the whole mesh, and fills in those of its own blocks: that is little beside
    // sweeping them.
    Status fill_ghosts(Mesh& mesh) {
        if (has_company(loop_)) {
            const ChunkRule::Range own = part_of(mesh.blocks().size(), first_part_here(loop_), parts_of(loop_));
            for (std::uint64_t block = own.first; block < own.last; ++block)
                mesh.fill_ghosts(static_cast<std::size_t>(block));
            return Status::complete;
        }
        const LoopResult done = loop(loop_, mesh.blocks().size(),
                                     [&](std::uint64_t block) { mesh.fill_ghosts(static_cast<std::size_t>(block)); });
        totals_ += done.statistics;
        return done.status;
    }

    void tell_others(Mesh& mesh) const {
        using Parts = std::map<unsigned, std::vector<std::vector<double>>>;  // cells of blocks, by their part
        const auto cells_of = [&](unsigned part) {
            Parts parts;
            for (const Block& block : blocks_of(mesh, part)) parts[part].push_back(block.cells);
            return parts;
        };
        const auto merge = [](Parts a, Parts b) {
            a.merge(b);
            return a;
        };
        for (auto& [part, cells] : over_parts(loop_, Parts{}, cells_of, merge)) {
            std::size_t number = 0;
            for (Block& block : blocks_of(mesh, part)) block.cells = std::move(cells[number++]);
        }
    }

    LoopOptions loop_;
    LoopStatistics totals_;
};

}  // namespace

AmrResult run_amr_serial(const AmrOptions& options) {
    const auto advance = [](Mesh& mesh) {
        for (std::size_t block = 0; block < mesh.blocks().size(); ++block) mesh.fill_ghosts(block);
        for (Block& block : mesh.blocks()) block.step();
        return Status::complete;
    };
    return follow(options, advance, {});
}

AmrResult run_amr(const AmrOptions& options, const LoopOptions& loop, const Told& told) {
    BlockLoops loops(loop);
    AmrResult result = follow(
        options, [&](Mesh& mesh) { return loops.advance(mesh); }, told);
    result.loops = loops.totals();
    return result;
}

void write_picture(const AmrPlane& plane, const std::string& file) {
    static constexpr std::size_t cell = 4;  // pixels that it is wide
    const auto block = [&](std::size_t row, std::size_t column) {
        return plane.blocks[row / cell * plane.side + column / cell];
    };
    write_picture(file, cell * plane.side, [&](std::size_t row, std::size_t column) {
        const bool at_line = (row > 0 && block(row, column) != block(row - 1, column)) ||
                             (column > 0 && block(row, column) != block(row, column - 1));
        return at_line ? 0.5 : std::sqrt(plane.heat[row / cell * plane.side + column / cell]);
    });
}

}  // namespace scrump::apps

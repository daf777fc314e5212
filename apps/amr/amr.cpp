#include <apps/amr/amr.hpp>

#include <apps/amr/mesh.hpp>
#include <apps/over_parts.hpp>
#include <apps/picture.hpp>
#include <scrump/loops.hpp>
#include <scrump/sim/work.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace scrump::apps {
namespace {

using Told = std::function<void(const AmrStep&)>;

// A single process, which has all blocks.
class Alone {
  public:
    Mesh::Range own(std::size_t blocks) const { return {0, blocks}; }
    Mesh::Range of_part(std::size_t blocks, unsigned /*part*/) const { return own(blocks); }
    template <class Needed>
    void fetch(Mesh& /*mesh*/, const Needed& /*needed*/) const {}
    template <class T>
    std::vector<T> all(std::vector<T> own) const {
        return own;
    }
};

// Each process has consecutive blocks of its own. All know where all blocks are, so that each knows which of its own
// the others need.
class Together {
  public:
    explicit Together(const LoopOptions& loop) : loop_(loop), self_(first_part_here(loop)) {}

    Mesh::Range own(std::size_t blocks) const { return of_part(blocks, self_); }

    // Fetches copies of the cells of all blocks that `needed(part)` names for this process from those that have them.
    template <class Needed>
    void fetch(Mesh& mesh, const Needed& needed) const {
        const Mesh::Range mine = own(mesh.blocks().size());
        const auto is_own = [&](std::size_t block) { return block >= mine.first && block < mine.last; };
        std::set<std::size_t> wanted;
        for (unsigned part = 0; part < parts_of(loop_); ++part) {
            if (part == self_) continue;
            for (const std::size_t block : needed(part))
                if (is_own(block)) wanted.insert(block);
        }
        Copies told;
        for (const std::size_t block : wanted) told.emplace(block, mesh.blocks()[block].cells);
        const std::vector<std::size_t> own_needs = needed(self_);
        for (auto& [block, cells] : merged(std::move(told)))
            if (!is_own(block) && std::ranges::binary_search(own_needs, block))
                mesh.blocks()[block].cells = std::move(cells);
    }

    // What all processes have of their blocks, in the order of these.
    template <class T>
    std::vector<T> all(const std::vector<T>& own) const {
        return gather_in_order(loop_, own);
    }

    Mesh::Range of_part(std::size_t blocks, unsigned part) const {
        const ChunkRule::Range range = part_of(blocks, part, parts_of(loop_));
        return {static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.last)};
    }

  private:
    using Copies = std::map<std::size_t, std::vector<double>>;  // cells, by block

    Copies merged(Copies told) const {
        return over_parts(
            loop_, Copies(), [&](unsigned) { return told; },
            [](Copies a, Copies b) {
                a.merge(b);
                return a;
            });
    }

    const LoopOptions& loop_;
    const unsigned self_;
};

// Takes time step by step. `advance(mesh)` does that for the blocks of one's own, whose ghosts have what is beside
// them, and says how it ended.
template <class Company, class Advance>
AmrResult follow(const AmrOptions& options, const Company& company, const Advance& advance, const Told& told) {
    Mesh mesh(options, [&](std::size_t blocks) { return company.own(blocks); });
    AmrResult result;
    for (unsigned step = 0; step < options.steps; ++step) {
        const double radius = options.first_radius + step * options.growth;
        const std::vector<Cube> leaves = mesh.leaves(radius);
        company.fetch(mesh, [&](unsigned part) {
            const Mesh::Range range = company.of_part(leaves.size(), part);
            return mesh.sources(std::span(leaves).subspan(range.first, range.last - range.first));
        });
        mesh.adapt(leaves);
        company.fetch(mesh, [&](unsigned part) { return mesh.beside(company.of_part(leaves.size(), part)); });
        result.status = advance(mesh);
        mesh.forget_others();
        if (result.status != Status::complete) break;
        result.steps.push_back(Mesh::state(radius, company.all(mesh.sums())));
        if (told) told(result.steps.back());
    }
    result.plane = mesh.middle_plane();
    // Each cell of it is one process's, and 0 in the others.
    const std::vector<double> planes = company.all(result.plane.heat);
    const std::size_t cells = result.plane.heat.size();
    for (std::size_t i = 0; i < planes.size(); ++i) {
        double& heat = result.plane.heat[i % cells];
        heat = i < cells ? planes[i] : heat + planes[i];
    }
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
        const Mesh::Range own = mesh.own();
        const std::span<Block> blocks = std::span(mesh.blocks()).subspan(own.first, own.last - own.first);
        std::vector<LoopObjects<Block>> parts;
        for (unsigned part = 0; part < parts_here(loop_); ++part) {
            const ChunkRule::Range range = part_of(blocks.size(), part, parts_here(loop_));
            parts.emplace_back(
                blocks.subspan(static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.size())));
        }
        const auto done = distributed_loop(loop_, parts, [](Block& block) {
            block.step();
            add_simulated_work(block.sweeps);
        });
        costs_.add(done.statistics);
        return done.status;
    }
    const LoopOptions& options() const { return loop_; }
    CostCounter& costs() { return costs_; }

  private:
    // Of several processes, each fills in those of its own blocks: that is little beside sweeping them.
    Status fill_ghosts(Mesh& mesh) {
        const Mesh::Range own = mesh.own();
        if (has_company(loop_)) {
            for (std::size_t block = own.first; block < own.last; ++block) mesh.fill_ghosts(block);
            return Status::complete;
        }
        const LoopResult done = loop(loop_, mesh.blocks().size(),
                                     [&](std::uint64_t block) { mesh.fill_ghosts(static_cast<std::size_t>(block)); });
        costs_.add(done.statistics);
        return done.status;
    }

    LoopOptions loop_;
    CostCounter costs_;
};

}  // namespace

AmrResult run_amr_serial(const AmrOptions& options) {
    const auto advance = [](Mesh& mesh) {
        for (std::size_t block = 0; block < mesh.blocks().size(); ++block) mesh.fill_ghosts(block);
        for (Block& block : mesh.blocks()) block.step();
        return Status::complete;
    };
    return follow(options, Alone(), advance, {});
}

AmrResult run_amr(const AmrOptions& options, const LoopOptions& loop, const Told& told) {
    BlockLoops loops(loop);
    const auto advance = [&](Mesh& mesh) { return loops.advance(mesh); };
    const auto ended = [&](const AmrStep& step) {
        loops.costs().end_step();
        if (told) told(step);
    };
    AmrResult result = has_company(loop) ? follow(options, Together(loops.options()), advance, ended)
                                         : follow(options, Alone(), advance, ended);
    result.loops = loops.costs().all();
    result.costs = loops.costs().steps();
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

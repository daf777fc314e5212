#include <apps/amr/amr.hpp>

#include <apps/amr/mesh.hpp>
#include <scrump/base/error.hpp>
#include <scrump/loops.hpp>
#include <scrump/runtime/session.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace scrump::apps {
namespace {

// Takes time step by step. `ghosts(mesh)` and `sweep(mesh)` do that for all blocks, and say how it ended.
template <class Ghosts, class Sweep>
AmrResult follow(const AmrOptions& options, const Ghosts& ghosts, const Sweep& sweep) {
    Mesh mesh(options);
    AmrResult result;
    for (unsigned step = 0; step < options.steps; ++step) {
        const double radius = options.first_radius + step * options.growth;
        mesh.adapt(radius);
        result.status = ghosts(mesh);
        if (result.status == Status::complete) result.status = sweep(mesh);
        if (result.status != Status::complete) break;
        result.steps.push_back(mesh.state(radius));
    }
    return result;
}

// Each locality has consecutive blocks.
std::vector<LoopObjects<Block>> parts_of(std::span<Block> blocks, unsigned localities) {
    std::vector<LoopObjects<Block>> parts;
    for (std::size_t p = 0; p < localities; ++p) {
        const std::size_t first = blocks.size() * p / localities;
        parts.emplace_back(blocks.subspan(first, blocks.size() * (p + 1) / localities - first));
    }
    return parts;
}

}  // namespace

AmrResult run_amr_serial(const AmrOptions& options) {
    const auto ghosts = [](Mesh& mesh) {
        for (std::size_t block = 0; block < mesh.blocks().size(); ++block) mesh.fill_ghosts(block);
        return Status::complete;
    };
    const auto sweep = [](Mesh& mesh) {
        for (Block& block : mesh.blocks()) block.step();
        return Status::complete;
    };
    return follow(options, ghosts, sweep);
}

AmrResult run_amr(const AmrOptions& options, const LoopOptions& loop_options) {
    if (loop_options.session != nullptr && loop_options.session->size() > 1)
        throw UsageError("the adaptive mesh lies in one process, and cannot be run by " +
                         std::to_string(loop_options.session->size()));
    LoopOptions swept = loop_options;
    swept.localities = std::max(swept.localities, 1U);  // none is one, as for loops that have no parts
    swept.stealing.results_go_home = true;
    LoopTotals totals;
    const auto ghosts = [&](Mesh& mesh) {
        const LoopResult done = loop(loop_options, mesh.blocks().size(),
                                     [&](std::uint64_t block) { mesh.fill_ghosts(static_cast<std::size_t>(block)); });
        totals += done.statistics;
        return done.status;
    };
    const auto sweep = [&](Mesh& mesh) {
        const auto done =
            distributed_loop(swept, parts_of(mesh.blocks(), swept.localities), [](Block& block) { block.step(); });
        totals += done.statistics;
        return done.status;
    };
    AmrResult result = follow(options, ghosts, sweep);
    result.loops = totals;
    return result;
}

}  // namespace scrump::apps

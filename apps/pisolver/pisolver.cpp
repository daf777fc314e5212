#include <apps/pisolver/pisolver.hpp>

#include <numeric>

namespace scrump::apps {
namespace {

ImbalanceOptions loop_of(const PisolverOptions& options, unsigned step) {
    ImbalanceOptions loop = options.loop;
    loop.step = step;
    return loop;
}

}  // namespace

double PisolverResult::pi() const {
    if (steps.empty()) return 0;
    return std::accumulate(steps.begin(), steps.end(), 0.0) / static_cast<double>(steps.size());
}

PisolverResult run_pisolver(const PisolverOptions& options, const LoopOptions& loop,
                            const std::function<void(double pi)>& told) {
    part_loads(options.loop, 1);  // without steps, too, it refuses what cannot be
    PisolverResult result;
    CostCounter costs;
    for (unsigned step = 0; step < options.steps; ++step) {
        const ImbalanceResult done = run_imbalance(loop_of(options, step), loop);
        costs.add(done.statistics);
        result.status = done.status;
        if (result.status != Status::complete) break;
        costs.end_step();
        result.steps.push_back(done.pi);
        if (told) told(done.pi);
    }
    result.loops = costs.all();
    result.costs = costs.steps();
    return result;
}

PisolverResult pisolver_by_hand(const PisolverOptions& options, unsigned parts) {
    part_loads(options.loop, 1);
    PisolverResult result;
    for (unsigned step = 0; step < options.steps; ++step)
        result.steps.push_back(imbalance_by_hand(loop_of(options, step), parts));
    return result;
}

}  // namespace scrump::apps

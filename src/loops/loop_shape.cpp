#include "loop_shape.hpp"

#include <scrump/loops/history.hpp>

namespace scrump::detail {
namespace {

bool has_learned(const LoopOptions& options) {
    return options.history != nullptr && options.history->runs() > 0;
}

}  // namespace

IterationCosts known_costs(const LoopOptions& options) {
    IterationCosts costs = options.costs;
    if (!has_learned(options)) return costs;
    const IterationCosts& learned = options.history->costs();
    if (costs.mean <= 0) costs.mean = learned.mean;
    if (costs.sigma <= 0) costs.sigma = learned.sigma;
    if (costs.overhead <= 0) costs.overhead = learned.overhead;
    return costs;
}

LoopShape shape_for(const Technique& technique, const LoopOptions& options, std::uint64_t iterations,
                    unsigned workers) {
    LoopShape shape{
        .iterations = iterations, .workers = workers, .weights = options.weights, .costs = known_costs(options)};
    if (technique.kind == Technique::Kind::awf && has_learned(options))
        shape.weights = options.history->weights(workers);
    return shape;
}

}  // namespace scrump::detail

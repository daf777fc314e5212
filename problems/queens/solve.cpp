#include <scrump/problems/queens/solve.hpp>

#include <scrump/search.hpp>

namespace scrump::queens {

EnumerationResult<std::vector<std::uint64_t>> count_by_row(unsigned size, const Options& options) {
    Options limited = options;
    limited.depth_limit = size;
    const Space space(size);
    return enumerate<Generator>(space, Generator::root(space), CountPerDepth{}, limited);
}

DecisionResult<Placement> find(unsigned size, const Options& options) {
    const Space space(size);
    return decide<PlacementGenerator>(space, PlacementGenerator::root(space), size, options);
}

}  // namespace scrump::queens

#include <scrump/problems/queens/solve.hpp>

#include <scrump/search.hpp>
#include <scrump/search/steal_stacks.hpp>

#include <string>

namespace scrump::queens {

EnumerationResult<std::vector<std::uint64_t>> count_by_row(unsigned size, const SearchOptions& options) {
    SearchOptions limited = options;
    limited.depth_limit = size;
    limited.checkpoints.problem = "all ways to place " + std::to_string(size) + " queens";
    const Space space(size);
    return enumerate<Generator>(space, Generator::root(space), CountPerDepth{}, limited);
}

Answer<std::optional<Placement>> find(unsigned size, const SearchOptions& options) {
    SearchOptions named = options;
    named.checkpoints.problem = "a way to place " + std::to_string(size) + " queens";
    const Space space(size);
    auto result = decide<PlacementGenerator>(space, PlacementGenerator::root(space), size, named);
    return answer(result, std::move(result.node));
}

}  // namespace scrump::queens

#include <scrump/search/restarts.hpp>

#include <scrump/base/error.hpp>
#include <scrump/search/options.hpp>

#include <bit>
#include <string>

namespace scrump {

void check_restarts(const SearchOptions& options, const Restarts& restarts) {
    const auto refuse = [](const char* what) {
        throw UsageError(std::string("a search with restarts has no ") + what + ": leave one out");
    };
    if (restarts.unit == 0) throw UsageError("restarts come after at least 1 backtrack, not after 0");
    if (options.checkpoints.wanted() || options.checkpoints.resumes()) refuse("checkpoints");
    if (options.shard) refuse("shards");
    if (!options.incumbents.empty()) refuse("file of incumbents");
    if (options.estimate) refuse("estimate");
    if (options.gap) refuse("gap");
    if (options.depth_limit != unlimited_depth) refuse("depth limit");
    if (options.skeleton != Skeleton() && !options.skeleton.is_sequential()) refuse("skeleton except sequential");
}

namespace detail {

std::uint64_t luby(std::uint64_t index) {
    // A term at a place 2^k - 1 is 2^(k-1); the others repeat the beginning.
    while (!std::has_single_bit(index + 1)) index -= std::bit_floor(index) - 1;
    return (index + 1) / 2;
}

SearchOptions with_restarts(const SearchOptions& options) {
    SearchOptions changed = options;
    changed.estimates = false;
    // A worker without work asks for some, and gets the whole tree.
    if (!options.skeleton.is_sequential()) changed.skeleton = Skeleton::stack_stealing(false);
    return changed;
}

}  // namespace detail
}  // namespace scrump

#include <scrump/problems/semigroups/detail/semigroups.hpp>
#include <scrump/problems/semigroups/solve.hpp>
#include <scrump/search.hpp>
#include <scrump/search/steal_stacks.hpp>

#include <string>

namespace scrump::semigroups {

EnumerationResult<std::vector<std::uint64_t>> count_by_genus(unsigned genus, const SearchOptions& options) {
    SearchOptions limited = options;
    limited.depth_limit = genus;
    limited.checkpoints.problem = "numerical semigroups of genus " + std::to_string(genus);
    return with_generator(genus, [&]<class G>(std::type_identity<G>) {
        const typename G::Space space{};
        return enumerate<G>(space, G::root(space), CountPerDepth{}, limited);
    });
}

}  // namespace scrump::semigroups

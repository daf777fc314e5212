#include <scrump/problems/uts/solve.hpp>
#include <scrump/problems/uts/uts.hpp>
#include <scrump/search.hpp>

namespace scrump::uts {

EnumerationResult<Shape> measure(const Tree& tree, const Options& options) {
    const Space space(tree);
    return with_generator(
        tree, [&]<class G>(std::type_identity<G>) { return enumerate<G>(space, G::root(space), Fold{}, options); });
}

}  // namespace scrump::uts

#include <scrump/problems/uts/ext/uts.hpp>
#include <scrump/problems/uts/solve.hpp>
#include <scrump/search.hpp>
#include <scrump/search/steal_stacks.hpp>

#include <ios>
#include <sstream>
#include <string>

namespace scrump::uts {

namespace {

// Exact: numbers that print alike may make other trees.
std::string describe(const Tree& tree) {
    std::ostringstream text;
    text << std::hexfloat << "tree of law " << static_cast<int>(tree.law) << ", seed " << tree.seed << ", b0 "
         << tree.b0;
    if (draws_geometric(tree.law)) text << ", profile " << static_cast<int>(tree.profile);
    if (tree.law != Law::binomial) text << ", depth " << tree.max_depth;
    if (draws_binomial(tree.law)) text << ", q " << tree.q << ", m " << tree.m;
    if (tree.law == Law::hybrid) text << ", shift " << tree.shift;
    return text.str();
}

}  // namespace

EnumerationResult<Shape> measure(const Tree& tree, const SearchOptions& given, HashChoice hash) {
    SearchOptions options = given;
    options.start_clock();
    options.checkpoints.problem = describe(tree);
    const Space space(tree, hash);
    return enumerate<Generator>(space, Generator::root(space), Fold{}, options);
}

}  // namespace scrump::uts

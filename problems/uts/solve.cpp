#include <scrump/problems/uts/solve.hpp>
#include <scrump/problems/uts/uts.hpp>
#include <scrump/search.hpp>

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
    if (tree.law != Law::binomial)
        text << ", profile " << static_cast<int>(tree.profile) << ", depth " << tree.max_depth;
    if (tree.law != Law::geometric) text << ", q " << tree.q << ", m " << tree.m;
    return text.str();
}

}  // namespace

EnumerationResult<Shape> measure(const Tree& tree, const Options& given, HashChoice hash) {
    Options options = given;
    options.start_clock();
    options.checkpoints.problem = describe(tree);
    const Space space(tree, hash);
    return enumerate<Generator>(space, Generator::root(space), Fold{}, options);
}

}  // namespace scrump::uts

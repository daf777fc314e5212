#include <search/problems.hpp>

namespace scrump::detail {

template struct RunOf<Enumeration<test::TreeGenerator<false>, CountNodes>>;
template struct RunOf<Enumeration<test::TreeGenerator<true>, CountNodes>>;
template struct RunOf<Enumeration<test::TreeGenerator<true>, CountPerDepth>>;
template struct RunOf<Enumeration<test::BatchedTreeGenerator<true>, CountPerDepth>>;
template struct RunOf<BranchAndBound<test::TreeGenerator<false>, Maximise>>;
template struct RunOf<BranchAndBound<test::TreeGenerator<true>, Maximise>>;
template struct RunOf<BranchAndBound<test::KnapsackGenerator, Maximise>>;

}  // namespace scrump::detail

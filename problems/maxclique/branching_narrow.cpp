#include <scrump/problems/maxclique/detail/branching.hpp>

namespace scrump::maxclique {

#if SCRUMP_HAS_FAST_BITS
template Branching<1> detail::narrow_branching_set(const BitSet<1>*, const BitSet<1>&, std::size_t, Effort, BitSet<1>*);
template Branching<2> detail::narrow_branching_set(const BitSet<2>*, const BitSet<2>&, std::size_t, Effort, BitSet<2>*);
template Branching<4> detail::narrow_branching_set(const BitSet<4>*, const BitSet<4>&, std::size_t, Effort, BitSet<4>*);
#endif
template Branching<4> branching_set(const Space<4>&, const BitSet<4>&, std::size_t);
#ifndef SCRUMP_FEW_SIZE_CLASSES
template Branching<2> branching_set(const Space<2>&, const BitSet<2>&, std::size_t);
#endif

}  // namespace scrump::maxclique

#include <scrump/problems/maxclique/detail/weighted_branching.hpp>

#if SCRUMP_HAS_FAST_BITS

namespace scrump::maxclique::detail {

template BitSet<1> narrow_weighted_branching_set(const BitSet<1>*, const Weight*, const BitSet<1>&, Weight,
                                                 Payments<1>&);
template BitSet<2> narrow_weighted_branching_set(const BitSet<2>*, const Weight*, const BitSet<2>&, Weight,
                                                 Payments<2>&);
template BitSet<4> narrow_weighted_branching_set(const BitSet<4>*, const Weight*, const BitSet<4>&, Weight,
                                                 Payments<4>&);

}  // namespace scrump::maxclique::detail

#endif

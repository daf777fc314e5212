#include <scrump/problems/maxclique/detail/recorded_branching.hpp>

namespace scrump::maxclique {

template BitSet<64> recorded_branching_set(const Space<64>&, const BitSet<64>&, std::size_t, Record&);
#ifndef SCRUMP_FEW_SIZE_CLASSES
template BitSet<4> recorded_branching_set(const Space<4>&, const BitSet<4>&, std::size_t, Record&);
template BitSet<13> recorded_branching_set(const Space<13>&, const BitSet<13>&, std::size_t, Record&);
#endif

}  // namespace scrump::maxclique

#include <scrump/problems/maxclique/detail/branching.hpp>

namespace scrump::maxclique {

template Branching<13> branching_set(const Space<13>&, const BitSet<13>&, std::size_t);
template Branching<64> branching_set(const Space<64>&, const BitSet<64>&, std::size_t);
template Branching<256> branching_set(const Space<256>&, const BitSet<256>&, std::size_t);
template Branching<1024> branching_set(const Space<1024>&, const BitSet<1024>&, std::size_t);
#ifndef SCRUMP_FEW_SIZE_CLASSES
template Branching<7> branching_set(const Space<7>&, const BitSet<7>&, std::size_t);
template Branching<25> branching_set(const Space<25>&, const BitSet<25>&, std::size_t);
#endif

}  // namespace scrump::maxclique

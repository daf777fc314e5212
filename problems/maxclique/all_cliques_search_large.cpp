#include <scrump/problems/maxclique/detail/all_cliques_search_definition.hpp>

namespace scrump::maxclique::detail {

template Answer<AllCliques> search_all<13>(const graph::Graph&, std::size_t, std::size_t, SearchOptions);
template Answer<AllCliques> search_all<1024>(const graph::Graph&, std::size_t, std::size_t, SearchOptions);
#ifndef SCRUMP_FEW_SIZE_CLASSES
template Answer<AllCliques> search_all<64>(const graph::Graph&, std::size_t, std::size_t, SearchOptions);
#endif

}  // namespace scrump::maxclique::detail

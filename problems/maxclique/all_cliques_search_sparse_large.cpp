#include <scrump/problems/maxclique/detail/all_cliques_search_definition.hpp>

namespace scrump::maxclique::detail {

template Answer<AllCliques> search_all_sparse<64>(SparseSpace, std::size_t, std::size_t, SearchOptions);
template Answer<AllCliques> search_all_sparse<256>(SparseSpace, std::size_t, std::size_t, SearchOptions);

}  // namespace scrump::maxclique::detail

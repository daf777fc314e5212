#include <scrump/problems/maxclique/detail/sparse_search_definition.hpp>

namespace scrump::maxclique::detail {

template Solution search_sparse<64>(const SparseSpace&, std::optional<std::int32_t>, const SearchOptions&,
                                    const Clique&);
template Solution search_sparse<256>(const SparseSpace&, std::optional<std::int32_t>, const SearchOptions&,
                                     const Clique&);

}  // namespace scrump::maxclique::detail

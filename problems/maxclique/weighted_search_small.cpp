#include <scrump/problems/maxclique/detail/weighted_search_definition.hpp>

namespace scrump::maxclique::detail {

template MaximumWeightClique search_weighted<4>(const graph::Graph&, std::span<const Weight>, const Settings&);
template MaximumWeightClique search_weighted<13>(const graph::Graph&, std::span<const Weight>, const Settings&);

}  // namespace scrump::maxclique::detail

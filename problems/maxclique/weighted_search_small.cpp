#include <scrump/problems/maxclique/detail/weighted_search_definition.hpp>

namespace scrump::maxclique::detail {

template Answer<CliqueOfWeight> search_weighted<4>(const graph::Graph&, std::span<const Weight>, const Settings&);
template Answer<CliqueOfWeight> search_weighted<13>(const graph::Graph&, std::span<const Weight>, const Settings&);

}  // namespace scrump::maxclique::detail

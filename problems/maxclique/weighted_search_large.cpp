#include <scrump/problems/maxclique/detail/weighted_search_definition.hpp>

namespace scrump::maxclique::detail {

template Answer<CliqueOfWeight> search_weighted<1024>(const graph::Graph&, std::span<const Weight>, const Settings&);
#ifndef SCRUMP_FEW_SIZE_CLASSES
template Answer<CliqueOfWeight> search_weighted<64>(const graph::Graph&, std::span<const Weight>, const Settings&);
#endif

}  // namespace scrump::maxclique::detail

#include <scrump/problems/maxclique/detail/solve_class_definition.hpp>

namespace scrump::maxclique::detail {

template Solution solve_class<1024>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
#ifndef SCRUMP_FEW_SIZE_CLASSES
template Solution solve_class<25>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
template Solution solve_class<64>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
template Solution solve_class<256>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
#endif

}  // namespace scrump::maxclique::detail

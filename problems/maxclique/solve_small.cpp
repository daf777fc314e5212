#include <scrump/problems/maxclique/detail/solve_class_definition.hpp>

namespace scrump::maxclique::detail {

template Solution solve_class<4>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
template Solution solve_class<13>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
#ifndef SCRUMP_FEW_SIZE_CLASSES
template Solution solve_class<2>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
template Solution solve_class<7>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
#endif

}  // namespace scrump::maxclique::detail

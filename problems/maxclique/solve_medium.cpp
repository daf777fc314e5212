#include <scrump/problems/maxclique/solve_class_definition.hpp>

namespace scrump::maxclique::detail {

template Solution solve_class<13>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
#ifndef SCRUMP_FEW_SIZE_CLASSES
template Solution solve_class<8>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
template Solution solve_class<10>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
template Solution solve_class<16>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
template Solution solve_class<20>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
template Solution solve_class<25>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
template Solution solve_class<32>(const graph::Graph&, std::optional<std::int32_t>, const Settings&);
#endif

}  // namespace scrump::maxclique::detail

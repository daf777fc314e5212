#include "detail/pieces.hpp"

namespace scrump::uts {

Nodes inner_nodes(const Nodes& nodes, std::size_t first, std::size_t count) {
    Nodes inner;
    for (std::size_t i = first; i < first + count; ++i) {
        if (nodes.column(children_column)[i] != 0) inner.append(nodes, i, 1);
    }
    return inner;
}

}  // namespace scrump::uts

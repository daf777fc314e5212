#include <scrump/problems/colouring/colouring.hpp>

#include <algorithm>

namespace scrump::colouring {

std::size_t count_colours(const Colouring& colouring) {
    return colouring.empty() ? 0 : *std::max_element(colouring.begin(), colouring.end()) + 1;
}

bool is_proper(const graph::Graph& graph, const Colouring& colouring) {
    if (colouring.size() != graph.size()) return false;
    for (std::size_t a = 0; a < graph.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (graph.adjacent(a, b) && colouring[a] == colouring[b]) return false;
    return true;
}

}  // namespace scrump::colouring

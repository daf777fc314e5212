#include <scrump/problems/colouring/detail/lookahead.hpp>

#include <scrump/problems/colouring/detail/placing.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace scrump::colouring {

namespace {

/// Two nodes, each of which is made from the other in turn.
struct Scratch {
    Node now;
    Node next;
    Saturated saturated;
};

/// The colour of a vertex that may have only one.
std::size_t only_colour(const Space& space, const Node& node, std::size_t vertex) {
    std::size_t colour = 0;
    while (colour < static_cast<std::size_t>(node.colours) && !may_have(space, node, vertex, colour)) ++colour;
    return colour;
}

/// The number of vertices whose colours follow if `vertex` gets `colour`; none if some vertex then has no colour left.
std::optional<std::size_t> consequences(const Space& space, const Node& node, std::size_t vertex, std::size_t colour,
                                        std::int32_t most, Scratch& scratch) {
    if (!place(space, node, vertex, colour, most, scratch.now)) return std::nullopt;
    std::size_t count = 0;
    while (scratch.now.left > 0) {
        find_saturated(space, scratch.now, 1, scratch.saturated);
        if (static_cast<std::int32_t>(scratch.saturated.colours) + 1 != most) break;
        const std::size_t forced = scratch.saturated.vertices.front();
        const std::size_t only = only_colour(space, scratch.now, forced);
        if (!place(space, scratch.now, forced, only, most, scratch.next)) return std::nullopt;
        std::swap(scratch.now, scratch.next);
        ++count;
    }
    return count;
}

/// Least for the vertex that is to be chosen: a vertex with fewer colours left, or else more consequences.
struct Prospect {
    std::size_t colours = 0;
    double product = 1;

    bool better_than(const Prospect& other) const {
        return colours != other.colours ? colours < other.colours : product > other.product;
    }
};

}  // namespace

Choice look_ahead(const Space& space, const Node& node, std::span<const std::size_t> vertices, std::int32_t most) {
    thread_local Scratch scratch;
    Choice best;
    Prospect best_prospect{.colours = 65};
    for (const std::size_t vertex : vertices) {
        Choice choice{.vertex = vertex};
        Prospect prospect;
        for (std::int32_t colour = 0; colour < std::min(node.colours + 1, most); ++colour) {
            const auto c = static_cast<std::size_t>(colour);
            if (colour < node.colours && !may_have(space, node, vertex, c)) continue;
            if (const auto count = consequences(space, node, vertex, c, most, scratch)) {
                ++prospect.colours;
                prospect.product *= static_cast<double>(*count + 2);
            } else {
                choice.failing |= std::uint64_t{1} << c;
            }
        }
        if (!prospect.better_than(best_prospect)) continue;
        best = choice;
        best_prospect = prospect;
        if (prospect.colours <= 1) break;
    }
    return best;
}

}  // namespace scrump::colouring

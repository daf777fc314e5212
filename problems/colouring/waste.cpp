#include <scrump/problems/colouring/detail/waste.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace scrump::colouring {

namespace {

using Set = std::array<std::uint64_t, max_vertices / 64>;

/// What is left of `room` by vertices of the class that are coloured.
Weight take_coloured(const Space& space, const std::uint64_t* members, const std::uint64_t* open, Weight room) {
    for (std::size_t w = 0; w < space.words(); ++w)
        for (std::uint64_t left = members[w] & ~open[w]; left != 0; left &= left - 1)
            room -= space.weight(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    return room;
}

/// What is certainly left of `room` by independent sets of the candidates: of a clique they have the heaviest vertex at
/// best.
Weight take_candidates(const Space& space, Set& candidates, Weight room) {
    const std::size_t words = space.words();
    Set fits;
    for (std::size_t from = 0; from < words && room > 0;) {
        if (candidates[from] == 0) {
            ++from;
            continue;
        }
        Weight heaviest = 0;
        std::copy_n(candidates.data() + from, words - from, fits.data() + from);
        for (std::size_t w = from; w < words;) {
            if (fits[w] == 0) {
                ++w;
                continue;
            }
            const std::size_t v = w * 64 + static_cast<std::size_t>(std::countr_zero(fits[w]));
            heaviest = std::max(heaviest, space.weight(v));
            candidates[w] &= ~(std::uint64_t{1} << (v % 64));
            for (std::size_t i = w; i < words; ++i) fits[i] &= space.row(v)[i];
        }
        room -= heaviest;
    }
    return room;
}

}  // namespace

bool wastes_too_much(const Space& space, const Node& node, std::int32_t most) {
    if (!space.has_weights()) return false;
    Weight allowed = most * space.capacity() - space.total_weight();
    const std::size_t words = space.words();
    const std::uint64_t* const open = node.sets.data();
    const std::uint64_t* members = open + (1 + space.digits()) * words;
    Set candidates;
    for (std::int32_t c = 0; c < node.colours; ++c, members += words) {
        const Weight room = take_coloured(space, members, open, space.capacity());
        for (std::size_t w = 0; w < words; ++w) candidates[w] = members[w] & open[w];
        allowed -= std::max<Weight>(take_candidates(space, candidates, room), 0);
        if (allowed < 0) return true;
    }
    return false;
}

}  // namespace scrump::colouring

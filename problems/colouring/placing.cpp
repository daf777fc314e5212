#include <scrump/problems/colouring/detail/placing.hpp>

#include <scrump/problems/maxclique/ext/fast_bits.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

namespace scrump::colouring {

namespace {

using Word = std::uint64_t;

/// Calls `f` with the number of words, as a constant where it is small, so that loops over words unroll.
template <class F>
[[gnu::always_inline]] inline auto with_words(std::size_t words, F f) {
    switch (words) {
        case 1:
            return f(std::integral_constant<std::size_t, 1>{});
        case 2:
            return f(std::integral_constant<std::size_t, 2>{});
        case 3:
            return f(std::integral_constant<std::size_t, 3>{});
        case 4:
            return f(std::integral_constant<std::size_t, 4>{});
        default:
            return f(words);
    }
}

Word bit(std::size_t element) {
    return Word{1} << (element % 64);
}

template <class W>
bool place_in(const Space& space, const Node& node, std::size_t vertex, std::size_t colour, std::int32_t most, W words,
              Node& child) {
    const Layout<W> layout{words, space.digits()};
    const auto used = static_cast<std::size_t>(node.colours);
    const bool is_new = colour == used;
    const Word* const row = space.row(vertex);
    const Word* const from = node.sets.data();
    child.sets.resize(layout.colour(used + (is_new ? 1 : 0)));
    Word* const to = child.sets.data();

    bool stuck = false;
    for (std::size_t w = 0; w < words; ++w) {
        to[w] = from[w];
        // Neighbours that lose this colour: their saturations grow by one, a ripple-carry addition.
        Word carry = row[w] & (is_new ? from[w] : from[layout.colour(colour) + w]);
        Word saturated = to[w];  // uncoloured vertices whose saturation is `most`
        for (std::size_t d = 0; d < layout.digits; ++d) {
            const Word before = from[layout.digit(d) + w];
            const Word after = before ^ carry;
            carry &= before;
            to[layout.digit(d) + w] = after;
            saturated &= ((static_cast<std::uint32_t>(most) >> d) & 1U) != 0 ? after : ~after;
        }
        stuck |= saturated != 0;
    }
    if (stuck) return false;
    to[vertex / 64] &= ~bit(vertex);
    for (std::size_t c = 0; c < used; ++c) {
        const std::size_t set = layout.colour(c);
        for (std::size_t w = 0; w < words; ++w) to[set + w] = c == colour ? from[set + w] & ~row[w] : from[set + w];
        if (c != colour) to[set + vertex / 64] &= ~bit(vertex);
    }
    if (is_new) {
        const std::size_t set = layout.colour(colour);
        for (std::size_t w = 0; w < words; ++w) to[set + w] = to[w] & ~row[w];
        to[set + vertex / 64] |= bit(vertex);
    }
    child.colours = node.colours + (is_new ? 1 : 0);
    child.left = node.left - 1;
    return true;
}

/// How many colours the uncoloured `tied` vertices could lose if `vertex` were coloured: of its neighbours among them,
/// the number of colours that both may have.
template <class W>
[[gnu::always_inline]] inline std::size_t shared_colours(const Space& space, const Node& node, std::size_t vertex,
                                                         const Word* tied, std::size_t most, W words) {
    const Layout<W> layout{words, space.digits()};
    const auto used = static_cast<std::size_t>(node.colours);
    const Word* const row = space.row(vertex);
    std::size_t rivals = 0;
    for (std::size_t w = 0; w < words; ++w) rivals += static_cast<std::size_t>(std::popcount(row[w] & tied[w]));
    std::size_t shared = rivals * (most - used);
    for (std::size_t c = 0; c < used; ++c) {
        const Word* const set = node.sets.data() + layout.colour(c);
        if (!has(set, vertex)) continue;
        for (std::size_t w = 0; w < words; ++w)
            shared += static_cast<std::size_t>(std::popcount(row[w] & tied[w] & set[w]));
    }
    return shared;
}

/// Takes all but those of greatest saturation out of `vertices`, and returns that.
template <class W>
[[gnu::always_inline]] inline std::size_t keep_most_saturated(const Space& space, const Node& node, Word* vertices,
                                                              W words) {
    const Layout<W> layout{words, space.digits()};
    std::size_t saturation = 0;
    for (std::size_t d = layout.digits; d-- > 0;) {
        const Word* const digit = node.sets.data() + layout.digit(d);
        Word any = 0;
        for (std::size_t w = 0; w < words; ++w) any |= vertices[w] & digit[w];
        if (any == 0) continue;
        for (std::size_t w = 0; w < words; ++w) vertices[w] &= digit[w];
        saturation |= std::size_t{1} << d;
    }
    return saturation;
}

/// Calls `visit` with each of `vertices`, ascending, until it returns true.
template <class W, class Visit>
[[gnu::always_inline]] inline void visit_until(const Word* vertices, W words, const Visit& visit) {
    for (std::size_t w = 0; w < words; ++w)
        for (Word left = vertices[w]; left != 0; left &= left - 1)
            if (visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)))) return;
}

template <class W>
[[gnu::always_inline]] inline std::size_t choose_in(const Space& space, const Node& node, std::size_t most, W words) {
    std::array<Word, max_vertices / 64> tied;
    std::copy_n(node.sets.data(), std::size_t{words}, tied.data());
    const std::size_t choices = most - keep_most_saturated(space, node, tied.data(), words);
    const bool compares = choices == 2 || choices == 3;
    std::size_t best = space.size();
    std::size_t best_shared = 0;
    visit_until(
        tied.data(), words, [&](std::size_t vertex) __attribute__((always_inline)) {
            const std::size_t shared = compares ? shared_colours(space, node, vertex, tied.data(), most, words) : 0;
            if (best == space.size() || shared > best_shared) {
                best = vertex;
                best_shared = shared;
            }
            return !compares;
        });
    return best;
}

[[gnu::always_inline]] inline std::size_t choose_for_any_size(const Space& space, const Node& node, std::size_t most) {
    return with_words(
        space.words(), [&](auto words) __attribute__((always_inline)) { return choose_in(space, node, most, words); });
}

std::size_t plain_choose(const Space& space, const Node& node, std::size_t most) {
    return choose_for_any_size(space, node, most);
}

#if SCRUMP_HAS_FAST_BITS
SCRUMP_FAST_BITS std::size_t fast_choose(const Space& space, const Node& node, std::size_t most) {
    return choose_for_any_size(space, node, most);
}
#endif

}  // namespace

bool place(const Space& space, const Node& node, std::size_t vertex, std::size_t colour, std::int32_t most,
           Node& child) {
    return with_words(space.words(),
                      [&](auto words) { return place_in(space, node, vertex, colour, most, words, child); });
}

void find_saturated(const Space& space, const Node& node, std::size_t most, Saturated& saturated) {
    std::array<Word, max_vertices / 64> tied;
    std::copy_n(node.sets.data(), space.words(), tied.data());
    saturated.colours = keep_most_saturated(space, node, tied.data(), space.words());
    saturated.vertices.clear();
    visit_until(tied.data(), space.words(), [&](std::size_t vertex) {
        saturated.vertices.push_back(vertex);
        return saturated.vertices.size() == most;
    });
}

std::size_t choose(const Space& space, const Node& node, std::size_t most) {
#if SCRUMP_HAS_FAST_BITS
    if (maxclique::fast_bits()) return fast_choose(space, node, most);
#endif
    return plain_choose(space, node, most);
}

}  // namespace scrump::colouring

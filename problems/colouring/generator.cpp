#include <scrump/problems/colouring/detail/generator.hpp>

#include <scrump/problems/maxclique/ext/fast_bits.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>
#include <vector>

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

bool has(const Word* set, std::size_t element) {
    return ((set[element / 64] >> (element % 64)) & 1) != 0;
}
Word bit(std::size_t element) {
    return Word{1} << (element % 64);
}

/// Where the sets of a node are.
template <class W>
struct Layout {
    W words;
    std::size_t digits;

    std::size_t digit(std::size_t index) const { return (1 + index) * words; }
    std::size_t colour(std::size_t index) const { return (1 + digits + index) * words; }
};

/// Colours `vertex` of `node` and writes the result to `child`; not, and false, if some vertex then has neighbours of
/// `most` colours. A colour that is not in use yet is the next one.
template <class W>
bool place(const Space& space, const Node& node, std::size_t vertex, std::size_t colour, std::int32_t most, W words,
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

/// An uncoloured vertex of greatest saturation. Of several that may have two or three colours, the one that shares most
/// colours with the others: fewer have no choice, and for more it is not worth the time. Then the first.
template <class W>
[[gnu::always_inline]] inline std::size_t choose(const Space& space, const Node& node, std::size_t most, W words) {
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
        space.words(), [&](auto words) __attribute__((always_inline)) { return choose(space, node, most, words); });
}

std::size_t plain_choose(const Space& space, const Node& node, std::size_t most) {
    return choose_for_any_size(space, node, most);
}

#if SCRUMP_HAS_FAST_BITS
SCRUMP_FAST_BITS std::size_t fast_choose(const Space& space, const Node& node, std::size_t most) {
    return choose_for_any_size(space, node, most);
}
#endif

bool place(const Space& space, const Node& node, std::size_t vertex, std::size_t colour, std::int32_t most,
           Node& child) {
    return with_words(space.words(),
                      [&](auto words) { return place(space, node, vertex, colour, most, words, child); });
}

}  // namespace

Node root(const Space& space) {
    Node node;
    node.sets.resize((1 + space.digits()) * space.words());
    for (std::size_t v = 0; v < space.size(); ++v) node.sets[v / 64] |= bit(v);
    node.left = static_cast<std::int32_t>(space.size());
    constexpr std::int32_t any_number = -1;
    for (std::size_t v = 0; v < space.clique(); ++v) {
        Node next;
        place(space, node, v, v, any_number, next);
        node = next;
    }
    return node;
}

Node node_of(const Space& space, const Colouring& colouring) {
    const Layout<std::size_t> layout{space.words(), space.digits()};
    const std::size_t colours = count_colours(colouring);
    Node node;
    node.sets.resize(layout.colour(colours));
    for (std::size_t v = 0; v < space.size(); ++v)
        node.sets[layout.colour(colouring[space.original(v)]) + v / 64] |= bit(v);
    node.colours = static_cast<std::int32_t>(colours);
    return node;
}

Colouring colouring_of(const Space& space, const Node& node) {
    const Layout<std::size_t> layout{space.words(), space.digits()};
    Colouring colouring(space.size());
    for (std::size_t c = 0; c < static_cast<std::size_t>(node.colours); ++c)
        for (std::size_t v = 0; v < space.size(); ++v)
            if (has(node.sets.data() + layout.colour(c), v)) colouring[space.original(v)] = c;
    return colouring;
}

bool Generator::valid(const Space& space, const Node& node) {
    const std::size_t words = space.words();
    const Layout<std::size_t> layout{words, space.digits()};
    if (node.colours < 0 || node.left < 0 || static_cast<std::size_t>(node.colours) > space.size()) return false;
    const auto colours = static_cast<std::size_t>(node.colours);
    if (node.sets.size() != layout.colour(colours)) return false;
    const Word* const open = node.sets.data();
    for (std::size_t v = space.size(); v < 64 * words; ++v)
        if (has(open, v)) return false;

    std::vector<std::size_t> choices(space.size());  // of each vertex: the colours that it has or may have
    std::vector<Word> lost(words);
    for (std::size_t c = 0; c < colours; ++c) {
        const Word* const set = open + layout.colour(c);
        std::ranges::fill(lost, Word{0});
        for (std::size_t v = 0; v < space.size(); ++v) {
            if (!has(set, v)) continue;
            ++choices[v];
            if (has(open, v)) continue;
            for (std::size_t w = 0; w < words; ++w) lost[w] |= space.row(v)[w];
        }
        // Of its neighbours none has the colour or may have it, but all others may.
        for (std::size_t w = 0; w < words; ++w)
            if ((set[w] & lost[w]) != 0 || (open[w] & ~lost[w] & ~set[w]) != 0) return false;
        for (std::size_t v = space.size(); v < 64 * words; ++v)
            if (has(set, v)) return false;
    }
    std::size_t left = 0;
    for (std::size_t v = 0; v < space.size(); ++v) {
        if (!has(open, v)) {
            if (choices[v] != 1) return false;
            continue;
        }
        ++left;
        std::size_t saturation = 0;
        for (std::size_t d = 0; d < space.digits(); ++d) saturation |= std::size_t{has(open + layout.digit(d), v)} << d;
        if (saturation != colours - choices[v]) return false;
    }
    return left == static_cast<std::size_t>(node.left);
}

bool Generator::valid(const Space& space, const Node& node, unsigned depth) {
    return valid(space, node) && depth + space.clique() + static_cast<std::size_t>(node.left) == space.size();
}

Generator::Generator(const Space& space, const Node& node, std::int32_t to_beat)
    : space_(&space), node_(&node), most_(std::min(to_beat - 1, space.most_colours())) {
    if (node.left == 0 || node.colours > most_) {
        colour_ = node.colours + 1;  // none
        return;
    }
    const auto most = static_cast<std::size_t>(most_);
#if SCRUMP_HAS_FAST_BITS
    if (maxclique::fast_bits()) {
        vertex_ = fast_choose(space, node, most);
        return;
    }
#endif
    vertex_ = plain_choose(space, node, most);
}

bool Generator::next(Node& child) {
    const std::size_t words = space_->words();
    const Word* const sets = node_->sets.data() + (1 + space_->digits()) * words;
    while (colour_ < std::min(node_->colours + 1, most_)) {
        const auto colour = static_cast<std::size_t>(colour_++);
        if (colour_ <= node_->colours && !has(sets + colour * words, vertex_)) continue;
        if (place(*space_, *node_, vertex_, colour, most_, child)) return true;
    }
    return false;
}

}  // namespace scrump::colouring

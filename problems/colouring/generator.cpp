#include <scrump/problems/colouring/detail/generator.hpp>

#include <scrump/problems/colouring/detail/lookahead.hpp>
#include <scrump/problems/colouring/detail/placing.hpp>
#include <scrump/problems/colouring/detail/waste.hpp>

#include <algorithm>
#include <vector>

namespace scrump::colouring {

namespace {

using Word = std::uint64_t;

void add(Word* set, std::size_t element) {
    set[element / 64] |= Word{1} << (element % 64);
}

}  // namespace

Node root(const Space& space) {
    Node node;
    node.sets.resize((1 + space.digits()) * space.words());
    for (std::size_t v = 0; v < space.size(); ++v) add(node.sets.data(), v);
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
    const Layout<> layout{space.words(), space.digits()};
    const std::size_t colours = count_colours(colouring);
    Node node;
    node.sets.resize(layout.colour(colours));
    for (std::size_t v = 0; v < space.size(); ++v)
        add(node.sets.data() + layout.colour(colouring[space.original(v)]), v);
    node.colours = static_cast<std::int32_t>(colours);
    return node;
}

Colouring colouring_of(const Space& space, const Node& node) {
    const Layout<> layout{space.words(), space.digits()};
    Colouring colouring(space.size());
    for (std::size_t c = 0; c < static_cast<std::size_t>(node.colours); ++c)
        for (std::size_t v = 0; v < space.size(); ++v)
            if (has(node.sets.data() + layout.colour(c), v)) colouring[space.original(v)] = c;
    return colouring;
}

bool Generator::valid(const Space& space, const Node& node) {
    const std::size_t words = space.words();
    const Layout<> layout{words, space.digits()};
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
    if (node.left == 0 || node.colours > most_ || wastes_too_much(space, node, most_)) {
        colour_ = node.colours + 1;  // none
        return;
    }
    choose_vertex();
}

void Generator::choose_vertex() {
    constexpr std::int32_t most_to_look_ahead = 12;
    const auto most = static_cast<std::size_t>(most_);
    if (most_ > most_to_look_ahead) {
        vertex_ = choose(*space_, *node_, most);
        return;
    }
    thread_local Saturated saturated;
    constexpr std::size_t most_tried = 8;
    find_saturated(*space_, *node_, most_tried, saturated);
    if (saturated.colours + 1 == most) {
        vertex_ = saturated.vertices.front();
        return;
    }
    const Choice choice = look_ahead(*space_, *node_, saturated.vertices, most_);
    vertex_ = choice.vertex;
    failing_ = choice.failing;
}

bool Generator::next(Node& child) {
    const std::size_t words = space_->words();
    const Word* const sets = node_->sets.data() + (1 + space_->digits()) * words;
    while (colour_ < std::min(node_->colours + 1, most_)) {
        const auto colour = static_cast<std::size_t>(colour_++);
        if (colour_ <= node_->colours && !has(sets + colour * words, vertex_)) continue;
        if (colour < 64 && ((failing_ >> colour) & 1) != 0) continue;
        if (place(*space_, *node_, vertex_, colour, most_, child)) return true;
    }
    return false;
}

}  // namespace scrump::colouring

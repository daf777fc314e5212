#include <scrump/problems/mcs/detail/largest.hpp>

#include <scrump/problems/mcs/detail/generator.hpp>
#include <scrump/problems/mcs/detail/splitting.hpp>

#include <algorithm>
#include <numeric>
#include <span>

namespace scrump::mcs {

namespace {

struct Places {
    std::size_t left = 0;
    std::size_t right = 0;
};

/// Where the vertices of a class begin.
Places places_of(const Node& node, std::uint32_t at) {
    Places places;
    for (std::uint32_t i = 0; i < at; ++i) {
        places.left += node.classes[i].left;
        places.right += node.classes[i].right;
    }
    return places;
}

/// Takes vertices of a class out that `leaves` is true for, and the class with those if its side is then empty.
template <class Leaves>
void take_out(Node& node, std::uint32_t at, bool of_right, const Leaves& leaves) {
    const Places places = places_of(node, at);
    LabelClass& label = node.classes[at];
    std::vector<Vertex>& vertices = of_right ? node.right : node.left;
    Vertex& size = of_right ? label.right : label.left;
    const auto begin = vertices.begin() + static_cast<std::ptrdiff_t>(of_right ? places.right : places.left);
    const auto end = begin + size;
    const auto kept = std::remove_if(begin, end, leaves);
    node.limit -= std::min(label.left, label.right);
    size = static_cast<Vertex>(kept - begin);
    vertices.erase(kept, end);
    node.limit += std::min(label.left, label.right);
    if (size != 0) return;
    std::vector<Vertex>& others = of_right ? node.left : node.right;
    const auto other = others.begin() + static_cast<std::ptrdiff_t>(of_right ? places.left : places.right);
    others.erase(other, other + (of_right ? label.left : label.right));
    node.classes.erase(node.classes.begin() + at);
}

/// Whether all vertices of `some` are among `all`, and none comes twice.
bool are_different_ones_of(std::span<const Vertex> all, const std::vector<Partner>& some) {
    std::vector<Vertex> left(all.begin(), all.end());
    return std::ranges::all_of(some, [&](const Partner& partner) {
        const auto found = std::ranges::find(left, partner.vertex);
        if (found == left.end()) return false;
        left.erase(found);
        return true;
    });
}

}  // namespace

LargestNode largest_root(const Space& space) {
    LargestNode node;
    node.open = root(space);
    node.bound = node.open.limit;
    look_ahead(space, -1, node);
    return node;
}

LargestGenerator::LargestGenerator(const Space& space, const Node& node, std::int32_t to_beat)
    : space_(&space), node_(&node), to_beat_(to_beat) {
    if (to_beat > node.beaten && !node.partners.empty()) {
        const auto renewed = std::make_shared<Node>(node);
        look_ahead(space, to_beat, *renewed);
        renewed_ = renewed;
    }
    leaves_out_ = this->node().leaves_out != 0;
}

bool LargestGenerator::next(Node& child) {
    while (next_ < node().partners.size()) {
        if (match(next_++, child)) return true;
    }
    if (!leaves_out_) return false;
    leaves_out_ = false;
    return leave_out(child);
}

// Of the common subgraphs that differ by twins alone, one is enough. Vertices are twins if nothing tells them apart;
// exchanging them leaves the graph as it is. So the chosen vertex is matched with one of several twins (look_ahead),
// and a twin of it with none that it was matched with in an earlier child, nor with a twin of such a one: to exchange
// these would give the pair of that child.
bool LargestGenerator::match(std::size_t partner, Node& child) const {
    const Node& from = node();
    const Partner& chosen = from.partners[partner];
    if (chosen.bound <= to_beat_) return false;
    const ClassPair pair = from.of_right != 0 ? ClassPair{from.at, chosen.vertex, from.chosen}
                                              : ClassPair{from.at, from.chosen, chosen.vertex};
    if (!split_by(pair, *space_, from.open, to_beat_, child.open)) return false;
    child.barred = from.barred;
    const Side& own = from.of_right != 0 ? space_->right() : space_->left();
    const Side& others = from.of_right != 0 ? space_->left() : space_->right();
    if (own.has_twins(from.chosen)) {
        const Vertex twin = own.first_twin(from.chosen);
        for (std::size_t i = 0; i < partner; ++i) {
            const Vertex other = others.first_twin(from.partners[i].vertex);
            child.barred.push_back(from.of_right != 0 ? Pair{other, twin} : Pair{twin, other});
        }
    }
    child.bound = chosen.bound;
    look_ahead(*space_, to_beat_, child);
    return child.bound > to_beat_;
}

// Neither are its twins matched: to exchange one that is would give a pair of an earlier child.
bool LargestGenerator::leave_out(Node& child) const {
    const Node& from = node();
    const Side& own = from.of_right != 0 ? space_->right() : space_->left();
    const Vertex twin = own.first_twin(from.chosen);
    child.open = from.open;
    take_out(child.open, from.at, from.of_right != 0, [&](Vertex vertex) { return own.first_twin(vertex) == twin; });
    child.barred = from.barred;
    child.bound = from.bound;
    look_ahead(*space_, to_beat_, child);
    return child.bound > to_beat_;
}

bool LargestGenerator::valid(const Space& space, const Node& node) {
    if (!Generator::valid(space, node.open) || node.bound < objective(space, node) || node.bound > node.open.limit ||
        node.of_right > 1 || node.leaves_out > 1)
        return false;
    const auto exists = [&](const Pair& pair) {
        return pair.left < space.left().size() && pair.right < space.right().size();
    };
    if (!std::ranges::all_of(node.barred, exists)) return false;
    if (node.partners.empty() && node.leaves_out == 0) return true;
    if (node.at >= node.open.classes.size()) return false;
    const Places places = places_of(node.open, node.at);
    const LabelClass& label = node.open.classes[node.at];
    const auto left = std::span(node.open.left).subspan(places.left, label.left);
    const auto right = std::span(node.open.right).subspan(places.right, label.right);
    return std::ranges::find(node.of_right != 0 ? right : left, node.chosen) !=
               (node.of_right != 0 ? right : left).end() &&
           are_different_ones_of(node.of_right != 0 ? left : right, node.partners);
}

// Each step down takes a vertex away.
bool LargestGenerator::valid(const Space& space, const Node& node, unsigned depth) {
    return valid(space, node) &&
           depth + node.open.left.size() + node.open.right.size() <= space.left().size() + space.right().size();
}

}  // namespace scrump::mcs

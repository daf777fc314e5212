#include <scrump/problems/mcs/detail/generator.hpp>

#include <scrump/problems/mcs/detail/splitting.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace scrump::mcs {

namespace {

/// Takes note of vertices of one side; false for one that is not there, or comes again.
class Seen {
  public:
    explicit Seen(const Side& side) : seen_(side.size()) {}
    bool add(Vertex vertex) {
        if (vertex >= seen_.size() || seen_[vertex]) return false;
        return seen_[vertex] = true;
    }

  private:
    std::vector<bool> seen_;
};

/// Whether all of these have one label, and that of `label`.
bool all_have_label(const Side& side, std::span<const Vertex> vertices, std::uint64_t label) {
    return std::ranges::all_of(vertices, [&](Vertex vertex) { return side.label(vertex) == label; });
}

/// Whether all of these are alike in `row`; `kind` is what they are.
bool all_alike(std::span<const Vertex> vertices, const std::uint8_t* row, std::uint8_t& kind) {
    kind = row[vertices.front()];
    return std::ranges::all_of(vertices, [&](Vertex vertex) { return row[vertex] == kind; });
}

bool are_common_subgraph(const Space& space, std::span<const Pair> pairs) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (space.left().label(pairs[i].left) != space.right().label(pairs[i].right)) return false;
        const std::uint8_t* const left = space.left().row(pairs[i].left);
        const std::uint8_t* const right = space.right().row(pairs[i].right);
        for (std::size_t k = 0; k < i; ++k)
            if (left[pairs[k].left] != right[pairs[k].right]) return false;
    }
    return true;
}

/// Whether vertices have the label of a class: each is adjacent to the same of the matched ones in the same way.
bool have_label(const Space& space, std::span<const Pair> matched, std::span<const Vertex> left,
                std::span<const Vertex> right, bool attached) {
    const std::uint64_t label = space.left().label(left.front());
    if (!all_have_label(space.left(), left, label) || !all_have_label(space.right(), right, label)) return false;
    bool any = false;
    for (const Pair& pair : matched) {
        std::uint8_t left_kind = 0;
        std::uint8_t right_kind = 0;
        if (!all_alike(left, space.left().row(pair.left), left_kind) ||
            !all_alike(right, space.right().row(pair.right), right_kind) || left_kind != right_kind)
            return false;
        any |= left_kind != 0;
    }
    return any == attached;
}

}  // namespace

bool Generator::valid(const Space& space, const Node& node) {
    Seen seen_left(space.left());
    Seen seen_right(space.right());
    const auto is_new = [&](const Pair& pair) { return seen_left.add(pair.left) && seen_right.add(pair.right); };
    if (!std::ranges::all_of(node.matched, is_new) || !are_common_subgraph(space, node.matched) ||
        !std::ranges::all_of(node.left, [&](Vertex vertex) { return seen_left.add(vertex); }) ||
        !std::ranges::all_of(node.right, [&](Vertex vertex) { return seen_right.add(vertex); }))
        return false;
    std::span<const Vertex> left = node.left;
    std::span<const Vertex> right = node.right;
    std::size_t limit = node.matched.size();
    for (const LabelClass& label : node.classes) {
        if (label.left == 0 || label.right == 0 || label.left > left.size() || label.right > right.size() ||
            label.attached > 1 ||
            !have_label(space, node.matched, left.first(label.left), right.first(label.right), label.attached == 1))
            return false;
        left = left.subspan(label.left);
        right = right.subspan(label.right);
        limit += std::min(label.left, label.right);
    }
    return left.empty() && right.empty() && node.limit == static_cast<std::int32_t>(limit);
}

// Each step down takes a left vertex away.
bool Generator::valid(const Space& space, const Node& node, unsigned depth) {
    return valid(space, node) && depth >= node.matched.size() && depth + node.left.size() <= space.left().size();
}

Node root(const Space& space) {
    const auto left = static_cast<Vertex>(space.left().size());
    const auto right = static_cast<Vertex>(space.right().size());
    Node node;
    if (left == 0) return node;
    std::map<std::uint64_t, std::pair<std::vector<Vertex>, std::vector<Vertex>>> labels;
    for (Vertex v = 0; v < left; ++v) labels[space.left().label(v)].first.push_back(v);
    for (Vertex v = 0; v < right; ++v) labels[space.right().label(v)].second.push_back(v);
    for (const auto& [label, vertices] : labels) {
        const auto& [lefts, rights] = vertices;
        if (lefts.empty() || rights.empty()) continue;
        node.classes.push_back({static_cast<Vertex>(lefts.size()), static_cast<Vertex>(rights.size()), 0});
        node.left.insert(node.left.end(), lefts.begin(), lefts.end());
        node.right.insert(node.right.end(), rights.begin(), rights.end());
        node.limit += static_cast<std::int32_t>(std::min(lefts.size(), rights.size()));
    }
    return node;
}

void Generator::choose() {
    // A connected subgraph grows at its neighbours; and where nothing is matched yet, anywhere.
    const bool anywhere = !space_->connected() || node_->matched.empty();
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    unsigned best = std::numeric_limits<unsigned>::max();
    for (std::uint32_t i = 0; i < node_->classes.size(); ++i) {
        const LabelClass& label = node_->classes[i];
        const unsigned larger = std::max(label.left, label.right);
        if ((anywhere || label.attached != 0) &&
            (larger < best || (larger == best && node_->left[left] < node_->left[left_]))) {
            best = larger;
            class_ = i;
            left_ = left;
            partner_ = right;
            partners_end_ = right + label.right;
            leaves_out_ = true;
        }
        left += label.left;
        right += label.right;
    }
}

bool Generator::match(Vertex partner, Node& child) const {
    return split_by({class_, node_->left[left_], partner}, *space_, *node_, to_beat_, child);
}

bool Generator::leave_out(Node& child) const {
    const LabelClass& label = node_->classes[class_];
    child.limit = node_->limit - (label.left <= label.right ? 1 : 0);
    if (child.limit <= to_beat_) return false;
    child.matched = node_->matched;
    child.classes = node_->classes;
    child.left.assign(node_->left.begin(), node_->left.begin() + left_);
    child.left.insert(child.left.end(), node_->left.begin() + left_ + 1, node_->left.end());
    child.right = node_->right;
    if (--child.classes[class_].left == 0) {
        child.classes.erase(child.classes.begin() + class_);
        child.right.erase(child.right.begin() + (partners_end_ - label.right), child.right.begin() + partners_end_);
    }
    return true;
}

}  // namespace scrump::mcs

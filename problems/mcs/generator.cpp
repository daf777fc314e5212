#include <scrump/problems/mcs/detail/generator.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace scrump::mcs {

namespace {

Vertex count_adjacent(const Vertex* vertices, Vertex size, const std::uint8_t* row) {
    unsigned count = 0;
    for (unsigned i = 0; i < size; ++i) count += row[vertices[i]] & 1U;  // `itself` is even
    return static_cast<Vertex>(count);
}

/// Copies the first `size` of `vertices` that have `kind` in `row`; there are as many.
Vertex* copy_kind(const Vertex* vertices, const std::uint8_t* row, std::uint8_t kind, Vertex* to, Vertex size) {
    // Written before it is known whether it belongs there: a branch would go wrong too often.
    for (const Vertex* const end = to + size; to != end;) {
        const Vertex vertex = *vertices++;
        *to = vertex;
        to += row[vertex] == kind ? 1 : 0;
    }
    return to;
}

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

bool Generator::match_kinds(Vertex partner, Node& child) const {
    const std::uint8_t* const left_row = space_->left().row(node_->left[left_]);
    const std::uint8_t* const right_row = space_->right().row(partner);
    const unsigned kinds = space_->kinds();
    std::array<LabelClass, std::numeric_limits<std::uint8_t>::max() + 1> parts;

    // As match(). Until the child is known to be worth it, what it has matched is kept free for the parts that it gets:
    // each as the number of the class that it is of, and its kind.
    child.matched.clear();
    child.classes.clear();
    child.limit = node_->limit;
    std::size_t total_left = 0;
    std::size_t total_right = 0;
    const Vertex* left = node_->left.data();
    const Vertex* right = node_->right.data();
    for (std::size_t i = 0; i < node_->classes.size(); ++i) {
        const LabelClass& label = node_->classes[i];
        std::fill_n(parts.begin(), kinds, LabelClass{});
        for (unsigned k = 0; k < label.left; ++k) ++parts[left_row[left[k]]].left;
        for (unsigned k = 0; k < label.right; ++k) ++parts[right_row[right[k]]].right;
        parts[PairKinds::itself] = {};
        child.limit += (i == class_ ? 1 : 0) - std::min(label.left, label.right);
        for (unsigned next = 1; next <= kinds; ++next) {
            const unsigned kind = next % kinds;  // what is not adjacent comes last
            LabelClass& part = parts[kind];
            if (part.left == 0 || part.right == 0) continue;
            part.attached = kind != 0 ? 1 : label.attached;
            child.limit += std::min(part.left, part.right);
            total_left += part.left;
            total_right += part.right;
            child.classes.push_back(part);
            child.matched.push_back({static_cast<Vertex>(i), static_cast<Vertex>(kind)});
        }
        if (child.limit <= to_beat_) return false;
        left += label.left;
        right += label.right;
    }
    child.left.resize(total_left);
    child.right.resize(total_right);
    split_kinds(left_row, right_row, child);
    child.matched = node_->matched;
    child.matched.push_back({node_->left[left_], partner});
    return true;
}

void Generator::split_kinds(const std::uint8_t* left_row, const std::uint8_t* right_row, Node& child) const {
    const Vertex* left = node_->left.data();
    const Vertex* right = node_->right.data();
    Vertex* to_left = child.left.data();
    Vertex* to_right = child.right.data();
    std::size_t at = 0;  // the class that `left` and `right` are of
    for (std::size_t part = 0; part < child.classes.size(); ++part) {
        for (; at < child.matched[part].left; ++at) {
            left += node_->classes[at].left;
            right += node_->classes[at].right;
        }
        const auto kind = static_cast<std::uint8_t>(child.matched[part].right);
        to_left = copy_kind(left, left_row, kind, to_left, child.classes[part].left);
        to_right = copy_kind(right, right_row, kind, to_right, child.classes[part].right);
    }
}

bool Generator::match(Vertex partner, Node& child) const {
    if (space_->kinds() > 2) return match_kinds(partner, child);
    const std::uint8_t* const left_row = space_->left().row(node_->left[left_]);
    const std::uint8_t* const right_row = space_->right().row(partner);
    const std::size_t classes = node_->classes.size();

    // At first only the sizes of what each class is split into: most children are not worth more.
    child.classes.resize(2 * classes);
    child.limit = node_->limit;
    std::size_t total_left = 0;
    std::size_t total_right = 0;
    const Vertex* left = node_->left.data();
    const Vertex* right = node_->right.data();
    for (std::size_t i = 0; i < classes; ++i) {
        const LabelClass& label = node_->classes[i];
        const auto taken = static_cast<Vertex>(i == class_ ? 1 : 0);  // by the pair
        LabelClass& adjacent = child.classes[2 * i];
        LabelClass& other = child.classes[2 * i + 1];
        adjacent = {count_adjacent(left, label.left, left_row), count_adjacent(right, label.right, right_row), 1};
        other = {static_cast<Vertex>(label.left - taken - adjacent.left),
                 static_cast<Vertex>(label.right - taken - adjacent.right), label.attached};
        child.limit += taken - std::min(label.left, label.right);
        for (LabelClass* const half : {&adjacent, &other}) {
            const Vertex smaller = std::min(half->left, half->right);
            child.limit += smaller;
            if (smaller == 0) *half = {};
            total_left += half->left;
            total_right += half->right;
        }
        if (child.limit <= to_beat_) return false;
        left += label.left;
        right += label.right;
    }
    child.left.resize(total_left);
    child.right.resize(total_right);
    split(left_row, right_row, child);
    child.matched = node_->matched;
    child.matched.push_back({node_->left[left_], partner});
    return true;
}

void Generator::split(const std::uint8_t* left_row, const std::uint8_t* right_row, Node& child) const {
    const Vertex* left = node_->left.data();
    const Vertex* right = node_->right.data();
    Vertex* to_left = child.left.data();
    Vertex* to_right = child.right.data();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < node_->classes.size(); ++i) {
        const LabelClass& label = node_->classes[i];
        for (const std::size_t half : {1U, 0U}) {
            const LabelClass part = child.classes[2 * i + 1 - half];
            if (part.left == 0) continue;
            const auto kind = static_cast<std::uint8_t>(half);
            to_left = copy_kind(left, left_row, kind, to_left, part.left);
            to_right = copy_kind(right, right_row, kind, to_right, part.right);
            child.classes[kept++] = part;
        }
        left += label.left;
        right += label.right;
    }
    child.classes.resize(kept);
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

#include <scrump/problems/mcs/detail/splitting.hpp>

#include <algorithm>
#include <array>
#include <limits>

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

/// Writes the child of a node in which one more pair is matched.
class Splitting {
  public:
    Splitting(const ClassPair& pair, const Space& space, const Node& node, std::int32_t to_beat)
        : pair_(pair),
          node_(node),
          to_beat_(to_beat),
          kinds_(space.kinds()),
          left_row_(space.left().row(pair.left)),
          right_row_(space.right().row(pair.right)) {}

    bool write(Node& child) const { return kinds_ > 2 ? match_kinds(child) : match(child); }

  private:
    bool match(Node& child) const;
    /// Writes the vertices of the classes whose sizes `child` has, two for each class of the node, and drops empty
    /// ones.
    void split(Node& child) const;
    /// The same for graphs with more kinds of pairs than adjacent and not: a class is split by kinds.
    bool match_kinds(Node& child) const;
    void split_kinds(Node& child) const;

    const ClassPair& pair_;
    const Node& node_;
    std::int32_t to_beat_;
    unsigned kinds_;
    const std::uint8_t* left_row_;
    const std::uint8_t* right_row_;
};

bool Splitting::match_kinds(Node& child) const {
    std::array<LabelClass, std::numeric_limits<std::uint8_t>::max() + 1> parts;

    // As match(). Until the child is known to be worth it, what it has matched is kept free for the parts that it gets:
    // each as the number of the class that it is of, and its kind.
    child.matched.clear();
    child.classes.clear();
    child.limit = node_.limit;
    std::size_t total_left = 0;
    std::size_t total_right = 0;
    const Vertex* left = node_.left.data();
    const Vertex* right = node_.right.data();
    for (std::size_t i = 0; i < node_.classes.size(); ++i) {
        const LabelClass& label = node_.classes[i];
        std::fill_n(parts.begin(), kinds_, LabelClass{});
        for (unsigned k = 0; k < label.left; ++k) ++parts[left_row_[left[k]]].left;
        for (unsigned k = 0; k < label.right; ++k) ++parts[right_row_[right[k]]].right;
        parts[PairKinds::itself] = {};
        child.limit += (i == pair_.at ? 1 : 0) - std::min(label.left, label.right);
        for (unsigned next = 1; next <= kinds_; ++next) {
            const unsigned kind = next % kinds_;  // what is not adjacent comes last
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
    split_kinds(child);
    child.matched = node_.matched;
    child.matched.push_back({pair_.left, pair_.right});
    return true;
}

void Splitting::split_kinds(Node& child) const {
    const Vertex* left = node_.left.data();
    const Vertex* right = node_.right.data();
    Vertex* to_left = child.left.data();
    Vertex* to_right = child.right.data();
    std::size_t at = 0;  // the class that `left` and `right` are of
    for (std::size_t part = 0; part < child.classes.size(); ++part) {
        for (; at < child.matched[part].left; ++at) {
            left += node_.classes[at].left;
            right += node_.classes[at].right;
        }
        const auto kind = static_cast<std::uint8_t>(child.matched[part].right);
        to_left = copy_kind(left, left_row_, kind, to_left, child.classes[part].left);
        to_right = copy_kind(right, right_row_, kind, to_right, child.classes[part].right);
    }
}

bool Splitting::match(Node& child) const {
    const std::size_t classes = node_.classes.size();

    // At first only the sizes of what each class is split into: most children are not worth more.
    child.classes.resize(2 * classes);
    child.limit = node_.limit;
    std::size_t total_left = 0;
    std::size_t total_right = 0;
    const Vertex* left = node_.left.data();
    const Vertex* right = node_.right.data();
    for (std::size_t i = 0; i < classes; ++i) {
        const LabelClass& label = node_.classes[i];
        const auto taken = static_cast<Vertex>(i == pair_.at ? 1 : 0);  // by the pair
        LabelClass& adjacent = child.classes[2 * i];
        LabelClass& other = child.classes[2 * i + 1];
        adjacent = {count_adjacent(left, label.left, left_row_), count_adjacent(right, label.right, right_row_), 1};
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
    split(child);
    child.matched = node_.matched;
    child.matched.push_back({pair_.left, pair_.right});
    return true;
}

void Splitting::split(Node& child) const {
    const Vertex* left = node_.left.data();
    const Vertex* right = node_.right.data();
    Vertex* to_left = child.left.data();
    Vertex* to_right = child.right.data();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < node_.classes.size(); ++i) {
        const LabelClass& label = node_.classes[i];
        for (const std::size_t half : {1U, 0U}) {
            const LabelClass part = child.classes[2 * i + 1 - half];
            if (part.left == 0) continue;
            const auto kind = static_cast<std::uint8_t>(half);
            to_left = copy_kind(left, left_row_, kind, to_left, part.left);
            to_right = copy_kind(right, right_row_, kind, to_right, part.right);
            child.classes[kept++] = part;
        }
        left += label.left;
        right += label.right;
    }
    child.classes.resize(kept);
}

}  // namespace

bool split_by(const ClassPair& pair, const Space& space, const Node& node, std::int32_t to_beat, Node& child) {
    return Splitting(pair, space, node, to_beat).write(child);
}

}  // namespace scrump::mcs

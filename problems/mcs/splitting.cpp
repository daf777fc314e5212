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

constexpr std::size_t only_adjacent_or_not = 2;
constexpr std::size_t any_kinds = std::numeric_limits<std::uint8_t>::max() + 1;

/// Counts the vertices of a class by the kind of their pairs with the matched ones.
template <std::size_t most_kinds>
class PairParts {
  public:
    PairParts(const ClassPair& pair, const Space& space)
        : kinds_(space.kinds()), left_row_(space.left().row(pair.left)), right_row_(space.right().row(pair.right)) {}

    unsigned kinds() const { return most_kinds > only_adjacent_or_not ? kinds_ : most_kinds; }
    const std::uint8_t* left_row() const { return left_row_; }
    const std::uint8_t* right_row() const { return right_row_; }
    LabelClass& operator[](unsigned kind) { return parts_[kind]; }

    /// `taken`: 1 if the pair is of this class.
    void count(const LabelClass& label, const Vertex* left, const Vertex* right, Vertex taken) {
        if constexpr (most_kinds > only_adjacent_or_not) {
            count_kinds(label, left, right);
        } else {
            LabelClass& adjacent = parts_[1];
            adjacent.left = count_adjacent(left, label.left, left_row_);
            adjacent.right = count_adjacent(right, label.right, right_row_);
            parts_[0].left = static_cast<Vertex>(label.left - taken - adjacent.left);
            parts_[0].right = static_cast<Vertex>(label.right - taken - adjacent.right);
        }
    }

  private:
    void count_kinds(const LabelClass& label, const Vertex* left, const Vertex* right) {
        std::fill_n(parts_.begin(), kinds_, LabelClass{});
        for (unsigned k = 0; k < label.left; ++k) ++parts_[left_row_[left[k]]].left;
        for (unsigned k = 0; k < label.right; ++k) ++parts_[right_row_[right[k]]].right;
        parts_[PairKinds::itself] = {};
    }

    unsigned kinds_;
    const std::uint8_t* left_row_;
    const std::uint8_t* right_row_;
    std::array<LabelClass, most_kinds> parts_;
};

/// Writes the vertices of the parts of which the child has the sizes, and in place of matched pairs their classes and
/// kinds.
template <class Parts>
void write_vertices(const Parts& parts, const Node& node, Node& child) {
    const Vertex* left = node.left.data();
    const Vertex* right = node.right.data();
    Vertex* to_left = child.left.data();
    Vertex* to_right = child.right.data();
    std::size_t at = 0;  // the class that `left` and `right` are of
    for (std::size_t part = 0; part < child.classes.size(); ++part) {
        for (; at < child.matched[part].left; ++at) {
            left += node.classes[at].left;
            right += node.classes[at].right;
        }
        const auto kind = static_cast<std::uint8_t>(child.matched[part].right);
        to_left = copy_kind(left, parts.left_row(), kind, to_left, child.classes[part].left);
        to_right = copy_kind(right, parts.right_row(), kind, to_right, child.classes[part].right);
    }
}

template <std::size_t most_kinds>
bool split(const ClassPair& pair, const Space& space, const Node& node, std::int32_t to_beat, Node& child) {
    PairParts<most_kinds> parts(pair, space);
    // At first only the sizes of what each class is split into: most children are not worth more. Until then what the
    // child has matched is kept free for the parts: each as the number of the class that it is of, and its kind.
    child.matched.clear();
    child.classes.clear();
    child.limit = node.limit;
    std::size_t total_left = 0;
    std::size_t total_right = 0;
    const Vertex* left = node.left.data();
    const Vertex* right = node.right.data();
    for (std::size_t i = 0; i < node.classes.size(); ++i) {
        const LabelClass& label = node.classes[i];
        const auto taken = static_cast<Vertex>(i == pair.at ? 1 : 0);  // by the pair
        parts.count(label, left, right, taken);
        child.limit += taken - std::min(label.left, label.right);
        for (unsigned next = 1; next <= parts.kinds(); ++next) {
            const unsigned kind = next < parts.kinds() ? next : 0;  // what is not adjacent comes last
            LabelClass& part = parts[kind];
            if (part.left == 0 || part.right == 0) continue;
            part.attached = kind != 0 ? 1 : label.attached;
            child.limit += std::min(part.left, part.right);
            total_left += part.left;
            total_right += part.right;
            child.classes.push_back(part);
            child.matched.push_back({static_cast<Vertex>(i), static_cast<Vertex>(kind)});
        }
        if (child.limit <= to_beat) return false;
        left += label.left;
        right += label.right;
    }
    child.left.resize(total_left);
    child.right.resize(total_right);
    write_vertices(parts, node, child);
    child.matched = node.matched;
    child.matched.push_back({pair.left, pair.right});
    return true;
}

}  // namespace

bool split_by(const ClassPair& pair, const Space& space, const Node& node, std::int32_t to_beat, Node& child) {
    const auto write = space.kinds() > only_adjacent_or_not ? split<any_kinds> : split<only_adjacent_or_not>;
    return write(pair, space, node, to_beat, child);
}

}  // namespace scrump::mcs

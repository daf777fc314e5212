#include <scrump/problems/mcs/detail/subtree.hpp>

#include <scrump/problems/maxclique/ext/fast_bits.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace scrump::mcs {

namespace {

constexpr std::size_t word_bits = 64;
constexpr unsigned max_kinds = 8;
/// A search gives up after this number of matched pairs: about 10 ms.
constexpr unsigned budget = 50'000;
/// More vertices that may be matched with each other would often take longer.
constexpr std::size_t max_pairs = 300;
/// Where the bound is this near to what it has to beat, that does not matter.
constexpr std::int32_t few_to_lose = 5;

using Word = std::uint64_t;

unsigned count(Word word) {
    return static_cast<unsigned>(std::popcount(word));
}
std::size_t first(Word word) {
    return static_cast<std::size_t>(std::countr_zero(word));
}

struct WordClass {
    Word left;
    Word right;
    std::uint8_t left_size;
    std::uint8_t right_size;
    bool attached;
};

struct Classes {
    std::array<WordClass, word_bits> classes;
    std::size_t size = 0;
    unsigned bound = 0;  ///< the number of matched pairs, and the smaller sides
};

/// One side: which vertices the bits stand for, and for each of them and each kind those whose pairs with it are of it.
struct WordSide {
    std::vector<Vertex> vertices;
    std::array<std::array<Word, max_kinds>, word_bits> rows;

    WordSide(const Side& side, const std::vector<Vertex>& some, unsigned kinds) : vertices(some) {
        std::ranges::sort(vertices);  // the order to branch in
        for (std::size_t v = 0; v < vertices.size(); ++v) {
            const std::uint8_t* const row = side.row(vertices[v]);
            std::fill_n(rows[v].begin(), kinds, Word{0});
            for (std::size_t w = 0; w < vertices.size(); ++w)
                if (w != v) rows[v][row[vertices[w]]] |= Word{1} << w;
        }
    }
    Word word_of(const Vertex* some, Vertex size) const {
        Word word = 0;
        for (Vertex i = 0; i < size; ++i) {
            const auto at = std::ranges::lower_bound(vertices, some[i]) - vertices.begin();
            word |= Word{1} << at;
        }
        return word;
    }
};

class Subtree {
  public:
    Subtree(const Space& space, const Node& node, std::int32_t to_beat)
        : connected_(space.connected() ? 1 : 0),
          kinds_(space.kinds()),
          most_(static_cast<unsigned>(std::max(to_beat, 0))),
          left_(space.left(), node.left, kinds_),
          right_(space.right(), node.right, kinds_) {
        const Vertex* left = node.left.data();
        const Vertex* right = node.right.data();
        root_.bound = static_cast<unsigned>(node.matched.size());
        for (const LabelClass& label : node.classes) {
            add(root_, left_.word_of(left, label.left), right_.word_of(right, label.right), label.attached != 0);
            left += label.left;
            right += label.right;
        }
        matched_before_ = node.matched.size();
    }

    std::optional<std::vector<Pair>> search();

  private:
    std::optional<std::vector<Pair>> result();

    [[gnu::always_inline]] static void add(Classes& to, Word left, Word right, bool attached) {
        if (left == 0 || right == 0) return;
        const unsigned lefts = count(left);
        const unsigned rights = count(right);
        to.bound += std::min(lefts, rights);
        to.classes[to.size++] = {left, right, static_cast<std::uint8_t>(lefts), static_cast<std::uint8_t>(rights),
                                 attached};
    }

    /// For each kind and class, the number of vertices.
    using Counts = std::array<std::array<std::uint8_t, word_bits>, max_kinds>;

    [[gnu::always_inline]] static std::size_t choose(const Classes& node, bool anywhere);
    /// A constant, if there are just the kinds of graphs without directions and labels of edges.
    template <unsigned kinds>
    [[gnu::always_inline]] unsigned number_of_kinds() const {
        return kinds == 2 ? 2 : kinds_;
    }
    [[gnu::always_inline]] static bool has_pair(const WordSide& side, Word word, unsigned kind);
    template <unsigned kinds>
    [[gnu::always_inline]] bool fills(const WordClass& label) const;
    template <unsigned kinds>
    [[gnu::always_inline]] bool may_beat(const Classes& node) const;
    template <unsigned kinds, bool left>
    [[gnu::always_inline]] unsigned bound_of(const Classes& node, const Counts& counts, std::size_t partner) const;
    template <unsigned kinds>
    [[gnu::always_inline]] void split(const Classes& node, std::size_t left, std::size_t right, Classes& child) const;
    [[gnu::always_inline]] static void leave_out_first(Classes& node, std::size_t at, bool of_right);
    void match(std::size_t size, std::size_t left, std::size_t right);

    template <unsigned kinds, class Deeper>
    [[gnu::always_inline]] inline void branch(Classes& node, std::size_t size, const Deeper& deeper);
    template <unsigned kinds>
    void plain(Classes& node, std::size_t size) {
        branch<kinds>(node, size, [this](Classes& child, std::size_t more) { plain<kinds>(child, more); });
    }
    template <unsigned kinds>
    SCRUMP_FAST_BITS void fast(Classes& node, std::size_t size) {
        branch<kinds>(node, size, [this](Classes& child, std::size_t more) { fast<kinds>(child, more); });
    }

    std::size_t connected_;
    unsigned kinds_;
    unsigned most_;
    unsigned steps_ = 0;
    std::size_t matched_before_ = 0;
    WordSide left_;
    WordSide right_;
    Classes root_;
    std::array<std::pair<std::uint8_t, std::uint8_t>, word_bits> matched_{};
    std::vector<Pair> largest_;
};

/// Number of the class whose larger side is smallest; that of all if none may be branched on.
inline std::size_t Subtree::choose(const Classes& node, bool anywhere) {
    std::size_t chosen = node.size;
    unsigned least = ~0U;
    for (std::size_t i = 0; i < node.size; ++i) {
        const unsigned larger = std::max(node.classes[i].left_size, node.classes[i].right_size);
        if (larger >= least || !(anywhere || node.classes[i].attached)) continue;
        least = larger;
        chosen = i;
    }
    return chosen;
}

/// Whether two of the vertices make a pair of a kind.
inline bool Subtree::has_pair(const WordSide& side, Word word, unsigned kind) {
    for (Word left = word; left != 0; left &= left - 1)
        if ((side.rows[first(left)][kind] & word) != 0) return true;
    return false;
}

/// Whether all vertices of the smaller side of a class may be matched, as far as the pairs among them tell.
template <unsigned kinds>
inline bool Subtree::fills(const WordClass& label) const {
    if (label.left_size == 1 || label.right_size == 1) return true;
    if (label.left_size != label.right_size && label.left_size != 2 && label.right_size != 2) return true;
    for (unsigned kind = 0; kind < number_of_kinds<kinds>(); ++kind) {
        if (label.left_size == 2 || label.right_size == 2) {
            if (has_pair(left_, label.left, kind) && has_pair(right_, label.right, kind)) return true;
            continue;
        }
        unsigned lefts = 0;
        unsigned rights = 0;
        for (Word left = label.left; left != 0; left &= left - 1)
            lefts += count(left_.rows[first(left)][kind] & label.left);
        for (Word right = label.right; right != 0; right &= right - 1)
            rights += count(right_.rows[first(right)][kind] & label.right);
        if (lefts != rights) return false;
    }
    return label.left_size != 2 && label.right_size != 2;
}

template <unsigned kinds>
inline bool Subtree::may_beat(const Classes& node) const {
    unsigned bound = node.bound;
    for (std::size_t i = 0; i < node.size && bound > most_; ++i)
        if (!fills<kinds>(node.classes[i])) --bound;
    return bound > most_;
}

/// The bound of the child in which a pair of the class number `at` is matched, without what is matched.
template <unsigned kinds, bool left>
inline unsigned Subtree::bound_of(const Classes& node, const Counts& counts, std::size_t partner) const {
    const WordSide& side = left ? left_ : right_;
    unsigned sum = 0;
    for (unsigned kind = 0; kind < number_of_kinds<kinds>(); ++kind)
        for (std::size_t i = 0; i < node.size; ++i) {
            const Word word = left ? node.classes[i].left : node.classes[i].right;
            sum += std::min<unsigned>(counts[kind][i], count(word & side.rows[partner][kind]));
        }
    return sum;
}

template <unsigned kinds>
inline void Subtree::split(const Classes& node, std::size_t left, std::size_t right, Classes& child) const {
    for (std::size_t i = 0; i < node.size; ++i) {
        const WordClass& label = node.classes[i];
        for (unsigned kind = 0; kind < number_of_kinds<kinds>(); ++kind)
            add(child, label.left & left_.rows[left][kind], label.right & right_.rows[right][kind],
                kind != 0 || label.attached);
    }
}

inline void Subtree::leave_out_first(Classes& node, std::size_t at, bool of_right) {
    WordClass& label = node.classes[at];
    node.bound -= std::min(label.left_size, label.right_size);
    (of_right ? label.right : label.left) &= (of_right ? label.right : label.left) - 1;
    --(of_right ? label.right_size : label.left_size);
    const unsigned rest = std::min(label.left_size, label.right_size);
    node.bound += rest;
    if (rest == 0) label = node.classes[--node.size];
}

inline void Subtree::match(std::size_t size, std::size_t left, std::size_t right) {
    matched_[size] = {static_cast<std::uint8_t>(left), static_cast<std::uint8_t>(right)};
    if (matched_before_ + size + 1 <= most_) return;
    most_ = static_cast<unsigned>(matched_before_ + size + 1);
    largest_.clear();
    for (std::size_t i = 0; i <= size; ++i)
        largest_.push_back({left_.vertices[matched_[i].first], right_.vertices[matched_[i].second]});
}

// `size` pairs are matched here, beyond those of the node.
template <unsigned kinds, class Deeper>
inline void Subtree::branch(Classes& node, std::size_t size, const Deeper& deeper) {
    const bool anywhere = connected_ == 0 || matched_before_ + size == 0;
    const auto matched = static_cast<unsigned>(matched_before_ + size + 1);
    while (steps_ < budget && may_beat<kinds>(node)) {
        const std::size_t at = choose(node, anywhere);
        if (at == node.size) return;
        const WordClass chosen = node.classes[at];
        const bool of_right = chosen.right_size < chosen.left_size;
        Counts counts;
        const std::size_t vertex = first(of_right ? chosen.right : chosen.left);
        const WordSide& own = of_right ? right_ : left_;
        for (unsigned kind = 0; kind < number_of_kinds<kinds>(); ++kind)
            for (std::size_t i = 0; i < node.size; ++i)
                counts[kind][i] = static_cast<std::uint8_t>(
                    count((of_right ? node.classes[i].right : node.classes[i].left) & own.rows[vertex][kind]));
        for (Word partners = of_right ? chosen.left : chosen.right; partners != 0; partners &= partners - 1) {
            const std::size_t partner = first(partners);
            const unsigned bound =
                of_right ? bound_of<kinds, true>(node, counts, partner) : bound_of<kinds, false>(node, counts, partner);
            if (matched + bound <= most_) continue;
            const std::size_t left = of_right ? partner : vertex;
            const std::size_t right = of_right ? vertex : partner;
            ++steps_;
            match(size, left, right);
            Classes child;
            child.bound = matched;
            split<kinds>(node, left, right, child);
            deeper(child, size + 1);
        }
        leave_out_first(node, at, of_right);
    }
}

std::optional<std::vector<Pair>> Subtree::search() {
#if SCRUMP_HAS_FAST_BITS
    if (maxclique::wide_bits()) {
        if (kinds_ == 2)
            fast<2>(root_, 0);
        else
            fast<0>(root_, 0);
        return result();
    }
#endif
    if (kinds_ == 2)
        plain<2>(root_, 0);
    else
        plain<0>(root_, 0);
    return result();
}

std::optional<std::vector<Pair>> Subtree::result() {
    if (steps_ >= budget) return std::nullopt;
    return std::move(largest_);
}

}  // namespace

bool is_small(const Space& space, const Node& node, std::int32_t to_beat) {
    if (!space.at_once()) return false;
    std::size_t pairs = 0;
    for (const LabelClass& label : node.classes) pairs += std::size_t{label.left} * label.right;
    return (pairs <= max_pairs || node.limit - to_beat <= few_to_lose) && node.left.size() <= word_bits &&
           node.right.size() <= word_bits && space.kinds() <= max_kinds;
}

std::optional<std::vector<Pair>> search_subtree(const Space& space, const Node& node, std::int32_t to_beat) {
    return Subtree(space, node, to_beat).search();
}

}  // namespace scrump::mcs

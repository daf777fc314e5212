#include <scrump/problems/sip/detail/restart_generator.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace scrump::sip {
namespace {

constexpr std::uint32_t assigned = ~std::uint32_t{0};

/// The vertex of a record.
std::uint32_t vertex(const Space& space, const Node& node, std::size_t record) {
    return static_cast<std::uint32_t>(node.records[record * (space.words() + 1)]);
}

/// The vertices without an image.
void open_vertices(const Space& space, const Node& node, std::vector<std::uint32_t>& vertices) {
    vertices.clear();
    for (std::uint32_t i = 0; i < node.open; ++i) vertices.push_back(vertex(space, node, i));
}

Literal literal(const Space& space, std::uint32_t vertex, std::uint32_t image) {
    return Literal{vertex} * space.target_size() + image;
}

/// What nogoods say of a node: which of its literals hold, and which images they take away.
class Narrowing {
  public:
    Narrowing(const Space& space, Node& node, Nogoods& nogoods)
        : space_(space), node_(node), nogoods_(nogoods), places_(memory()) {}

    /// Applies nogoods and propagates until nothing changes; the vertices `new_ones` may have got an image since the
    /// nogoods were last asked. Returns false if nothing is below the node.
    bool settle(std::vector<std::uint32_t>& new_ones) {
        for (;;) {
            find_records();
            std::erase_if(new_ones, [&](std::uint32_t each) { return places_[each] != assigned; });
            changed_ = false;
            for (const std::uint32_t each : new_ones) {
                const bool possible = nogoods_.imply(
                    literal(space_, each, node_.images[each]), [&](Literal other) { return holds(other); },
                    [&](Literal other) { return forbid(other); });
                if (!possible) return false;
            }
            if (!changed_) return true;
            open_vertices(space_, node_, new_ones);
            if (!space_.kernels().settle(space_, node_)) return false;
        }
    }

    /// Takes away what no solution has, at the root.
    void forbid_all() {
        find_records();
        for (const Literal each : nogoods_.never()) forbid(each);
    }

  private:
    // Used by one object of each thread at a time.
    static std::vector<std::uint32_t>& memory() {
        thread_local std::vector<std::uint32_t> places;
        return places;
    }

    void find_records() {
        places_.assign(space_.pattern_size(), assigned);
        for (std::uint32_t i = 0; i < node_.open; ++i) places_[vertex(space_, node_, i)] = i;
    }

    bool holds(Literal each) const {
        const auto of = static_cast<std::size_t>(each / space_.target_size());
        return of < places_.size() && places_[of] == assigned && node_.images[of] == each % space_.target_size();
    }

    bool forbid(Literal each) {
        const auto of = static_cast<std::size_t>(each / space_.target_size());
        const auto image = static_cast<std::size_t>(each % space_.target_size());
        if (of >= places_.size() || places_[of] == assigned) return false;
        std::uint64_t* const record = node_.records.data() + places_[of] * (space_.words() + 1);
        const std::uint64_t bit = std::uint64_t{1} << (image % 64);
        if ((record[1 + image / 64] & bit) == 0) return false;
        record[1 + image / 64] &= ~bit;
        record[0] -= std::uint64_t{1} << 32;
        changed_ = true;
        return true;
    }

    const Space& space_;
    Node& node_;
    Nogoods& nogoods_;
    std::vector<std::uint32_t>& places_;  // of the records of open vertices
    bool changed_ = false;
};

/// Marks each image with a random number so that in their falling order one of weight 2^degree comes before another as
/// often as if images were drawn one after another by their weights (Efraimidis and Spirakis, "Weighted random sampling
/// with a reservoir", Information Processing Letters 97, 2006).
double mark(std::size_t degree, std::size_t largest_degree, SplitMix64& random) {
    const auto behind = static_cast<double>(largest_degree - degree);
    return std::log(random.unit() + 0x1p-54) * std::exp2(std::min(behind, 512.0));
}

}  // namespace

RestartGenerator::RestartGenerator(const Space& space, const Node& parent, Nogoods& nogoods)
    : space_(&space), parent_(&parent), nogoods_(&nogoods) {
    if (parent.open == 0) return;
    const std::uint64_t* const record = parent.records.data() + parent.branching * (space.words() + 1);
    std::vector<std::pair<double, std::uint32_t>> marked;
    for (std::size_t w = 0; w < space.words(); ++w) {
        for (std::uint64_t left = record[1 + w]; left != 0; left &= left - 1) {
            const auto image = static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(__builtin_ctzll(left));
            if (marked.empty()) marked.reserve(record[0] >> 32);
            // Images are numbered by falling degree.
            const std::size_t largest = marked.empty() ? image : marked.front().second;
            marked.emplace_back(mark(space.degree(image), space.degree(largest), nogoods.random()), image);
        }
    }
    std::ranges::sort(marked);
    values_.reserve(marked.size());
    for (const auto& [each, image] : marked) values_.push_back(image);
}

bool RestartGenerator::next(Node& child) {
    thread_local std::vector<std::uint32_t> open;
    while (!values_.empty()) {
        const std::uint32_t value = values_.back();
        values_.pop_back();
        if (!space_->kernels().assign(*space_, *parent_, parent_->branching, value, child)) continue;
        if (!nogoods_->empty()) {
            open_vertices(*space_, *parent_, open);
            if (!Narrowing(*space_, child, *nogoods_).settle(open)) continue;
        }
        if (const Pieces* const pieces = space_->pieces(); pieces != nullptr && child.open > 0) {
            if (!pieces->has_room(*space_, child)) continue;
            pieces->complete(*space_, child);
        }
        child.chosen = parent_->chosen;
        child.chosen.push_back(literal(*space_, vertex(*space_, *parent_, parent_->branching), value));
        return true;
    }
    return false;
}

bool RestartGenerator::begin(const Space& space, Node& root, Nogoods& nogoods) {
    if (nogoods.nothing_left()) return false;
    Narrowing narrowing(space, root, nogoods);
    narrowing.forbid_all();
    if (!space.kernels().settle(space, root)) return false;
    std::vector<std::uint32_t> all(space.pattern_size());
    std::iota(all.begin(), all.end(), 0U);
    return narrowing.settle(all);
}

}  // namespace scrump::sip

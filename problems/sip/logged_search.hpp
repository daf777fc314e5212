#pragma once
// The subgraph search that can be proved: forward checking, one image left, and Hall sets, and before it degrees; all
// of which cutting planes justify (proof.hpp). Each node is logged, and so is each choice that leaves a vertex without
// an image. The search that is not to be proved knows more of pairs (pair_counts.hpp).

#include <scrump/problems/proof/tree_log.hpp>
#include <scrump/problems/sip/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scrump::sip {

/// A set of target vertices.
using Images = std::vector<std::uint64_t>;

/// That vertex `p` of the pattern cannot go to `t`: it has more neighbours of at least `degree` than `t` has.
struct DegreeFact {
    std::uint32_t p = 0;
    std::uint32_t t = 0;
    std::uint32_t degree = 0;
};

/// All such facts: those about all neighbours, with a degree of 0, come first, as the others build upon them.
std::vector<DegreeFact> degree_facts(const Problem& problem);

/// Whether labels and loops let `p` go to `t`.
bool alike(const Problem& problem, std::size_t p, std::size_t t);

/// A mapping in the making, in the problem's numbers.
struct LoggedNode {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t open = 0;                  ///< pattern vertices without an image
    std::uint32_t choice = 0;                ///< rank_of() what was chosen last
    proof::Address parent = 0;               ///< the parent's record
    std::vector<std::uint32_t> images{};     ///< of each pattern vertex; `none` while it is open
    std::vector<std::uint64_t> domains{};    ///< of each pattern vertex in turn the images that it may still get
    std::vector<std::uint16_t> hall_sets{};  ///< used in this node; see HallSets

    template <class Archive>
    void serialize(Archive& archive) {
        archive(open, choice, parent, images, domains, hall_sets);
    }
};

/// A choice as one number, and back.
inline std::uint32_t rank_of(std::size_t p, std::size_t t) {
    return static_cast<std::uint32_t>(p << 16U | t);
}
inline std::size_t vertex_of(std::uint32_t rank) {
    return rank >> 16U;
}
inline std::size_t image_of(std::uint32_t rank) {
    return rank & 0xffffU;
}

/// Sets of pattern vertices that may only go to as many images, or to fewer; as numbers: for each the number of its
/// vertices and of its images, and these.
class HallSets {
  public:
    struct Set {
        std::span<const std::uint16_t> vertices;
        std::span<const std::uint16_t> images;
    };

    /// Calls `visit(Set)` for all in a record's payload, which ends with zeros or at its end.
    template <class Visit>
    static void for_each(std::span<const std::uint16_t> numbers, const Visit& visit) {
        while (numbers.size() >= 2 && numbers[0] > 0) {
            const std::size_t vertices = numbers[0];
            const std::size_t images = numbers[1];
            visit(Set{numbers.subspan(2, vertices), numbers.subspan(2 + vertices, images)});
            numbers = numbers.subspan(2 + vertices + images);
        }
    }
};

class LoggedSpace {
  public:
    /// `problem` and `log` must outlive it.
    LoggedSpace(const Problem& problem, proof::TreeLog& log);

    std::size_t pattern_size() const { return problem_->pattern.size(); }
    std::size_t target_size() const { return problem_->target.size(); }
    std::size_t words() const { return words_; }
    proof::TreeLog& log() const { return *log_; }

    /// The node where nothing is chosen; `possible`: whether every vertex has an image left.
    LoggedNode root(bool& possible) const;

    /// Makes `child` of `parent` by giving the open vertex `p` the image `t` and draws the conclusions. False if a
    /// vertex has no image left; the Hall sets are then of use all the same.
    bool assign(const LoggedNode& parent, std::size_t p, std::size_t t, LoggedNode& child) const;

    /// The open vertex with the fewest images; of several one of greatest degree.
    std::size_t to_branch_on(const LoggedNode& node) const;

    /// Target vertices by falling degree.
    std::span<const std::uint32_t> order() const { return order_; }

  private:
    bool settle(LoggedNode& node) const;
    bool give(LoggedNode& node, std::size_t p, std::size_t t) const;
    bool give_single_images(LoggedNode& node) const;
    bool take_hall_sets(LoggedNode& node, bool& changed) const;

    const Problem* problem_;
    proof::TreeLog* log_;
    std::size_t words_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> degrees_;  ///< of the pattern
    std::vector<DegreeFact> facts_;
};

/// Yields the children of a node, one for each image of a vertex, and logs the node and all that fails below it.
class LoggedGenerator {
  public:
    using Space = LoggedSpace;
    using Node = LoggedNode;

    LoggedGenerator(const Space& space, const Node& parent);

    bool next(Node& child);

    /// The number of vertices that have an image.
    static std::int32_t objective(const Space& space, const Node& node) {
        return static_cast<std::int32_t>(space.pattern_size()) - static_cast<std::int32_t>(node.open);
    }

    static bool valid(const Space& space, const Node& node);

  private:
    const Space* space_;
    const Node* parent_;
    std::size_t vertex_ = 0;   // branched on
    std::size_t next_ = 0;     // place in the space's order
    proof::Address self_ = 0;  // this node's record
};

}  // namespace scrump::sip

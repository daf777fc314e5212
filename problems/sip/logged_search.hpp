#pragma once
// The subgraph search that can be proved: forward checking, one image left, and Hall sets, and before it degrees; all
// of which cutting planes justify (proof.hpp). Each node is logged, and so is each choice that leaves a vertex without
// an image, with what each conclusion follows from (node_record.hpp). The search that is not to be proved knows more of
// pairs (pair_counts.hpp).

#include <scrump/problems/proof/tree_log.hpp>
#include <scrump/problems/sip/node_record.hpp>
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

/// Calls `visit(word, images)` for each word of the set of target vertices that `p` may not go to once `q` goes to `t`.
template <class Visit>
void for_excluded(const Problem& problem, std::size_t q, std::size_t t, std::size_t p, const Visit& visit) {
    const auto row = problem.target.edges.row(t);
    const bool beside = problem.pattern.edges.adjacent(p, q);
    for (std::size_t w = 0; w < row.size(); ++w) {
        const std::uint64_t itself =
            w == t / graph::Graph::word_bits ? std::uint64_t{1} << (t % graph::Graph::word_bits) : 0;
        visit(w, beside ? ~row[w] : problem.induced ? row[w] | itself : itself);
    }
}

/// A mapping in the making, in the problem's numbers.
struct LoggedNode {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t open = 0;                ///< pattern vertices without an image
    std::uint32_t choice = 0;              ///< rank_of() what was chosen last
    proof::Address parent = 0;             ///< the parent's record
    std::vector<std::uint32_t> images{};   ///< of each pattern vertex; `none` while it is open
    std::vector<std::uint64_t> domains{};  ///< of each pattern vertex in turn the images that it may still get
    std::vector<std::uint32_t> trail{};  ///< rank_of() images given, and numbers of Hall sets as rank_of(hall_set, …)
    std::vector<std::uint64_t> hall_sets{};  ///< of each the set of its vertices and that of its images
    std::vector<std::uint16_t> record{};     ///< what was concluded in this node; see RecordWriter

    template <class Archive>
    void serialize(Archive& archive) {
        archive(open, choice, parent, images, domains, trail, hall_sets, record);
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

/// In place of a vertex: what took images away is a Hall set.
inline constexpr std::size_t hall_set = 0xffffU;

class LoggedSpace {
  public:
    /// `problem` and `log` must outlive it.
    LoggedSpace(const Problem& problem, proof::TreeLog& log);

    std::size_t pattern_size() const { return problem_->pattern.size(); }
    std::size_t target_size() const { return problem_->target.size(); }
    std::size_t words() const { return words_; }
    /// What a Hall set takes in a node.
    std::size_t hall_set_words() const { return pattern_words_ + words_; }
    proof::TreeLog& log() const { return *log_; }

    /// The node where nothing is chosen; `possible`: whether every vertex has an image left.
    LoggedNode root(bool& possible) const;

    /// Makes `child` of `parent` by giving the open vertex `p` the image `t` and draws the conclusions. False if a
    /// vertex has no image left; the record tells why.
    bool assign(const LoggedNode& parent, std::size_t p, std::size_t t, LoggedNode& child) const;

    /// The open vertex with the fewest images; of several one of greatest degree.
    std::size_t to_branch_on(const LoggedNode& node) const;

    /// Adds to `record` what left the open vertex `p` no other images than those of `allowed`. What comes first is
    /// taken, as it holds in more of the tree.
    void explain(const LoggedNode& node, std::size_t p, std::span<const std::uint64_t> allowed,
                 std::vector<std::uint16_t>& record) const;
    /// The images that it may still get.
    std::span<const std::uint64_t> domain(const LoggedNode& node, std::size_t p) const {
        return {node.domains.data() + p * words_, words_};
    }

    /// Target vertices by falling degree.
    std::span<const std::uint32_t> order() const { return order_; }

  private:
    bool settle(LoggedNode& node) const;
    bool give(LoggedNode& node, std::size_t p, std::size_t t) const;
    bool give_single_images(LoggedNode& node) const;
    bool take_hall_sets(LoggedNode& node, bool& changed) const;
    bool tell_nothing_left(LoggedNode& node, std::size_t p) const;
    void tell_hall_set(LoggedNode& node, std::span<const std::uint16_t> members, const Images& together) const;
    template <class Visit>
    void for_what_it_took(const LoggedNode& node, std::uint32_t event, std::size_t p, const Visit& visit) const;

    const Problem* problem_;
    proof::TreeLog* log_;
    std::size_t words_;
    std::size_t pattern_words_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> degrees_;  ///< of the pattern
    Images start_;                        ///< the domains of all vertices in turn, before any has an image
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

#pragma once
// The subgraph search with proofs: forward checking, single images, and Hall sets, and degrees before the search;
// cutting planes justify all of these (proof.hpp). Each node is logged, and so is each choice that leaves a vertex
// without an image, with the reasons of each conclusion (node_record.hpp). The search without proofs uses more
// properties of pairs (pair_counts.hpp).

#include <scrump/problems/proof/ext/tree_log.hpp>
#include <scrump/problems/sip/detail/node_record.hpp>
#include <scrump/problems/sip/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scrump::sip {

/// A set of target vertices.
using Images = std::vector<std::uint64_t>;

/// The fact that vertex `p` of the pattern cannot go to `t`: it has more neighbours of at least `degree` than `t` has.
struct DegreeFact {
    std::uint32_t p = 0;
    std::uint32_t t = 0;
    std::uint32_t degree = 0;
};

/// All such facts: those about all neighbours, with a degree of 0, come first, as the others build upon them.
std::vector<DegreeFact> degree_facts(const Problem& problem);

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

/// A partial mapping, in the problem's numbers.
struct LoggedNode {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t open = 0;                ///< number of pattern vertices without an image
    std::uint32_t choice = 0;              ///< rank_of() the last choice
    proof::Address parent = 0;             ///< the parent's record
    std::vector<std::uint32_t> images{};   ///< image of each pattern vertex; `none` while it is open
    std::vector<std::uint64_t> domains{};  ///< remaining images of each pattern vertex in turn
    std::vector<std::uint32_t> trail{};  ///< rank_of() given images, and numbers of Hall sets as rank_of(hall_set, …)
    std::vector<std::uint64_t> hall_sets{};  ///< for each, the set of its vertices and that of its images
    std::vector<std::uint16_t> record{};     ///< conclusions in this node; see RecordWriter

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

/// In place of a vertex: a Hall set excluded the images.
inline constexpr std::size_t hall_set = 0xffffU;

class LoggedSpace {
  public:
    /// `problem` and `log` must outlive it.
    LoggedSpace(const Problem& problem, proof::TreeLog& log);

    std::size_t pattern_size() const { return problem_->pattern.size(); }
    std::size_t target_size() const { return problem_->target.size(); }
    std::size_t words() const { return words_; }
    /// Number of words of a Hall set in a node.
    std::size_t hall_set_words() const { return pattern_words_ + words_; }
    proof::TreeLog& log() const { return *log_; }

    /// The root, where nothing is chosen; `possible`: whether every vertex has an image left.
    LoggedNode root(bool& possible) const;

    /// Makes `child` of `parent` by giving the open vertex `p` the image `t` and propagates. Returns false if a vertex
    /// has no image left; the record then has the reason.
    bool assign(const LoggedNode& parent, std::size_t p, std::size_t t, LoggedNode& child) const;

    /// The open vertex with the fewest images; of several, one of maximum degree.
    std::size_t to_branch_on(const LoggedNode& node) const;

    /// Adds to `record` the reasons why the open vertex `p` has no images other than those of `allowed`. The earliest
    /// reasons are taken, as they hold in more of the tree.
    void explain(const LoggedNode& node, std::size_t p, std::span<const std::uint64_t> allowed,
                 std::vector<std::uint16_t>& record) const;
    /// The remaining images of a vertex.
    std::span<const std::uint64_t> domain(const LoggedNode& node, std::size_t p) const {
        return {node.domains.data() + p * words_, words_};
    }

    /// Target vertices by decreasing degree.
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
    std::vector<std::uint32_t> degrees_;  ///< degrees of the pattern's vertices
    Images start_;                        ///< the domains of all vertices in turn, before any has an image
};

/// Yields the children of a node, one for each image of a vertex, and logs the node and all that fails below it.
class LoggedGenerator {
  public:
    using Space = LoggedSpace;
    using Node = LoggedNode;

    LoggedGenerator(const Space& space, const Node& parent);

    bool next(Node& child);

    /// Number of vertices that have an image.
    static std::int32_t objective(const Space& space, const Node& node) {
        return static_cast<std::int32_t>(space.pattern_size()) - static_cast<std::int32_t>(node.open);
    }

    static bool valid(const Space& space, const Node& node);

  private:
    const Space* space_;
    const Node* parent_;
    std::size_t vertex_ = 0;   // vertex that is branched on
    std::size_t next_ = 0;     // place in the space's order
    proof::Address self_ = 0;  // this node's record
};

}  // namespace scrump::sip

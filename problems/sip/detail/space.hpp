#pragma once
// The space of a subgraph search: for each pair of pattern vertices and each image of the first, the compatible images
// of the second.
//
// Pairs with the same counts (pair_counts.hpp), and the same edges if edges have directions or labels (pair_kinds.hpp),
// form a class, and share a bit matrix. So all filters together, those of the graphs and of all their supplemental
// graphs, cost a search one intersection for each pair; the Glasgow solver makes one for each graph (McCreesh, Prosser
// and Trimble, "The Glasgow Subgraph Solver", ICGT 2020).
//
// The vertices of both graphs are renumbered by decreasing degree, without those of the target that cannot be images
// (candidates.hpp): of equally small domains the vertex with the largest
// degree comes first, and of the images the one with the largest degree.

#include <scrump/problems/sip/detail/kernels.hpp>
#include <scrump/problems/sip/detail/node.hpp>
#include <scrump/problems/sip/detail/pieces.hpp>
#include <scrump/problems/sip/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace scrump::sip {

class Candidates;

/// The wanted solutions of a search.
enum class Goal {
    see,    ///< each is a node without open vertices
    count,  ///< `Node::solutions` of all nodes add up to their number
    find    ///< one is such a node, if any exist
};

class Space {
  public:
    /// Takes time and memory: at most about a second for counting, and 64 MiB for matrices or as much as two of them
    /// need; more if graphs have tens of thousands of vertices.
    Space(const Problem& problem, Goal goal);

    std::size_t pattern_size() const { return pattern_order_.size(); }
    /// Number of the target's vertices that are left.
    std::size_t target_size() const { return target_order_.size(); }
    /// The degree of a target vertex among those that are left.
    std::size_t degree(std::size_t a) const { return target_degrees_[a]; }
    /// Number of words of a set of target vertices.
    std::size_t words() const { return words_; }
    Goal goal() const { return goal_; }

    /// The root, where nothing is chosen. If there is plainly no solution, it has an open vertex without images.
    const Node& root() const { return root_; }

    /// For a pattern vertex `v`: element u is the class of the pair (v, u), or PairClasses::unconstrained if `u` may go
    /// wherever `v` does not.
    const std::uint16_t* classes(std::size_t v) const { return classes_.data() + v * pattern_size(); }

    /// Set number c: images of a vertex u that go with the image `a` of a vertex v, where (v, u) is of class c. Made
    /// for those vertices alone that some vertex may go to.
    const std::uint64_t* compatible(std::size_t a) const { return compatible_.get() + a * class_count_ * words_; }

    /// Whether the problem itself, and not only its consequences, constrains the pair.
    bool constrained(std::size_t v, std::size_t u) const { return induced_ || pattern_.adjacent(v, u); }

    const Kernels& kernels() const { return *kernels_; }

    /// The pieces of a pattern that has several; otherwise null.
    const Pieces* pieces() const { return pieces_.get(); }

    /// Whether a node can be one of the search: its images are compatible with each other, and with all images left in
    /// the domains. Takes as much time as propagation from the root.
    bool has_node(const Node& node) const;

    /// The mapping in the problem's own numbers; the node must have no open vertices.
    Mapping mapping(const Node& node) const;

  private:
    class Builder;

    Space(const Problem& problem, Goal goal, const Candidates& candidates);

    std::uint64_t count_images(const std::uint64_t* set) const;
    bool go_together(std::size_t v, std::size_t a, std::size_t u, std::size_t b) const;
    bool all_go_together(std::size_t v, std::size_t a, std::size_t u, const std::uint64_t* set) const;
    bool images_go_together(const Node& node, std::span<const std::uint64_t* const> domains) const;

    Goal goal_;
    bool induced_;
    std::vector<std::uint32_t> pattern_order_, target_order_;  ///< the vertices of the problem, by decreasing degree
    graph::Graph pattern_;                                     ///< renumbered
    std::size_t words_;
    const Kernels* kernels_;
    std::size_t class_count_ = 0;
    std::vector<std::uint16_t> classes_;
    std::shared_ptr<std::uint64_t[]> compatible_;
    std::vector<std::uint64_t> images_;  ///< the vertices of the target that some vertex may go to
    std::shared_ptr<const Pieces> pieces_;
    Node root_;
    std::vector<std::size_t> target_degrees_;  ///< falling
};

}  // namespace scrump::sip

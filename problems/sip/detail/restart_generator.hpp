#pragma once
// The node generator of a subgraph search with restarts: as Generator, but the images of the vertex branched on come in
// a random order that prefers large degrees, and nogoods narrow domains.
//
// Children may not depend on the order of their siblings here, since a nogood holds in all orders: so pieces that are
// alike are not exchanged.

#include <scrump/problems/sip/detail/node.hpp>
#include <scrump/problems/sip/detail/space.hpp>
#include <scrump/search/nogoods.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::sip {

/// A node, and the images that were chosen on the way to it, those that followed left out.
struct RestartNode : Node {
    std::vector<Literal> chosen;

    template <class Archive>
    void serialize(Archive& archive) {
        Node::serialize(archive);
        archive(chosen);
    }
};

class RestartGenerator {
  public:
    using Space = sip::Space;
    using Node = RestartNode;

    RestartGenerator(const Space& space, const Node& parent, Nogoods& nogoods);

    bool next(Node& child);

    static std::int32_t objective(const Space& space, const Node& node) {
        return static_cast<std::int32_t>(space.pattern_size()) - static_cast<std::int32_t>(node.open);
    }
    static bool valid(const Space& space, const Node& node) { return space.has_node(node); }

    static const std::vector<Literal>& conflict(const Space& /*space*/, const Node& node) { return node.chosen; }
    static bool begin(const Space& space, Node& root, Nogoods& nogoods);

  private:
    const Space* space_;
    const Node* parent_;
    Nogoods* nogoods_;
    std::vector<std::uint32_t> values_;  // images that are left, the next one last
};

}  // namespace scrump::sip

#pragma once
// A tree whose nodes are alike: the size of all of it, and of each part, is known.

#include <cstdint>

namespace scrump::test {

/// Each node has this number of children, down to a depth.
struct EvenTree {
    unsigned children = 4;
    unsigned depth = 9;

    std::uint64_t nodes() const {
        std::uint64_t all = 1;
        for (unsigned level = 0; level < depth; ++level) all = children * all + 1;
        return all;
    }
};

class EvenGenerator {
  public:
    using Space = EvenTree;
    using Node = unsigned;  // its depth

    EvenGenerator(const Space& space, const Node& parent)
        : depth_(parent), left_(parent < space.depth ? space.children : 0) {}

    bool next(Node& child) {
        if (left_ == 0) return false;
        --left_;
        child = depth_ + 1;
        return true;
    }
    std::uint64_t remaining() const { return left_; }
    static int objective(const Space&, const Node& node) { return static_cast<int>(node); }

  private:
    unsigned depth_;
    unsigned left_;
};

}  // namespace scrump::test

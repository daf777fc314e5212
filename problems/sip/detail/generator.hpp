#pragma once
// The node generator of the subgraph search: an open vertex with the fewest remaining images is given each of them.

#include <scrump/problems/sip/detail/kernels.hpp>
#include <scrump/problems/sip/detail/node.hpp>
#include <scrump/problems/sip/detail/pieces.hpp>
#include <scrump/problems/sip/detail/space.hpp>

#include <cstddef>
#include <cstdint>

namespace scrump::sip {

/// Yields only nodes whose open vertices all have images left. A solution is a node without open vertices, or several
/// are counted in a node. (Haralick and Elliott, "Increasing tree search efficiency for constraint satisfaction
/// problems", 1980: forward checking, the smallest domain first.)
class Generator {
  public:
    using Space = sip::Space;
    using Node = sip::Node;

    Generator(const Space& space, const Node& parent) : space_(&space), parent_(&parent) {
        if (parent.open == 0 || parent.solutions > 0) return;
        words_left_ = space.words();
        left_ = *word();
    }

    bool next(Node& child) {
        while (words_left_ > 0) {
            while (left_ == 0) {
                if (--words_left_ == 0) return false;
                left_ = *word();
            }
            const auto bit = static_cast<std::size_t>(__builtin_ctzll(left_));
            left_ &= left_ - 1;
            const std::size_t value = 64 * (space_->words() - words_left_) + bit;
            if (!space_->kernels().assign(*space_, *parent_, parent_->branching, value, child)) continue;
            if (space_->pieces() == nullptr || space_->pieces()->keep(*space_, *parent_, value, child)) return true;
        }
        return false;
    }

    /// The number of vertices that have an image: a solution has reached `pattern_size()`.
    static std::int32_t objective(const Space& space, const Node& node) {
        return static_cast<std::int32_t>(space.pattern_size()) - static_cast<std::int32_t>(node.open);
    }

    /// Whether it is a partial mapping, or a complete one.
    static bool valid(const Space& space, const Node& node) { return space.has_node(node); }
    /// Each step down gives at least one vertex an image.
    static bool valid(const Space& space, const Node& node, unsigned depth) {
        return valid(space, node) && depth <= space.pattern_size() - node.open;
    }

  private:
    const std::uint64_t* word() const {
        const std::size_t words = space_->words();
        return parent_->records.data() + parent_->branching * (words + 1) + 1 + (words - words_left_);
    }

    const Space* space_;
    const Node* parent_;
    std::size_t words_left_ = 0;  // remaining words of the domain, including the current one
    std::uint64_t left_ = 0;      // remaining bits of that word
};

}  // namespace scrump::sip

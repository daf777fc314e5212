#pragma once
// The node generator of the tree of numerical semigroups: a node's children are the semigroups that result from
// removing one generator from its conductor on; its depth is its genus.

#include <cstddef>
#include <cstdint>

#include "kernels.hpp"
#include "semigroup.hpp"

namespace scrump::semigroups {

/// The empty space: semigroups have nothing in common but the natural numbers.
struct Space {};

/// Makes the semigroups of the next genus, the least generator removed first. No node may be deeper than
/// `max_genus(Blocks)`.
template <std::size_t Blocks, class Kernel>
class Generator {
  public:
    using Space = semigroups::Space;
    using Node = Semigroup<Blocks>;
    static constexpr bool steal_stacks = true;

    [[gnu::always_inline]] Generator(const Space&, const Node& parent)
        : parent_(&parent), generators_(parent.generators) {}

    [[gnu::always_inline]] bool next(Node& child) {
        if (generators_.none()) return false;
        const unsigned offset = generators_.lowest();
        generators_.clear_lowest();
        remove_generator<Kernel>(*parent_, offset, generators_, child);
        return true;
    }

    [[gnu::always_inline]] std::uint64_t remaining() const { return generators_.count(); }

    static Node root(const Space&) { return Node::natural_numbers(); }

    /// Whether it is a semigroup of that genus, and all its data are correct.
    static bool valid(const Space&, const Node& node, unsigned depth) { return is_semigroup(node, depth); }

    /// Calls `f` compiled, with all its callees, for the kernel's instruction set.
    template <class F>
    static decltype(auto) enter(F&& f) {
        return Kernel::enter(static_cast<F&&>(f));
    }

  private:
    const Node* parent_;
    Bits<generator_words(Blocks)> generators_;
};

}  // namespace scrump::semigroups

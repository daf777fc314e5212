#pragma once
// A generator outside the engine's loop: each call of it is compiled for the instruction set that it enters.

#include <scrump/search/generator.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>

namespace scrump::detail {

/// Calls `f`, which must be always inlined, in the instruction set of G.
template <class G, class F>
[[gnu::always_inline]] inline void in_instruction_set(F&& f) {
    if constexpr (EntersInstructionSet<G>) {
        G::enter(f);
    } else {
        f();
    }
}

template <NodeGenerator G>
class EnteredGenerator {
  public:
    using Space = typename G::Space;
    using Node = typename G::Node;

    /// Made with the constructor's further arguments.
    template <class... More>
    EnteredGenerator(const Space& space, const Node& parent, const More&... more) {
        in_instruction_set<G>([&]() __attribute__((always_inline)) { made_.emplace(G(space, parent, more...)); });
    }

    bool next(Node& child) {
        bool found = false;
        in_instruction_set<G>([&]() __attribute__((always_inline)) { found = made_->next(child); });
        return found;
    }
    std::uint64_t remaining() const requires CountsChildren<G> {
        std::uint64_t left = 0;
        in_instruction_set<G>([&]() __attribute__((always_inline)) { left = made_->remaining(); });
        return left;
    }

  private:
    std::optional<G> made_;
};

}  // namespace scrump::detail

#pragma once
// Makes a generator that knows nothing of nogoods one for searches with restarts: its children come in a random order
// that prefers early ones, without those that nogoods exclude.

#include <scrump/search/generator.hpp>
#include <scrump/search/nogoods.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Whether a range of literals has one.
template <class Literals>
bool has_literal(const Literals& literals, Literal wanted) {
    return std::ranges::any_of(literals, [&](auto each) { return static_cast<Literal>(each) == wanted; });
}

template <TellsConflicts G>
class BiasedChildren {
  public:
    using Space = typename G::Space;
    using Node = typename G::Node;

    /// `plain` makes the children. All are made at once.
    BiasedChildren(const Space& space, const Node& parent, G plain, Nogoods& nogoods)
        : space_(&space), parent_(&parent), nogoods_(&nogoods) {
        for (Node child{}; plain.next(child);) children_.push_back(child);
    }

    bool next(Node& child) {
        while (!children_.empty()) {
            const std::size_t chosen = choose();
            child = std::move(children_[chosen]);
            children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(chosen));
            if (is_possible(child)) return true;
        }
        return false;
    }

    static bool begin(const Space& /*space*/, const Node& /*root*/, const Nogoods& nogoods) {
        return !nogoods.nothing_left();
    }

  private:
    // The first with probability 1/2, the next one with 1/4, and so on: the order of the generator, biased as that of
    // Archibald et al. (restarting_search.hpp), which needs weights.
    std::size_t choose() {
        std::size_t chosen = 0;
        while (chosen + 1 < children_.size() && nogoods_->random().below(2) == 0) ++chosen;
        return chosen;
    }

    bool is_possible(const Node& child) {
        const auto& now = G::conflict(*space_, child);
        const auto& before = G::conflict(*space_, *parent_);
        const auto holds = [&](Literal literal) { return has_literal(now, literal); };
        const auto cannot_forbid = [](Literal) { return false; };
        for (const auto literal : now) {
            if (has_literal(before, literal)) continue;
            if (nogoods_->never().contains(literal)) return false;
            if (!nogoods_->imply(literal, holds, cannot_forbid)) return false;
        }
        return true;
    }

    const Space* space_;
    const Node* parent_;
    Nogoods* nogoods_;
    std::vector<Node> children_;
};

}  // namespace scrump::detail

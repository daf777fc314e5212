#pragma once
// What a worker knows of the nogoods of a search with restarts (restarts.hpp), for generators that use them by
// themselves.
//
// A nogood is a set of literals (decisions) that no solution has all of. Each is watched at two of its literals, and is
// looked at only when one of these begins to hold (Moskewicz, Madigan, Zhao, Zhang and Malik, "Chaff: engineering an
// efficient SAT solver", DAC 2001). Watches need no repair when a search goes back: it takes back last what it decided
// last.

#include <scrump/base/random.hpp>
#include <scrump/search/detail/nogood_store.hpp>
#include <scrump/search/generator.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace scrump {

/// A worker's nogoods, and its random numbers. Used by its worker alone.
class Nogoods {
  public:
    /// Of a store, whose literals it refers to; `seed` is that of the random numbers.
    Nogoods(const detail::NogoodStore& store, std::uint64_t seed) : unread_(store), random_(seed) {}

    /// Random numbers of this worker, for the order of children.
    SplitMix64& random() { return random_; }

    /// Literals that no solution has, whatever else it has.
    const std::unordered_set<Literal>& never() const { return never_; }
    /// Whether imply() has nothing to say.
    bool empty() const { return nogoods_.empty(); }
    /// Whether it is known that no solution exists.
    bool nothing_left() const { return nothing_left_; }

    /// To be called for each literal that begins to hold at a node; `holds(literal)` tells which hold there, this one
    /// included. Calls `forbid(literal)` for each that must not hold below; it returns whether that was possible until
    /// then. Returns false if all literals of a nogood hold: no solution is below.
    template <std::predicate<Literal> Holds, std::predicate<Literal> Forbid>
    bool imply(Literal literal, const Holds& holds, const Forbid& forbid) {
        const auto found = watching_.find(literal);
        if (found == watching_.end()) return true;
        std::vector<std::size_t>& watching = found->second;
        std::size_t kept = 0;
        std::size_t next = 0;
        bool possible = true;
        while (next < watching.size() && possible) {
            const std::size_t index = watching[next++];
            Watched& nogood = nogoods_[index];
            if (nogood.watches_instead_of(literal, holds)) {
                watching_[nogood.second()].push_back(index);  // leaves references to other elements valid
                continue;
            }
            watching[kept++] = index;
            possible = !holds(nogood.first());
            if (!possible || forbid(nogood.first())) ++excluded_;
        }
        watching.erase(watching.begin() + static_cast<std::ptrdiff_t>(kept),
                       watching.begin() + static_cast<std::ptrdiff_t>(next));
        return possible;
    }

    /// Number of times that a nogood excluded a literal or a node.
    std::uint64_t excluded() const { return excluded_; }

    /// Watches all nogoods that were published since the last call. To be called at a root, where nothing is decided.
    void catch_up();

  private:
    // A nogood of at least two literals, two of which are watched.
    class Watched {
      public:
        explicit Watched(std::span<const Literal> literals) : literals_(literals) {}

        Literal first() const { return literals_[first_]; }
        Literal second() const { return literals_[second_]; }

        // Makes the second one that does not hold, if there is one, once the watched `literal` holds. Otherwise
        // `literal` becomes the second.
        template <class Holds>
        bool watches_instead_of(Literal literal, const Holds& holds) {
            if (first() == literal) std::swap(first_, second_);
            for (std::uint32_t at = 0; at < literals_.size(); ++at) {
                if (at == first_ || at == second_ || holds(literals_[at])) continue;
                second_ = at;
                return true;
            }
            return false;
        }

      private:
        std::span<const Literal> literals_;  // in the store
        std::uint32_t first_ = 0;
        std::uint32_t second_ = 1;
    };

    detail::NogoodStore::Reader unread_;
    SplitMix64 random_;
    std::vector<Watched> nogoods_;
    std::unordered_map<Literal, std::vector<std::size_t>> watching_;  // places in nogoods_ by watched literal
    std::unordered_set<Literal> never_;
    bool nothing_left_ = false;
    std::uint64_t excluded_ = 0;
};

/// A generator of whose nodes a search with restarts can learn: `G::conflict(space, node)`, a range of different
/// literals, may be called for any node below the root. It promises: if nothing at or below `node` is a solution, no
/// solution of the whole tree has all these literals, and every node at which all of them hold has none below it. The
/// fewer literals, the more is learned. Called by several workers at once.
template <class G>
concept TellsConflicts = NodeGenerator<G> && requires(const typename G::Space& space, const typename G::Node& node) {
    { G::conflict(space, node) } -> std::ranges::input_range;
    requires std::convertible_to<std::ranges::range_value_t<decltype(G::conflict(space, node))>, Literal>;
};

/// A `TellsConflicts` generator that chooses the order of its children, and prunes by nogoods, by itself: it is made
/// as `G(space, parent, nogoods)`, and must call `nogoods.imply()` for each literal that begins to hold at a child
/// that it yields. `G::begin(space, root, nogoods)` prepares the root before each run, and returns false if nothing is
/// below it.
template <class G>
concept UsesNogoods = TellsConflicts<G> &&
    std::constructible_from<G, const typename G::Space&, const typename G::Node&, Nogoods&> &&
    requires(const typename G::Space& space, typename G::Node& root, Nogoods& nogoods) {
    { G::begin(space, root, nogoods) } -> std::same_as<bool>;
};

}  // namespace scrump

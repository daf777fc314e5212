#pragma once
// The one depth-first loop. Every skeleton and every search type runs it.
//
// The current generator lives in a local variable, so that the compiler can keep it in registers; it is saved only on
// descent. Nodes and generators have storage of their own, none of which moves: generators may point at their parents'
// nodes, and the loop writes a child straight into its place. Nothing is allocated per node.
//
// The loop tests one flag per node (see attention.hpp) and counts down the polling interval by one per backtrack. When
// the flag is raised, or the interval is over, it puts the current generator into its place and passes itself to its
// host, which may take unexplored siblings out of it (give()) before it continues.

#include <scrump/base/detail/linked_stack.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/runtime/detail/attention.hpp>
#include <scrump/search/detail/verdict.hpp>
#include <scrump/search/generator.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace scrump::detail {

/// Explores one subtree after another, depth first.
///
/// `Visitor` is a search type's part (see enumeration.hpp and branch_and_bound.hpp):
///   `visit(node, depth) -> Verdict`, `expand(node) -> G`, and, if `Visitor::folds_children`,
///   `fold_children(count, depth)` instead of `visit` for the children of each node expanded.
template <NodeGenerator G, class Visitor>
class Engine {
  public:
    using Node = typename G::Node;

    Engine(Visitor& visitor, Attention& attention, Counters& counters, unsigned depth_limit)
        : visitor_(visitor), attention_(attention), counters_(counters), depth_limit_(depth_limit) {}

    /// Explores everything below `root`, which was itself visited before. `host.attend()` is called when attention is
    /// wanted or the polling interval is over; it returns whether to continue. `host.polling_interval()` is the number
    /// of backtracks after which it must be called in any case. Returns whether the subtree is finished: false if the
    /// host or a verdict ended the search.
    template <class Host>
    bool explore(const Node& root, unsigned depth, Host& host) {
        finished_ = true;
        if (depth >= depth_limit_) return true;
        stack_.bottom()->value.node = root;
        lowest_open_ = stack_.bottom();
        lowest_depth_ = depth;
        if constexpr (EntersInstructionSet<G>) {
            // In this place C++20 only has the GNU spelling of the attribute.
            G::enter([&]() __attribute__((always_inline)) { loop(depth, host); });
        } else {
            loop(depth, host);
        }
        return finished_;
    }

    /// Takes unexplored siblings out of the subtree under exploration, from its shallowest depth that has any, and
    /// passes them to `take(node, depth)`, which returns whether it wants more. To be called from `host.attend()` only.
    /// Of the siblings that the loop would explore next, one is left for it if the generator can count them.
    template <class Take>
    void give(Take&& take) {
        // If the lowest is above the current depth, the loop is on its way back through levels that were given away.
        while (lowest_depth_ <= current_depth_) {
            G& generator = lowest_open_->value.generator();
            const bool is_current = lowest_depth_ == current_depth_;
            std::uint64_t most = unlimited;
            if constexpr (counts) {
                if (is_current) most = std::max<std::uint64_t>(generator.remaining(), 1) - 1;
            }
            const std::uint64_t given = draw(generator, lowest_depth_ + 1, most, take);
            if (given > 0 || !finished_ || is_current) return;
            lowest_open_ = lowest_open_->above;
            ++lowest_depth_;
        }
    }

    /// Expands a node that was visited before and passes all its promising children to `take(node, depth)`, while that
    /// wants more.
    template <class Take>
    void spawn_children(const Node& node, unsigned depth, Take&& take) {
        finished_ = true;
        if (depth >= depth_limit_) return;
        stack_.bottom()->value.node = node;
        G generator = expand(stack_.bottom()->value.node, depth, counters_.nodes, counters_.prunes);
        ++counters_.backtracks;
        draw(generator, depth + 1, unlimited, take);
    }

    /// Whether the siblings passed by show_unexplored() were already visited: true for those whose children are folded
    /// by number.
    static constexpr bool shows_visited = Visitor::folds_children;

    /// Shows the rest of the subtree under exploration, and changes nothing: calls `look(node, depth)` with the
    /// unexplored siblings along the path, in the order in which the loop would get to them; it returns whether it
    /// wants to see the following ones at the same place. To be called from `host.attend()` only.
    template <class Look>
    [[gnu::cold]] void show_unexplored(const Look& look) const requires std::copy_constructible<G> {
        unsigned depth = current_depth_ + 1;
        look(std::as_const(attended_->value.node), depth);
        for (const Place* place = attended_->below; place != nullptr; place = place->below, --depth) {
            G rest(place->value.generator());
            for (Node child{}; rest.next(child) && look(std::as_const(child), depth);) {
            }
        }
    }

    /// Shows nodes that cover all of these siblings, for a caller that needs bounds: the siblings themselves from the
    /// shallowest place on, and once `look(node)` has taken enough time, so that `patient()` returns false, the node
    /// below which all others are. A node may have infinitely many children, which may be expensive to make. Otherwise
    /// as above.
    template <class Look, class Patient>
    [[gnu::cold]] void show_covering(const Look& look,
                                     const Patient& patient) const requires std::copy_constructible<G> {
        const Place* place = attended_;
        while (place->below != nullptr) place = place->below;
        for (; place != attended_; place = place->above) {
            G rest(place->value.generator());
            Node child{};
            do {
                if (!patient()) {
                    look(std::as_const(place->value.node));
                    return;
                }
            } while (rest.next(child) && look(std::as_const(child)));
        }
        look(std::as_const(attended_->value.node));
    }

    /// Whether a verdict or the host ended the search.
    bool finished() const { return finished_; }

  private:
    // A node, and room for its generator while the loop is below it.
    struct Frame {
        Node node;
        alignas(G) std::byte bytes[sizeof(G)];

        G& generator() { return *std::launder(reinterpret_cast<G*>(bytes)); }
        const G& generator() const { return *std::launder(reinterpret_cast<const G*>(bytes)); }
        void save(G&& generator) { std::construct_at(reinterpret_cast<G*>(bytes), std::move(generator)); }
        void restore(G& to) {
            replace(to, std::move(generator()));
            std::destroy_at(&generator());
        }
    };
    using Stack = LinkedStack<Frame>;
    using Place = typename Stack::Place;

    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
    static constexpr bool counts = CountsChildren<G>;
    static constexpr bool folds_children = Visitor::folds_children;

    static void replace(G& generator, G&& by) {
        std::destroy_at(&generator);
        std::construct_at(&generator, std::move(by));
    }

    // Made with a bound to beat, pruning included, and with all children folded if they are folded by number.
    [[gnu::always_inline]] G expand(const Node& node, unsigned depth, std::uint64_t& nodes, std::uint64_t& prunes) {
        G generator = visitor_.expand(node);
        if constexpr (folds_children) {
            const std::uint64_t children = generator.remaining();
            visitor_.fold_children(children, depth + 1);
            nodes += children;
        }
        if constexpr (ReportsPruning<G>) {
            if (generator.pruned()) ++prunes;
        }
        return generator;
    }

    [[gnu::always_inline]] Verdict visit(const Node& child, unsigned depth, std::uint64_t& nodes,
                                         std::uint64_t& prunes) {
        if constexpr (folds_children) {
            return Verdict::descend;
        } else {
            ++nodes;
            const Verdict verdict = visitor_.visit(child, depth);
            if (verdict == Verdict::prune || verdict == Verdict::cut) ++prunes;
            return verdict;
        }
    }

    // Whether nothing is left to do below a node at this depth once its generator is made.
    bool is_done(const G& generator, unsigned depth) const {
        if constexpr (counts) {
            if (generator.remaining() == 0) return true;
        }
        return folds_children && depth + 1 >= depth_limit_;
    }

    // Draws up to `most` of a generator's children and passes the promising ones to `take`, while it wants more.
    // Returns the number passed.
    template <class Take>
    std::uint64_t draw(G& generator, unsigned depth, std::uint64_t most, Take&& take) {
        if (folds_children && depth >= depth_limit_) return 0;
        std::uint64_t given = 0;
        Node child{};
        for (; most > 0 && generator.next(child); --most) {
            const Verdict verdict = visit(child, depth, counters_.nodes, counters_.prunes);
            if (verdict == Verdict::cut) break;
            if (verdict == Verdict::finish) {
                finished_ = false;
                break;
            }
            if (verdict == Verdict::prune || depth >= depth_limit_) continue;
            if constexpr (counts && !KnowsIncumbent<G>) {
                // A childless node is done: it is not worth a task. (Bounding generators are too expensive to make
                // twice.)
                if (visitor_.expand(child).remaining() == 0) {
                    ++counters_.backtracks;
                    continue;
                }
            }
            ++given;
            if (!take(std::as_const(child), depth)) break;
        }
        return given;
    }

    // Destroys the saved generators if the loop is left early: those below `top`.
    struct Unwind {
        Place* const& top;
        ~Unwind() {
            for (Place* place = top->below; place != nullptr; place = place->below)
                std::destroy_at(&place->value.generator());
        }
    };
    struct NoUnwind {
        Place* const& top;
    };

    // Counts of the loop since it last added them to the worker's, and the backtracks left in this interval. All of it
    // stays in registers: whatever takes a Pace is inlined.
    struct Pace {
        std::uint64_t nodes = 0;
        std::uint64_t prunes = 0;
        std::uint64_t left = 0;
        std::uint64_t interval = 0;
    };
    [[gnu::always_inline]] void count_backtracks(Pace& pace) {
        counters_.nodes += pace.nodes;
        counters_.prunes += pace.prunes;
        counters_.backtracks += pace.interval - pace.left;
        pace.nodes = pace.prunes = 0;
        pace.interval = pace.left;
    }
    // The end of an interval is noticed like any other request for attention.
    [[gnu::always_inline]] void backtrack(Pace& pace) {
        if (--pace.left == 0) [[unlikely]]
            attention_.expire();
    }

    // Saves the generator of the children at `place`, and returns whether the host lets the loop continue.
    template <class Host>
    [[gnu::always_inline]] bool ask_host(Host& host, unsigned depth, G& generator, Place*& place, Place* child,
                                         Pace& pace) {
        count_backtracks(pace);
        current_depth_ = depth;
        place->value.save(std::move(generator));
        place = child;  // so that the saved generator is cleaned up if the host throws
        attended_ = child;
        const bool go_on = host.attend();
        place = place->below;
        place->value.restore(generator);
        pace.left = pace.interval = host.polling_interval();
        return go_on;
    }

    template <class Host>
    [[gnu::always_inline]] void loop(unsigned depth, Host& host) {
        Place* place = stack_.bottom();  // place of the node whose children are drawn from `generator`
        Place* child = stack_.above(place);
        Pace pace;
        pace.left = pace.interval = host.polling_interval();

        G generator = expand(place->value.node, depth, pace.nodes, pace.prunes);
        [[maybe_unused]] std::conditional_t<std::is_trivially_destructible_v<G>, NoUnwind, Unwind> unwind{place};

        if (is_done(generator, depth)) {
            backtrack(pace);
            count_backtracks(pace);
            return;
        }
        for (;;) {
            if (generator.next(child->value.node)) {
                if (attention_.raised()) [[unlikely]] {
                    if (!ask_host(host, depth, generator, place, child, pace)) break;
                }
                const Verdict verdict = visit(child->value.node, depth + 1, pace.nodes, pace.prunes);
                if (verdict == Verdict::descend) [[likely]] {
                    if (!folds_children && depth + 1 >= depth_limit_) continue;
                    G below = expand(child->value.node, depth + 1, pace.nodes, pace.prunes);
                    if (is_done(below, depth + 1)) {
                        backtrack(pace);
                        continue;
                    }
                    place->value.save(std::move(generator));
                    replace(generator, std::move(below));
                    place = child;
                    child = stack_.above(child);
                    ++depth;
                    continue;
                }
                if (verdict == Verdict::prune) continue;
                if (verdict == Verdict::finish) break;
            }
            // No children are left, or no promising ones.
            backtrack(pace);
            if (place->below == nullptr) {
                count_backtracks(pace);
                return;
            }
            child = place;
            place = place->below;
            place->value.restore(generator);
            --depth;
        }
        count_backtracks(pace);
        finished_ = false;
    }

    Visitor& visitor_;
    Attention& attention_;
    Counters& counters_;
    unsigned depth_limit_;

    unsigned current_depth_ = 0;    // depth of the node whose children are being drawn, inside attend()
    Place* attended_ = nullptr;     // the child just drawn, not visited yet, inside attend()
    Place* lowest_open_ = nullptr;  // no place below has unexplored siblings
    unsigned lowest_depth_ = 0;     // depth of its node
    bool finished_ = true;
    Stack stack_;
};

}  // namespace scrump::detail

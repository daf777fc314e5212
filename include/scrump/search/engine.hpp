#pragma once
// The one depth-first loop. Every skeleton and every search type runs it.
//
// The current generator lives in a local variable, so that the compiler can keep it in registers; it is saved only on
// descent. Nodes and generators have storage of their own, none of which moves: generators may point at their parents' nodes,
// and the loop writes a child straight into its place. Nothing is allocated per node.
//
// The loop tests one flag per node (see attention.hpp) and counts down one credit per backtrack. When the flag is raised, or
// the credit spent, it puts the current generator into its place and hands itself to its host, which may take unexplored
// siblings out of it (give()) before it goes on.

#include <scrump/base/segmented_stack.hpp>
#include <scrump/metrics/counters.hpp>
#include <scrump/runtime/attention.hpp>
#include <scrump/search/generator.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace scrump {

/// What a search type says of a node just visited.
enum class Verdict : std::uint8_t {
    descend,  ///< its subtree is to be explored
    prune,    ///< its subtree is left out
    cut,      ///< so are those of all its later siblings
    finish,   ///< the whole search is over
};

/// A generator that wants the loop compiled for more than the baseline instruction set: `G::enter(f)` calls `f` from a
/// function that has it (attributes `target` and `flatten`), so that the loop and the generator are inlined there.
template <class G>
concept EntersInstructionSet = requires(void (*loop)()) { G::enter(loop); };

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

    /// Explores what is below `root`, which was itself visited before. `host.attend()` is called when attention is wanted or
    /// the credit is spent; it answers whether to go on. `host.credit()` is the number of backtracks until it wants to be called
    /// in any case. Returns whether the subtree is finished: false when the host or a verdict ended the search.
    template <class Host>
    bool explore(const Node& root, unsigned depth, Host& host) {
        if (depth >= depth_limit_) return true;
        *nodes_.reach(0) = root;
        root_depth_ = depth;
        lowest_open_ = 0;
        finished_ = true;
        if constexpr (EntersInstructionSet<G>) {
            G::enter([&] { loop(host); });
        } else {
            loop(host);
        }
        return finished_;
    }

    /// Takes unexplored siblings out of the subtree under exploration, from its shallowest depth that has any, and hands them
    /// to `take(node, depth)`: all of that depth, or one. To be called from `host.attend()` only. Returns how many.
    template <class Take>
    std::size_t give(bool whole_level, Take&& take) {
        for (; lowest_open_ <= level_; ++lowest_open_) {
            G& generator = *generator_at(lowest_open_);
            const std::size_t given = draw(generator, depth_at(lowest_open_) + 1, whole_level, take);
            if (given > 0) return given;
        }
        lowest_open_ = level_;
        return 0;
    }

    /// Expands a node that was visited before and hands all its children that are worth it to `take(node, depth)`.
    template <class Take>
    void spawn_children(const Node& node, unsigned depth, Take&& take) {
        if (depth >= depth_limit_) return;
        finished_ = true;
        *nodes_.reach(0) = node;
        G generator = expand(*nodes_.at(0), depth, counters_.nodes, counters_.prunes);
        ++counters_.backtracks;
        draw(generator, depth + 1, true, take);
    }

    /// Whether a verdict or the host ended the search.
    bool finished() const { return finished_; }

  private:
    // Storage for generators, which need not be default-constructible.
    struct Slot {
        alignas(G) std::byte bytes[sizeof(G)];
    };

    static constexpr bool counts = CountsChildren<G>;
    static constexpr bool folds_children = Visitor::folds_children;

    G* generator_at(std::size_t level) { return std::launder(reinterpret_cast<G*>(slots_.at(level)->bytes)); }
    unsigned depth_at(std::size_t level) const { return root_depth_ + static_cast<unsigned>(level); }

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

    [[gnu::always_inline]] Verdict visit(const Node& child, unsigned depth, std::uint64_t& nodes, std::uint64_t& prunes) {
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

    // Moves the rest of a generator's children, or the next one that is worth it, to `take`.
    template <class Take>
    std::size_t draw(G& generator, unsigned depth, bool all, Take&& take) {
        if (folds_children && depth >= depth_limit_) return 0;
        std::size_t given = 0;
        Node child{};
        while (generator.next(child)) {
            const Verdict verdict = visit(child, depth, counters_.nodes, counters_.prunes);
            if (verdict == Verdict::cut) break;
            if (verdict == Verdict::finish) {
                finished_ = false;
                break;
            }
            if (verdict == Verdict::prune || depth >= depth_limit_) continue;
            take(std::as_const(child), depth);
            ++given;
            if (!all) break;
        }
        return given;
    }

    // Destroys the generators left in their slots when the loop is left early.
    struct Unwind {
        Engine& engine;
        const std::size_t& level;
        ~Unwind() {
            for (std::size_t i = 0; i < level; ++i) std::destroy_at(engine.generator_at(i));
        }
    };
    struct NoUnwind {
        Engine& engine;
        const std::size_t& level;
    };

    static void replace(G& generator, G&& by) {
        std::destroy_at(&generator);
        std::construct_at(&generator, std::move(by));
    }

    template <class Host>
    void loop(Host& host) {
        std::size_t level = 0;  // slots 0 … level − 1 hold generators, the one of `level` is in `generator`
        unsigned depth = root_depth_;
        std::uint64_t nodes = 0;
        std::uint64_t prunes = 0;
        std::uint64_t credit = host.credit();
        std::uint64_t slice = credit;
        bool spent = false;

        G generator = expand(*nodes_.at(0), depth, nodes, prunes);
        Node* child = nodes_.reach(1);
        [[maybe_unused]] std::conditional_t<std::is_trivially_destructible_v<G>, NoUnwind, Unwind> unwind{*this, level};

        const auto settle = [&] {
            counters_.nodes += nodes;
            counters_.prunes += prunes;
            counters_.backtracks += slice - credit;
            nodes = prunes = 0;
            slice = credit;
        };
        const auto ask_host = [&] {
            settle();
            level_ = level;
            std::construct_at(reinterpret_cast<G*>(slots_.reach(level)->bytes), std::move(generator));
            ++level;  // so that the slot is cleaned up if the host throws
            const bool go_on = host.attend();
            --level;
            replace(generator, std::move(*generator_at(level)));
            std::destroy_at(generator_at(level));
            credit = slice = host.credit();
            spent = false;
            return go_on;
        };
        // One backtrack more; a spent credit is noticed by the loop like raised attention.
        const auto backtrack = [&] { spent |= --credit == 0; };

        if (is_done(generator, depth)) {
            backtrack();
            settle();
            return;
        }
        for (;;) {
            if (attention_.raised() || spent) [[unlikely]] {
                if (!ask_host()) break;
            }
            if (generator.next(*child)) {
                const Verdict verdict = visit(*child, depth + 1, nodes, prunes);
                if (verdict == Verdict::descend) [[likely]] {
                    if (!folds_children && depth + 1 >= depth_limit_) continue;
                    G below = expand(*child, depth + 1, nodes, prunes);
                    if (is_done(below, depth + 1)) {
                        backtrack();
                        continue;
                    }
                    std::construct_at(reinterpret_cast<G*>(slots_.reach(level)->bytes), std::move(generator));
                    replace(generator, std::move(below));
                    ++level;
                    ++depth;
                    child = nodes_.reach(level + 1);
                    continue;
                }
                if (verdict == Verdict::prune) continue;
                if (verdict == Verdict::finish) break;
            }
            // No children left, or none that is worth it.
            backtrack();
            if (level == 0) {
                settle();
                return;
            }
            --level;
            --depth;
            replace(generator, std::move(*generator_at(level)));
            std::destroy_at(generator_at(level));
            child = nodes_.at(level + 1);
        }
        settle();
        finished_ = false;
    }

    Visitor& visitor_;
    Attention& attention_;
    Counters& counters_;
    unsigned depth_limit_;

    unsigned root_depth_ = 0;
    std::size_t level_ = 0;        // of the generator under exploration; valid inside attend()
    std::size_t lowest_open_ = 0;  // no shallower level has unexplored siblings
    bool finished_ = true;
    SegmentedStack<Node> nodes_;
    SegmentedStack<Slot> slots_;
};

}  // namespace scrump

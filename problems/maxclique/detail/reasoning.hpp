#pragma once
// The strongest upper bound of the clique search: MaxSAT reasoning in which a class serves for more than one conflict,
// and the filter that it makes possible.
//
// That a clique has a vertex of each of m classes is a set of m soft clauses. Classes that cannot all be satisfied are
// a core: a clique misses one of them. Each class of a core gets one more literal, the core's slack, which at most one
// of them may use; from then on all have to be satisfied again, and further cores may contain them. So m classes with z
// cores hold no clique of more than m - z vertices. Classes of the remaining vertices come one after another, each with
// a core of its own, or fail. (Li, Fang and Xu, "Combining MaxSAT reasoning and incremental upper bound for the maximum
// clique problem", ICTAI 2013; Li, Jiang and Manyà 2017, see propagation.hpp.) If what fails is a single class, a
// larger clique satisfies all classes: a vertex whose choice leads to a conflict is in no such clique. (The filter of
// San Segundo, Furini, Álvarez and Pardalos, CliSAT 2023, see order.hpp; there for classes without cores.)

#include <scrump/base/bitset.hpp>
#include <scrump/problems/maxclique/detail/propagation.hpp>
#include <scrump/problems/maxclique/detail/strangers.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace scrump::maxclique {

/// Vertices of a node to branch on, and those that are in no larger clique.
template <std::size_t M>
struct Branching {
    BitSet<M> branching;
    BitSet<M> dropped;

    bool operator==(const Branching&) const = default;
};

/// Number of classes of remaining vertices with which a node is reasoned about, each with a core: the same for rows of
/// any width, so that all ways to bound a node agree.
inline constexpr std::size_t max_slacks = 31;

/// Reasoning about the colour classes `sets[0 … classes)` of a graph with rows of M words. At most max_slacks + 1 are
/// added; with them there are no more than 64·K, or than 64·M vertices. `sets` has room for them.
template <std::size_t M, std::size_t K>
class Reasoning {
  public:
    /// `strangers`: those of the graph, if they are listed; else null.
    Reasoning(const BitSet<M>* rows, BitSet<M>* sets, std::size_t classes, const Strangers* strangers)
        : rows_(rows), sets_(sets), strangers_(strangers) {
        for (std::size_t c = 0; c < classes; ++c) add_class();
    }

    /// Puts `left` into further classes; returns the vertices for which that raises the bound, and what the filter
    /// drops if it is to be used.
    template <class Hurried>
    [[gnu::always_inline]] Branching<M> settle(const BitSet<M>& left, bool filters, const Hurried& hurried) {
        BitSet<M> rest = left;
        BitSet<M> failed;
        while (rest.any()) {
            if ((takes_long<M> && hurried()) || slacks_ == max_slacks) return {failed | rest, {}};
            const BitSet<M> group = take_group(rest);
            BitSet<M> settled;
            BitSet<K> core;
            group.for_each([&](std::size_t vertex) {
                if (absorb(vertex, core)) {
                    settled.set(vertex);
                } else {
                    failed.set(vertex);
                }
            });
            if (settled.any()) relax(settled, core);
        }
        if (!failed.any() || !filters || !is_independent(failed)) return {failed, {}};
        return filter(failed);
    }

  private:
    static constexpr std::size_t none = ~std::size_t{0};

    /// Large enough for the literals of a class: its vertices and one for each core.
    using Count = std::conditional_t<M <= 2, std::uint8_t, std::uint16_t>;

    /// What propagation changes.
    struct State {
        BitSet<M> possible;                 ///< vertices that may still be chosen, of open classes
        BitSet<K> open;                     ///< classes that are not satisfied yet
        std::uint32_t slack = 0;            ///< slacks that may still be used
        std::uint32_t forced = 0;           ///< length of the trail
        std::uint32_t lost = 0;             ///< number of vertices that classes on it took
        std::array<Count, 64 * K> sizes{};  ///< literals of a class that may still be chosen
    };

    /// A class that was satisfied, and what the choice took from open classes: vertices, or a slack.
    struct Forced {
        std::uint16_t from;
        std::uint16_t slack;
        std::uint32_t end;  ///< of the lost vertices, which begin where those of the one before end
    };

    [[gnu::always_inline]] void copy_state(State& to, const State& from) const {
        to.possible = from.possible;
        to.open = from.open;
        to.slack = from.slack;
        to.forced = from.forced;
        to.lost = from.lost;
        if constexpr (K == 1) {
            to.sizes = from.sizes;
        } else {
            std::copy_n(from.sizes.begin(), classes_, to.sizes.begin());
        }
    }

    /// The set after the last class becomes a class.
    [[gnu::always_inline]] void add_class() {
        const std::size_t added = classes_++;
        std::size_t size = 0;
        sets_[added].for_each([&](std::size_t vertex) {
            class_of_[vertex] = static_cast<std::uint16_t>(added);
            ++size;
        });
        base_.possible |= sets_[added];
        base_.open.set(added);
        base_.sizes[added] = static_cast<Count>(size);
        slacks_of_[added] = 0;
        if (size == 1) units_.set(added);
    }

    [[gnu::always_inline]] BitSet<M> take_group(BitSet<M>& rest) const {
        BitSet<M> group;
        for (BitSet<M> open = rest; open.any();) {
            const std::size_t vertex = open.first();
            group.set(vertex);
            open.reset(vertex);
            open = open - rows_[vertex];
        }
        rest = rest - group;
        return group;
    }

    [[gnu::always_inline]] bool is_independent(const BitSet<M>& set) const {
        bool independent = true;
        set.for_each([&](std::size_t vertex) { independent = independent && !(rows_[vertex] & set).any(); });
        return independent;
    }

    /// Whether no clique has `vertex` and a vertex of each class; adds the classes that show it to `core`.
    [[gnu::always_inline]] bool absorb(std::size_t vertex, BitSet<K>& core) {
        copy_state(state_, base_);
        start(units_);
        std::size_t conflict = narrow(state_.possible - rows_[vertex], false);
        if (conflict == none) conflict = propagate();
        if (conflict != none) {
            explain(conflict, core);
            return true;
        }
        return look_ahead(core);
    }

    /// Whether a class with two literals left has none that can be chosen.
    [[gnu::always_inline]] bool look_ahead(BitSet<K>& core) {
        copy_state(ahead_, state_);
        bool found = false;
        for (std::size_t c = 0; c < classes_ && !found; ++c) {
            if (!ahead_.open.test(c) || ahead_.sizes[c] != 2 || base_.sizes[c] == 2) continue;
            BitSet<K> reasons;
            found = fails(c, reasons);
            if (found) core |= reasons;
        }
        return found;
    }

    /// Whether each literal of class `c` leads to a conflict.
    [[gnu::always_inline]] bool fails(std::size_t c, BitSet<K>& reasons) {
        BitSet<M> vertices = sets_[c] & ahead_.possible;
        for (std::size_t v = vertices.first(); v != BitSet<M>::capacity; v = vertices.first()) {
            vertices.reset(v);
            copy_state(state_, ahead_);
            queued_ = 0;
            if (!conflicts(choose(v, c), reasons)) return false;
        }
        for (std::uint32_t left = slacks_of_[c] & ahead_.slack; left != 0; left &= left - 1) {
            copy_state(state_, ahead_);
            queued_ = 0;
            if (!conflicts(choose_slack(static_cast<std::size_t>(__builtin_ctz(left)), c), reasons)) return false;
        }
        return true;
    }

    [[gnu::always_inline]] bool conflicts(std::size_t conflict, BitSet<K>& reasons) {
        if (conflict == none) conflict = propagate();
        if (conflict == none) return false;
        explain(conflict, reasons);
        return true;
    }

    [[gnu::always_inline]] void start(const BitSet<K>& units) {
        queued_ = 0;
        units.for_each([&](std::size_t c) { queue_[queued_++] = static_cast<std::uint16_t>(c); });
    }

    /// Satisfies classes with one literal left. Returns a class without any, if there is one.
    [[gnu::always_inline]] std::size_t propagate() {
        for (std::size_t i = 0; i < queued_; ++i) {
            const std::size_t c = queue_[i];
            if (!state_.open.test(c)) continue;
            const std::size_t vertex = (sets_[c] & state_.possible).first();
            const std::size_t conflict =
                vertex != BitSet<M>::capacity
                    ? choose(vertex, c)
                    : choose_slack(static_cast<std::size_t>(__builtin_ctz(slacks_of_[c] & state_.slack)), c);
            if (conflict != none) return conflict;
        }
        return none;
    }

    [[gnu::always_inline]] std::size_t choose(std::size_t vertex, std::size_t c) {
        state_.open.reset(c);
        std::size_t conflict = none;
        if (M > 4 && strangers_ != nullptr) {
            conflict = drop_strangers(vertex);
        } else {
            state_.possible -= sets_[c];
            conflict = narrow(state_.possible - rows_[vertex], true);
        }
        trail_[state_.forced++] = {static_cast<std::uint16_t>(c), max_slacks, state_.lost};
        return conflict;
    }

    [[gnu::always_inline]] std::size_t choose_slack(std::size_t slack, std::size_t c) {
        state_.open.reset(c);
        state_.possible -= sets_[c];
        state_.slack ^= std::uint32_t{1} << slack;
        trail_[state_.forced++] = {static_cast<std::uint16_t>(c), static_cast<std::uint16_t>(slack), state_.lost};
        const BitSet<K> others = cores_[slack] & state_.open;
        for (std::size_t k = 0; k < K; ++k)
            for (std::uint64_t word = others.word(k); word != 0; word &= word - 1) {
                const std::size_t other = 64 * k + static_cast<std::size_t>(__builtin_ctzll(word));
                if (take_literal(other)) return other;
            }
        return none;
    }

    /// Takes vertices of open classes away, on behalf of the next class of the trail, or of none. Returns a class
    /// without literals, if there is one then.
    [[gnu::always_inline]] std::size_t narrow(const BitSet<M>& lost, bool on_trail) {
        state_.possible -= lost;
        for (std::size_t w = 0; w < M; ++w)
            for (std::uint64_t word = lost.word(w); word != 0; word &= word - 1) {
                const std::size_t vertex = 64 * w + static_cast<std::size_t>(__builtin_ctzll(word));
                if (on_trail) lost_[state_.lost++] = static_cast<std::uint16_t>(vertex);
                const std::size_t c = class_of_[vertex];
                if (take_literal(c)) return c;
            }
        return none;
    }

    /// The same for the strangers of `vertex`, on behalf of the next class; some may be of classes that are not open.
    [[gnu::always_inline]] std::size_t drop_strangers(std::size_t vertex) {
        for (const std::uint32_t stranger : strangers_->of(vertex)) {
            if (!state_.possible.test(stranger)) continue;
            const std::size_t c = class_of_[stranger];
            if (!state_.open.test(c)) continue;
            state_.possible.reset(stranger);
            lost_[state_.lost++] = static_cast<std::uint16_t>(stranger);
            if (take_literal(c)) return c;
        }
        return none;
    }

    /// Whether class `c` has none left then.
    [[gnu::always_inline]] bool take_literal(std::size_t c) {
        const Count left = --state_.sizes[c];
        if (left == 1) queue_[queued_++] = static_cast<std::uint16_t>(c);
        return left == 0;
    }

    /// Adds `conflict` and the classes to `core` whose choices took literals of it, and of those in turn: walks back
    /// over the trail.
    [[gnu::always_inline]] void explain(std::size_t conflict, BitSet<K>& core) {
        BitSet<K> needed;
        needed.set(conflict);
        for (std::size_t i = state_.forced; i-- > 0;)
            if (took(i, needed)) needed.set(trail_[i].from);
        core |= needed;
    }

    /// Whether place `i` of the trail took a literal of one of `classes`, which were all open then.
    [[gnu::always_inline]] bool took(std::size_t i, const BitSet<K>& classes) const {
        const Forced& forced = trail_[i];
        if (forced.slack != max_slacks) return (cores_[forced.slack] & classes).any();
        for (std::size_t at = i == 0 ? 0 : trail_[i - 1].end; at < forced.end; ++at)
            if (classes.test(class_of_[lost_[at]])) return true;
        return false;
    }

    /// Makes a class of `vertices`, and gives it and the classes of `core` a slack.
    [[gnu::always_inline]] void relax(const BitSet<M>& vertices, BitSet<K> core) {
        core.set(classes_);
        sets_[classes_] = vertices;
        add_class();
        const std::size_t slack = slacks_++;
        const std::uint32_t bit = std::uint32_t{1} << slack;
        cores_[slack] = core;
        base_.slack |= bit;
        core.for_each([&](std::size_t c) {
            slacks_of_[c] |= bit;
            ++base_.sizes[c];
            units_.reset(c);
        });
    }

    /// A larger clique has a vertex of `last` and, slacks apart, one of each other class: drops vertices that are in
    /// no such clique, and chooses the smallest class without slack to branch on.
    [[gnu::always_inline]] Branching<M> filter(const BitSet<M>& last) {
        sets_[classes_] = last;
        add_class();
        BitSet<M> dropped;
        for (std::size_t c = classes_; c-- > 0;) {
            BitSet<M> vertices = sets_[c];
            for (std::size_t v = vertices.first(); v != BitSet<M>::capacity; v = vertices.first()) {
                vertices.reset(v);
                if (!is_impossible(v, c)) continue;
                dropped.set(v);
                sets_[c].reset(v);
                base_.possible.reset(v);
                if (--base_.sizes[c] == 0) return {};
                if (base_.sizes[c] == 1) units_.set(c);
            }
        }
        std::size_t chosen = classes_ - 1;
        for (std::size_t c = 0; c < classes_; ++c)
            if (slacks_of_[c] == 0 && base_.sizes[c] < base_.sizes[chosen]) chosen = c;
        return {sets_[chosen], dropped};
    }

    [[gnu::always_inline]] bool is_impossible(std::size_t vertex, std::size_t c) {
        copy_state(state_, base_);
        start(units_);
        std::size_t conflict = choose(vertex, c);
        if (conflict == none) conflict = propagate();
        return conflict != none;
    }

    const BitSet<M>* rows_;
    BitSet<M>* sets_;
    const Strangers* strangers_;
    std::size_t classes_ = 0;
    std::size_t slacks_ = 0;
    std::size_t queued_ = 0;
    BitSet<K> units_;  // classes with one literal
    State base_;
    State state_;
    State ahead_;
    std::array<std::uint16_t, 64 * M> class_of_;
    std::array<std::uint32_t, 64 * K> slacks_of_;  // of each class
    std::array<BitSet<K>, max_slacks> cores_;
    std::array<Forced, 64 * K> trail_;
    std::array<std::uint16_t, 64 * M> lost_;
    std::array<std::uint16_t, 64 * K> queue_;
};

}  // namespace scrump::maxclique

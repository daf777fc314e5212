#pragma once
// The candidates of a node that are worth branching on when vertices have weights: branching.hpp, weighted.
//
// A budget of weight is spent on independent sets. Each set costs its share: the smallest weight that any of its
// vertices has left, by which all of them are paid off. So a vertex may be in several sets, each of which carries a
// part of its weight, and vertices that are paid off hold no clique heavier than the spent weight. First fit, set after
// set, bit parallel: Tavares, Campêlo, Rodrigues and Michelon (BITCOLOR; "Um algoritmo de branch and bound para o
// problema da clique máxima ponderada", 2015), after Babel, "A fast algorithm for the maximum weight clique problem"
// (Computing 52, 1994), and Held, Cook and Sewell, "Maximum-weight stable sets and safe lower bounds for graph
// coloring" (Mathematical Programming Computation 4, 2012); a budget instead of a bound: San Segundo, Furini and
// Artieda, "A new branch-and-bound algorithm for the maximum weighted clique problem" (Computers & Operations Research
// 110, 2019).
//
// The weight that a vertex still has left when the budget is gone may be paid by conflicts: if unit propagation over
// the sets (propagation.hpp) shows that a clique with the vertex has no vertex in one of some sets, then these sets and
// the vertex together give a clique less than their shares, by the amount that all of them still have, and each of them
// pays it. Fang, Li and Xu, "An exact algorithm based on MaxSAT reasoning for the maximum weight clique problem"
// (MWCLQ, JAIR 55, 2016). A vertex that is not paid off by conflicts gives back their payments.

#include <scrump/base/bitset.hpp>
#include <scrump/problems/maxclique/detail/colouring.hpp>
#include <scrump/problems/maxclique/detail/induced.hpp>
#include <scrump/problems/maxclique/detail/propagation.hpp>
#include <scrump/problems/maxclique/detail/weighted_space.hpp>
#include <scrump/problems/maxclique/ext/fast_bits.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace scrump::maxclique {

namespace detail {

/// Progress of propagation over at most 64·K sets.
template <std::size_t M, std::size_t K>
struct Propagated {
    BitSet<M> possible;  ///< vertices of a clique with all forced vertices, which are among them
    BitSet<K> open;      ///< sets that have not given their vertex yet
    BitSet<K> pending;   ///< those to examine since `possible` last shrank
    std::size_t at = 0;  ///< the set to examine next, or that is empty
};

/// A vertex that a set was forced to give, and the state before.
template <std::size_t M, std::size_t K>
struct ForcedVertex {
    std::size_t vertex = 0;
    Propagated<M, K> before;
};

/// The sets of a colouring, the weights left to pay, and space for propagation; one for each size of sets and thread.
template <std::size_t M>
struct Payments {
    /// More sets than these are paid for but not stored. Up to 256 vertices never have more.
    static constexpr std::size_t class_words = M <= 8 ? M : 8;
    static constexpr std::size_t max_kept = 64 * class_words;

    std::array<BitSet<M>, max_kept + 1> sets;
    std::array<Weight, max_kept> shares;
    std::array<Weight, max_kept> shares_before;
    std::array<Weight, 64 * M> left;  ///< the rest of each vertex's weight
    std::size_t kept = 0;

    std::array<ForcedVertex<M, class_words>, max_kept> trail;
    std::array<ForcedVertex<M, 1>, 64> short_trail;  ///< for at most 64 sets

    template <std::size_t K>
    ForcedVertex<M, K>* trail_of() {
        if constexpr (K == 1)
            return short_trail.data();
        else
            return trail.data();
    }
};

/// Pays off vertices of `candidates` with at most `budget` in all, and stops once `hurried()`; returns those that have
/// weight left.
template <std::size_t M, class Hurried>
[[gnu::always_inline]] inline BitSet<M> pay(const BitSet<M>* rows, const Weight* weights, const BitSet<M>& candidates,
                                            Weight budget, Payments<M>& payments, const Hurried& hurried) {
    payments.kept = 0;
    BitSet<M> owing;
    Weight total = 0;
    for (std::size_t w = 0; w < M; ++w) {
        for (std::uint64_t word = candidates.word(w); word != 0; word &= word - 1) {
            const std::size_t vertex = 64 * w + static_cast<std::size_t>(__builtin_ctzll(word));
            payments.left[vertex] = weights[vertex];
            total += weights[vertex];
            if (weights[vertex] != 0) owing.set(vertex);
        }
    }
    if (total <= budget) return {};
    while (budget > 0 && owing.any() && !(takes_long<M> && hurried())) {
        BitSet<M>& set = payments.sets[payments.kept];
        colour(rows, owing, 1, 1, &set);
        Weight share = budget;
        for (std::size_t w = 0; w < M; ++w)
            for (std::uint64_t word = set.word(w); word != 0; word &= word - 1)
                share = std::min(share, payments.left[64 * w + static_cast<std::size_t>(__builtin_ctzll(word))]);
        for (std::size_t w = 0; w < M; ++w) {
            for (std::uint64_t word = set.word(w); word != 0; word &= word - 1) {
                const auto bit = static_cast<std::size_t>(__builtin_ctzll(word));
                Weight& left = payments.left[64 * w + bit];
                left -= share;
                if (left == 0) owing.word(w) ^= std::uint64_t{1} << bit;
            }
        }
        budget -= share;
        if (payments.kept < Payments<M>::max_kept) payments.shares[payments.kept++] = share;
    }
    return owing;
}

/// Conflicts between vertices and the first sets of a colouring, at most 64·K.
template <std::size_t M, std::size_t K>
class WeightedPropagation {
  public:
    WeightedPropagation(const BitSet<M>* rows, Payments<M>& payments)
        : rows_(rows),
          payments_(payments),
          trail_(payments.template trail_of<K>()),
          unused_(BitSet<K>::first_n(payments.kept)) {}

    /// Whether conflicts can pay all that `vertex` has left. If so the sets that show it have paid it; otherwise
    /// nothing has changed.
    [[gnu::always_inline]] bool absorb(std::size_t vertex) {
        Weight owed = payments_.left[vertex];
        neighbours_ = rows_[vertex];
        neighbours_.set(vertex);
        State state{neighbours_, unused_, unused_, 0};
        std::size_t forced = 0;
        bool charged = false;
        BitSet<K> unused_before;
        while (propagate(state, forced)) {
            explain_conflict(state.at, forced);
            if (!charged) {
                charged = true;
                std::copy_n(payments_.shares.begin(), payments_.kept, payments_.shares_before.begin());
                unused_before = unused_;
            }
            owed -= charge(owed);
            if (owed == 0) return true;
            step_back(state, forced);
        }
        if (charged) {
            std::copy_n(payments_.shares_before.begin(), payments_.kept, payments_.shares.begin());
            unused_ = unused_before;
        }
        return false;
    }

  private:
    using State = Propagated<M, K>;

    /// Continues until a set is empty, `state.at`, or returns false. A set that already contains a forced vertex gives
    /// that one, which changes nothing.
    [[gnu::always_inline]] bool propagate(State& state, std::size_t& forced) {
        for (;;) {
            state.at = next_cyclic(state.pending, state.at);
            if (state.at == BitSet<K>::capacity) return false;
            const BitSet<M> remaining = payments_.sets[state.at] & state.possible;
            const Size size = size_up_to_two(remaining);
            if (size == Size::none) return true;
            if (size == Size::one) {
                const std::size_t unit = remaining.first();
                BitSet<M> narrowed = state.possible & rows_[unit];
                narrowed.set(unit);
                if (narrowed != state.possible) {
                    trail_[forced].vertex = unit;
                    trail_[forced++].before = state;
                    state.possible = narrowed;
                    state.pending = state.open;
                }
                state.open.reset(state.at);
            }
            state.pending.reset(state.at++);
        }
    }

    /// Walks back from the set that became empty over the forced vertices that emptied it, and those that forced them:
    /// the sets of the conflict.
    [[gnu::always_inline]] void explain_conflict(std::size_t emptied, std::size_t forced) {
        needed_ = {};
        conflict_ = {};
        conflict_.set(emptied);
        if (forced == 0) return;
        explain(payments_.sets[emptied] & neighbours_, forced);
        for (std::size_t i = forced; i-- > 0;) {
            if (!needed_.test(i)) continue;
            const std::size_t from = trail_[i].before.at;
            conflict_.set(from);
            BitSet<M> lost = payments_.sets[from] & neighbours_;
            lost.reset(trail_[i].vertex);
            explain(lost, i);
        }
    }

    /// Adds forced vertices among the first `forced` to the needed ones until each of `lost` is not adjacent to one.
    [[gnu::always_inline]] void explain(BitSet<M> lost, std::size_t forced) {
        for (std::size_t i = 0; i < forced && lost.any(); ++i)
            if (needed_.test(i)) lost &= rows_[trail_[i].vertex];
        for (std::size_t i = 0; i < forced && lost.any(); ++i) {
            if (needed_.test(i)) continue;
            const BitSet<M> still = lost & rows_[trail_[i].vertex];
            if (still == lost) continue;
            needed_.set(i);
            lost = still;
        }
    }

    /// Makes every set of the conflict pay as much as all of them can, at most `owed`, and returns it.
    [[gnu::always_inline]] Weight charge(Weight owed) {
        Weight paid = owed;
        for (std::size_t w = 0; w < K; ++w)
            for (std::uint64_t word = conflict_.word(w); word != 0; word &= word - 1)
                paid = std::min(paid, payments_.shares[64 * w + static_cast<std::size_t>(__builtin_ctzll(word))]);
        for (std::size_t w = 0; w < K; ++w) {
            for (std::uint64_t word = conflict_.word(w); word != 0; word &= word - 1) {
                const auto bit = static_cast<std::size_t>(__builtin_ctzll(word));
                Weight& share = payments_.shares[64 * w + bit];
                share -= paid;
                if (share == 0) unused_.reset(64 * w + bit);
            }
        }
        return paid;
    }

    /// Undoes the consequences of sets that can pay no more.
    [[gnu::always_inline]] void step_back(State& state, std::size_t& forced) const {
        for (std::size_t i = 0; i < forced; ++i) {
            if (unused_.test(trail_[i].before.at)) continue;
            state = trail_[i].before;
            forced = i;
        }
        state.open &= unused_;
        state.pending &= unused_;
    }

    const BitSet<M>* rows_;
    Payments<M>& payments_;
    ForcedVertex<M, K>* const trail_;
    BitSet<K> unused_;  // sets that can still pay
    BitSet<M> neighbours_;
    BitSet<K> needed_;    // parts of the trail needed to explain the conflict
    BitSet<K> conflict_;  // sets of the conflict
};

/// Removes from `owing` the vertices that conflicts can pay off, in ascending order; stops once `hurried()`.
template <std::size_t K, std::size_t M, class Hurried>
[[gnu::always_inline]] inline BitSet<M> pay_by_conflicts(const BitSet<M>* rows, const BitSet<M>& owing,
                                                         Payments<M>& payments, const Hurried& hurried) {
    WeightedPropagation<M, K> propagation(rows, payments);
    BitSet<M> branching = owing;
    for (std::size_t w = 0; w < M; ++w) {
        if (takes_long<M> && hurried()) break;
        for (std::uint64_t word = owing.word(w); word != 0; word &= word - 1) {
            const std::size_t vertex = 64 * w + static_cast<std::size_t>(__builtin_ctzll(word));
            if (propagation.absorb(vertex)) branching.reset(vertex);
        }
    }
    return branching;
}

template <std::size_t M, class Hurried>
[[gnu::always_inline]] inline BitSet<M> weighted_branching_set(const BitSet<M>* rows, const Weight* weights,
                                                               const BitSet<M>& candidates, Weight budget,
                                                               Payments<M>& payments, const Hurried& hurried) {
    const BitSet<M> owing = pay(rows, weights, candidates, budget, payments, hurried);
    // A single set shows nothing beyond first fit.
    if (payments.kept < 2 || !owing.any()) return owing;
    if constexpr (M > 1)
        if (payments.kept <= 64) return pay_by_conflicts<1>(rows, owing, payments, hurried);
    return pay_by_conflicts<Payments<M>::class_words>(rows, owing, payments, hurried);
}

#if SCRUMP_HAS_FAST_BITS

/// A small subgraph with its weights.
template <std::size_t W, std::size_t M>
struct WeightedInduced {
    Induced<W, M> graph;
    std::array<Weight, 64 * M> weights;
    Payments<M> payments;
};

#endif

/// Data that a thread keeps between nodes, so that no node allocates.
template <std::size_t W>
struct WeightedScratch {
    Payments<W> payments;
#if SCRUMP_HAS_FAST_BITS
    std::uint64_t serial = 0;  ///< serial number of the space of the induced subgraphs
    WeightedInduced<W, 1> induced1;
    WeightedInduced<W, 2> induced2;
    WeightedInduced<W, 4> induced4;

    template <std::size_t M>
    WeightedInduced<W, M>& induced() {
        if constexpr (M == 1)
            return induced1;
        else if constexpr (M == 2)
            return induced2;
        else
            return induced4;
    }

    void forget(std::uint64_t next_serial) {
        serial = next_serial;
        induced1.graph.clear();
        induced2.graph.clear();
        induced4.graph.clear();
    }
#endif

    static WeightedScratch& of_this_thread() {
        thread_local const std::unique_ptr<WeightedScratch> scratch = std::make_unique<WeightedScratch>();
        return *scratch;
    }
};

/// Works on the graph's own rows. Compiled into its callers for the processor that they are compiled for.
template <std::size_t W>
[[gnu::always_inline]] inline BitSet<W> weighted_branching_set_of_graph(const WeightedSpace<W>& space,
                                                                        const BitSet<W>& candidates, Weight budget) {
    return weighted_branching_set(space.rows(), space.weights(), candidates, budget,
                                  WeightedScratch<W>::of_this_thread().payments,
                                  [&] { return space.graph().hurried(); });
}

/// For any processor.
template <std::size_t W>
SCRUMP_PLAIN_BITS [[gnu::noinline]] BitSet<W> plain_weighted_branching_set(const WeightedSpace<W>& space,
                                                                           const BitSet<W>& candidates, Weight budget) {
    return weighted_branching_set_of_graph(space, candidates, budget);
}

#if SCRUMP_HAS_FAST_BITS

/// The same for the processors at hand, in rows of one, two or four words: compiled once for all widths of graphs.
template <std::size_t M>
SCRUMP_FAST_BITS [[gnu::noinline]] BitSet<M> narrow_weighted_branching_set(const BitSet<M>* rows, const Weight* weights,
                                                                           const BitSet<M>& candidates, Weight budget,
                                                                           Payments<M>& payments) {
    return weighted_branching_set(rows, weights, candidates, budget, payments, [] { return false; });
}

/// Makes the subgraph of M words one of `candidates` alone, reading the rows of a larger one where that holds them.
template <std::size_t M, std::size_t W>
SCRUMP_FAST_BITS [[gnu::noinline]] void induce(const WeightedSpace<W>& space, const BitSet<W>& candidates,
                                               WeightedScratch<W>& scratch) {
    WeightedInduced<W, M>& induced = scratch.template induced<M>();
    std::size_t next = 0;
    candidates.for_each([&](std::size_t vertex) { induced.weights[next++] = space.weight(vertex); });
    if constexpr (M < 2 && W > 2)
        if (scratch.induced2.graph.holds(candidates)) return induced.graph.build(scratch.induced2.graph, candidates);
    if constexpr (M < 4 && W > 4)
        if (scratch.induced4.graph.holds(candidates)) return induced.graph.build(scratch.induced4.graph, candidates);
    induced.graph.build(space.rows(), candidates);
}

template <std::size_t M, std::size_t W>
SCRUMP_FAST_BITS [[gnu::noinline]] BitSet<W> weighted_branching_set_of_induced(const WeightedSpace<W>& space,
                                                                               const BitSet<W>& candidates,
                                                                               Weight budget,
                                                                               WeightedScratch<W>& scratch) {
    WeightedInduced<W, M>& induced = scratch.template induced<M>();
    if (!induced.graph.holds(candidates)) induce<M>(space, candidates, scratch);
    return induced.graph.scatter(narrow_weighted_branching_set(
        induced.graph.rows(), induced.weights.data(), induced.graph.gather(candidates), budget, induced.payments));
}

/// For processors with `wide_bits()`.
template <std::size_t W>
SCRUMP_FAST_BITS [[gnu::noinline]] BitSet<W> wide_weighted_branching_set(const WeightedSpace<W>& space,
                                                                         const BitSet<W>& candidates, Weight budget) {
    if constexpr (W > 4) {
        return weighted_branching_set_of_graph(space, candidates, budget);
    } else {
        return narrow_weighted_branching_set(space.rows(), space.weights(), candidates, budget,
                                             WeightedScratch<W>::of_this_thread().payments);
    }
}

/// For processors with `fast_bits()`.
template <std::size_t W>
SCRUMP_FAST_BITS [[gnu::noinline]] BitSet<W> fast_weighted_branching_set(const WeightedSpace<W>& space,
                                                                         const BitSet<W>& candidates, Weight budget) {
    const std::size_t count = candidates.count();
    WeightedScratch<W>& scratch = WeightedScratch<W>::of_this_thread();
    if (scratch.serial != space.graph().serial()) scratch.forget(space.graph().serial());
    if constexpr (W > 1)
        if (count <= 64) return weighted_branching_set_of_induced<1>(space, candidates, budget, scratch);
    if constexpr (W > 2)
        if (count <= 128) return weighted_branching_set_of_induced<2>(space, candidates, budget, scratch);
    if constexpr (W > 4)
        if (count <= 256) return weighted_branching_set_of_induced<4>(space, candidates, budget, scratch);
    return wide_weighted_branching_set(space, candidates, budget);
}

#endif

}  // namespace detail

/// A subset B of `candidates` such that those not in B hold no clique heavier than `budget` ≥ 0: the same one on
/// any processor.
template <std::size_t W>
BitSet<W> weighted_branching_set(const WeightedSpace<W>& space, const BitSet<W>& candidates, Weight budget) {
#if SCRUMP_HAS_FAST_BITS
    if (fast_bits()) return detail::fast_weighted_branching_set(space, candidates, budget);
    if (wide_bits()) return detail::wide_weighted_branching_set(space, candidates, budget);
#endif
    return detail::plain_weighted_branching_set(space, candidates, budget);
}

#if SCRUMP_HAS_FAST_BITS
// Of all that a search compiles this takes longest: it is compiled once, in weighted_branching.cpp.
namespace detail {
extern template BitSet<1> narrow_weighted_branching_set(const BitSet<1>*, const Weight*, const BitSet<1>&, Weight,
                                                        Payments<1>&);
extern template BitSet<2> narrow_weighted_branching_set(const BitSet<2>*, const Weight*, const BitSet<2>&, Weight,
                                                        Payments<2>&);
extern template BitSet<4> narrow_weighted_branching_set(const BitSet<4>*, const Weight*, const BitSet<4>&, Weight,
                                                        Payments<4>&);
}  // namespace detail
#endif

}  // namespace scrump::maxclique

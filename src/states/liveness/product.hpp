#pragma once
// The product of a model's states with an automaton: pairs of a state and a state of the automaton. A path of the
// product that takes edges of each acceptance set again and again is a path of the model that the automaton accepts.

#include "state_graph.hpp"

#include <scrump/states/liveness/automaton.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace scrump::detail {

/// A set of numbers as bits in an array that all workers share.
class SharedBits {
  public:
    using Word = std::uint64_t;

    explicit SharedBits(std::atomic<Word>* words) : words_(words) {}

    bool has(std::uint64_t number) const {
        return (words_[number / 64].load(std::memory_order_relaxed) >> number % 64 & 1U) != 0;
    }
    /// Puts a number into it. True if it was not there.
    bool put(std::uint64_t number) const {
        const Word bit = Word{1} << number % 64;
        return !has(number) && (words_[number / 64].fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
    }
    /// Takes a number out of it. True if it was there.
    bool take(std::uint64_t number) const {
        const Word bit = Word{1} << number % 64;
        return has(number) && (words_[number / 64].fetch_and(~bit, std::memory_order_relaxed) & bit) != 0;
    }
    std::atomic<Word>& word(std::size_t i) const { return words_[i]; }

  private:
    std::atomic<Word>* words_;
};

class Product {
  public:
    using Pair = std::uint64_t;
    using Number = StateGraph::Number;

    Product(const StateGraph& graph, const BuchiAutomaton& automaton) : graph_(graph), automaton_(automaton) {}

    Pair pair(Number state, std::uint32_t of_automaton) const {
        return Pair{state} * automaton_.states.size() + of_automaton;
    }
    Number state_of(Pair pair) const { return static_cast<Number>(pair / automaton_.states.size()); }
    const BuchiAutomaton::State& automaton_state_of(Pair pair) const {
        return automaton_.states[pair % automaton_.states.size()];
    }
    /// Pairs are below this.
    std::uint64_t pairs() const { return std::uint64_t{graph_.numbers()} * automaton_.states.size(); }
    const BuchiAutomaton& automaton() const { return automaton_; }

    /// Whether a cycle through it may be accepted, as far as the automaton says.
    bool is_in_accepting_component(Pair pair) const {
        return automaton_.components[automaton_state_of(pair).component].is_accepting;
    }
    /// The same, and its successors are known.
    bool may_be_on_cycle(Pair pair) const {
        return is_in_accepting_component(pair) && graph_.is_expanded(state_of(pair));
    }

    /// Calls `visit(successor, acceptance sets)` for each successor of a pair whose state is expanded.
    template <class Visit>
    void for_each_successor(Pair pair, const Visit& visit) const {
        const BuchiAutomaton::State& from = automaton_state_of(pair);
        for_each(
            pair, from, [](const BuchiAutomaton::Edge& /*edge*/) { return true; }, visit);
    }
    /// The same for successors that may be on a cycle with it.
    template <class Visit>
    void for_each_near_successor(Pair pair, const Visit& visit) const {
        const BuchiAutomaton::State& from = automaton_state_of(pair);
        const auto stays = [&](const BuchiAutomaton::Edge& edge) {
            return automaton_.states[edge.to].component == from.component;
        };
        for_each(pair, from, stays, visit);
    }

  private:
    template <class Wanted, class Visit>
    void for_each(Pair pair, const BuchiAutomaton::State& from, const Wanted& wanted, const Visit& visit) const {
        const Number state = state_of(pair);
        const std::uint64_t holding = graph_.holding(state);
        const StepsOfState steps = graph_.steps_of(state);
        for (std::size_t i = 0; i < steps.to.size(); ++i)
            for (const BuchiAutomaton::Edge& edge : from.edges)
                if (edge.matches(holding | steps.holding_on(i)) && wanted(edge))
                    visit(this->pair(steps.to[i], edge.to), edge.accepting);
    }

    friend class NearEdges;

    const StateGraph& graph_;
    const BuchiAutomaton& automaton_;
};

/// An edge of the product.
struct ProductEdge {
    Product::Pair to = 0;
    std::uint64_t sets = 0;  ///< acceptance sets that it is in
};

/// The edges from a pair to successors that may be on a cycle with it, one by one: around, from any of them on.
class NearEdges {
  public:
    /// No edges.
    NearEdges() = default;
    /// `first` is any number; `taken` is what taken() was when the first of these edges had been taken.
    NearEdges(const Product& product, Product::Pair pair, std::uint64_t first, std::uint64_t taken)
        : automaton_(&product.automaton_),
          from_(&product.automaton_state_of(pair)),
          steps_(product.graph_.steps_of(product.state_of(pair))),
          holding_(product.graph_.holding(product.state_of(pair))),
          ways_(std::uint64_t{steps_.to.size()} * from_->edges.size()),
          first_(ways_ == 0 ? 0 : first % ways_),
          taken_(taken) {}

    std::uint64_t taken() const { return taken_; }
    /// The next one.
    std::optional<ProductEdge> take() {
        while (taken_ < ways_) {
            std::uint64_t way = first_ + taken_++;
            if (way >= ways_) way -= ways_;
            const std::uint64_t step = way / from_->edges.size();
            const BuchiAutomaton::Edge& edge = from_->edges[way - step * from_->edges.size()];
            if (edge.matches(holding_ | steps_.holding_on(step)) &&
                automaton_->states[edge.to].component == from_->component)
                return ProductEdge{Product::Pair{steps_.to[step]} * automaton_->states.size() + edge.to,
                                   edge.accepting};
        }
        return std::nullopt;
    }

  private:
    const BuchiAutomaton* automaton_ = nullptr;
    const BuchiAutomaton::State* from_ = nullptr;
    StepsOfState steps_{};
    std::uint64_t holding_ = 0;
    std::uint64_t ways_ = 0;  // each step with each edge of the automaton
    std::uint64_t first_ = 0;
    std::uint64_t taken_ = 0;  // of the ways
};

}  // namespace scrump::detail

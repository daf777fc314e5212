#pragma once
// A path of the model that the automaton accepts, from what a search has found.

#include "product.hpp"

#include <scrump/states/explore/detail/any_model.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

/// A path, and a cycle that follows it, in words.
struct WordPath {
    std::vector<std::vector<std::uint64_t>> path{};
    std::vector<std::vector<std::uint64_t>> cycle{};
};

class CounterexampleFinder {
  public:
    using Pair = Product::Pair;

    CounterexampleFinder(const AnyModel& model, StateGraph& graph, const Product& product, std::vector<Pair> initial)
        : model_(model), graph_(graph), product_(product), initial_(std::move(initial)) {}

    /// A shortest path to this pair, from which everything is accepted, and then any path to a cycle. Empty if none
    /// comes back to a state within this memory, or the run ends.
    WordPath to_anything(Pair pair, std::size_t most_bytes);
    /// A path to a cycle among these pairs with edges of all acceptance sets: what CycleSearch has left.
    WordPath to_cycle(const SharedBits& component);

  private:
    using Pairs = std::vector<Pair>;

    /// From one of `from` to one that is `wanted`, both included.
    template <class ForEachNext, class Wanted>
    static Pairs shortest_path(const Pairs& from, const ForEachNext& for_each_next, const Wanted& wanted);
    Pairs cycle_from(Pair first, const SharedBits& component) const;
    std::vector<std::uint64_t> words_of(Pair pair);
    std::vector<std::vector<std::uint64_t>> words_of(const Pairs& pairs);

    const AnyModel& model_;
    StateGraph& graph_;
    const Product& product_;
    const Pairs initial_;
};

}  // namespace scrump::detail

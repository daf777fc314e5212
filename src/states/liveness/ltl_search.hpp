#pragma once
// A worker's part of a check of a formula: visits the pairs of the product level by level, and looks for accepting
// cycles from time to time. The search ends early with a pair from which everything is accepted.

#include "counterexample.hpp"
#include "cycle_search.hpp"
#include "product.hpp"
#include "state_graph.hpp"
#include "work_lists.hpp"

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/states/liveness/options.hpp>
#include <scrump/states/liveness/result.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace scrump::detail {

/// What workers share.
struct SharedLtlSearch {
    SharedLtlSearch(const AnyModel& model, const FormulaPropositions& propositions, const BuchiAutomaton& of,
                    const LtlOptions& with, std::size_t memory)
        : automaton(of), options(with), memory_limit(memory), graph(model, propositions) {}

    /// Once their number is known, before any of them begins.
    void set_workers(unsigned workers) {
        graph.steps.resize(workers);
        graph.team.emplace(workers);
        figures.resize(workers);
        pairs.emplace(workers);
        requests.emplace(workers);
        cycles.emplace(workers);
    }

    static constexpr std::size_t arrays = 2;

    const BuchiAutomaton& automaton;
    const LtlOptions& options;
    const std::size_t memory_limit;
    SharedGraph graph;
    std::optional<WorkLists> pairs{};     ///< pairs to be visited, by level
    std::optional<WorkLists> requests{};  ///< states whose successors are needed
    std::optional<SharedCycleSearch> cycles{};
    std::vector<Product::Pair> initial{};
    std::atomic<Product::Pair> accepting = none;  ///< pair from which everything is accepted

    /// What each worker has told when all have met; and what it knew when it left, perhaps while others still met.
    struct alignas(cache_line) Told {
        LtlStatistics statistics{};
        LtlStatistics in_the_end{};
        bool lacks_room = false;
    };
    std::vector<Told> figures{};

    /// Decided by the first worker while the others wait.
    bool grows = false;
    std::uint64_t visited = 0;  ///< number of states
    bool stops = false;
    bool searches = false;
    bool is_over = false;  ///< the first worker alone has done everything
    std::uint64_t next_search = 0;

    /// What an observer may read at any time: written by the first worker at the end of each level.
    struct Shown {
        std::atomic<std::uint64_t> states = 0;
        std::atomic<std::uint64_t> pairs = 0;
        std::atomic<std::uint64_t> level = 0;
        std::atomic<std::uint64_t> searches = 0;
    };
    Shown shown{};

    /// What is known in the end: of the first worker.
    Status status = Status::complete;
    std::optional<bool> holds{};
    WordPath counterexample{};

    /// The figures of all workers, once they have told them; and in the end.
    LtlStatistics sum(LtlStatistics Told::*of) const;
    bool lacks_room() const;

    static constexpr Product::Pair none = ~Product::Pair{0};
};

class LtlSearch {
  public:
    /// `self` has the worker's access to the arrays of the shape and to those for bits.
    LtlSearch(SharedLtlSearch& shared, const GraphShape& shape, const SpmdWorker& self);

    void run();

  private:
    using Pair = Product::Pair;

    void search();
    void begin();
    void explore();
    void next_level();
    void turn_requests();
    bool expand_requested();
    void visit_pairs();
    void put(Pair pair);
    bool make_room();
    void decide_on_room();
    void decide_on_search();
    bool find_cycle();
    void conclude(std::optional<bool> holds);
    void tell();
    LtlStatistics own_figures() const;
    CounterexampleFinder finder() { return {shared_.graph.model, graph_, product_, shared_.initial}; }
    bool leads() const { return self_.index == 0; }

    SharedLtlSearch& shared_;
    const SpmdWorker& self_;
    StateGraph graph_;
    const Product product_;
    const SharedBits seen_;
    const SharedBits left_;
    const std::uint64_t most_pairs_;
    std::uint64_t pairs_ = 0;     // that it found
    std::uint64_t on_cycle_ = 0;  // those of them that may be on an accepting cycle
    std::uint64_t levels_ = 0;
    bool lacks_room_ = false;
    std::uint64_t searches_ = 0;
    double search_seconds_ = 0;
};

}  // namespace scrump::detail

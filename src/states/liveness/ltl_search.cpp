#include "ltl_search.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/base/error.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace scrump::detail {
namespace {

// States and pairs of a list that are taken at a time.
constexpr std::size_t states_together = 8;
constexpr std::size_t searched_together = 64;
// Pairs of a level with which all workers begin.
constexpr std::size_t pairs_for_all = 512;
// Most of the buckets that may be taken before there are more of them.
constexpr double most_load_of_pairs = 0.5;
// The search for cycles is repeated each time that the number of pairs has grown by this factor.
constexpr std::uint64_t growth_between_searches = 4;

SharedBits bits_of(const SpmdWorker& self, std::size_t number) {
    return SharedBits(self.arrays[GraphShape::own_arrays + number]->direct(0));
}

}  // namespace

LtlStatistics SharedLtlSearch::sum(LtlStatistics Told::*of) const {
    LtlStatistics all;
    for (const Told& told : figures) {
        const LtlStatistics& own = told.*of;
        all.states += own.states;
        all.transitions += own.transitions;
        all.deadlocks += own.deadlocks;
        all.pairs += own.pairs;
        all.levels = std::max(all.levels, own.levels);
        all.searches += own.searches;
        all.search_seconds += own.search_seconds;
        all.memory += own.memory;
    }
    // Bits of pairs.
    all.memory += graph.next_number.load(std::memory_order_relaxed) * automaton.states.size() / 8;
    if (pairs) all.memory += pairs->memory() + requests->memory();
    return all;
}

bool SharedLtlSearch::lacks_room() const {
    return std::ranges::any_of(figures, &Told::lacks_room);
}

LtlSearch::LtlSearch(SharedLtlSearch& shared, const GraphShape& shape, const SpmdWorker& self)
    : shared_(shared),
      self_(self),
      graph_(shared.graph, shape, self),
      product_(graph_, shared.automaton),
      seen_(bits_of(self, 0)),
      left_(bits_of(self, 1)),
      most_pairs_(std::uint64_t{shape.words} * 64) {}

void LtlSearch::run() {
    try {
        search();
    } catch (const RunIsEnding&) {
    }
    shared_.figures[self_.index].in_the_end = own_figures();
}

// The first worker begins alone: where there is little to do, the others would only have to be waited for.
void LtlSearch::search() {
    if (leads()) {
        begin();
        shared_.pairs->turn_all();
        shared_.requests->turn_all();
    } else {
        graph_.await_first();
        if (shared_.is_over) return;
    }
    explore();
    graph_.meet();  // before the first one writes what the others have just read
    if (graph_.team().is_alone()) {
        shared_.is_over = true;
        graph_.team().let_in();
    }
    if (!leads()) return;
    const Pair accepting = shared_.accepting.load(std::memory_order_relaxed);
    if (accepting != SharedLtlSearch::none) {
        shared_.counterexample = finder().to_anything(accepting, shared_.memory_limit);
        conclude(false);
    } else if (!shared_.holds && !shared_.stops) {
        conclude(true);
    }
}

void LtlSearch::explore() {
    for (;;) {
        if (!expand_requested()) return;
        visit_pairs();
        tell();
        graph_.meet();
        if (leads()) decide_on_search();
        graph_.meet();
        if (shared_.accepting.load(std::memory_order_relaxed) != SharedLtlSearch::none) return;
        if (shared_.searches && find_cycle()) return;
        if (shared_.pairs->added() == 0 || shared_.stops) return;
        ++levels_;
        next_level();
    }
}

void LtlSearch::next_level() {
    graph_.meet();
    if (graph_.team().is_alone()) {
        shared_.pairs->turn_all();
        shared_.requests->turn_all();
        if (shared_.grows || shared_.pairs->added() >= pairs_for_all) graph_.team().let_in();
        return;
    }
    shared_.pairs->turn(self_.index);
    shared_.requests->turn(self_.index);
    graph_.meet();
}

// For states that there was no room for.
void LtlSearch::turn_requests() {
    if (graph_.team().is_alone()) {
        shared_.requests->turn_all();
        return graph_.team().let_in();
    }
    shared_.requests->turn(self_.index);
    graph_.meet();
}

void LtlSearch::conclude(std::optional<bool> holds) {
    shared_.holds = holds;
    shared_.status = Status::complete;
}

void LtlSearch::begin() {
    if (!leads()) return;
    shared_.next_search = shared_.options.first_search;
    StateBuffer initial(shared_.graph.model.width());
    shared_.graph.model.put_initial(initial);
    if ((initial.size() + 64) * shared_.automaton.states.size() > most_pairs_)
        throw Error("the initial states do not fit into the memory limit");
    for (std::size_t i = 0; i < initial.size(); ++i) {
        const auto state = graph_.put_initial(initial[i]);
        if (!state) throw Error("the initial states do not fit into the memory limit");
        shared_.initial.push_back(product_.pair(*state, 0));
        put(shared_.initial.back());
    }
    shared_.pairs->tell(self_.index);
}

void LtlSearch::put(Pair pair) {
    if (!seen_.put(pair)) return;
    ++pairs_;
    const auto state = product_.state_of(pair);
    if (product_.is_in_accepting_component(pair)) ++on_cycle_;
    if (product_.automaton_state_of(pair).accepts_all) {
        Pair none = SharedLtlSearch::none;
        shared_.accepting.compare_exchange_strong(none, pair, std::memory_order_relaxed);
    }
    shared_.pairs->add(self_.index, pair);
    if (graph_.request(state)) shared_.requests->add(self_.index, state);
}

// Finds the successors of the states of this level. False if there is no room for them.
bool LtlSearch::expand_requested() {
    for (;;) {
        lacks_room_ = false;
        shared_.requests->take_all(self_.index, states_together, [&](std::uint64_t state) {
            graph_.expand(static_cast<StateGraph::Number>(state));
            return !graph_.ending();
        });
        for (const StateGraph::Number state : graph_.finish()) {
            lacks_room_ = true;
            shared_.requests->add(self_.index, state);
        }
        shared_.requests->tell(self_.index);
        tell();
        graph_.meet();
        const bool all = shared_.requests->added() == 0;
        graph_.settle();
        if (leads()) decide_on_room();
        graph_.meet();
        if (!make_room()) return false;
        if (all) return true;
        turn_requests();
    }
}

void LtlSearch::decide_on_room() {
    const LtlStatistics all = shared_.sum(&SharedLtlSearch::Told::statistics);
    shared_.visited = all.states;
    const bool is_full = product_.pairs() > most_pairs_ || all.memory > shared_.memory_limit;
    shared_.grows = shared_.lacks_room() ||
                    static_cast<double>(all.states) > most_load_of_pairs * static_cast<double>(graph_.buckets());
    if (is_full) {
        shared_.status = Status::memory_limit;
        shared_.stops = true;
    } else if (shared_.options.state_limit && all.states >= *shared_.options.state_limit) {
        shared_.status = Status::state_limit;
        shared_.stops = true;
    }
}

// By all workers, once all are there. False if there is no room where it is needed.
bool LtlSearch::make_room() {
    if (shared_.status == Status::memory_limit) return false;
    const bool may_grow = !shared_.grows || graph_.team().is_alone() || graph_.grow();
    graph_.share_room(shared_.visited, may_grow);
    if (may_grow || !shared_.lacks_room()) return true;
    graph_.meet();
    if (leads()) {
        shared_.status = Status::memory_limit;
        shared_.stops = true;
    }
    graph_.meet();
    return false;
}

void LtlSearch::visit_pairs() {
    shared_.pairs->take_all(self_.index, searched_together, [&](Pair pair) {
        product_.for_each_successor(pair, [&](Pair to, std::uint64_t /*sets*/) { put(to); });
        return !graph_.ending();
    });
    shared_.pairs->tell(self_.index);
}

// At the end, when the search is stopped, and whenever there are many more pairs than the last time.
void LtlSearch::decide_on_search() {
    const LtlStatistics sum = shared_.sum(&SharedLtlSearch::Told::statistics);
    const std::uint64_t all = sum.pairs;
    shared_.searches = shared_.pairs->added() == 0 || shared_.stops || all >= shared_.next_search;
    shared_.shown.states.store(sum.states, std::memory_order_relaxed);
    shared_.shown.pairs.store(all, std::memory_order_relaxed);
    shared_.shown.level.store(levels_ + 1, std::memory_order_relaxed);
    shared_.shown.searches.store(searches_ + (shared_.searches ? 1 : 0), std::memory_order_relaxed);
    if (all >= shared_.next_search) shared_.next_search = all * growth_between_searches;
}

bool LtlSearch::find_cycle() {
    const auto began = Clock::now();
    const bool is_there = CycleSearch(*shared_.cycles, graph_, product_, self_.index, seen_, left_).run();
    if (leads()) {
        ++searches_;
        if (is_there) {
            shared_.counterexample = finder().to_cycle(left_);
            conclude(false);
        }
        search_seconds_ += std::chrono::duration<double>(Clock::now() - began).count();
    }
    graph_.meet();
    return shared_.holds.has_value();
}

void LtlSearch::tell() {
    SharedLtlSearch::Told& own = shared_.figures[self_.index];
    own.statistics = own_figures();
    own.lacks_room = lacks_room_;
}

LtlStatistics LtlSearch::own_figures() const {
    LtlStatistics own;
    own.states = graph_.states;
    own.transitions = graph_.transitions;
    own.deadlocks = graph_.deadlocks;
    own.pairs = pairs_;
    own.levels = levels_;
    own.searches = searches_;
    own.search_seconds = search_seconds_;
    own.memory = graph_.memory() + on_cycle_ * SharedCycleSearch::bytes_of_node;
    return own;
}

}  // namespace scrump::detail

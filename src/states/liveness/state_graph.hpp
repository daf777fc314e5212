#pragma once
// The states of a model and the steps between them, as far as they were visited: a table of states, for each state a
// number, the propositions that hold in it, and the numbers of its successors. All workers add to it at once; what they
// add is read by others once all have met.

#include "workers_in_step.hpp"

#include <scrump/runtime/spmd.hpp>
#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/explore/detail/state_buffer.hpp>
#include <scrump/states/liveness/detail/check.hpp>
#include <scrump/states/table/state_stream.hpp>
#include <scrump/states/table/state_table.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace scrump::detail {

/// Propositions of a formula, by the bits of its automaton.
class FormulaPropositions {
  public:
    /// Throws Error if a name is missing or there twice.
    FormulaPropositions(const AnyPropositions& all, const std::vector<std::string>& names);

    std::uint64_t holding(StateWordsSpan state) const;
    std::uint64_t holding(StateWordsSpan from, StateWordsSpan to) const;
    bool has_steps() const { return !of_steps_.empty(); }

  private:
    struct Bit {
        std::size_t number;
        std::uint64_t bit;
    };

    const AnyPropositions& all_;
    std::vector<Bit> of_states_;
    std::vector<Bit> of_steps_;
};

/// Sizes of the arrays.
struct GraphShape {
    std::size_t width = 0;  ///< number of words of each state; 0: varies
    std::size_t words = 0;  ///< largest number of words of each array

    TableOptions table() const;
    /// The table, and further arrays of `words` words: the graph's own, and `more`.
    std::vector<RemoteArrayShape> arrays(std::size_t more) const;
    static constexpr std::size_t own_arrays = 5;
};

/// Steps that a worker found: the number of successors of a state, and then these. The propositions of steps, if a
/// formula has any, are at the same places.
struct Steps {
    std::vector<std::uint32_t> numbers{};
    std::vector<std::uint64_t> holding{};
};

/// Those of one state.
struct StepsOfState {
    std::span<const std::uint32_t> to{};     ///< successors
    const std::uint64_t* holding = nullptr;  ///< propositions of the steps, if a formula has any

    std::uint64_t holding_on(std::size_t step) const { return holding == nullptr ? 0 : holding[step]; }
};

/// What workers share.
struct SharedGraph {
    SharedGraph(const AnyModel& of, const FormulaPropositions& with) : model(of), propositions(with) {}

    const AnyModel& model;
    const FormulaPropositions& propositions;
    std::vector<Steps> steps{};  ///< by worker
    std::optional<WorkersInStep> team{};
    std::atomic<std::uint64_t> next_number = 0;
};

/// Thrown where all were to meet and the run is ending: what workers share must not be read any more, and what others
/// read must not be written.
struct RunIsEnding {};

class StateGraph {
  public:
    using Word = std::uint64_t;
    using Number = std::uint32_t;

    /// `self` has the worker's access to all arrays of the shape.
    StateGraph(SharedGraph& shared, const GraphShape& shape, const SpmdWorker& self);

    // --- Adding to it

    /// Adds a state. None if there is no room.
    std::optional<Number> put_initial(StateWordsSpan state);
    /// Requests the successors of a state. True for the first request.
    bool request(Number state) {
        Word none = unknown;
        return steps_[state].load(std::memory_order_relaxed) == unknown &&
               steps_[state].compare_exchange_strong(none, requested, std::memory_order_relaxed);
    }
    /// Finds the successors of a state.
    void expand(Number state);
    /// To be called after some expand(). Returns the states for whose successors there is no room: these are to be
    /// expanded again.
    std::vector<Number> finish();
    /// To be called by each worker once all have met since the last finish(), and before they do again.
    void settle();

    // --- Reading it

    bool is_expanded(Number state) const { return steps_[state].load(std::memory_order_relaxed) > requested; }
    Word holding(Number state) const { return holding_[state].load(std::memory_order_relaxed); }
    /// The steps from an expanded state.
    StepsOfState steps_of(Number state) const {
        const Word place = steps_[state].load(std::memory_order_relaxed);
        const Steps& steps = shared_.steps[place >> offset_bits];
        const std::uint32_t* const first = steps.numbers.data() + (place & most_offset);
        return {.to = {first + 1, *first},
                .holding = steps.holding.empty() ? nullptr : steps.holding.data() + (place & most_offset) + 1};
    }
    void read(Number state, std::vector<Word>& words);
    /// Numbers of states are below this.
    std::size_t numbers() const { return shared_.next_number.load(std::memory_order_relaxed); }

    // --- All workers together

    /// All three throw RunIsEnding.
    void meet() {
        go_on_if(shared_.team->meet([this] { return ending(); }));
    }
    void await_first() {
        go_on_if(shared_.team->await_first([this] { return ending(); }));
    }
    bool grow() {
        const bool has_grown = table_.grow();
        go_on_if(!ending());
        return has_grown;
    }
    WorkersInStep& team() { return *shared_.team; }
    bool ending() const { return table_.ending(); }
    /// Lets this worker add its part of the states that the table can take before it is crowded; `all` states are in
    /// it. If it may not grow, its last buckets are filled, too.
    void share_room(std::uint64_t all, bool may_grow);
    std::size_t buckets() const { return table_.buckets(); }

    // --- What this worker found

    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    std::uint64_t deadlocks = 0;
    /// Bytes of it.
    std::uint64_t memory() const;

  private:
    static constexpr Word unknown = 0;
    static constexpr Word requested = 1;
    static constexpr unsigned offset_bits = 44;
    static constexpr Word most_offset = (Word{1} << offset_bits) - 1;

    // Takes the result for a successor.
    struct Note {
        StateGraph& of;

        void operator()(const StreamedState& came) const { of.note(came); }
    };
    // Instead of the place of a successor that there is no room for.
    static constexpr Word no_room = ~Word{0};

    static void go_on_if(bool goes_on) {
        if (!goes_on) throw RunIsEnding();
    }
    Number next_number();
    void note(const StreamedState& came);
    void add(Place place, StateWordsSpan state);
    static std::atomic<Word>* array(const SpmdWorker& self, std::size_t number) {
        return self.arrays[number]->direct(0);
    }

    SharedGraph& shared_;
    const SpmdWorker& self_;
    const std::size_t most_numbers_;
    TableAccess table_;
    StateStream<Note> stream_;
    std::atomic<Word>* const number_of_;  // by place in the table
    std::atomic<Word>* const place_of_;   // by number, as the rest
    std::atomic<Word>* const holding_;
    std::atomic<Word>* const steps_;
    Number next_number_ = 0;
    Number end_of_numbers_ = 0;
    std::uint64_t state_words_ = 0;
    std::vector<Word> state_;
    StateBuffer successors_;
    std::uint64_t room_ = std::numeric_limits<std::uint64_t>::max();  // number of states
    bool lacks_room_ = false;
    // Since the last settle(): for each state, its number, twice the number of successors and one more if it is its own
    // as it has none, and their places.
    std::vector<Word> found_;
    std::vector<Word> found_holding_;
};

}  // namespace scrump::detail

#include "state_graph.hpp"

#include "../explore/visited_states.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace scrump::detail {
namespace {

constexpr std::size_t first_buckets_of_graph = std::size_t{1} << 18U;
// Largest load with which states are still found in few steps.
constexpr double crowded_load_of_graph = 0.85;
// Numbers that a worker takes at a time.
constexpr std::uint32_t numbers_together = 64;

}  // namespace

FormulaPropositions::FormulaPropositions(const AnyPropositions& all, const std::vector<std::string>& names)
    : all_(all) {
    const std::vector<std::string> known = all.names();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto count = std::ranges::count(known, names[i]);
        if (count == 0) throw Error("the formula mentions '" + names[i] + "', which is not a proposition");
        if (count > 1) throw Error("several propositions have the name '" + names[i] + "'");
        const auto number = static_cast<std::size_t>(std::ranges::find(known, names[i]) - known.begin());
        (number < all.of_states() ? of_states_ : of_steps_).push_back({number, std::uint64_t{1} << i});
    }
}

std::uint64_t FormulaPropositions::holding(StateWordsSpan state) const {
    std::uint64_t bits = 0;
    for (const auto& [number, bit] : of_states_)
        if (all_.holds(number, state)) bits |= bit;
    return bits;
}

std::uint64_t FormulaPropositions::holding(StateWordsSpan from, StateWordsSpan to) const {
    std::uint64_t bits = 0;
    for (const auto& [number, bit] : of_steps_)
        if (all_.holds(number, from, to)) bits |= bit;
    return bits;
}

TableOptions GraphShape::table() const {
    return {.name = "states",
            .buckets = std::min(first_buckets_of_graph, words),
            .max_buckets = words,
            .state_words = width == 0 ? most_words_of_state : width,
            .record_words = std::min(words, Place::max_index),
            .max_chunks = 8};
}

std::vector<RemoteArrayShape> GraphShape::arrays(std::size_t more) const {
    std::vector<RemoteArrayShape> all{table_array(table())};
    for (std::size_t i = 1; i < own_arrays + more; ++i) all.push_back({"states by number", words});
    return all;
}

StateGraph::StateGraph(SharedGraph& shared, const GraphShape& shape, const SpmdWorker& self)
    : shared_(shared),
      self_(self),
      most_numbers_(std::min<std::size_t>(shape.words, std::numeric_limits<Number>::max())),
      table_(shape.table(), {.locality = 0, .index = self.index, .workers = self.workers}, *self.arrays[0]),
      stream_(table_, Note{*this}),
      number_of_(array(self, 1)),
      place_of_(array(self, 2)),
      holding_(array(self, 3)),
      steps_(array(self, 4)),
      successors_(shape.width) {}

StateGraph::Number StateGraph::next_number() {
    if (next_number_ == end_of_numbers_) {
        const std::uint64_t first = shared_.next_number.fetch_add(numbers_together, std::memory_order_relaxed);
        if (first + numbers_together > most_numbers_)
            throw Error("the model has too many states for this check: more than " + std::to_string(most_numbers_));
        next_number_ = static_cast<Number>(first);
        end_of_numbers_ = next_number_ + numbers_together;
    }
    return next_number_++;
}

void StateGraph::add(Place place, StateWordsSpan state) {
    const Number number = next_number();
    number_of_[place.index()].store(number, std::memory_order_relaxed);
    place_of_[number].store(place.as_number(), std::memory_order_relaxed);
    holding_[number].store(shared_.propositions.holding(state), std::memory_order_relaxed);
    ++states;
    if (room_ > 0) --room_;
    state_words_ += state.size();
}

std::optional<StateGraph::Number> StateGraph::put_initial(StateWordsSpan state) {
    const TableResult result = table_.find_or_put(state);
    if (result.outcome == TableOutcome::full) return std::nullopt;
    if (result.outcome == TableOutcome::inserted) add(result.place, state);
    return static_cast<Number>(number_of_[result.place.index()].load(std::memory_order_relaxed));
}

void StateGraph::read(Number state, std::vector<Word>& words) {
    const Place place(place_of_[state].load(std::memory_order_relaxed));
    words.resize(place.words());
    table_.read(place, words);
}

void StateGraph::expand(Number state) {
    read(state, state_);
    successors_.clear();
    shared_.model.expand(state_, successors_);
    const bool is_deadlock = successors_.empty();
    if (is_deadlock) successors_.append(state_);
    found_.insert(found_.end(), {state, 2 * successors_.size() + (is_deadlock ? 1U : 0U)});
    for (std::size_t i = 0; i < successors_.size(); ++i) {
        found_.push_back(no_room);
        if (room_ > 0) {
            stream_.find_or_put(successors_[i], found_.size() - 1);
        } else {
            lacks_room_ = true;
        }
        if (shared_.propositions.has_steps())
            found_holding_.push_back(shared_.propositions.holding(state_, successors_[i]));
    }
}

void StateGraph::share_room(std::uint64_t all, bool may_grow) {
    const auto most = static_cast<std::uint64_t>(crowded_load_of_graph * static_cast<double>(buckets()));
    const std::uint64_t part = most > all ? (most - all) / self_.workers : 0;
    room_ = may_grow ? part : std::numeric_limits<std::uint64_t>::max();
}

void StateGraph::note(const StreamedState& came) {
    if (came.result.outcome == TableOutcome::full) {
        lacks_room_ = true;
        return;
    }
    found_[came.token] = came.result.place.index();
    if (came.result.outcome == TableOutcome::inserted) add(came.result.place, came.state);
}

std::vector<StateGraph::Number> StateGraph::finish() {
    stream_.finish();
    std::vector<Number> again;
    if (!std::exchange(lacks_room_, false)) return again;
    std::vector<Word> found, found_holding;
    auto holding = found_holding_.begin();
    for (auto state = found_.begin(); state != found_.end();) {
        const auto count = static_cast<std::ptrdiff_t>(state[1] / 2);
        const auto end = state + 2 + count;
        const auto end_of_holding = holding + (shared_.propositions.has_steps() ? count : 0);
        if (std::find(state + 2, end, no_room) == end) {
            found.insert(found.end(), state, end);
            found_holding.insert(found_holding.end(), holding, end_of_holding);
        } else {
            again.push_back(static_cast<Number>(*state));
        }
        state = end;
        holding = end_of_holding;
    }
    found_ = std::move(found);
    found_holding_ = std::move(found_holding);
    return again;
}

void StateGraph::settle() {
    Steps& steps = shared_.steps[self_.index];
    const bool has_steps = shared_.propositions.has_steps();
    std::size_t holding = 0;
    for (std::size_t i = 0; i < found_.size();) {
        const auto state = static_cast<Number>(found_[i++]);
        const std::size_t count = found_[i] / 2;
        const bool is_deadlock = (found_[i++] & 1U) != 0;
        (is_deadlock ? deadlocks : transitions) += count;
        // Places differ from the marks of unknown and requested states.
        if (steps.numbers.empty()) steps.numbers.resize(requested + 1);
        if (has_steps) steps.holding.resize(steps.numbers.size() + 1);
        steps_[state].store(Word{self_.index} << offset_bits | steps.numbers.size(), std::memory_order_relaxed);
        steps.numbers.push_back(static_cast<std::uint32_t>(count));
        for (std::size_t j = 0; j < count; ++j) {
            steps.numbers.push_back(
                static_cast<std::uint32_t>(number_of_[found_[i++]].load(std::memory_order_relaxed)));
            if (has_steps) steps.holding.push_back(found_holding_[holding++]);
        }
    }
    found_.clear();
    found_holding_.clear();
}

std::uint64_t StateGraph::memory() const {
    const Steps& steps = shared_.steps[self_.index];
    return state_words_ * 2 * sizeof(Word) + states * 3 * sizeof(Word) +
           steps.numbers.capacity() * sizeof(std::uint32_t) + steps.holding.capacity() * sizeof(std::uint64_t) +
           (self_.index == 0 ? buckets() * sizeof(Word) : 0);
}

}  // namespace scrump::detail

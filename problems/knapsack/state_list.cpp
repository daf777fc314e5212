#include <scrump/problems/knapsack/detail/state_list.hpp>

#include <algorithm>

namespace scrump::knapsack {

void History::keep(std::span<State> states) {
    if (records_.size() > 2 * std::max(kept_, states.size())) forget_all_but(states);
    for (State& state : states) {
        records_.push_back({state.taken, state.before});
        state.taken = 0;
        state.before = static_cast<std::uint32_t>(records_.size() - 1);
    }
}

void History::forget_all_but(std::span<State> states) {
    std::vector<bool> needed(records_.size());
    for (const State& state : states)
        if (state.before != State::no_record) needed[state.before] = true;
    for (std::size_t i = records_.size(); i-- > 0;)
        if (needed[i] && records_[i].before != State::no_record) needed[records_[i].before] = true;
    std::vector<std::uint32_t> places(records_.size());
    const auto moved = [&](std::uint32_t record) { return record == State::no_record ? record : places[record]; };
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) {
        if (!needed[i]) continue;
        records_[size] = {records_[i].taken, moved(records_[i].before)};
        places[i] = size++;
    }
    records_.resize(size);
    kept_ = size;
    for (State& state : states) state.before = moved(state.before);
}

std::vector<std::size_t> History::taken(const State& state, std::size_t stages) const {
    std::vector<std::size_t> all;
    Record decisions{state.taken, state.before};
    // A state has as many blocks of records as it has had records made; the last block may still be in the state.
    std::size_t begin = 0;
    for (std::uint32_t record = state.before; record != State::no_record; record = records_[record].before)
        begin += block;
    for (;; decisions = records_[decisions.before], begin -= block) {
        for (std::size_t stage = std::min(begin + block, stages); stage-- > begin;)
            if ((decisions.taken >> (stage - begin) & 1) != 0) all.push_back(stage);
        if (decisions.before == State::no_record) break;
    }
    std::ranges::reverse(all);
    return all;
}

}  // namespace scrump::knapsack

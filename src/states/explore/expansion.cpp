#include "expansion.hpp"

#include <utility>

namespace scrump::detail {

Expansion::Expansion(const AnyModel& model, VisitedStates& visited, Figures& figures, NewStates& to,
                     std::size_t together)
    : model_(model),
      visited_(visited),
      figures_(figures),
      to_(to),
      together_(together),
      looks_(model.looks()),
      collected_(model.width()),
      left_(model.width()) {
    figures_.greatest.resize(model.figures());
}

void Expansion::begin() {
    model_.put_initial(collected_);
    runs_.push_back({EntryNumber(), collected_.size()});
}

void Expansion::collect(StateWordsSpan state, EntryNumber parent) {
    collected_.append(state);
    runs_.push_back({parent, collected_.size()});
}

void Expansion::expand(StateWordsSpan state, EntryNumber number) {
    const std::size_t before = collected_.size();
    model_.expand(state, collected_);
    const std::size_t successors = collected_.size() - before;
    ++figures_.expanded;
    figures_.transitions += successors;
    if (successors > 0) {
        runs_.push_back({number, collected_.size()});
    } else {
        ++figures_.deadlocks;
        if (model_.no_deadlocks()) to_.found_deadlock(state, number);
    }
}

bool Expansion::put() {
    visited_.visit(collected_, outcomes_);
    std::size_t index = 0;
    for (const Run& run : runs_) {
        for (; index < run.end; ++index) {
            if (outcomes_[index] == Visit::known) continue;
            if (outcomes_[index] == Visit::first) {
                take(index, run.parent);
                continue;
            }
            left_.append(collected_[index]);
            left_runs_.push_back({run.parent, left_.size()});
        }
    }
    std::swap(collected_, left_);
    std::swap(runs_, left_runs_);
    left_.clear();
    left_runs_.clear();
    return collected_.empty();
}

void Expansion::take(std::size_t index, EntryNumber parent) {
    const StateWordsSpan state = collected_[index];
    ++figures_.states;
    if (looks_) {
        if (const auto verdict = model_.look(state, figures_.greatest)) to_.found(*verdict, state, parent);
    }
    to_.add(state, parent);
}

}  // namespace scrump::detail

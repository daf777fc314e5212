#include "expansion.hpp"

#include <utility>

namespace scrump::detail {
namespace {

// Numbers of the states that are checked to be representatives: the first ones, and later some.
constexpr std::uint64_t all_checked = 64;
constexpr std::uint64_t checked_each = 64;

}  // namespace

Expansion::Expansion(const AnyModel& model, VisitedStates& visited, Figures& figures, NewStates& to,
                     std::size_t together)
    : model_(model),
      visited_(visited),
      figures_(figures),
      to_(to),
      together_(together),
      looks_(model.looks()),
      has_symmetry_(model.has_symmetry()),
      collected_(model.width()),
      left_(model.width()) {
    figures_.greatest.resize(model.figures());
}

void Expansion::begin() {
    model_.put_initial(collected_);
    parents_.resize(collected_.size());
}

void Expansion::expand(StateWordsSpan state, EntryNumber number) {
    if (has_symmetry_ && (figures_.expanded < all_checked || figures_.expanded % checked_each == 0))
        model_.check_representative(state);
    const std::size_t before = collected_.size();
    model_.expand(state, collected_);
    const std::size_t successors = collected_.size() - before;
    ++figures_.expanded;
    figures_.transitions += successors;
    if (successors > 0) {
        for (std::size_t i = 0; i < successors; ++i) parents_.push_back(number);
    } else {
        ++figures_.deadlocks;
        if (model_.no_deadlocks()) to_.found_deadlock(state, number);
    }
}

bool Expansion::put() {
    visited_.visit(collected_, visits_);
    figures_.states += visits_.first.size();
    if (looks_) look();
    to_.add(collected_, parents_, visits_.first);
    for (const std::uint32_t index : visits_.full) {
        left_.append(collected_[index]);
        left_parents_.push_back(parents_[index]);
    }
    std::swap(collected_, left_);
    std::swap(parents_, left_parents_);
    left_.clear();
    left_parents_.clear();
    return collected_.empty();
}

bool Expansion::put_known(const StateBuffer& states) {
    visited_.visit(states, visits_);
    figures_.states += visits_.first.size();
    return visits_.full.empty();
}

void Expansion::look() {
    for (const std::uint32_t index : visits_.first) {
        const StateWordsSpan state = collected_[index];
        if (const auto verdict = model_.look(state, figures_.greatest)) to_.found(*verdict, state, parents_[index]);
    }
}

}  // namespace scrump::detail

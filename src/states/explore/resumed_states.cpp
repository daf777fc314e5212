#include "resumed_states.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace scrump::detail {
namespace {

constexpr std::uint64_t checked_together = 1024;

using DistinctStates = std::set<std::vector<std::uint64_t>>;

}  // namespace

ResumedStates::ResumedStates(const AnyModel& model, const StateFileReader& file, const StateLogs& log)
    : model_(model),
      file_(file),
      log_(log),
      expanded_(file.header().states() - file.header().waiting()),
      successors_(model.width()) {}

void ResumedStates::add(std::uint64_t parent) {
    if (parent == no_parent) level_.push_back(next_sibling_.size());
    next_sibling_.push_back(parent);  // until all are known
}

void ResumedStates::list_children() {
    first_child_.assign(next_sibling_.size(), none);
    for (Entry entry = next_sibling_.size(); entry-- > 0;) {
        Entry& parent = next_sibling_[entry];
        if (parent != no_parent) parent = std::exchange(first_child_[parent], entry);
    }
}

bool ResumedStates::check(const See& see, const std::function<bool()>& goes_on) {
    const StateFileHeader& header = file_.header();
    list_children();
    check_initial();
    for (distance_ = 0; distance_ < header.levels.size(); ++distance_) {
        if (level_.size() != header.levels[distance_]) {
            file_.fail("has " + std::to_string(level_.size()) + " states at distance " + std::to_string(distance_) +
                       ", where it says " + std::to_string(header.levels[distance_]));
        }
        if (level_.empty() && distance_ + 1 < header.levels.size()) file_.fail("has levels without states");
        if (!check_level(see, goes_on)) return false;
    }
    if (transitions_ != header.transitions || deadlocks_ != header.deadlocks)
        file_.fail(header.mismatch(transitions_, deadlocks_));
    return true;
}

void ResumedStates::check_initial() {
    StateBuffer all(model_.width());
    model_.put_initial(all);
    DistinctStates expected;
    for (std::size_t i = 0; i < all.size(); ++i) expected.emplace(all[i].begin(), all[i].end());
    DistinctStates found;
    for (const Entry entry : level_) {
        log_.read_own(entry, state_);
        found.insert(state_);
    }
    if (found != expected) file_.fail("begins in other states");
}

bool ResumedStates::check_level(const See& see, const std::function<bool()>& goes_on) {
    for (const Entry entry : level_) {
        if (++checked_ % checked_together == 0 && !goes_on()) return false;
        check_state(entry, see);
    }
    level_.swap(next_);
    next_.clear();
    return true;
}

void ResumedStates::check_state(Entry entry, const See& see) {
    const bool waits = distance_ + 1 == file_.header().levels.size();
    if (waits != (entry >= expanded_)) fail(entry, "is not in the order of the distances");
    log_.read_own(entry, state_);
    if (waits) {
        if (first_child_[entry] != none) fail(first_child_[entry], "was found from one that was not expanded");
        see(entry, state_, false);
        return;
    }
    successors_.clear();
    model_.expand(state_, successors_);
    transitions_ += successors_.size();
    deadlocks_ += successors_.empty() ? 1U : 0U;
    for (Entry child = first_child_[entry]; child != none; child = next_sibling_[child]) {
        log_.read_own(child, child_);
        if (!follows(child_)) fail(child, "does not follow the one that it was found from");
        next_.push_back(child);
    }
    see(entry, state_, successors_.empty());
}

bool ResumedStates::follows(StateWordsSpan state) const {
    for (std::size_t i = 0; i < successors_.size(); ++i)
        if (std::ranges::equal(successors_[i], state)) return true;
    return false;
}

void ResumedStates::fail(Entry entry, const std::string& what) const {
    file_.fail("state " + std::to_string(entry) + " " + what + ": the file is damaged, or it belongs to another model");
}

}  // namespace scrump::detail

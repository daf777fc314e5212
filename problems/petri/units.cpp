#include <scrump/base/deadline.hpp>
#include <scrump/problems/petri/units.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <utility>

namespace scrump::petri {
namespace {

// How many places a search adds, from one place, before it gives up; and how many all searches do.
constexpr std::size_t max_steps = 2'000;
constexpr std::size_t max_steps_in_all = 2'000'000;

struct Change {
    std::uint32_t other;  // transition or place
    int tokens;
};

// What transitions do to places that hold at most one token initially: only changes by one matter.
class Changes {
  public:
    explicit Changes(const Net& net)
        : of_place_(net.places.size()), of_transition_(net.transitions.size()), usable_(net.places.size()) {
        for (std::size_t place = 0; place < net.places.size(); ++place) usable_[place] = net.places[place].tokens <= 1;
        std::vector<std::int64_t> change(net.places.size());
        for (std::uint32_t number = 0; number < net.transitions.size(); ++number) {
            const Transition& transition = net.transitions[number];
            for (const Arc& arc : transition.takes) change[arc.place] -= arc.weight;
            for (const Arc& arc : transition.puts) change[arc.place] += arc.weight;
            for (const std::vector<Arc>* const arcs : {&transition.takes, &transition.puts}) {
                for (const Arc& arc : *arcs) {
                    const std::int64_t by = std::exchange(change[arc.place], 0);
                    if (by == 0) continue;
                    if (std::abs(by) > 1) usable_[arc.place] = false;
                    of_place_[arc.place].push_back({number, static_cast<int>(by)});
                    of_transition_[number].push_back({arc.place, static_cast<int>(by)});
                }
            }
        }
    }

    const std::vector<Change>& of_place(std::uint32_t place) const { return of_place_[place]; }
    const std::vector<Change>& of_transition(std::uint32_t transition) const { return of_transition_[transition]; }
    bool is_usable(std::uint32_t place) const { return usable_[place] && !of_place_[place].empty(); }

  private:
    std::vector<std::vector<Change>> of_place_;
    std::vector<std::vector<Change>> of_transition_;
    std::vector<bool> usable_;
};

// Looks for a unit with a given place: adds places until each transition takes from the unit what it puts there.
class UnitSearch {
  public:
    UnitSearch(const Net& net, const Changes& changes, const std::vector<bool>& covered)
        : net_(net),
          changes_(changes),
          covered_(covered),
          state_(net.places.size()),
          balance_(net.transitions.size()) {}

    std::optional<Unit> from(std::uint32_t place) {
        steps_ = 0;
        const bool found = add(place) && extend();
        std::optional<Unit> unit;
        if (found) {
            unit = members_;
            std::ranges::sort(*unit);
        }
        while (!members_.empty()) remove_last();
        return unit;
    }
    std::size_t steps() const { return steps_; }

  private:
    enum class State : std::uint8_t { open, member, excluded };

    // False: a transition would change the number of the unit's tokens by more than one, or there are two tokens.
    bool add(std::uint32_t place) {
        ++steps_;
        state_[place] = State::member;
        members_.push_back(place);
        tokens_ += net_.places[place].tokens;
        bool possible = tokens_ <= 1;
        for (const Change& change : changes_.of_place(place)) {
            int& balance = balance_[change.other];
            if (balance == 0) unbalanced_.push_back(change.other);
            balance += change.tokens;
            if (std::abs(balance) > 1) possible = false;
        }
        return possible;
    }
    void remove_last() {
        const std::uint32_t place = members_.back();
        members_.pop_back();
        tokens_ -= net_.places[place].tokens;
        state_[place] = State::open;
        for (const Change& change : changes_.of_place(place)) {
            int& balance = balance_[change.other];
            if (balance == 0) unbalanced_.push_back(change.other);
            balance -= change.tokens;
        }
    }

    std::vector<std::uint32_t> candidates_for(std::uint32_t transition) const {
        std::vector<std::uint32_t> candidates;
        for (const Change& change : changes_.of_transition(transition)) {
            if (change.tokens + balance_[transition] != 0 || state_[change.other] != State::open) continue;
            if (!changes_.is_usable(change.other) || tokens_ + net_.places[change.other].tokens > 1) continue;
            candidates.push_back(change.other);
        }
        return candidates;
    }

    // The places of which one has to be added next: the fewest for any transition. None: all are balanced.
    std::optional<std::vector<std::uint32_t>> next_candidates() {
        std::erase_if(unbalanced_, [&](std::uint32_t each) { return balance_[each] == 0; });
        std::optional<std::vector<std::uint32_t>> fewest;
        for (const std::uint32_t each : unbalanced_) {
            std::vector<std::uint32_t> candidates = candidates_for(each);
            if (!fewest || candidates.size() < fewest->size()) fewest = std::move(candidates);
            if (fewest->size() <= 1) break;
        }
        return fewest;
    }

    bool extend() {
        look_();
        const auto candidates = next_candidates();
        if (!candidates) return tokens_ == 1;
        std::vector<std::uint32_t> order = *candidates;
        std::ranges::stable_sort(order, {}, [&](std::uint32_t place) { return covered_[place] ? 1 : 0; });
        std::size_t excluded = 0;
        bool found = false;
        for (const std::uint32_t place : order) {
            if (add(place) && extend()) {
                found = true;
                break;
            }
            remove_last();
            if (steps_ > max_steps) break;
            state_[place] = State::excluded;
            ++excluded;
        }
        for (std::size_t i = 0; i < excluded; ++i) state_[order[i]] = State::open;
        return found;
    }

    const Net& net_;
    const Changes& changes_;
    const std::vector<bool>& covered_;
    std::vector<State> state_;
    std::vector<std::uint32_t> members_;
    std::vector<std::uint32_t> unbalanced_;  // and some others
    std::vector<int> balance_;               // tokens that each transition adds to the members
    std::uint64_t tokens_ = 0;
    std::size_t steps_ = 0;
    PacedLook look_;
};

}  // namespace

std::vector<Unit> units_of(const Net& net) {
    const Changes changes(net);
    std::vector<bool> covered(net.places.size());
    UnitSearch search(net, changes, covered);
    std::vector<Unit> units;
    std::size_t steps = 0;
    for (std::uint32_t place = 0; place < net.places.size() && steps < max_steps_in_all; ++place) {
        if (covered[place] || !changes.is_usable(place)) continue;
        std::optional<Unit> unit = search.from(place);
        steps += search.steps();
        if (!unit) continue;
        for (const std::uint32_t each : *unit) covered[each] = true;
        units.push_back(std::move(*unit));
    }
    return units;
}

}  // namespace scrump::petri

#include <scrump/base/deadline.hpp>
#include <scrump/problems/petri/detail/groups.hpp>
#include <scrump/problems/petri/detail/making.hpp>
#include <scrump/problems/petri/detail/structure.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

namespace scrump::petri {
namespace {

// Tokens that a transition adds to each place that it changes.
std::map<std::uint32_t, std::int64_t> changes_of(const Transition& transition) {
    std::map<std::uint32_t, std::int64_t> changes;
    for (const Arc& arc : transition.takes) changes[arc.place] -= arc.weight;
    for (const Arc& arc : transition.puts) changes[arc.place] += arc.weight;
    std::erase_if(changes, [](const auto& change) { return change.second == 0; });
    return changes;
}

}  // namespace

NetStructure::NetStructure(const Net& net, const std::vector<Unit>& units)
    : net_(net),
      units_(units),
      unit_of_(net.places.size(), no_unit),
      dead_(net.transitions.size(), true),
      least_(net.places.size()),
      most_(net.places.size()) {
    for (std::uint32_t unit = 0; unit < units.size(); ++unit)
        for (const std::uint32_t place : units[unit])
            if (unit_of_[place] == no_unit) unit_of_[place] = unit;
    for (std::size_t place = 0; place < net.places.size(); ++place) most_[place] = net.places[place].tokens;
    find_enabled();
    find_bounds();
    look_at_groups();
}

// Transitions that take what is there initially may be enabled; then those that take, besides, what they put; and so
// on.
void NetStructure::find_enabled() {
    std::vector<std::vector<std::uint32_t>> takers(net_.places.size());
    for (std::uint32_t i = 0; i < net_.transitions.size(); ++i)
        for (const Arc& arc : net_.transitions[i].takes) takers[arc.place].push_back(i);
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < net_.transitions.size(); ++i) open.push_back(i);
    PacedLook look;
    while (!open.empty()) {
        look();
        const std::uint32_t number = open.back();
        open.pop_back();
        const Transition& transition = net_.transitions[number];
        if (!dead_[number] || takes_too_much(transition)) continue;
        dead_[number] = false;
        for (const auto& [place, change] : changes_of(transition)) {
            const std::int64_t most = unit_of_[place] == no_unit ? unbounded : 1;
            if (change < 0 || most_[place] >= most) continue;
            most_[place] = most;
            open.insert(open.end(), takers[place].begin(), takers[place].end());
        }
    }
}

bool NetStructure::takes_too_much(const Transition& transition) const {
    std::set<std::uint32_t> units;
    for (const Arc& arc : transition.takes) {
        if (arc.weight > most_[arc.place]) return true;
        const std::uint32_t unit = unit_of_[arc.place];
        if (unit != no_unit && !units.insert(unit).second) return true;
    }
    return false;
}

void NetStructure::find_bounds() {
    for (std::size_t place = 0; place < net_.places.size(); ++place) least_[place] = net_.places[place].tokens;
    for (std::size_t i = 0; i < net_.transitions.size(); ++i) {
        if (dead_[i]) continue;
        for (const auto& [place, change] : changes_of(net_.transitions[i]))
            if (change < 0) least_[place] = 0;
    }
}

// Of a coloured place, the tokens of all colours are the same if each transition puts as many there as it takes.
void NetStructure::look_at_groups() {
    const Groups places = Groups::of_places(net_);
    const Groups transitions = Groups::of_transitions(net_);
    std::vector<bool> may_change(places.size()), may_be_enabled(transitions.size());
    std::map<std::uint32_t, std::int64_t> change;
    for (std::uint32_t i = 0; i < net_.transitions.size(); ++i) {
        if (dead_[i]) continue;
        may_be_enabled[transitions.of(i)] = true;
        change.clear();
        for (const auto& [place, by] : changes_of(net_.transitions[i])) change[places.of(place)] += by;
        for (const auto& [group, by] : change)
            if (by != 0) may_change[group] = true;
    }
    has_stable_place_ = std::ranges::find(may_change, false) != may_change.end();
    has_dead_transition_ = std::ranges::find(may_be_enabled, false) != may_be_enabled.end();
}

void NetStructure::Range::add(std::int64_t weight, std::int64_t fewest_tokens, std::int64_t most_tokens) {
    const auto times = [&](std::int64_t tokens) {
        if (weight == 0) return std::int64_t{0};
        const bool exceeds = tokens >= unbounded / std::abs(weight);
        return exceeds ? (weight > 0 ? unbounded : -unbounded) : weight * tokens;
    };
    const auto [fewest, largest] = std::minmax({times(fewest_tokens), times(most_tokens)});
    least = std::max(least + fewest, -unbounded);
    most = std::min(most + largest, unbounded);
}

// Of the places of a unit, one has a token.
NetStructure::Range NetStructure::range_of(const Weights& weights) const {
    Range all;
    std::set<std::uint32_t> units;
    for (const auto& [place, weight] : weights) {
        if (unit_of_[place] == no_unit) {
            all.add(weight, least_[place], most_[place]);
        } else {
            units.insert(unit_of_[place]);
        }
    }
    for (const std::uint32_t unit : units) {
        std::optional<Range> one;
        for (const std::uint32_t place : units_[unit]) {
            if (most_[place] == 0) continue;
            const auto found = unit_of_[place] == unit ? weights.find(place) : weights.end();
            const std::int64_t weight = found == weights.end() ? 0 : found->second;
            if (!one) one = {weight, weight};
            one = {std::min(one->least, weight), std::max(one->most, weight)};
        }
        all.least += one->least;
        all.most += one->most;
    }
    return all;
}

std::int64_t NetStructure::most(const Sum& sum) const {
    Weights weights;
    for (const std::uint32_t place : sum.places) ++weights[place];
    const std::int64_t most = range_of(weights).most;
    return most >= unbounded ? unbounded : most + sum.constant;
}

bool NetStructure::is_always_enabled(std::uint32_t transition) const {
    return std::ranges::all_of(net_.transitions[transition].takes,
                               [&](const Arc& arc) { return least_[arc.place] >= arc.weight; });
}

Formula NetStructure::replace_enabled(const Formula& formula) const {
    Formula result{.kind = Formula::Kind::enabled};
    for (const std::uint32_t transition : formula.transitions) {
        if (is_always_enabled(transition)) return constant(true);
        if (!dead_[transition]) result.transitions.push_back(transition);
    }
    return result;
}

Formula NetStructure::replace(const Formula& formula) const {
    if (formula.kind == Formula::Kind::enabled) return replace_enabled(formula);
    if (formula.kind == Formula::Kind::deadlock) {
        if (std::ranges::find(dead_, false) == dead_.end()) return constant(true);
        for (std::uint32_t i = 0; i < net_.transitions.size(); ++i)
            if (is_always_enabled(i)) return constant(false);
        return formula;
    }
    if (formula.kind == Formula::Kind::at_most) {
        Weights weights;
        for (const std::uint32_t place : formula.right.places) ++weights[place];
        for (const std::uint32_t place : formula.left.places) --weights[place];
        const Range range = range_of(weights);
        const std::int64_t more = formula.right.constant - formula.left.constant;
        if (range.least > -unbounded && range.least + more >= 0) return constant(true);
        if (range.most < unbounded && range.most + more < 0) return constant(false);
        return formula;
    }
    if (formula.kind == Formula::Kind::fires) return formula;
    Formula result{.kind = formula.kind};
    for (const Formula& part : formula.parts) result.parts.push_back(replace(part));
    return result;
}

}  // namespace scrump::petri

#include <scrump/problems/petri/net_counters.hpp>

#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/petri/detail/groups.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace scrump::petri {
namespace {

std::string at_most() {
    return "; by decision diagrams, a place holds at most " + std::to_string(max_counter);
}

}  // namespace

NetCounters::NetCounters(const Net& net, const std::vector<Unit>& units)
    : net_(net), cells_(net.places.size()), changes_(net.places.size()) {
    find_changes();
    join(units);
    for (std::uint32_t place = 0; place < cells_.size(); ++place)
        if (changes_[place] && cells_[place].counter == no_counter) add_counter({place});
    PacedLook look;
    for (std::uint32_t number = 0; number < net.transitions.size(); ++number) {
        look();
        add_transition(number);
    }
}

std::optional<std::uint32_t> NetCounters::transition(std::uint32_t of_net) const {
    const auto found = std::ranges::lower_bound(possible_, of_net);
    if (found == possible_.end() || *found != of_net) return std::nullopt;
    return static_cast<std::uint32_t>(found - possible_.begin());
}

CounterReachOptions NetCounters::options(const NetReachOptions& how) const {
    CounterReachOptions options{.diagrams = how.diagrams,
                                .order = how.order,
                                .reorder = how.reorder,
                                .find_deadlocks = how.find_deadlocks,
                                .related = related_};
    if (!how.levels.empty()) options.levels = levels_of(how.levels);
    return options;
}

// Counters in the order of the first of their places.
std::vector<std::uint32_t> NetCounters::levels_of(const std::vector<std::string>& names) const {
    std::unordered_map<std::string, std::uint32_t> place_named;
    for (std::uint32_t place = 0; place < net_.places.size(); ++place)
        place_named.emplace(net_.places[place].name, place);
    std::vector<std::uint32_t> levels;
    std::vector<bool> has_level(places_.size());
    for (const std::string& name : names) {
        const auto found = place_named.find(name);
        if (found == place_named.end())
            throw UsageError("the order names a place " + in_quotes(name) + ", which the net does not have");
        const std::uint32_t counter = cells_[found->second].counter;
        if (counter == no_counter || has_level[counter]) continue;
        has_level[counter] = true;
        levels.push_back(counter);
    }
    for (std::uint32_t counter = 0; counter < has_level.size(); ++counter) {
        if (!has_level[counter])
            throw UsageError("the order leaves out the place " + in_quotes(net_.places[places_[counter].front()].name));
    }
    return levels;
}

void NetCounters::describe(NetReachability& found, const std::vector<TokenRange>& coloured) const {
    for (const std::uint32_t counter : found.counters.levels) found.levels.push_back(places_[counter]);
    if (found.counters.states.digits.empty()) return;
    const Groups groups = Groups::of_transitions(net_);
    std::vector<bool> enabled(net_.transitions.size());
    found.dead.assign(groups.size(), true);
    for (std::size_t i = 0; i < possible_.size(); ++i) {
        if (!found.counters.enabled[i]) continue;
        enabled[possible_[i]] = true;
        found.dead[groups.of(possible_[i])] = false;
    }
    found.counters.enabled = std::move(enabled);
    describe_places(found);
    if (!net_.coloured_places.empty()) {
        found.stable.clear();
        for (const TokenRange& tokens : coloured) {
            found.coloured_bounds.push_back(tokens.most);
            found.stable.push_back(tokens.least == tokens.most);
        }
    }
}

void NetCounters::describe_places(NetReachability& found) const {
    found.bounds.resize(cells_.size());
    found.stable.resize(cells_.size());
    found.max_sum = found.counters.max_sum;
    for (std::size_t place = 0; place < cells_.size(); ++place) {
        const auto [counter, token] = cells_[place];
        if (counter == no_counter) {
            found.bounds[place] = net_.places[place].tokens;
            found.stable[place] = true;
            found.max_sum += net_.places[place].tokens;
        } else {
            const std::vector<std::uint32_t>& values = found.counters.values[counter];
            const bool has = token == 0 || std::ranges::binary_search(values, token);
            found.bounds[place] = token == 0 ? values.back() : has ? 1 : 0;
            found.stable[place] = values.size() == 1 || !has;
        }
        found.max_tokens = std::max<std::uint64_t>(found.max_tokens, found.bounds[place]);
    }
}

void NetCounters::find_changes() {
    std::map<std::uint32_t, std::int64_t> change;
    for (const Transition& each : net_.transitions) {
        change.clear();
        for (const Arc& arc : each.takes) change[arc.place] -= arc.weight;
        for (const Arc& arc : each.puts) change[arc.place] += arc.weight;
        for (const auto& [place, by] : change)
            if (by != 0) changes_[place] = true;
    }
}

void NetCounters::add_counter(std::vector<std::uint32_t> places) {
    const auto counter = static_cast<std::uint32_t>(places_.size());
    const bool shared = places.size() > 1;
    std::uint32_t initial = shared ? 0 : net_.places[places.front()].tokens;
    for (std::uint32_t i = 0; i < places.size(); ++i) {
        cells_[places[i]] = {counter, shared ? i + 1 : 0};
        if (shared && net_.places[places[i]].tokens > 0) initial = i + 1;
    }
    if (initial > max_counter)
        throw Error("the place " + in_quotes(net_.places[places.front()].name) + " holds " + std::to_string(initial) +
                    " tokens" + at_most());
    system_.initial.push_back(initial);
    system_.names.push_back(net_.places[places.front()].name);
    system_.sum_caps.push_back(shared ? 1 : max_counter);
    places_.push_back(std::move(places));
}

// Those units first that have the most places not in others.
void NetCounters::join(const std::vector<Unit>& all) {
    std::vector<Unit> units = all;
    PacedLook look;
    while (!units.empty()) {
        look();
        for (Unit& each : units)
            std::erase_if(each, [&](std::uint32_t place) { return cells_[place].counter != no_counter; });
        const auto largest = std::ranges::max_element(units, {}, &Unit::size);
        if (largest->size() < 2) break;
        add_counter(*largest);
        units.erase(largest);
    }
    for (const Unit& unit : all) add_related(unit);
}

// What has a place of a unit belongs together.
void NetCounters::add_related(const Unit& unit) {
    std::set<std::uint32_t> counters;
    for (const std::uint32_t place : unit)
        if (cells_[place].counter != no_counter) counters.insert(cells_[place].counter);
    if (counters.size() > 1) related_.emplace_back(counters.begin(), counters.end());
}

// Unless it is never enabled, as it takes more tokens than there can be.
void NetCounters::add_transition(std::uint32_t number) {
    const Transition& transition = net_.transitions[number];
    // Of each counter that is shared, the place that loses the token, and the one that gets it.
    struct Move {
        std::uint32_t from = 0, to = 0;
    };
    std::map<std::uint32_t, Move> moves;
    std::map<std::uint32_t, CounterStep> steps;
    bool possible = true;
    for (const bool takes : {true, false}) {
        for (const Arc& arc : takes ? transition.takes : transition.puts) {
            const auto [counter, token] = cells_[arc.place];
            if (counter == no_counter) {
                if (takes && net_.places[arc.place].tokens < arc.weight) possible = false;
            } else if (token == 0) {
                CounterStep& step = steps.try_emplace(counter, CounterStep{.counter = counter}).first->second;
                if (takes) step.least = arc.weight;
                step.change += takes ? -std::int64_t{arc.weight} : std::int64_t{arc.weight};
            } else {
                std::uint32_t& end = takes ? moves[counter].from : moves[counter].to;
                if (end != 0 || arc.weight > 1) possible = false;  // of one token it takes two
                end = token;
            }
        }
    }
    for (const auto& [counter, move] : moves)
        steps[counter] = {counter, move.from, move.from, std::int64_t{move.to} - std::int64_t{move.from}};
    CounterTransition result;
    for (const auto& [counter, step] : steps) {
        if (step.least > max_counter) possible = false;
        if (step.change > std::int64_t{max_counter})
            throw Error("a transition puts " + std::to_string(step.change) + " tokens into " +
                        in_quotes(net_.places[places_[counter].front()].name) + at_most());
        result.steps.push_back(step);
    }
    if (!possible) return;
    system_.transitions.push_back(std::move(result));
    possible_.push_back(number);
}

}  // namespace scrump::petri

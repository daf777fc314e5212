#include <scrump/base/error.hpp>
#include <scrump/problems/petri/detail/goals.hpp>
#include <scrump/problems/petri/net_sets.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace scrump::petri {

using Kind = Formula::Kind;

CounterSet NetSets::satisfying(const Formula& formula) {
    if (formula.kind != Kind::some_path && formula.kind != Kind::every_path) return compute(formula);
    const auto found = std::ranges::find(known_, formula, &std::pair<Formula, CounterSet>::first);
    if (found != known_.end()) return found->second;
    CounterSet set = compute(formula);
    known_.emplace_back(formula, set);
    return set;
}

CounterSet NetSets::compute(const Formula& formula) {
    switch (formula.kind) {
        case Kind::yes:
            return reachable_;
        case Kind::no:
            return sets_.none();
        case Kind::at_most:
            return where_at_most(formula);
        case Kind::enabled:
            return enabling(formula.transitions);
        case Kind::deadlock:
            return sets_.deadlocks(reachable_);
        case Kind::negation:
            return others(satisfying(formula.parts.front()));
        case Kind::all:
            return where_all(formula);
        case Kind::any:
            return where_any(formula);
        case Kind::some_path:
            return on_some_path(formula.parts.front());
        case Kind::every_path:
            return others(satisfying(refutation_of(formula)));
        default:
            throw Error("expected a formula of CTL, found one of paths");
    }
}

CounterSet NetSets::where_all(const Formula& formula) {
    CounterSet set = reachable_;
    for (const Formula& part : formula.parts) {
        if (set.empty()) break;
        set = set & satisfying(part);
    }
    return set;
}

CounterSet NetSets::where_any(const Formula& formula) {
    CounterSet set = sets_.none();
    for (const Formula& part : formula.parts) set = set | satisfying(part);
    return set;
}

CounterSet NetSets::on_some_path(const Formula& path) {
    const auto part = [&](std::size_t which) { return satisfying(path.parts[which]); };
    switch (path.kind) {
        case Kind::next:
            return sets_.before(part(0));
        case Kind::eventually:
            return sets_.can_reach(part(0));
        case Kind::always:
            return sets_.can_stay(part(0));
        case Kind::until: {
            const CounterSet way = part(0);
            return sets_.can_reach(part(1), way);
        }
        default:
            throw Error("expected a formula of CTL, found one of paths");
    }
}

CounterSet NetSets::enabling(std::span<const std::uint32_t> transitions) {
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t each : transitions)
        if (const auto number = counters_.transition(each)) numbers.push_back(*number);
    return numbers.empty() ? sets_.none() : sets_.enabling(reachable_, numbers);
}

NetSets::Terms NetSets::terms_of(const Weights& weights) const {
    Terms result;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> weight_at;
    for (const auto& [place, weight] : weights) {
        const auto [counter, token] = counters_.cell(place);
        if (counter == NetCounters::no_counter) {
            result.constant += weight * std::int64_t{net_.places[place].tokens};
        } else {
            weight_at[{counter, token == 0 ? CounterTerm::any : token}] += weight;
        }
    }
    for (const auto& [at, weight] : weight_at)
        if (weight != 0) result.terms.push_back({.counter = at.first, .weight = weight, .value = at.second});
    return result;
}

CounterSet NetSets::where_at_most(const Formula& formula) {
    Weights weights;
    for (const std::uint32_t place : formula.right.places) weights.emplace_back(place, 1);
    for (const std::uint32_t place : formula.left.places) weights.emplace_back(place, -1);
    const Terms more = terms_of(weights);
    const std::int64_t least = formula.left.constant - formula.right.constant - more.constant;
    if (more.terms.empty()) return least <= 0 ? reachable_ : sets_.none();
    return sets_.where(reachable_, more.terms, least, std::numeric_limits<std::int64_t>::max());
}

std::int64_t NetSets::greatest(const Sum& sum) {
    Weights weights;
    for (const std::uint32_t place : sum.places) weights.emplace_back(place, 1);
    return sum.constant + greatest(weights);
}

std::int64_t NetSets::greatest(const Weights& weights) {
    const Terms all = terms_of(weights);
    return all.constant + (all.terms.empty() ? 0 : sets_.greatest(reachable_, all.terms));
}

std::vector<TokenRange> NetSets::ranges_of_coloured_places() {
    std::vector<TokenRange> ranges;
    for (const Group& place : net_.coloured_places) {
        const auto greatest_with = [&](std::int64_t weight) {
            Weights weights;
            for (std::uint32_t i = 0; i < place.count; ++i) weights.emplace_back(place.first + i, weight);
            return greatest(weights);
        };
        ranges.push_back(
            {static_cast<std::uint64_t>(-greatest_with(-1)), static_cast<std::uint64_t>(greatest_with(1))});
    }
    return ranges;
}

CounterSet NetSets::marking(std::span<const Tokens> tokens) {
    CounterSet set = reachable_;
    for (std::uint32_t place = 0; place < tokens.size() && !set.empty(); ++place) {
        const Terms its = terms_of({{place, 1}});
        const std::int64_t left = std::int64_t{tokens[place]} - its.constant;
        if (!its.terms.empty()) {
            set = sets_.where(set, its.terms, left, left);
        } else if (left != 0) {
            return sets_.none();
        }
    }
    return set;
}

std::optional<std::vector<std::uint32_t>> NetSets::path_to(const CounterSet& set, std::uint64_t rounds,
                                                           std::uint64_t operations) {
    auto path = sets_.path_to(set, rounds, operations);
    return path ? std::optional(of_net(std::move(*path))) : std::nullopt;
}

std::vector<std::uint32_t> NetSets::of_net(std::vector<std::uint32_t> transitions) const {
    for (std::uint32_t& each : transitions) each = counters_.transitions()[each];
    return transitions;
}

}  // namespace scrump::petri

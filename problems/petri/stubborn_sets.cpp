#include <scrump/problems/petri/detail/evaluation.hpp>
#include <scrump/problems/petri/detail/stubborn_choice.hpp>
#include <scrump/problems/petri/detail/stubborn_sets.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace scrump::petri {
namespace {

using Node = Dependencies::Node;

// Transitions after which the first sum is smaller, compared with the second one.
std::vector<std::uint32_t> lowering(const Net& net, const Sum& left, const Sum& right) {
    std::map<std::uint32_t, std::int64_t> factors;
    for (const std::uint32_t place : left.places) ++factors[place];
    for (const std::uint32_t place : right.places) --factors[place];
    const auto tokens_of = [&](const std::vector<Arc>& arcs) {
        std::int64_t tokens = 0;
        for (const Arc& arc : arcs) {
            const auto factor = factors.find(arc.place);
            if (factor != factors.end()) tokens += factor->second * std::int64_t{arc.weight};
        }
        return tokens;
    };
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < net.transitions.size(); ++i)
        if (tokens_of(net.transitions[i].puts) < tokens_of(net.transitions[i].takes)) all.push_back(i);
    return all;
}

SoughtFormula sought_of(const Net& net, const Formula& formula) {
    SoughtFormula sought{.formula = formula};
    if (formula.kind == Formula::Kind::at_most) sought.helpful = lowering(net, formula.left, formula.right);
    if (formula.kind == Formula::Kind::all || formula.kind == Formula::Kind::any)
        for (const Formula& part : formula.parts) sought.parts.push_back(sought_of(net, part));
    return sought;
}

// What brings goals nearer in one marking.
class Nearer {
  public:
    Nearer(const Dependencies& dependencies, std::span<const Tokens> tokens, StubbornChoice& choice)
        : dependencies_(dependencies), tokens_(tokens), choice_(choice) {}

    bool holds(const Formula& formula) const {
        return evaluate(
            formula, tokens_, [&](std::uint32_t each) { return choice_.is_enabled(each); },
            [&] { return choice_.enabled().empty(); });
    }

    // The enabled transitions of a closed set, without which a goal that does not hold cannot be reached. Of the parts
    // that all have to hold, any one that does not is enough: the one with the smallest set.
    std::vector<std::uint32_t> smallest_set(const SoughtFormula& goal) const {
        if (goal.formula.kind != Formula::Kind::all) return choice_.closure(nodes(goal));
        std::vector<std::uint32_t> best;
        bool is_first = true;
        for (const SoughtFormula& part : goal.parts) {
            if (holds(part.formula)) continue;
            std::vector<std::uint32_t> set = smallest_set(part);
            if (is_first || set.size() < best.size()) best = std::move(set);
            is_first = false;
        }
        return best;
    }

  private:
    // Nodes of transitions without which a formula that does not hold never will.
    std::vector<Node> nodes(const SoughtFormula& sought) const {
        const Formula& formula = sought.formula;
        std::vector<Node> all;
        switch (formula.kind) {
            case Formula::Kind::at_most:
                return sought.helpful;
            case Formula::Kind::enabled:
                for (const std::uint32_t each : formula.transitions) all.push_back(choice_.missing(each));
                return all;
            case Formula::Kind::deadlock:
                return disabling(choice_.deadlock_set());
            case Formula::Kind::negation:
                return disabling(formula.parts.front().transitions);
            case Formula::Kind::any:
                for (const SoughtFormula& part : sought.parts) {
                    const std::vector<Node> some = nodes(part);
                    all.insert(all.end(), some.begin(), some.end());
                }
                return all;
            case Formula::Kind::all:
                return fewest(sought.parts);
            default:  // a constant that does not hold
                return all;
        }
    }

    // The nodes that stand for the fewest transitions of those that were offered; none if none were.
    struct Fewest {
        std::vector<Node> nodes{};
        std::optional<std::size_t> transitions{};
    };

    std::vector<Node> fewest(const std::vector<SoughtFormula>& parts) const {
        Fewest found;
        for (const SoughtFormula& part : parts)
            if (!holds(part.formula)) offer(found, nodes(part));
        return std::move(found.nodes);
    }

    // Transitions without which those that are enabled stay so: all that disable one of them. Nothing ends a deadlock.
    std::vector<Node> disabling(const std::vector<std::uint32_t>& transitions) const {
        Fewest found;
        for (const std::uint32_t each : transitions)
            if (choice_.is_enabled(each)) offer(found, dependencies_.disabling(each));
        return std::move(found.nodes);
    }

    void offer(Fewest& fewest, std::vector<Node> nodes) const {
        const std::size_t count = count_transitions(nodes);
        if (!fewest.transitions || count < *fewest.transitions) fewest = {std::move(nodes), count};
    }

    std::size_t count_transitions(const std::vector<Node>& nodes) const {
        std::size_t count = 0;
        for (const Node each : nodes)
            count += dependencies_.is_transition(each) ? 1 : dependencies_.members(each).size();
        return count;
    }

    const Dependencies& dependencies_;
    std::span<const Tokens> tokens_;
    StubbornChoice& choice_;
};

}  // namespace

StubbornSets::StubbornSets(const Net& net, const std::vector<Formula>& goals, const std::vector<Sum>& sums)
    : dependencies_(net) {
    for (const Formula& goal : goals) {
        Formula formula = simplified(goal);
        if (formula.kind == Formula::Kind::deadlock) {
            seeks_deadlocks_ = true;
        } else {
            goals_.push_back(sought_of(net, formula));
        }
    }
    for (const Sum& sum : sums) raising_.push_back(lowering(net, {}, sum));
}

std::vector<std::uint32_t> StubbornSets::choose(std::span<const Tokens> tokens) const {
    StubbornChoice choice(dependencies_, tokens);
    if (choice.enabled().empty()) return {};
    std::vector<std::uint32_t> all;
    const auto add = [&](const std::vector<std::uint32_t>& some) { all.insert(all.end(), some.begin(), some.end()); };
    if (seeks_deadlocks_) add(choice.deadlock_set());
    const Nearer nearer(dependencies_, tokens, choice);
    for (const SoughtFormula& goal : goals_)
        if (!nearer.holds(goal.formula)) add(nearer.smallest_set(goal));
    for (const std::vector<std::uint32_t>& each : raising_) add(choice.closure(each));
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

}  // namespace scrump::petri

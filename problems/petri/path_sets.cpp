// The product of a net with the automaton for a formula, by decision diagrams. For each state of the automaton, the set
// of markings from which a path is accepted, component by component, those first to which edges of others lead. Where a
// component is a single state, which is most common, operations on sets of markings do all of it at once (can_reach()
// and can_stay()); of other components the markings are found by the fixed point of Emerson and Lei (1986).

#include <scrump/base/error.hpp>
#include <scrump/problems/petri/detail/path_formula.hpp>
#include <scrump/problems/petri/ltl.hpp>
#include <scrump/states/liveness/automaton.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::petri {
namespace {

using Edge = BuchiAutomaton::Edge;

class AcceptedMarkings {
  public:
    AcceptedMarkings(CounterSets& sets, const BuchiAutomaton& automaton, std::vector<CounterSet> propositions)
        : sets_(sets),
          automaton_(automaton),
          propositions_(std::move(propositions)),
          reachable_(sets.reachable()),
          deadlocks_(sets.deadlocks(reachable_)),
          accepted_(automaton.states.size(), sets.none()) {}

    /// Those from which a path is accepted in the automaton's first state.
    CounterSet operator()() {
        for (std::uint32_t component = 0; component < automaton_.components.size(); ++component) find(component);
        return accepted_.empty() ? sets_.none() : accepted_[0];
    }

  private:
    using SetsByState = std::map<std::uint32_t, CounterSet>;

    // Markings in which an edge may be taken.
    const CounterSet& label(const Edge& edge) {
        const auto [place, is_new] = labels_.try_emplace({edge.holding, edge.lacking});
        if (!is_new) return place->second;
        CounterSet set = reachable_;
        for (std::size_t i = 0; i < propositions_.size(); ++i) {
            if ((edge.holding >> i & 1U) != 0) set = set & propositions_[i];
            if ((edge.lacking >> i & 1U) != 0) set = set - propositions_[i];
        }
        return place->second = set;
    }
    // Markings from which a step leads to a set; a deadlock stays where it is.
    CounterSet before(const CounterSet& set) {
        if (set.empty()) return set;
        return set == reachable_ ? reachable_ : sets_.before(set) | (set & deadlocks_);
    }
    bool stays(const Edge& edge, std::uint32_t component) const {
        return automaton_.states[edge.to].component == component;
    }

    void find(std::uint32_t number) {
        const BuchiAutomaton::Component& component = automaton_.components[number];
        if (component.states.size() == 1) return find_by(component.states.front(), component);
        SetsByState accepted;
        for (const std::uint32_t state : component.states) accepted[state] = leaving(state);
        if (component.is_accepting)
            for (auto& [state, staying] : staying_in(component)) accepted[state] = accepted[state] | staying;
        close(accepted, nullptr);
        for (auto& [state, set] : accepted) accepted_[state] = set;
    }

    // A component of one state.
    void find_by(std::uint32_t state, const BuchiAutomaton::Component& component) {
        if (automaton_.states[state].accepts_all) {
            accepted_[state] = reachable_;
            return;
        }
        const CounterSet way = looping(state, std::nullopt);
        CounterSet accepted = leaving(state);
        if (component.is_accepting) {
            std::vector<CounterSet> again;
            for (unsigned set = 0; set < automaton_.acceptance_sets; ++set) {
                CounterSet taken = looping(state, set);
                if (!(taken == way)) again.push_back(std::move(taken));
            }
            accepted = accepted | (again.empty() ? sets_.can_stay(way) : sets_.can_stay(way, again));
        }
        accepted_[state] = way.empty() || accepted.empty() ? accepted : sets_.can_reach(accepted, way);
    }

    // Markings in which an edge from the state to itself may be taken; of that acceptance set alone, if one is given.
    CounterSet looping(std::uint32_t state, std::optional<unsigned> set) {
        CounterSet all = sets_.none();
        for (const Edge& edge : automaton_.states[state].edges)
            if (edge.to == state && (!set || (edge.accepting >> *set & 1U) != 0)) all = all | label(edge);
        return all;
    }

    // Markings from which an edge to another component leads to where a path is accepted.
    CounterSet leaving(std::uint32_t state) {
        CounterSet all = sets_.none();
        for (const Edge& edge : automaton_.states[state].edges)
            if (!stays(edge, automaton_.states[state].component))
                all = all | (label(edge) & before(accepted_[edge.to]));
        return all;
    }

    // Markings from which a path stays in a component and takes edges of all acceptance sets again and again.
    SetsByState staying_in(const BuchiAutomaton::Component& component) {
        SetsByState staying;
        for (const std::uint32_t state : component.states) staying[state] = reachable_;
        const unsigned sets = automaton_.acceptance_sets;
        for (bool changes = true; changes;) {
            changes = false;
            // Without acceptance sets, any edge will do.
            for (unsigned set = 0; set < std::max(sets, 1U); ++set) {
                SetsByState next = taking(staying, sets == 0 ? std::nullopt : std::optional(set));
                if (sets > 0) close(next, &staying);
                for (const auto& [state, markings] : next) changes = changes || !(markings == staying[state]);
                staying = std::move(next);
            }
        }
        return staying;
    }

    // Markings of these from which an edge leads to others of these; one of that acceptance set, if it is given.
    SetsByState taking(const SetsByState& of, std::optional<unsigned> set) {
        SetsByState all;
        for (const auto& [state, markings] : of) {
            CounterSet& taken = all[state] = sets_.none();
            for (const Edge& edge : automaton_.states[state].edges) {
                const auto to = of.find(edge.to);
                if (to == of.end() || (set && (edge.accepting >> *set & 1U) == 0)) continue;
                taken = taken | (label(edge) & markings & before(to->second));
            }
        }
        return all;
    }

    // Adds all markings, of those within if given, from which edges between these states lead to these markings.
    void close(SetsByState& all, const SetsByState* within) {
        for (bool changes = true; changes;) {
            changes = false;
            for (auto& [state, markings] : all) {
                CounterSet more = markings;
                for (const Edge& edge : automaton_.states[state].edges) {
                    const auto to = all.find(edge.to);
                    if (edge.to != state && to != all.end()) more = more | (label(edge) & before(to->second));
                }
                CounterSet way = looping(state, std::nullopt);
                if (within != nullptr) {
                    more = more & within->at(state);
                    way = way & within->at(state);
                }
                if (!way.empty() && !more.empty()) more = sets_.can_reach(more, way);
                if (more == markings) continue;
                markings = std::move(more);
                changes = true;
            }
        }
    }

    CounterSets& sets_;
    const BuchiAutomaton& automaton_;
    const std::vector<CounterSet> propositions_;
    const CounterSet reachable_;
    const CounterSet deadlocks_;
    std::vector<CounterSet> accepted_;  // by state of the automaton
    std::map<std::pair<std::uint64_t, std::uint64_t>, CounterSet> labels_;
};

}  // namespace

bool holds_on_paths(CounterSets& sets, const Formula& formula, const MarkingsWhere& where) {
    const detail::PathFormula path = detail::path_formula_of(formula);
    if (is_about_steps(formula)) throw Error("formulas about steps are checked by visiting markings alone");
    const BuchiAutomaton automaton = accepting_automaton(path.is_for_all ? !path.formula : path.formula);
    std::vector<CounterSet> propositions;
    for (const std::string& name : automaton.propositions)
        propositions.push_back(where(path.propositions[detail::PathFormula::number_of(name)]));
    const CounterSet accepted = AcceptedMarkings(sets, automaton, std::move(propositions))();
    return (accepted & sets.initial()).empty() == path.is_for_all;
}

}  // namespace scrump::petri

#include <scrump/states/liveness/automaton.hpp>

#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>

#include "normal_form.hpp"
#include "simplify_automaton.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace scrump {
namespace {

using detail::NormalForms;
using Id = NormalForms::Id;
using Ids = std::vector<Id>;  // ascending

constexpr std::size_t max_states = 4096;
constexpr std::size_t max_covers = std::size_t{1} << 16U;

void insert(Ids& into, Id id) {
    const auto place = std::ranges::lower_bound(into, id);
    if (place == into.end() || *place != id) into.insert(place, id);
}

bool contains(const Ids& ids, Id id) {
    return std::ranges::binary_search(ids, id);
}

// One way to make the formulas of a state hold: what holds now, and what must hold from the next state on.
struct Cover {
    Ids to_do{};
    Ids done{};
    Ids next{};
    Ids postponed{};  // until-formulas whose second operand is expected later
    std::uint64_t holding = 0;
    std::uint64_t lacking = 0;

    // Whether whatever the other one accepts is accepted by this one.
    bool covers(const Cover& other) const {
        return (holding & ~other.holding) == 0 && (lacking & ~other.lacking) == 0 &&
               std::ranges::includes(other.next, next) && std::ranges::includes(other.postponed, postponed);
    }
};

// The tableau.
class Tableau {
  public:
    explicit Tableau(NormalForms& forms) : forms_(forms) {}

    BuchiAutomaton automaton(Id formula) {
        BuchiAutomaton automaton;
        static_cast<void>(state_of({formula}));
        for (std::size_t state = 0; state < states_.size(); ++state) {
            automaton.states.emplace_back();
            for (const Cover& cover : covers(*states_[state])) {
                automaton.states[state].edges.push_back({.to = state_of(cover.next),
                                                         .holding = cover.holding,
                                                         .lacking = cover.lacking,
                                                         .accepting = sets_of(cover.postponed)});
            }
        }
        automaton.acceptance_sets = static_cast<unsigned>(untils_.size());
        // So far those in which an edge is not.
        for (BuchiAutomaton::State& state : automaton.states)
            for (BuchiAutomaton::Edge& edge : state.edges) edge.accepting ^= automaton.all_sets();
        return automaton;
    }

  private:
    std::uint32_t state_of(Ids formulas) {
        drop_implied(formulas);
        const auto [place, is_new] = numbers_.try_emplace(std::move(formulas), states_.size());
        if (is_new) {
            if (states_.size() >= max_states)
                throw Error("the formula is too large: its automaton has more than " + std::to_string(max_states) +
                            " states");
            states_.push_back(&place->first);
        }
        return static_cast<std::uint32_t>(place->second);
    }

    // Formulas that others imply. Of two that imply each other, the first stays.
    void drop_implied(Ids& formulas) {
        for (std::size_t i = 0; i < formulas.size();) {
            bool is_implied = false;
            for (std::size_t j = 0; j < formulas.size() && !is_implied; ++j)
                is_implied = j != i && forms_.implies(formulas[j], formulas[i]) &&
                             (j < i || !forms_.implies(formulas[i], formulas[j]));
            if (is_implied) {
                formulas.erase(formulas.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
    }

    std::uint64_t sets_of(const Ids& untils) {
        std::uint64_t sets = 0;
        for (const Id id : untils) {
            const std::size_t number = untils_.try_emplace(id, untils_.size()).first->second;
            if (number >= 64) throw Error("the formula is too large: it needs more than 64 acceptance sets");
            sets |= std::uint64_t{1} << number;
        }
        return sets;
    }

    std::vector<Cover> covers(const Ids& formulas) {
        std::vector<Cover> open{{.to_do = formulas}};
        std::vector<Cover> all;
        while (!open.empty()) {
            Deadline::look();
            Cover cover = std::move(open.back());
            open.pop_back();
            if (!expand(cover, open)) continue;
            if (std::ranges::any_of(all, [&](const Cover& other) { return other.covers(cover); })) continue;
            std::erase_if(all, [&](const Cover& other) { return cover.covers(other); });
            all.push_back(std::move(cover));
            if (all.size() + open.size() > max_covers)
                throw Error("the formula is too large: a state has too many edges");
        }
        return all;
    }

    // Makes all formulas of a cover hold. Alternatives go to `open`. False if they contradict each other.
    bool expand(Cover& cover, std::vector<Cover>& open) {
        while (!cover.to_do.empty()) {
            const Id id = cover.to_do.back();
            cover.to_do.pop_back();
            if (contains(cover.done, id)) continue;
            insert(cover.done, id);
            if (!expand(id, cover, open)) return false;
        }
        return true;
    }

    bool expand(Id id, Cover& cover, std::vector<Cover>& open) {
        const NormalForms::Node node = forms_[id];
        switch (node.kind) {
            case NormalForms::Kind::yes:
                return true;
            case NormalForms::Kind::no:
                return false;
            case NormalForms::Kind::holds:
                cover.holding |= std::uint64_t{1} << node.left;
                return (cover.holding & cover.lacking) == 0;
            case NormalForms::Kind::lacks:
                cover.lacking |= std::uint64_t{1} << node.left;
                return (cover.holding & cover.lacking) == 0;
            case NormalForms::Kind::conjunction:
                cover.to_do.insert(cover.to_do.end(), {node.left, node.right});
                return true;
            case NormalForms::Kind::next:
                insert(cover.next, node.left);
                return true;
            case NormalForms::Kind::disjunction:
                open.push_back(cover);
                open.back().to_do.push_back(node.right);
                cover.to_do.push_back(node.left);
                return true;
            case NormalForms::Kind::until:
                if (contains(cover.done, node.right)) return true;
                open.push_back(cover);
                open.back().to_do.push_back(node.left);
                insert(open.back().next, id);
                insert(open.back().postponed, id);
                cover.to_do.push_back(node.right);
                return true;
            case NormalForms::Kind::release:
                open.push_back(cover);
                open.back().to_do.push_back(node.right);
                insert(open.back().next, id);
                cover.to_do.insert(cover.to_do.end(), {node.left, node.right});
                return true;
        }
        return false;
    }

    NormalForms& forms_;
    std::map<Ids, std::size_t> numbers_;
    std::vector<const Ids*> states_;
    std::map<Id, std::size_t> untils_;
};

}  // namespace

std::size_t BuchiAutomaton::edges() const {
    std::size_t sum = 0;
    for (const State& state : states) sum += state.edges.size();
    return sum;
}

BuchiAutomaton accepting_automaton(const LtlFormula& formula) {
    std::vector<std::string> propositions = formula.names();
    if (propositions.size() > 64) throw Error("the formula is too large: it has more than 64 propositions");
    NormalForms forms(propositions);
    const Id id = forms.of(formula);
    BuchiAutomaton automaton = Tableau(forms).automaton(id);
    automaton.propositions = std::move(propositions);
    detail::simplify(automaton);
    return automaton;
}

}  // namespace scrump

#pragma once
// Random coloured nets, what firing their transitions on multisets of colours finds, and coloured nets as PNML.

#include <scrump/problems/petri/coloured.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace scrump::petri::test {

enum RandomSort : std::uint8_t { dot, letters, numbers, pairs, truth, halves };

/// Sorts of all kinds, and variables of four of them. Transitions keep the number of tokens or lower it.
class RandomColoured {
  public:
    explicit RandomColoured(std::uint64_t seed) : random_(seed) {}

    ColouredNet make() {
        net_.sorts = {{.name = "dot"},
                      {.kind = Sort::Kind::enumeration, .name = "letters", .size = 3, .names = {"a", "b", "c"}},
                      {.kind = Sort::Kind::range, .name = "5..6", .size = 2, .first = 5},
                      {.kind = Sort::Kind::product, .name = "pairs", .size = 6, .parts = {letters, numbers}},
                      {.kind = Sort::Kind::boolean, .name = "bool", .size = 2},
                      {.kind = Sort::Kind::partition,
                       .name = "halves",
                       .size = 2,
                       .names = {"left", "right"},
                       .parts = {letters},
                       .classes = {1, 0, 1}}};
        net_.variables = {{"x", letters}, {"y", letters}, {"n", numbers}, {"p", pairs}, {"t", truth}};
        const std::uint32_t places = 2 + below(3);
        for (std::uint32_t i = 0; i < places; ++i) add_place("P" + std::to_string(i));
        const std::uint32_t transitions = 2 + below(5);
        for (std::uint32_t i = 0; i < transitions; ++i) add_transition("T" + std::to_string(i));
        return std::move(net_);
    }

  private:
    struct Counted {
        Term term{};
        std::uint64_t tokens = 0;
    };

    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

    void add_place(const std::string& name) {
        constexpr RandomSort sorts[] = {dot, letters, numbers, pairs, pairs, truth, halves};
        ColouredPlace place{.name = name, .id = name, .sort = sorts[below(7)]};
        Counted initial = multiset(place.sort, false);
        if (tokens_ + initial.tokens <= max_tokens) {
            tokens_ += initial.tokens;
            place.initial = std::move(initial.term);
        }
        net_.places.push_back(std::move(place));
    }

    void add_transition(const std::string& name) {
        ColouredTransition transition{.name = name, .id = name};
        std::uint64_t tokens = 0;
        const auto any_place = [&] { return below(static_cast<std::uint32_t>(net_.places.size())); };
        for (std::uint32_t i = 0; i < 1 + below(2); ++i) {
            const std::uint32_t place = any_place();
            Counted taken = multiset(net_.places[place].sort, true);
            tokens += taken.tokens;
            if (below(4) == 0) {  // a test
                tokens -= taken.tokens;
                transition.arcs.push_back({place, false, taken.term});
            }
            transition.arcs.push_back({place, true, std::move(taken.term)});
        }
        for (std::uint32_t i = 0; i < 4; ++i) {
            const std::uint32_t place = any_place();
            Counted put = multiset(net_.places[place].sort, true);
            if (put.tokens > tokens) continue;
            tokens -= put.tokens;
            transition.arcs.push_back({place, false, std::move(put.term)});
        }
        if (below(2) == 0) transition.guard = condition(2);
        net_.transitions.push_back(std::move(transition));
    }

    static Term of(Term::Kind kind, std::uint32_t sort, std::vector<Term> parts, std::uint64_t number = 0) {
        Term term{.kind = kind, .sort = sort, .number = number};
        term.parts = std::move(parts);
        return term;
    }

    Term colour(std::uint32_t sort, bool variables) {
        if (sort == pairs && (!variables || below(2) == 0))
            return of(Term::Kind::tuple, pairs, {colour(letters, variables), colour(numbers, variables)});
        if (sort == halves && below(2) == 0) return of(Term::Kind::class_of, halves, {colour(letters, variables)});
        if (variables && sort != dot && sort != halves && (sort == pairs || below(3) > 0)) {
            std::vector<std::uint32_t> fitting;
            for (std::uint32_t i = 0; i < net_.variables.size(); ++i)
                if (net_.variables[i].sort == sort) fitting.push_back(i);
            return of(Term::Kind::variable, sort, {}, fitting[below(static_cast<std::uint32_t>(fitting.size()))]);
        }
        if ((sort == letters || sort == numbers) && below(3) == 0)
            return of(below(2) == 0 ? Term::Kind::successor : Term::Kind::predecessor, sort, {colour(sort, variables)});
        return of(Term::Kind::constant, sort, {}, below(static_cast<std::uint32_t>(net_.sorts[sort].size)));
    }

    Counted multiset(std::uint32_t sort, bool variables) {
        const std::uint64_t size = net_.sorts[sort].size;
        const std::uint64_t times = 1 + below(2);
        switch (below(6)) {
            case 0: {
                Counted first = multiset(sort, variables), second = multiset(sort, variables);
                if (first.tokens + second.tokens > 4) return first;
                return {of(Term::Kind::sum, sort, {std::move(first.term), std::move(second.term)}),
                        first.tokens + second.tokens};
            }
            case 1:
                if (size > 3) break;
                return {of(Term::Kind::difference, sort, {of(Term::Kind::every, sort, {}), colour(sort, variables)}),
                        size - 1};
            case 2:
                if (sort != pairs) break;
                return {of(Term::Kind::tuples, pairs, {colour(letters, variables), of(Term::Kind::every, numbers, {})}),
                        2};
            case 3:
                if (below(4) > 0) break;
                return {of(Term::Kind::none, sort, {}), 0};
            default:
                break;
        }
        return {of(Term::Kind::times, sort, {colour(sort, variables)}, times), times};
    }

    Term condition(unsigned depth) {
        const auto part = [&] { return condition(depth - 1); };
        if (depth > 0 && below(2) == 0) {
            switch (below(4)) {
                case 0:
                    return of(Term::Kind::negation, truth, {part()});
                case 1:
                    return of(Term::Kind::conjunction, truth, {part(), part()});
                case 2:
                    return of(Term::Kind::disjunction, truth, {part(), part()});
                default:
                    return of(Term::Kind::implication, truth, {part(), part()});
            }
        }
        constexpr RandomSort with_order[] = {letters, numbers, halves};
        constexpr RandomSort all[] = {letters, numbers, halves, pairs, truth, dot};
        constexpr Term::Kind kinds[] = {Term::Kind::equal, Term::Kind::less, Term::Kind::at_most};
        const Term::Kind kind = kinds[below(3)];
        const std::uint32_t sort = kind == Term::Kind::equal ? all[below(6)] : with_order[below(3)];
        return of(kind, truth, {colour(sort, true), colour(sort, true)});
    }

    static constexpr std::uint64_t max_tokens = 3;

    std::mt19937_64 random_;
    ColouredNet net_;
    std::uint64_t tokens_ = 0;  // initial ones
};

/// A marking: the tokens of each place with each of its colours, by names.
using ColouredMarking = std::map<std::string, std::uint64_t>;

/// What firing transitions finds, one by one for all bindings of all their variables.
class PlainColoured {
  public:
    explicit PlainColoured(const ColouredNet& net) : net_(net), bound_(net.variables.size()) {
        ColouredMarking initial;
        for (const ColouredPlace& place : net.places)
            if (place.initial) add(initial, place, *place.initial);
        markings = {initial};
        std::vector<ColouredMarking> open{initial};
        while (!open.empty()) {
            const ColouredMarking marking = open.back();
            open.pop_back();
            for (const ColouredTransition& transition : net.transitions) {
                std::set<std::uint32_t> variables;
                if (transition.guard) collect(*transition.guard, variables);
                for (const ColouredArc& arc : transition.arcs) collect(arc.tokens, variables);
                fire_all(marking, transition, {variables.begin(), variables.end()}, 0, open);
            }
        }
    }

    std::set<ColouredMarking> markings{};
    std::uint64_t transitions = 0;

  private:
    using Leaves = std::vector<std::int64_t>;  // of a colour: its components, each counted from 0

    static void collect(const Term& term, std::set<std::uint32_t>& variables) {
        if (term.kind == Term::Kind::variable) variables.insert(static_cast<std::uint32_t>(term.number));
        for (const Term& part : term.parts) collect(part, variables);
    }

    std::vector<Leaves> all_of(std::uint32_t sort) const {
        if (net_.sorts[sort].kind != Sort::Kind::product) {
            std::vector<Leaves> all;
            for (std::int64_t i = 0; i < static_cast<std::int64_t>(net_.sorts[sort].size); ++i) all.push_back({i});
            return all;
        }
        std::vector<Leaves> all{{}};
        for (const std::uint32_t part : net_.sorts[sort].parts) all = joined(all, all_of(part));
        return all;
    }
    static std::vector<Leaves> joined(const std::vector<Leaves>& left, const std::vector<Leaves>& right) {
        std::vector<Leaves> all;
        for (const Leaves& one : left) {
            for (const Leaves& other : right) {
                all.push_back(one);
                all.back().insert(all.back().end(), other.begin(), other.end());
            }
        }
        return all;
    }

    // All colours, each as often as it is there.
    std::vector<Leaves> tokens(const Term& term) const {
        const auto part = [&](std::size_t which) { return tokens(term.parts[which]); };
        const auto number = [&](std::size_t which) { return part(which).front().front(); };
        const auto size = static_cast<std::int64_t>(net_.sorts[term.sort].size);
        std::vector<Leaves> all;
        switch (term.kind) {
            case Term::Kind::constant:
                return {{static_cast<std::int64_t>(term.number)}};
            case Term::Kind::variable:
                return {bound_[term.number]};
            case Term::Kind::tuple:
            case Term::Kind::tuples:
                all = {{}};
                for (const Term& each : term.parts) all = joined(all, tokens(each));
                return all;
            case Term::Kind::successor:
                return {{number(0) == size - 1 ? 0 : number(0) + 1}};
            case Term::Kind::predecessor:
                return {{number(0) == 0 ? size - 1 : number(0) - 1}};
            case Term::Kind::class_of:
                return {{net_.sorts[term.sort].classes[static_cast<std::size_t>(number(0))]}};
            case Term::Kind::negation:
                return {{number(0) == 0 ? 1 : 0}};
            case Term::Kind::conjunction:
                return {{number(0) * number(1)}};
            case Term::Kind::disjunction:
                return {{std::max(number(0), number(1))}};
            case Term::Kind::implication:
                return {{number(0) == 1 && number(1) == 0 ? 0 : 1}};
            case Term::Kind::equal:
                return {{part(0) == part(1) ? 1 : 0}};
            case Term::Kind::less:
                return {{number(0) < number(1) ? 1 : 0}};
            case Term::Kind::at_most:
                return {{number(0) <= number(1) ? 1 : 0}};
            case Term::Kind::every:
                return all_of(term.sort);
            case Term::Kind::none:
                return {};
            case Term::Kind::times:
                for (std::uint64_t i = 0; i < term.number; ++i) append(all, part(0));
                return all;
            case Term::Kind::sum:
                append(append(all, part(0)), part(1));
                return all;
            case Term::Kind::difference:
                all = part(0);
                for (const Leaves& each : part(1)) all.erase(std::ranges::find(all, each));
                return all;
        }
        return all;
    }
    static std::vector<Leaves>& append(std::vector<Leaves>& all, const std::vector<Leaves>& more) {
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    static std::string name_of(const ColouredPlace& place, const Leaves& colour) {
        static const std::vector<std::vector<std::string>> names = {{"dot"}, {"a", "b", "c"},   {"5", "6"},
                                                                    {},      {"false", "true"}, {"left", "right"}};
        if (place.sort == dot) return place.name;
        const auto leaf = [&](std::size_t which) { return static_cast<std::size_t>(colour[which]); };
        if (place.sort == pairs) return place.name + '_' + names[letters][leaf(0)] + '_' + names[numbers][leaf(1)];
        return place.name + '_' + names[place.sort][leaf(0)];
    }
    void add(ColouredMarking& marking, const ColouredPlace& place, const Term& term) const {
        for (const Leaves& each : tokens(term)) ++marking[name_of(place, each)];
    }

    void fire_all(const ColouredMarking& marking, const ColouredTransition& transition,
                  const std::vector<std::uint32_t>& variables, std::size_t depth, std::vector<ColouredMarking>& open) {
        if (depth < variables.size()) {
            for (const Leaves& colour : all_of(net_.variables[variables[depth]].sort)) {
                bound_[variables[depth]] = colour;
                fire_all(marking, transition, variables, depth + 1, open);
            }
            return;
        }
        if (transition.guard && tokens(*transition.guard).front().front() == 0) return;
        ColouredMarking takes, next = marking;
        for (const ColouredArc& arc : transition.arcs)
            if (arc.takes) add(takes, net_.places[arc.place], arc.tokens);
        for (const auto& [name, count] : takes) {
            const auto there = next.find(name);
            if (there == next.end() || there->second < count) return;
            if ((there->second -= count) == 0) next.erase(there);
        }
        for (const ColouredArc& arc : transition.arcs)
            if (!arc.takes) add(next, net_.places[arc.place], arc.tokens);
        ++transitions;
        if (markings.insert(next).second) open.push_back(next);
    }

    const ColouredNet& net_;
    std::vector<Leaves> bound_;
};

/// The net as PNML; sorts as those of random nets.
class ColouredText {
  public:
    explicit ColouredText(const ColouredNet& net) : net_(net) {}

    std::string text() const {
        std::string all = "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/symmetricnet'>";
        all += declarations() + "<page id='g'>";
        for (const ColouredPlace& place : net_.places) {
            all += "<place id='" + place.id + "'><type><structure>" + sort(place.sort) + "</structure></type>";
            if (place.initial) all += label("hlinitialMarking", *place.initial);
            all += "</place>\n";
        }
        for (const ColouredTransition& transition : net_.transitions) {
            all += "<transition id='" + transition.id + "'>";
            if (transition.guard) all += label("condition", *transition.guard);
            all += "</transition>\n";
            for (const ColouredArc& arc : transition.arcs) {
                const std::string& place = net_.places[arc.place].id;
                all += "<arc source='" + (arc.takes ? place : transition.id) + "' target='" +
                       (arc.takes ? transition.id : place) + "'>" + label("hlinscription", arc.tokens) + "</arc>\n";
            }
        }
        return all + "</page></net></pnml>";
    }

    /// Declarations of the sorts and variables of random nets.
    static std::string declarations() {
        const auto named = [](const std::string& id, const std::string& sort) {
            return "<namedsort id='" + id + "' name='" + id + "'>" + sort + "</namedsort>\n";
        };
        const auto constant = [](const std::string& id) { return "<feconstant id='" + id + "' name='" + id + "'/>"; };
        std::string all = "<declaration><structure><declarations>\n";
        all += named("pairs",
                     "<productsort><usersort declaration='letters'/><usersort declaration='numbers'/>"
                     "</productsort>");
        all += named("letters",
                     "<cyclicenumeration>" + constant("a") + constant("b") + constant("c") + "</cyclicenumeration>");
        all += named("numbers", "<finiteintrange start='5' end='6'/>");
        all +=
            "<partition id='halves' name='halves'><usersort declaration='letters'/>"
            "<partitionelement id='left' name='left'><useroperator declaration='b'/></partitionelement>"
            "<partitionelement id='right' name='right'><useroperator declaration='a'/>"
            "<useroperator declaration='c'/></partitionelement></partition>\n";
        for (const auto& [id, sort] : {std::pair{"x", "letters"}, {"y", "letters"}, {"n", "numbers"}, {"p", "pairs"}})
            all += std::string("<variabledecl id='") + id + "' name='" + id + "'><usersort declaration='" + sort +
                   "'/></variabledecl>\n";
        all += "<variabledecl id='t' name='t'><bool/></variabledecl>\n";
        return all + "</declarations></structure></declaration>\n";
    }

  private:
    static std::string sort(std::uint32_t number) {
        if (number == dot) return "<dot/>";
        if (number == truth) return "<bool/>";
        const char* const names[] = {"", "letters", "numbers", "pairs", "", "halves"};
        return std::string("<usersort declaration='") + names[number] + "'/>";
    }
    std::string label(const std::string& name, const Term& term) const {
        return "<" + name + "><structure>" + written(term) + "</structure></" + name + ">";
    }

    std::string constant(const Term& term) const {
        const std::string number = std::to_string(term.number);
        switch (term.sort) {
            case dot:
                return "<dotconstant/>";
            case truth:
                return std::string("<booleanconstant value='") + (term.number == 0 ? "false" : "true") + "'/>";
            case numbers:
                return "<finiteintrangeconstant value='" + std::to_string(5 + term.number) +
                       "'><finiteintrange start='5' end='6'/></finiteintrangeconstant>";
            default:
                return "<useroperator declaration='" + net_.sorts[term.sort].names[term.number] + "'/>";
        }
    }

    // Comparisons in one of the forms that there are for them.
    std::string written(const Term& term) const {
        using Kind = Term::Kind;
        static const std::map<Kind, std::string> names = {{Kind::tuple, "tuple"},
                                                          {Kind::tuples, "tuple"},
                                                          {Kind::successor, "successor"},
                                                          {Kind::predecessor, "predecessor"},
                                                          {Kind::class_of, "partitionelementof"},
                                                          {Kind::negation, "not"},
                                                          {Kind::conjunction, "and"},
                                                          {Kind::disjunction, "or"},
                                                          {Kind::implication, "imply"},
                                                          {Kind::equal, "equality"},
                                                          {Kind::less, "lessthan"},
                                                          {Kind::at_most, "lessthanorequal"},
                                                          {Kind::times, "numberof"},
                                                          {Kind::sum, "add"},
                                                          {Kind::difference, "subtract"}};
        if (term.kind == Kind::constant) return constant(term);
        if (term.kind == Kind::variable) return "<variable refvariable='" + net_.variables[term.number].name + "'/>";
        if (term.kind == Kind::every) return "<all>" + sort(term.sort) + "</all>";
        if (term.kind == Kind::none) return "<empty>" + sort(term.sort) + "</empty>";
        std::string name = names.at(term.kind);
        if (term.kind == Kind::negation && term.parts.front().kind == Kind::equal)
            return with_parts("inequality", "", term.parts.front().parts);
        std::vector<Term> parts = term.parts;
        const bool exchanged = parts.front().kind == Kind::variable;
        if (term.kind == Kind::less && parts.front().sort == halves)
            name = exchanged ? "gtp" : "ltp";
        else if (term.kind == Kind::less && exchanged)
            name = "greaterthan";
        else if (term.kind == Kind::at_most && exchanged)
            name = "greaterthanorequal";
        if (name.starts_with("g")) std::swap(parts.front(), parts.back());
        if (term.kind == Kind::times)
            return "<numberof><subterm><numberconstant value='" + std::to_string(term.number) +
                   "'><positive/></numberconstant></subterm><subterm>" + written(parts.front()) +
                   "</subterm></numberof>";
        return with_parts(name, term.kind == Kind::class_of ? " refpartition='halves'" : "", parts);
    }
    std::string with_parts(const std::string& name, const std::string& attribute,
                           const std::vector<Term>& parts) const {
        std::string all = "<" + name + attribute + ">";
        for (const Term& part : parts) all += "<subterm>" + written(part) + "</subterm>";
        return all + "</" + name + ">";
    }

    const ColouredNet& net_;
};

}  // namespace scrump::petri::test

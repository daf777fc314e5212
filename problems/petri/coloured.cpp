#include <scrump/problems/petri/coloured.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/petri/detail/pnml_graph.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace scrump::petri {
namespace {

using TermKind = Term::Kind;

// How often a colour is there: at least once, and at most as often as can be counted.
using Multiset = std::map<Colour, std::uint64_t>;

constexpr std::uint64_t steps_per_part = 100;

std::string the_coloured(const char* what, const std::string& name) {
    return std::string("the coloured ") + what + ' ' + in_quotes(name);
}

// The colour of a tuple, from one component to the next.
Colour with_component(Colour so_far, const Sort& sort, Colour component) {
    return so_far * sort.size + component;
}

// Values of terms for a binding of variables.
class Values {
  public:
    Values(const ColouredNet& net, std::size_t limit)
        : net_(net), limit_(limit), max_steps_(limit * steps_per_part), colours_(net.variables.size()) {}

    void bind(std::uint32_t variable, Colour colour) { colours_[variable] = colour; }
    Colour bound(std::uint32_t variable) const { return colours_[variable]; }

    void step() {
        if (++steps_ > max_steps_)
            throw Error("unfolding this net takes more than " + std::to_string(max_steps_) + " steps");
    }

    Colour colour(const Term& term) {
        step();
        const auto part = [&](std::size_t which) { return colour(term.parts[which]); };
        const auto holds = [&](const Term& each) { return colour(each) != 0; };
        const Colour size = net_.sorts[term.sort].size;
        switch (term.kind) {
            case TermKind::constant:
                return term.number;
            case TermKind::variable:
                return colours_[term.number];
            case TermKind::tuple: {
                Colour tuple = 0;
                for (const Term& each : term.parts) tuple = with_component(tuple, net_.sorts[each.sort], colour(each));
                return tuple;
            }
            case TermKind::successor:
                return (part(0) + 1) % size;
            case TermKind::predecessor:
                return (part(0) + size - 1) % size;
            case TermKind::class_of:
                return net_.sorts[term.sort].classes[part(0)];
            case TermKind::negation:
                return 1 - part(0);
            case TermKind::conjunction:
                return std::ranges::all_of(term.parts, holds) ? 1 : 0;
            case TermKind::disjunction:
                return std::ranges::any_of(term.parts, holds) ? 1 : 0;
            case TermKind::implication:
                return part(0) == 0 ? 1 : part(1);
            case TermKind::equal:
                return part(0) == part(1) ? 1 : 0;
            case TermKind::less:
                return part(0) < part(1) ? 1 : 0;
            case TermKind::at_most:
                return part(0) <= part(1) ? 1 : 0;
            default:
                throw Error("expected one colour, found a multiset");
        }
    }

    Multiset multiset(const Term& term) {
        step();
        switch (term.kind) {
            case TermKind::none:
                return {};
            case TermKind::every:
                return every(net_.sorts[term.sort].size);
            case TermKind::times:
                return times(term);
            case TermKind::sum:
            case TermKind::difference:
                return combine(term);
            case TermKind::tuples:
                return tuples(term);
            default:
                return {{colour(term), 1}};
        }
    }

    static constexpr std::uint64_t max_tokens = std::numeric_limits<Tokens>::max();
    static std::uint64_t counted(std::uint64_t tokens) {
        if (tokens > max_tokens)
            throw Error("a colour that is there more than " + std::to_string(max_tokens) + " times");
        return tokens;
    }

  private:
    Multiset every(Colour size) {
        if (size > limit_) throw Error("a multiset of more than " + std::to_string(limit_) + " colours");
        Multiset all;
        for (Colour each = 0; each < size; ++each) {
            step();
            all.emplace_hint(all.end(), each, 1);
        }
        return all;
    }

    Multiset times(const Term& term) {
        Multiset result = multiset(term.parts.front());
        for (auto& each : result) each.second = counted(each.second * term.number);
        if (term.number == 0) result.clear();
        return result;
    }

    Multiset combine(const Term& term) {
        Multiset result = multiset(term.parts.front());
        for (const Term& part : std::span(term.parts).subspan(1)) {
            for (const auto& [colour, tokens] : multiset(part)) {
                step();
                if (term.kind == TermKind::sum) {
                    std::uint64_t& there = result[colour];
                    there = counted(there + tokens);
                } else {
                    subtract(result, term.sort, colour, tokens);
                }
            }
        }
        return result;
    }
    void subtract(Multiset& from, std::uint32_t sort, Colour colour, std::uint64_t tokens) const {
        const auto there = from.find(colour);
        if (there == from.end() || there->second < tokens)
            throw Error("'subtract' takes more of the colour " + in_quotes(colour_name(net_, sort, colour)) +
                        " than there is");
        there->second -= tokens;
        if (there->second == 0) from.erase(there);
    }

    Multiset tuples(const Term& term) {
        Multiset result{{0, 1}};
        for (const Term& part : term.parts) {
            const Multiset components = multiset(part);
            Multiset longer;
            for (const auto& [tuple, tokens] : result) {
                for (const auto& [component, of_these] : components) {
                    step();
                    longer.emplace_hint(longer.end(), with_component(tuple, net_.sorts[part.sort], component),
                                        counted(tokens * of_these));
                }
            }
            result = std::move(longer);
        }
        return result;
    }

    const ColouredNet& net_;
    std::size_t limit_;
    std::uint64_t max_steps_;
    std::uint64_t steps_ = 0;
    std::vector<Colour> colours_;  // of the variables
};

void add_variables(const Term& term, std::set<std::uint32_t>& variables) {
    if (term.kind == TermKind::variable) variables.insert(static_cast<std::uint32_t>(term.number));
    for (const Term& part : term.parts) add_variables(part, variables);
}

// What a binding has to fulfil, known when some of its variables have colours: a part of the guard, or tokens that a
// place without supply must have.
struct Constraint {
    const Term* term = nullptr;
    std::optional<std::uint32_t> place{};
    std::set<std::uint32_t> variables{};
};

void add_guard(const Term& guard, std::vector<Constraint>& constraints) {
    if (guard.kind == TermKind::conjunction) {
        for (const Term& part : guard.parts) add_guard(part, constraints);
    } else {
        add_variables(guard, constraints.emplace_back(Constraint{.term = &guard}).variables);
    }
}

// A variable that gets its colour at some depth of the search, and what is known then.
struct Choice {
    std::uint32_t variable = 0;
    std::vector<const Constraint*> known{};
};

// Variables in an order in which constraints are known soon: next is always the one that leaves the fewest others open
// in a constraint.
std::vector<Choice> order_of(const std::set<std::uint32_t>& variables, std::vector<Constraint>& constraints) {
    std::vector<std::set<std::uint32_t>> open;
    open.reserve(constraints.size());
    for (const Constraint& each : constraints) open.push_back(each.variables);
    std::vector<Choice> order;
    std::set<std::uint32_t> left = variables;
    while (!left.empty()) {
        std::pair<std::size_t, std::uint32_t> best{std::numeric_limits<std::size_t>::max(), *left.begin()};
        for (const std::set<std::uint32_t>& each : open)
            if (!each.empty()) best = std::min(best, {each.size(), *each.begin()});
        Choice choice{.variable = best.second};
        left.erase(best.second);
        for (std::size_t i = 0; i < open.size(); ++i)
            if (open[i].erase(best.second) > 0 && open[i].empty()) choice.known.push_back(&constraints[i]);
        order.push_back(std::move(choice));
    }
    return order;
}

class Unfolding {
  public:
    Unfolding(const ColouredNet& net, std::size_t limit) : coloured_(net), limit_(limit), values_(net, limit) {}

    Net run() {
        try {
            for (const ColouredPlace& place : coloured_.places) add_places(place);
            find_supplies();
            for (const ColouredTransition& transition : coloured_.transitions) add_transitions(transition);
        } catch (const Error& error) {
            throw Error((where_->empty() ? "" : *where_ + ": ") + in_ + ": " + error.what());
        }
        tell_places_apart(net_.places);
        return std::move(net_);
    }

  private:
    void count_part() {
        if (++parts_ > limit_)
            throw Error("unfolded, the net has more than " + std::to_string(limit_) + " places, transitions and arcs");
    }

    void add_places(const ColouredPlace& place) {
        where_ = &place.where;
        in_ = the_coloured("place", place.name);
        const Colour size = coloured_.sorts[place.sort].size;
        net_.coloured_places.push_back({.name = place.name,
                                        .first = static_cast<std::uint32_t>(net_.places.size()),
                                        .count = static_cast<std::uint32_t>(size),
                                        .id = place.id});
        for (Colour colour = 0; colour < size; ++colour) {
            count_part();
            const std::string suffix = size == 1 ? std::string() : with_colour({}, place.sort, colour);
            net_.places.push_back({.name = place.name + suffix, .id = behind(place.id, suffix)});
        }
        if (!place.initial) return;
        for (const auto& [colour, tokens] : values_.multiset(*place.initial))
            net_.places[first(net_.coloured_places.size() - 1) + colour].tokens = static_cast<Tokens>(tokens);
    }
    std::string with_colour(std::string name, std::uint32_t sort, Colour colour) const {
        return std::move(name.append("_").append(colour_name(coloured_, sort, colour)));
    }
    static std::string behind(const std::string& id, const std::string& suffix) {
        return id.empty() ? id : id + suffix;
    }
    std::size_t first(std::size_t place) const { return net_.coloured_places[place].first; }

    // Places to which a transition gives more than it takes, or other colours.
    void find_supplies() {
        has_supply_.resize(coloured_.places.size());
        for (const ColouredTransition& transition : coloured_.transitions) {
            std::map<std::uint32_t, std::pair<std::vector<const Term*>, std::vector<const Term*>>> at;
            for (const ColouredArc& arc : transition.arcs)
                (arc.takes ? at[arc.place].first : at[arc.place].second).push_back(&arc.tokens);
            const auto same = [](const Term* one, const Term* other) { return *one == *other; };
            for (const auto& [place, terms] : at)
                if (!terms.second.empty() && !std::ranges::equal(terms.first, terms.second, same))
                    has_supply_[place] = true;
        }
    }

    void add_transitions(const ColouredTransition& transition) {
        where_ = &transition.where;
        in_ = the_coloured("transition", transition.name);
        std::vector<Constraint> constraints;
        std::set<std::uint32_t> variables;
        if (transition.guard) add_guard(*transition.guard, constraints);
        for (const ColouredArc& arc : transition.arcs) {
            add_variables(arc.tokens, variables);
            if (!arc.takes || has_supply_[arc.place]) continue;
            Constraint& needed = constraints.emplace_back(Constraint{.term = &arc.tokens, .place = arc.place});
            add_variables(arc.tokens, needed.variables);
        }
        for (const Constraint& each : constraints) variables.insert(each.variables.begin(), each.variables.end());
        const std::vector<Choice> order = order_of(variables, constraints);
        const auto first = static_cast<std::uint32_t>(net_.transitions.size());
        const auto holds_anyway = [&](const Constraint& each) { return !each.variables.empty() || holds(each); };
        if (std::ranges::all_of(constraints, holds_anyway)) {
            const std::vector<std::uint32_t> named(variables.begin(), variables.end());
            each_binding(order, [&] { add_transition(transition, named); });
        }
        net_.coloured_transitions.push_back({.name = transition.name,
                                             .first = first,
                                             .count = static_cast<std::uint32_t>(net_.transitions.size()) - first,
                                             .id = transition.id});
    }

    bool holds(const Constraint& constraint) {
        if (!constraint.place) return values_.colour(*constraint.term) != 0;
        const std::size_t places = first(*constraint.place);
        return std::ranges::all_of(values_.multiset(*constraint.term), [&](const auto& needed) {
            return net_.places[places + needed.first].tokens >= needed.second;
        });
    }

    // Depth-first, without recursion: a net may have many variables.
    template <class Use>
    void each_binding(const std::vector<Choice>& order, const Use& use) {
        if (order.empty()) return use();
        const auto is_possible = [&](const Constraint* each) { return holds(*each); };
        std::vector<Colour> next(order.size());
        std::size_t depth = 0;
        while (true) {
            const Choice& choice = order[depth];
            if (next[depth] == coloured_.sorts[coloured_.variables[choice.variable].sort].size) {
                if (depth == 0) return;
                next[depth--] = 0;
                continue;
            }
            values_.step();
            values_.bind(choice.variable, next[depth]++);
            if (!std::ranges::all_of(choice.known, is_possible)) continue;
            if (depth + 1 < order.size()) {
                ++depth;
            } else {
                use();
            }
        }
    }

    void add_transition(const ColouredTransition& transition, const std::vector<std::uint32_t>& variables) {
        count_part();
        std::string suffix;
        for (const std::uint32_t variable : variables)
            suffix = with_colour(suffix, coloured_.variables[variable].sort, values_.bound(variable));
        std::map<std::uint32_t, std::uint64_t> takes, puts;
        for (const ColouredArc& arc : transition.arcs) {
            for (const auto& [colour, tokens] : values_.multiset(arc.tokens)) {
                const auto place = static_cast<std::uint32_t>(first(arc.place) + colour);
                std::uint64_t& moved = (arc.takes ? takes : puts)[place];
                moved = Values::counted(moved + tokens);
            }
        }
        net_.transitions.push_back({.name = transition.name + suffix,
                                    .takes = arcs_of(takes),
                                    .puts = arcs_of(puts),
                                    .id = behind(transition.id, suffix)});
    }
    std::vector<Arc> arcs_of(const std::map<std::uint32_t, std::uint64_t>& weights) {
        std::vector<Arc> arcs;
        for (const auto& [place, weight] : weights) {
            count_part();
            arcs.push_back({place, static_cast<Tokens>(weight)});
        }
        return arcs;
    }

    const ColouredNet& coloured_;
    std::size_t limit_;
    Values values_;
    std::size_t parts_ = 0;
    std::vector<bool> has_supply_;  // for each coloured place
    const std::string* where_ = nullptr;
    std::string in_;  // what is unfolded
    Net net_;
};

}  // namespace

std::string colour_name(const ColouredNet& net, std::uint32_t sort, Colour colour) {
    const Sort& of = net.sorts[sort];
    switch (of.kind) {
        case Sort::Kind::dot:
            return "dot";
        case Sort::Kind::boolean:
            return colour == 0 ? "false" : "true";
        case Sort::Kind::enumeration:
        case Sort::Kind::partition:
            return of.names[colour];
        case Sort::Kind::range:
            return std::to_string(of.first + static_cast<std::int64_t>(colour));
        case Sort::Kind::product: {
            std::string name;
            Colour radix = of.size;
            for (const std::uint32_t part : of.parts) {
                radix /= net.sorts[part].size;
                if (!name.empty()) name += '_';
                name += colour_name(net, part, colour / radix % net.sorts[part].size);
            }
            return name;
        }
    }
    return {};
}

Net unfold(const ColouredNet& net, std::size_t limit) {
    return Unfolding(net, limit).run();
}

}  // namespace scrump::petri

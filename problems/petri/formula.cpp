#include <scrump/problems/petri/formula.hpp>

#include <scrump/problems/petri/detail/evaluation.hpp>
#include <scrump/problems/petri/detail/making.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace scrump::petri {
namespace {

using Kind = Formula::Kind;

bool is_quantifier(Kind kind) {
    return kind == Kind::some_path || kind == Kind::every_path;
}
bool is_temporal(Kind kind) {
    return kind == Kind::next || kind == Kind::eventually || kind == Kind::always || kind == Kind::until;
}

// What says something about the paths from a marking, not about the marking alone.
bool is_of_paths(Kind kind) {
    return is_temporal(kind) || kind == Kind::fires;
}

// Of formulas without A and E: they are of paths.
bool is_of_path(const Formula& formula) {
    return !is_quantifier(formula.kind) && std::ranges::all_of(formula.parts, is_of_path);
}

// Whether it says something about a marking, and of paths only from there: X, F, G and U are within A and E.
bool is_of_state(const Formula& formula) {
    if (is_quantifier(formula.kind)) return true;
    return !is_of_paths(formula.kind) && std::ranges::all_of(formula.parts, is_of_state);
}

// Whether the next marking matters: there is an X or a step in it that is not within another A or E.
bool has_next(const Formula& formula) {
    if (is_quantifier(formula.kind)) return false;
    return formula.kind == Kind::next || formula.kind == Kind::fires || std::ranges::any_of(formula.parts, has_next);
}

// Transitions of all parts that say that one of several is enabled are taken together.
void merge_enabled(std::vector<Formula>& parts) {
    const auto first = std::ranges::find(parts, Kind::enabled, &Formula::kind);
    if (first == parts.end()) return;
    std::vector<std::uint32_t>& all = first->transitions;
    for (auto other = std::next(first); other != parts.end(); ++other)
        if (other->kind == Kind::enabled) all.insert(all.end(), other->transitions.begin(), other->transitions.end());
    parts.erase(std::remove_if(std::next(first), parts.end(), [](const Formula& x) { return x.kind == Kind::enabled; }),
                parts.end());
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
}

// Quadratic: only short lists are looked through.
void drop_repeated(std::vector<Formula>& parts) {
    constexpr std::size_t longest = 64;
    if (parts.size() > longest) return;
    std::vector<Formula> different;
    for (Formula& each : parts)
        if (std::ranges::find(different, each) == different.end()) different.push_back(std::move(each));
    parts = std::move(different);
}

// The conjunction or disjunction of simplified parts.
Formula combine(Kind kind, std::vector<Formula> parts) {
    const Kind absorbing = kind == Kind::all ? Kind::no : Kind::yes;
    const Kind neutral = kind == Kind::all ? Kind::yes : Kind::no;
    Formula result{.kind = kind};
    for (Formula& part : parts) {
        if (part.kind == absorbing) return part;
        if (part.kind == neutral) continue;
        if (part.kind == kind) {
            std::ranges::move(part.parts, std::back_inserter(result.parts));
        } else {
            result.parts.push_back(std::move(part));
        }
    }
    if (kind == Kind::any) merge_enabled(result.parts);
    drop_repeated(result.parts);
    if (result.parts.empty()) return constant(kind == Kind::all);
    if (result.parts.size() == 1) {
        Formula only = std::move(result.parts.front());
        return only;
    }
    return result;
}

// left <= right without what both sides have.
Formula compare(Sum left, Sum right) {
    Sum less{left.constant - right.constant}, more{};
    std::ranges::sort(left.places);
    std::ranges::sort(right.places);
    std::ranges::set_difference(left.places, right.places, std::back_inserter(less.places));
    std::ranges::set_difference(right.places, left.places, std::back_inserter(more.places));
    if (less.constant <= 0) more.constant = -std::exchange(less.constant, 0);
    if (less.places.empty() && less.constant <= more.constant) return constant(true);
    if (more.places.empty() && more.constant < less.constant) return constant(false);
    return at_most(std::move(less), std::move(more));
}

Formula opposite(Formula formula) {
    if (formula.kind == Kind::negation) {
        Formula part = std::move(formula.parts.front());
        return part;
    }
    return with(Kind::negation, std::move(formula));
}

// A or E before a temporal operator.
bool is_path_operator(const Formula& formula, Kind quantifier, Kind temporal) {
    return formula.kind == quantifier && formula.parts.front().kind == temporal;
}

// Within EF, and within AF as far as it says the same, what is to be reached may be reached later: EF AF p is EF p.
Formula without_reaching(Formula formula, bool some_path) {
    if (formula.kind == Kind::any) {
        std::vector<Formula> parts;
        for (Formula& part : formula.parts) parts.push_back(without_reaching(std::move(part), some_path));
        return combine(Kind::any, std::move(parts));
    }
    for (const Kind quantifier : {Kind::every_path, Kind::some_path}) {
        if (quantifier == Kind::some_path && !some_path) break;
        for (const Kind temporal : {Kind::eventually, Kind::until}) {
            if (!is_path_operator(formula, quantifier, temporal)) continue;
            Formula reached = std::move(formula.parts.front().parts.back());
            return without_reaching(std::move(reached), some_path);
        }
    }
    return formula;
}

// Within AG, and within EG as far as it says the same: AG EG p is AG p.
Formula without_staying(Formula formula, bool every_path) {
    if (formula.kind == Kind::all) {
        std::vector<Formula> parts;
        for (Formula& part : formula.parts) parts.push_back(without_staying(std::move(part), every_path));
        return combine(Kind::all, std::move(parts));
    }
    for (const Kind quantifier : {Kind::some_path, Kind::every_path}) {
        if (quantifier == Kind::every_path && !every_path) break;
        if (!is_path_operator(formula, quantifier, Kind::always)) continue;
        Formula kept = std::move(formula.parts.front().parts.front());
        return without_staying(std::move(kept), every_path);
    }
    return formula;
}

// Simplifies a formula, or its negation: negations end up before what can be enabled, deadlocks, X and U.
class Simplifier {
  public:
    Formula simplify(const Formula& formula, bool holds) const {
        switch (formula.kind) {
            case Kind::yes:
                return constant(holds);
            case Kind::no:
                return constant(!holds);
            case Kind::at_most:
                return simplify_comparison(formula, holds);
            case Kind::enabled:
            case Kind::fires:
                if (formula.transitions.empty()) return constant(!holds);
                return holds ? formula : opposite(formula);
            case Kind::deadlock:
                return holds ? formula : opposite(formula);
            case Kind::negation:
                return simplify(formula.parts.front(), !holds);
            case Kind::all:
            case Kind::any:
                return simplify_list(formula, holds);
            case Kind::some_path:
            case Kind::every_path: {
                const bool some = (formula.kind == Kind::some_path) == holds;
                return quantify(formula.parts.front(), holds, some ? Kind::some_path : Kind::every_path);
            }
            case Kind::next: {
                Formula part = simplify(formula.parts.front(), true);
                if (is_constant(part)) return constant((part.kind == Kind::yes) == holds);
                return negated_unless(holds, with(Kind::next, std::move(part)));
            }
            case Kind::eventually:
                return holds ? eventually(formula, true) : always(formula, false);
            case Kind::always:
                return holds ? always(formula, true) : eventually(formula, false);
            case Kind::until:
                return simplify_until(formula, holds);
        }
        return formula;
    }

  private:
    static Formula negated_unless(bool holds, Formula formula) {
        return holds ? formula : opposite(std::move(formula));
    }

    static Formula simplify_comparison(const Formula& formula, bool holds) {
        if (holds) return compare(formula.left, formula.right);
        Sum least = formula.right;
        ++least.constant;
        return compare(std::move(least), formula.left);
    }

    Formula simplify_list(const Formula& formula, bool holds) const {
        std::vector<Formula> parts;
        for (const Formula& part : formula.parts) parts.push_back(simplify(part, holds));
        return combine((formula.kind == Kind::all) == holds ? Kind::all : Kind::any, std::move(parts));
    }

    // F of the part, or of its negation. FF is F, FGF is GF, and F (p U q) is F q.
    Formula eventually(const Formula& formula, bool holds) const {
        Formula part = simplify(formula.parts.front(), holds);
        if (part.kind == Kind::yes || part.kind == Kind::no || part.kind == Kind::eventually) return part;
        if (part.kind == Kind::always && part.parts.front().kind == Kind::eventually) return part;
        if (part.kind == Kind::until) {
            Formula reached = std::move(part.parts.back());
            part = std::move(reached);
        }
        return with(Kind::eventually, std::move(part));
    }
    Formula always(const Formula& formula, bool holds) const {
        Formula part = simplify(formula.parts.front(), holds);
        if (part.kind == Kind::yes || part.kind == Kind::no || part.kind == Kind::always) return part;
        if (part.kind == Kind::eventually && part.parts.front().kind == Kind::always) return part;
        return with(Kind::always, std::move(part));
    }
    Formula simplify_until(const Formula& formula, bool holds) const {
        Formula way = simplify(formula.parts.front(), true);
        Formula goal = simplify(formula.parts.back(), true);
        if (goal.kind == Kind::yes || goal.kind == Kind::no) return constant((goal.kind == Kind::yes) == holds);
        if (way.kind == Kind::no || way == goal) return simplify(goal, holds);
        if (way.kind == Kind::yes) return simplify(with(Kind::eventually, std::move(goal)), holds);
        return negated_unless(holds, with(Kind::until, std::move(way), std::move(goal)));
    }

    // A or E of a formula of paths, or of its negation.
    Formula quantify(const Formula& path, bool holds, Kind quantifier) const {
        if (path.kind == Kind::next && is_of_state(path.parts.front()))
            return next(simplify(path.parts.front(), holds), quantifier);
        return quantify_simplified(simplify(path, holds), quantifier);
    }

    // In CTL, EX and AX are each other's opposite: AX holds where a path ends.
    static Formula next(Formula part, Kind quantifier) {
        Formula stuck{.kind = Kind::deadlock};
        if (quantifier == Kind::some_path) {
            if (part.kind == Kind::yes) return opposite(stuck);
            if (part.kind == Kind::no) return part;
        } else {
            if (part.kind == Kind::yes) return part;
            if (part.kind == Kind::no) return stuck;
        }
        return with(quantifier, with(Kind::next, std::move(part)));
    }

    // Paths that end make a difference between X of a path and X of CTL: what has one stays as it is.
    Formula quantify_simplified(Formula path, Kind quantifier) const {
        if (is_of_state(path)) return path;
        if (path.kind == Kind::negation && path.parts.front().kind == Kind::until) {
            Formula positive = std::move(path.parts.front());
            const bool some = quantifier == Kind::some_path;
            return opposite(quantify_simplified(std::move(positive), some ? Kind::every_path : Kind::some_path));
        }
        if (has_next(path)) return with(quantifier, std::move(path));
        const bool some = quantifier == Kind::some_path;
        if (path.kind == (some ? Kind::any : Kind::all)) {
            std::vector<Formula> parts;
            for (Formula& part : path.parts) parts.push_back(quantify_simplified(std::move(part), quantifier));
            return combine(path.kind, std::move(parts));
        }
        if (path.kind == (some ? Kind::all : Kind::any)) return split(std::move(path), quantifier);
        if (path.kind == Kind::eventually) return reach(std::move(path), quantifier);
        if (path.kind == Kind::always) return stay(std::move(path), quantifier);
        if (path.kind == Kind::until) return until(std::move(path), quantifier);
        return with(quantifier, std::move(path));
    }

    // What is said of the first marking alone need not be within A or E.
    Formula split(Formula path, Kind quantifier) const {
        std::vector<Formula> of_state, of_path;
        for (Formula& part : path.parts) (is_of_state(part) ? of_state : of_path).push_back(std::move(part));
        Formula rest = combine(path.kind, std::move(of_path));
        const bool is_list = rest.kind == path.kind;
        of_state.push_back(is_list ? with(quantifier, std::move(rest))
                                   : quantify_simplified(std::move(rest), quantifier));
        return combine(path.kind, std::move(of_state));
    }

    // A or E of a path, if that is a formula of CTL: what is neither that nor one of LTL cannot be checked.
    Formula if_ctl(Formula path, Kind quantifier) const {
        Formula quantified = quantify_simplified(path, quantifier);
        return is_ctl(quantified) ? quantified : path;
    }

    // EF or AF. E F of a path is EF E of it.
    Formula reach(Formula path, Kind quantifier) const {
        Formula goal = std::move(path.parts.front());
        const bool some = quantifier == Kind::some_path;
        if (some) goal = if_ctl(std::move(goal), quantifier);
        if (is_of_state(goal)) goal = without_reaching(std::move(goal), some);
        if (goal.kind == Kind::yes || goal.kind == Kind::no) return goal;
        if (!some && is_path_operator(goal, Kind::some_path, Kind::eventually)) return goal;  // AF EF p is EF p
        return with(quantifier, with(Kind::eventually, std::move(goal)));
    }
    // AG or EG. A G of a path is AG A of it.
    Formula stay(Formula path, Kind quantifier) const {
        Formula kept = std::move(path.parts.front());
        const bool every = quantifier == Kind::every_path;
        if (every) kept = if_ctl(std::move(kept), quantifier);
        if (is_of_state(kept)) kept = without_staying(std::move(kept), every);
        if (kept.kind == Kind::yes || kept.kind == Kind::no) return kept;
        if (!every && is_path_operator(kept, Kind::every_path, Kind::always)) return kept;  // EG AG p is AG p
        return with(quantifier, with(Kind::always, std::move(kept)));
    }
    // E (p U E F q) is EF q, and A (p U EF q), too; likewise of AF within A.
    static Formula until(Formula path, Kind quantifier) {
        const Formula& goal = path.parts.back();
        const bool reaches = is_path_operator(goal, Kind::some_path, Kind::eventually) ||
                             (quantifier == Kind::every_path && is_path_operator(goal, quantifier, Kind::eventually));
        if (reaches && is_of_state(path.parts.front())) {
            Formula later = std::move(path.parts.back());
            return later;
        }
        return with(quantifier, std::move(path));
    }
};

// Writes a formula with as few brackets as can be read.
class Writer {
  public:
    explicit Writer(const Net& net) : net_(net) {}

    std::string write(const Formula& formula) const {
        switch (formula.kind) {
            case Kind::yes:
                return "true";
            case Kind::no:
                return "false";
            case Kind::at_most:
                return write(formula.left) + " <= " + write(formula.right);
            case Kind::enabled:
                return "enabled(" + names(formula.transitions) + ")";
            case Kind::deadlock:
                return "deadlock";
            case Kind::fires:
                return "fires(" + names(formula.transitions) + ")";
            case Kind::negation:
                return join({"!", operand(formula.parts.front())});
            case Kind::all:
                return list(formula, " & ");
            case Kind::any:
                return list(formula, " | ");
            case Kind::some_path:
                return join({"E", after_quantifier(formula.parts.front())});
            case Kind::every_path:
                return join({"A", after_quantifier(formula.parts.front())});
            case Kind::next:
            case Kind::eventually:
            case Kind::always:
                return join({letter(formula.kind), " ", operand(formula.parts.front())});
            case Kind::until:
                return in_list(formula.parts.front()) + " U " + in_list(formula.parts.back());
        }
        return {};
    }

  private:
    static std::string join(std::initializer_list<std::string_view> parts) {
        std::string text;
        for (const std::string_view part : parts) text.append(part);
        return text;
    }
    static std::string_view letter(Kind kind) {
        return kind == Kind::next ? "X" : kind == Kind::eventually ? "F" : "G";
    }
    static bool is_list(Kind kind) { return kind == Kind::all || kind == Kind::any || kind == Kind::until; }

    std::string after_quantifier(const Formula& path) const {
        return is_temporal(path.kind) && path.kind != Kind::until ? write(path) : join({" ", operand(path)});
    }
    // What a list of one part is written as.
    static const Formula& written(const Formula& formula) {
        return is_list(formula.kind) && formula.parts.size() == 1 ? written(formula.parts.front()) : formula;
    }
    // Of what stands before one part.
    std::string operand(const Formula& formula) const {
        const Formula& part = written(formula);
        const bool bare = part.kind != Kind::at_most && !is_list(part.kind);
        return bare ? write(part) : join({"(", write(part), ")"});
    }
    std::string in_list(const Formula& formula) const {
        const Formula& part = written(formula);
        return is_list(part.kind) ? join({"(", write(part), ")"}) : write(part);
    }
    std::string list(const Formula& formula, const char* between) const {
        if (formula.parts.empty()) return formula.kind == Kind::all ? "true" : "false";
        if (formula.parts.size() == 1) return write(formula.parts.front());
        std::string text;
        for (const Formula& part : formula.parts) text.append(text.empty() ? "" : between).append(in_list(part));
        return text;
    }

    std::string write(const Sum& sum) const {
        std::map<std::uint32_t, std::size_t> times;
        for (const std::uint32_t place : sum.places) ++times[place];
        std::string text;
        for (const auto& [place, count] : times) {
            text += text.empty() ? "" : " + ";
            if (count > 1) text += std::to_string(count) + ' ';
            text += net_.places[place].name;
        }
        if (text.empty()) return std::to_string(sum.constant);
        if (sum.constant > 0) text += " + " + std::to_string(sum.constant);
        if (sum.constant < 0) text += " - " + std::to_string(-sum.constant);
        return text;
    }
    std::string names(const std::vector<std::uint32_t>& transitions) const {
        std::string text;
        for (const std::uint32_t each : transitions)
            text.append(text.empty() ? "" : ", ").append(net_.transitions[each].name);
        return text;
    }

    const Net& net_;
};

}  // namespace

bool is_of_marking(const Formula& formula) {
    return !is_quantifier(formula.kind) && !is_of_paths(formula.kind) &&
           std::ranges::all_of(formula.parts, is_of_marking);
}

bool is_constant(const Formula& formula) {
    return formula.kind == Kind::yes || formula.kind == Kind::no;
}

bool is_ltl(const Formula& formula) {
    return is_quantifier(formula.kind) && is_of_path(formula.parts.front());
}

bool is_ctl(const Formula& formula) {
    if (is_of_paths(formula.kind)) return false;
    if (!is_quantifier(formula.kind)) return std::ranges::all_of(formula.parts, is_ctl);
    const Formula& path = formula.parts.front();
    return is_temporal(path.kind) && std::ranges::all_of(path.parts, is_ctl);
}

bool is_about_steps(const Formula& formula) {
    return formula.kind == Kind::fires || std::ranges::any_of(formula.parts, is_about_steps);
}

Formula simplified(const Formula& formula) {
    return Simplifier().simplify(formula, true);
}

Formula negated(const Formula& formula) {
    return Simplifier().simplify(formula, false);
}

bool holds_in(const Net& net, const Formula& formula, const std::vector<Tokens>& marking) {
    const auto is_enabled = [&](std::uint32_t transition) {
        return std::ranges::all_of(net.transitions[transition].takes,
                                   [&](const Arc& arc) { return marking[arc.place] >= arc.weight; });
    };
    const auto is_stuck = [&] {
        for (std::uint32_t i = 0; i < net.transitions.size(); ++i)
            if (is_enabled(i)) return false;
        return true;
    };
    return evaluate(formula, std::span<const Tokens>(marking), is_enabled, is_stuck);
}

std::string to_string(const Net& net, const Formula& formula) {
    return Writer(net).write(formula);
}

}  // namespace scrump::petri

#include "normal_form.hpp"

#include <algorithm>
#include <utility>

namespace scrump::detail {
namespace {

using Id = NormalForms::Id;
using Kind = NormalForms::Kind;

}  // namespace

NormalForms::NormalForms(std::vector<std::string> propositions) : propositions_(std::move(propositions)) {
    put(Kind::no, 0, 0);
    put(Kind::yes, 0, 0);
}

Id NormalForms::of(const LtlFormula& formula, bool negated) {
    switch (formula.kind()) {
        case LtlFormula::Kind::yes:
            return negated ? no : yes;
        case LtlFormula::Kind::no:
            return negated ? yes : no;
        case LtlFormula::Kind::proposition: {
            const auto place = std::ranges::lower_bound(propositions_, formula.name());
            return put(negated ? Kind::lacks : Kind::holds, static_cast<Id>(place - propositions_.begin()), 0);
        }
        case LtlFormula::Kind::negation:
            return of(formula.left(), !negated);
        case LtlFormula::Kind::next:
            return next(of(formula.left(), negated));
        default:
            return of_binary(formula.kind(), formula, negated);
    }
}

Id NormalForms::of_binary(LtlFormula::Kind kind, const LtlFormula& formula, bool negated) {
    const Id left = of(formula.left(), negated);
    const Id right = of(formula.right(), negated);
    if (kind == LtlFormula::Kind::conjunction || kind == LtlFormula::Kind::disjunction)
        return (kind == LtlFormula::Kind::conjunction) != negated ? conjunction(left, right) : disjunction(left, right);
    return (kind == LtlFormula::Kind::until) != negated ? until(left, right) : release(left, right);
}

Id NormalForms::put(Kind kind, Id left, Id right) {
    const auto [place, is_new] = ids_.try_emplace({kind, left, right}, static_cast<Id>(nodes_.size()));
    if (!is_new) return place->second;
    Node node{.kind = kind, .left = left, .right = right, .is_eventual = false, .is_universal = false};
    switch (kind) {
        case Kind::yes:
        case Kind::no:
            node.is_eventual = node.is_universal = true;
            break;
        case Kind::holds:
        case Kind::lacks:
            break;
        case Kind::next:
            node.is_eventual = nodes_[left].is_eventual;
            node.is_universal = nodes_[left].is_universal;
            break;
        case Kind::conjunction:
        case Kind::disjunction:
            node.is_eventual = nodes_[left].is_eventual && nodes_[right].is_eventual;
            node.is_universal = nodes_[left].is_universal && nodes_[right].is_universal;
            break;
        case Kind::until:
            node.is_eventual = left == yes || nodes_[right].is_eventual;
            node.is_universal = nodes_[left].is_universal && nodes_[right].is_universal;
            break;
        case Kind::release:
            node.is_eventual = nodes_[left].is_eventual && nodes_[right].is_eventual;
            node.is_universal = left == no || nodes_[right].is_universal;
            break;
    }
    nodes_.push_back(node);
    return place->second;
}

Id NormalForms::conjunction(Id a, Id b) {
    if (implies(a, b)) return a;
    if (implies(b, a)) return b;
    if (implies(a, negation(b)) || implies(b, negation(a))) return no;
    const auto is_always = [&](Id id) { return is(id, Kind::release) && nodes_[id].left == no; };
    if (is_always(a) && is_always(b)) return release(no, conjunction(nodes_[a].right, nodes_[b].right));
    if (is(a, Kind::next) && is(b, Kind::next)) return next(conjunction(nodes_[a].left, nodes_[b].left));
    return put(Kind::conjunction, std::min(a, b), std::max(a, b));
}

Id NormalForms::disjunction(Id a, Id b) {
    if (implies(a, b)) return b;
    if (implies(b, a)) return a;
    if (implies(negation(a), b) || implies(negation(b), a)) return yes;
    const auto is_eventually = [&](Id id) { return is(id, Kind::until) && nodes_[id].left == yes; };
    if (is_eventually(a) && is_eventually(b)) return until(yes, disjunction(nodes_[a].right, nodes_[b].right));
    if (is(a, Kind::next) && is(b, Kind::next)) return next(disjunction(nodes_[a].left, nodes_[b].left));
    return put(Kind::disjunction, std::min(a, b), std::max(a, b));
}

Id NormalForms::next(Id a) {
    // What is eventual and universal holds from all states on or from none.
    if (nodes_[a].is_eventual && nodes_[a].is_universal) return a;
    return put(Kind::next, a, 0);
}

Id NormalForms::until(Id a, Id b) {
    if (a == no || b == no || b == yes || nodes_[b].is_eventual || implies(a, b)) return b;
    if (implies(negation(a), b)) a = yes;
    if (is(a, Kind::next) && is(b, Kind::next)) return next(until(nodes_[a].left, nodes_[b].left));
    if (a == yes && is(b, Kind::next)) return next(until(yes, nodes_[b].left));
    if (a == yes && is(b, Kind::until)) return until(yes, nodes_[b].right);
    if (is(b, Kind::until) && implies(a, nodes_[b].left)) return b;
    return put(Kind::until, a, b);
}

Id NormalForms::release(Id a, Id b) {
    if (a == yes || b == no || b == yes || nodes_[b].is_universal || implies(b, a)) return b;
    if (implies(a, negation(b))) a = no;
    if (is(a, Kind::next) && is(b, Kind::next)) return next(release(nodes_[a].left, nodes_[b].left));
    if (a == no && is(b, Kind::next)) return next(release(no, nodes_[b].left));
    if (a == no && is(b, Kind::release)) return release(no, nodes_[b].right);
    if (is(b, Kind::release) && implies(nodes_[b].left, a)) return b;
    return put(Kind::release, a, b);
}

Id NormalForms::negation(Id a) {
    if (const auto known = negations_.find(a); known != negations_.end()) return known->second;
    const Node node = nodes_[a];
    Id negated = 0;
    switch (node.kind) {
        case Kind::yes:
            negated = no;
            break;
        case Kind::no:
            negated = yes;
            break;
        case Kind::holds:
            negated = put(Kind::lacks, node.left, 0);
            break;
        case Kind::lacks:
            negated = put(Kind::holds, node.left, 0);
            break;
        case Kind::next:
            negated = put(Kind::next, negation(node.left), 0);
            break;
        default: {
            const Kind dual = node.kind == Kind::conjunction   ? Kind::disjunction
                              : node.kind == Kind::disjunction ? Kind::conjunction
                              : node.kind == Kind::until       ? Kind::release
                                                               : Kind::until;
            const Id left = negation(node.left);
            const Id right = negation(node.right);
            negated = dual == Kind::conjunction || dual == Kind::disjunction
                          ? put(dual, std::min(left, right), std::max(left, right))
                          : put(dual, left, right);
        }
    }
    negations_[a] = negated;
    negations_[negated] = a;
    return negated;
}

bool NormalForms::implies(Id from, Id to) {
    if (from == to || from == no || to == yes) return true;
    const auto known = implied_.find({from, to});
    if (known != implied_.end()) return known->second;
    const bool does = shows(from, to);
    implied_[{from, to}] = does;
    return does;
}

bool NormalForms::shows(Id from, Id to) {
    const Node f = nodes_[from];
    const Node t = nodes_[to];
    switch (t.kind) {
        case Kind::conjunction:
            return implies(from, t.left) && implies(from, t.right);
        case Kind::disjunction:
            if (implies(from, t.left) || implies(from, t.right)) return true;
            break;
        case Kind::until:
            if (implies(from, t.right)) return true;
            break;
        case Kind::release:
            if (implies(from, t.left) && implies(from, t.right)) return true;
            break;
        default:
            break;
    }
    switch (f.kind) {
        case Kind::conjunction:
            return implies(f.left, to) || implies(f.right, to);
        case Kind::disjunction:
            return implies(f.left, to) && implies(f.right, to);
        case Kind::until:
            if (implies(f.left, to) && implies(f.right, to)) return true;
            break;
        case Kind::release:
            if (implies(f.right, to)) return true;
            break;
        default:
            break;
    }
    if (f.kind != t.kind) return false;
    if (f.kind == Kind::next) return implies(f.left, t.left);
    return (f.kind == Kind::until || f.kind == Kind::release) && implies(f.left, t.left) && implies(f.right, t.right);
}

}  // namespace scrump::detail

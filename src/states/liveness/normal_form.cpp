#include "normal_form.hpp"

#include <algorithm>
#include <utility>

namespace scrump::detail {
namespace {

using Id = NormalForms::Id;
using FormKind = NormalForms::Kind;

}  // namespace

NormalForms::NormalForms(std::vector<std::string> propositions) : propositions_(std::move(propositions)) {
    put(FormKind::no, 0, 0);
    put(FormKind::yes, 0, 0);
}

Id NormalForms::of(const LtlFormula& formula, bool negated) {
    switch (formula.kind()) {
        case LtlFormula::Kind::yes:
            return negated ? no : yes;
        case LtlFormula::Kind::no:
            return negated ? yes : no;
        case LtlFormula::Kind::proposition: {
            const auto place = std::ranges::lower_bound(propositions_, formula.name());
            return put(negated ? FormKind::lacks : FormKind::holds, static_cast<Id>(place - propositions_.begin()), 0);
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

Id NormalForms::put(FormKind kind, Id left, Id right) {
    const auto [place, is_new] = ids_.try_emplace({kind, left, right}, static_cast<Id>(nodes_.size()));
    if (!is_new) return place->second;
    Node node{.kind = kind, .left = left, .right = right, .is_eventual = false, .is_universal = false};
    switch (kind) {
        case FormKind::yes:
        case FormKind::no:
            node.is_eventual = node.is_universal = true;
            break;
        case FormKind::holds:
        case FormKind::lacks:
            break;
        case FormKind::next:
            node.is_eventual = nodes_[left].is_eventual;
            node.is_universal = nodes_[left].is_universal;
            break;
        case FormKind::conjunction:
        case FormKind::disjunction:
            node.is_eventual = nodes_[left].is_eventual && nodes_[right].is_eventual;
            node.is_universal = nodes_[left].is_universal && nodes_[right].is_universal;
            break;
        case FormKind::until:
            node.is_eventual = left == yes || nodes_[right].is_eventual;
            node.is_universal = nodes_[left].is_universal && nodes_[right].is_universal;
            break;
        case FormKind::release:
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
    const auto is_always = [&](Id id) { return is(id, FormKind::release) && nodes_[id].left == no; };
    if (is_always(a) && is_always(b)) return release(no, conjunction(nodes_[a].right, nodes_[b].right));
    if (is(a, FormKind::next) && is(b, FormKind::next)) return next(conjunction(nodes_[a].left, nodes_[b].left));
    return put(FormKind::conjunction, std::min(a, b), std::max(a, b));
}

Id NormalForms::disjunction(Id a, Id b) {
    if (implies(a, b)) return b;
    if (implies(b, a)) return a;
    if (implies(negation(a), b) || implies(negation(b), a)) return yes;
    const auto is_eventually = [&](Id id) { return is(id, FormKind::until) && nodes_[id].left == yes; };
    if (is_eventually(a) && is_eventually(b)) return until(yes, disjunction(nodes_[a].right, nodes_[b].right));
    if (is(a, FormKind::next) && is(b, FormKind::next)) return next(disjunction(nodes_[a].left, nodes_[b].left));
    return put(FormKind::disjunction, std::min(a, b), std::max(a, b));
}

Id NormalForms::next(Id a) {
    // What is eventual and universal holds from all states on or from none.
    if (nodes_[a].is_eventual && nodes_[a].is_universal) return a;
    return put(FormKind::next, a, 0);
}

Id NormalForms::until(Id a, Id b) {
    if (a == no || b == no || b == yes || nodes_[b].is_eventual || implies(a, b)) return b;
    if (implies(negation(a), b)) a = yes;
    if (is(a, FormKind::next) && is(b, FormKind::next)) return next(until(nodes_[a].left, nodes_[b].left));
    if (a == yes && is(b, FormKind::next)) return next(until(yes, nodes_[b].left));
    if (a == yes && is(b, FormKind::until)) return until(yes, nodes_[b].right);
    if (is(b, FormKind::until) && implies(a, nodes_[b].left)) return b;
    return put(FormKind::until, a, b);
}

Id NormalForms::release(Id a, Id b) {
    if (a == yes || b == no || b == yes || nodes_[b].is_universal || implies(b, a)) return b;
    if (implies(a, negation(b))) a = no;
    if (is(a, FormKind::next) && is(b, FormKind::next)) return next(release(nodes_[a].left, nodes_[b].left));
    if (a == no && is(b, FormKind::next)) return next(release(no, nodes_[b].left));
    if (a == no && is(b, FormKind::release)) return release(no, nodes_[b].right);
    if (is(b, FormKind::release) && implies(nodes_[b].left, a)) return b;
    return put(FormKind::release, a, b);
}

Id NormalForms::negation(Id a) {
    if (const auto known = negations_.find(a); known != negations_.end()) return known->second;
    const Node node = nodes_[a];
    Id negated = 0;
    switch (node.kind) {
        case FormKind::yes:
            negated = no;
            break;
        case FormKind::no:
            negated = yes;
            break;
        case FormKind::holds:
            negated = put(FormKind::lacks, node.left, 0);
            break;
        case FormKind::lacks:
            negated = put(FormKind::holds, node.left, 0);
            break;
        case FormKind::next:
            negated = put(FormKind::next, negation(node.left), 0);
            break;
        default: {
            const FormKind dual = node.kind == FormKind::conjunction   ? FormKind::disjunction
                                  : node.kind == FormKind::disjunction ? FormKind::conjunction
                                  : node.kind == FormKind::until       ? FormKind::release
                                                                       : FormKind::until;
            const Id left = negation(node.left);
            const Id right = negation(node.right);
            negated = dual == FormKind::conjunction || dual == FormKind::disjunction
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
        case FormKind::conjunction:
            return implies(from, t.left) && implies(from, t.right);
        case FormKind::disjunction:
            if (implies(from, t.left) || implies(from, t.right)) return true;
            break;
        case FormKind::until:
            if (implies(from, t.right)) return true;
            break;
        case FormKind::release:
            if (implies(from, t.left) && implies(from, t.right)) return true;
            break;
        default:
            break;
    }
    switch (f.kind) {
        case FormKind::conjunction:
            return implies(f.left, to) || implies(f.right, to);
        case FormKind::disjunction:
            return implies(f.left, to) && implies(f.right, to);
        case FormKind::until:
            if (implies(f.left, to) && implies(f.right, to)) return true;
            break;
        case FormKind::release:
            if (implies(f.right, to)) return true;
            break;
        default:
            break;
    }
    if (f.kind != t.kind) return false;
    if (f.kind == FormKind::next) return implies(f.left, t.left);
    return (f.kind == FormKind::until || f.kind == FormKind::release) && implies(f.left, t.left) &&
           implies(f.right, t.right);
}

}  // namespace scrump::detail

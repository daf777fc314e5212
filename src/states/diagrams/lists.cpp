#include "lists.hpp"

#include "list_items.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace scrump::detail {
namespace {

using Kind = OperationKey::Kind;
using Held = DiagramWorker::Held;

// Pairs of words: an element of one list or both, and what the other one leads to. Returns what follows in both.
Edge merge(DiagramWorker& worker, Edge a, Edge b, ListRow& row) {
    while (a != b && !a.is_constant() && !b.is_constant()) {
        const Cofactors of_a = worker.cofactors(a);
        const Cofactors of_b = worker.cofactors(b);
        if (of_a.level <= of_b.level) a = of_a.low;
        if (of_b.level <= of_a.level) b = of_b.low;
        row.push(of_a.level <= of_b.level ? ListItem::of(of_a.level, of_a.high) : ListItem::of(of_b.level, of_b.high));
        row.push(of_a.level == of_b.level ? of_b.high : Edge::no());
    }
    return a == Edge::no() ? b : a;
}

}  // namespace

Edge set_of(DiagramWorker& worker, std::span<const std::uint32_t> vector) {
    Edge set = Edge::yes();
    for (std::size_t level = vector.size(); level-- > 0;) set = worker.make(vector[level], Edge::no(), set);
    return set;
}

Edge unite(Fork fork, Edge a, Edge b) {
    if (a == b || b == Edge::no()) return a;
    if (a == Edge::no()) return b;
    if (b.bits < a.bits) std::swap(a, b);

    DiagramWorker& worker = list_worker(fork);
    worker.check();
    const OperationKey key = OperationKey::of(Kind::list_union, a, b);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;
    {
        ListRow row(worker);
        const Edge rest = merge(worker, a, b, row);
        replace_all_pairs<unite>(fork, row);
        result = list_of(worker, row, rest);
    }
    worker.put(place, key, result);
    return result;
}

// --- Firing

namespace {

// Adds to a row at a level all that transitions from this level on lead to.
void close(Fork& fork, ListTransitions& by, ListRow& row, Level level) {
    const ListRelation::Number beginning = by.forward().beginning[level];
    if (beginning == ListRelation::none) return;
    const auto fire_branch = [&](const ListRelation::Branch& branch, std::uint32_t value, Edge down,
                                 std::uint32_t& after) {
        if (by.is_cut_short()) return Edge::no();
        const Edge next = fork.call<fire>(&by, down, level + 1, branch.next);
        if (next == Edge::no()) return next;
        // Then so it does from the value after, and from all that follow.
        if (next == down && branch.raises_for_ever()) by.fail_as_too_large(level);
        after = by.value_after(branch.change, value, level);
        return next;
    };
    ListClosure(fork, by.relation(beginning), row, fire_branch)();
}

// What a relation leads to from the values of a list: `items` has them, and gets what each comes to.
Edge fire_others(Fork fork, ListTransitions* by, Edge* items, std::size_t count, Level level,
                 ListRelation::Number relation) {
    if (count == 1) {
        *items = ListItem::with(*items, fork.call<fire>(by, ListItem::down(*items), level, relation));
        return {};
    }
    auto others = fork.spawn<fire_others>(by, items + count / 2, count - count / 2, level, relation);
    fork.call<fire_others>(by, items, count / 2, level, relation);
    return fork.sync(others);
}

}  // namespace

Edge fire(Fork fork, ListTransitions* by, Edge set, Level level, ListRelation::Number number) {
    if (number == ListRelation::done) return set;
    DiagramWorker& worker = list_worker(fork);
    worker.check();
    worker.expect(set);
    const OperationKey key = OperationKey::of(Kind::list_firing, set, {number}, {by->trial()});
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;

    by->spend();
    if (by->is_cut_short()) return Edge::no();
    const ListRelation& relation = by->relation(number);
    const bool here = relation.level == level;
    {
        ListRow row(worker);
        const ListRelation::Number others = here ? relation.others : number;
        if (others != ListRelation::none) {
            push_list(worker, set, row);
            fork.call<fire_others>(by, row.begin(), row.size(), level + 1, others);
            drop_empty_items(row);
        }
        if (here) {
            each_of_list(worker, set, [&](std::uint32_t value, Edge down) {
                relation.each(value, [&](const ListRelation::Branch& branch) {
                    const Edge next = fork.call<fire>(by, down, level + 1, branch.next);
                    if (next != Edge::no()) add_item(fork, row, by->value_after(branch.change, value, level), next);
                });
            });
        }
        if (row.size() > 0) close(fork, *by, row, level);
        result = list_of(worker, row);
    }
    if (here && relation.has_done) {
        const Held held(worker, result);
        result = fork.call<unite>(set, result);
    }
    if (!by->is_cut_short()) worker.put(place, key, result);
    return result;
}

namespace {

// Closes what each of these items leads to.
Edge close_items(Fork fork, ListTransitions* by, Edge* items, std::size_t count, Level level) {
    if (count == 1) {
        *items = ListItem::with(*items, fork.call<close_forward>(by, ListItem::down(*items), level));
        return {};
    }
    auto others = fork.spawn<close_items>(by, items + count / 2, count - count / 2, level);
    fork.call<close_items>(by, items, count / 2, level);
    return fork.sync(others);
}

}  // namespace

Edge close_forward(Fork fork, ListTransitions* by, Edge set, Level level) {
    if (set.is_constant()) return set;
    DiagramWorker& worker = list_worker(fork);
    worker.check();
    const OperationKey key = OperationKey::of(Kind::list_closure, set, {}, {by->trial()});
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;
    if (by->is_cut_short()) return set;
    {
        ListRow row(worker);
        push_list(worker, set, row);
        fork.call<close_items>(by, row.begin(), row.size(), level + 1);
        close(fork, *by, row, level);
        result = list_of(worker, row);
    }
    by->done_from(level);
    if (!by->is_cut_short()) worker.put(place, key, result);
    return result;
}

Edge forbidden(Fork fork, ListTransitions* by, Edge set, Level level, ListRelation::Number number) {
    if (set == Edge::no() || number == ListRelation::none) return set;
    const ListRelation& relation = by->relation(number);
    if (relation.has_done) return Edge::no();
    DiagramWorker& worker = list_worker(fork);
    worker.check();
    const OperationKey key = OperationKey::of(Kind::list_forbidden, set, {number});
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;
    {
        ListRow row(worker);
        const bool here = relation.level == level;
        each_of_list(worker, set, [&](std::uint32_t value, Edge down) {
            row.push(ListItem::of(value, fork.call<forbidden>(by, down, level + 1, here ? relation.others : number)));
            if (!here) return;
            Edge& item = row[row.size() - 1];
            relation.each(value, [&](const ListRelation::Branch& branch) {
                item = ListItem::of(value, fork.call<forbidden>(by, ListItem::down(item), level + 1, branch.next));
            });
        });
        result = list_of(worker, row);
    }
    worker.put(place, key, result);
    return result;
}

}  // namespace scrump::detail

#include "list_images.hpp"

#include "list_items.hpp"
#include "list_sets.hpp"

#include <algorithm>

namespace scrump::detail {
namespace {

using Kind = OperationKey::Kind;
using Held = DiagramWorker::Held;

// Value in a list of a relation: of all values.
constexpr std::uint32_t all_values = 0;

// Shows the values that a relation writes, for a value that is there, and what each leads to.
template <class See>
void each_written(DiagramWorker& worker, Edge writes, std::uint32_t there, const See& see) {
    each_of_list(worker, writes,
                 [&](std::uint32_t stored, Edge next) { see(stored == all_values ? there : stored - 1, next); });
}

// Shows the values of a list that a relation allows, and what each leads to in both: ascending, at most two each.
template <class See>
void each_allowed(DiagramWorker& worker, Edge set, Edge reads, const See& see) {
    Edge for_all = Edge::no();
    if (!reads.is_constant() && worker.level(reads) == all_values) {
        const Cofactors of = worker.cofactors(reads);
        for_all = of.high;
        reads = of.low;
    }
    while (!set.is_constant() && !(for_all == Edge::no() && reads.is_constant())) {
        const Cofactors of = worker.cofactors(set);
        set = of.low;
        if (for_all != Edge::no()) see(of.level, of.high, for_all);
        while (!reads.is_constant()) {
            const Cofactors of_reads = worker.cofactors(reads);
            if (of_reads.level > of.level + 1) break;
            reads = of_reads.low;
            if (of_reads.level == of.level + 1) see(of.level, of.high, of_reads.high);
        }
    }
}

// Shows what a relation makes of the values of a list: the value, what it leads to, the value after, and what that
// leads to in the relation.
template <class See>
void each_step(DiagramWorker& worker, Edge set, Edge relation, ListTouch touch, const See& see) {
    const auto written = [&](std::uint32_t value, Edge down, Edge writes) {
        each_written(worker, writes, value, [&](std::uint32_t after, Edge next) { see(value, down, after, next); });
    };
    switch (touch) {
        case ListTouch::nothing:
            each_of_list(worker, set, [&](std::uint32_t value, Edge down) { see(value, down, value, relation); });
            break;
        case ListTouch::reads:
            each_allowed(worker, set, relation,
                         [&](std::uint32_t value, Edge down, Edge next) { see(value, down, value, next); });
            break;
        case ListTouch::writes:
            each_of_list(worker, set, [&](std::uint32_t value, Edge down) { written(value, down, relation); });
            break;
        case ListTouch::reads_and_writes:
            each_allowed(worker, set, relation, written);
            break;
    }
}

// Puts the union of what items lead to into the first.
Edge unite_items(Fork fork, Edge* items, std::size_t count) {
    if (count == 1) return {};
    const std::size_t half = count / 2;
    auto others = fork.spawn<unite_items>(items + half, count - half);
    fork.call<unite_items>(items, half);
    fork.sync(others);
    *items = ListItem::with(*items, fork.call<unite>(ListItem::down(items[0]), ListItem::down(items[half])));
    return {};
}

// Makes each value an item of its own, ascending.
void unite_values(Fork& fork, ListRow& row) {
    drop_empty_items(row);
    std::ranges::sort(row, {}, &Edge::bits);
    const Edge* const same = std::ranges::adjacent_find(row, {}, ListItem::value);
    if (same == row.end()) return;
    for (std::size_t first = 0; first < row.size();) {
        std::size_t end = first + 1;
        while (end < row.size() && ListItem::value(row[end]) == ListItem::value(row[first])) ++end;
        fork.call<unite_items>(row.begin() + first, end - first);
        std::fill(row.begin() + first + 1, row.begin() + end, Edge::no());
        first = end;
    }
    drop_empty_items(row);
}

}  // namespace

ListShapes::Number ListShapes::add(ListTouch touch, Number next) {
    const auto [place, is_new] = known_.try_emplace({touch, next}, static_cast<Number>(shapes_.size() + 1));
    if (is_new) shapes_.push_back({touch, next});
    return place->second;
}

// --- Products

template <ListProduct product>
Edge multiply(Fork fork, Edge set, Edge relation, const ListRelations* by, ListShapes::Number number) {
    if (set == Edge::no() || relation == Edge::no()) return Edge::no();
    if (number == ListShapes::end) return set;
    DiagramWorker& worker = list_worker(fork);
    worker.check();
    const Kind kind = product == ListProduct::image ? Kind::list_image : Kind::list_domain;
    const OperationKey key = OperationKey::of(kind, set, relation, {number});
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;

    const ListShapes::Shape& shape = by->shapes[number];
    {
        ListRow row(worker);
        each_step(worker, set, relation, shape.touch,
                  [&](std::uint32_t value, Edge down, std::uint32_t after, Edge next) {
                      row.push(ListItem::of(product == ListProduct::domain ? value : after, down));
                      row.push(next);
                  });
        replace_all_pairs<multiply<product>>(fork, row, by, shape.next);
        unite_values(fork, row);
        result = list_of(worker, row);
    }
    worker.put(place, key, result);
    return result;
}

template Edge multiply<ListProduct::image>(Fork, Edge, Edge, const ListRelations*, ListShapes::Number);
template Edge multiply<ListProduct::domain>(Fork, Edge, Edge, const ListRelations*, ListShapes::Number);

namespace {

// For each three words: an element of a set, a relation, and targets.
Edge replace_triples(Fork fork, Edge* triples, std::size_t count, const ListRelations* by, ListShapes::Number shape) {
    if (count == 0) return {};
    if (count == 1) {
        triples[0] = ListItem::with(triples[0],
                                    fork.call<preimage>(ListItem::down(triples[0]), triples[1], triples[2], by, shape));
        triples[1] = triples[2] = Edge::no();
        return {};
    }
    auto others = fork.spawn<replace_triples>(triples + 3 * (count / 2), count - count / 2, by, shape);
    fork.call<replace_triples>(triples, count / 2, by, shape);
    return fork.sync(others);
}

}  // namespace

Edge preimage(Fork fork, Edge set, Edge relation, Edge targets, const ListRelations* by, ListShapes::Number number) {
    if (set == Edge::no() || relation == Edge::no() || targets == Edge::no()) return Edge::no();
    if (number == ListShapes::end) return intersect(std::move(fork), set, targets);
    DiagramWorker& worker = list_worker(fork);
    worker.check();
    const Edge third{std::uint64_t{number} << Edge::bits_used | targets.bits};
    const OperationKey key = OperationKey::of(Kind::list_preimage, set, relation, third);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;

    const ListShapes::Shape& shape = by->shapes[number];
    {
        ListRow allowed(worker);
        push_list(worker, targets, allowed);
        ListRow row(worker);
        each_step(worker, set, relation, shape.touch,
                  [&](std::uint32_t value, Edge down, std::uint32_t after, Edge next) {
                      const Edge target = down_at(allowed, after);
                      if (target == Edge::no()) return;
                      row.push(ListItem::of(value, down));
                      row.push(next);
                      row.push(target);
                  });
        fork.call<replace_triples>(row.begin(), row.size() / 3, by, shape.next);
        unite_values(fork, row);
        result = list_of(worker, row);
    }
    worker.put(place, key, result);
    return result;
}

// --- Saturation

namespace {

Edge saturate_items(Fork fork, Edge* items, std::size_t count, const ListRelations* by, Level level) {
    if (count == 1) {
        *items = ListItem::with(*items, fork.call<saturate_lists>(ListItem::down(*items), by, level));
        return {};
    }
    auto others = fork.spawn<saturate_items>(items + count / 2, count - count / 2, by, level);
    fork.call<saturate_items>(items, count / 2, by, level);
    return fork.sync(others);
}

// Does so with what each value of a list leads to.
Edge saturate_below(Fork& fork, Edge set, const ListRelations* by, Level level) {
    DiagramWorker& worker = list_worker(fork);
    ListRow row(worker);
    push_list(worker, set, row);
    fork.call<saturate_items>(row.begin(), row.size(), by, level + 1);
    return list_of(worker, row);
}

}  // namespace

Edge saturate_lists(Fork fork, Edge set, const ListRelations* by, Level level) {
    if (set.is_constant() || level >= by->beginning.size()) return set;
    DiagramWorker& worker = list_worker(fork);
    worker.check();
    const OperationKey key = OperationKey::of(Kind::list_saturation, set);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;

    result = set;
    Held held(worker, set);
    Held held_before(worker, set);
    Edge before;
    do {
        held_before = before = result;
        held = result = saturate_below(fork, result, by, level);
        for (const ListRelations::Part& part : by->beginning[level]) {
            const Edge step = fork.call<multiply<ListProduct::image>>(result, part.relation, by, part.shape);
            const Held held_step(worker, step);
            held = result = fork.call<unite>(result, step);
        }
    } while (result != before && !by->beginning[level].empty());
    worker.put(place, key, result);
    return result;
}

}  // namespace scrump::detail

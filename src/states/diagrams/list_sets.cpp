#include "list_sets.hpp"

#include "list_items.hpp"

#include <algorithm>
#include <utility>

namespace scrump::detail {
namespace {

using Kind = OperationKey::Kind;
using Held = DiagramWorker::Held;

// Shows the elements that two lists have: the value, and what each leads to.
template <class See>
void each_of_both(DiagramWorker& worker, Edge a, Edge b, const See& see) {
    while (!a.is_constant() && !b.is_constant()) {
        const Cofactors of_a = worker.cofactors(a);
        const Cofactors of_b = worker.cofactors(b);
        if (of_a.level <= of_b.level) a = of_a.low;
        if (of_b.level <= of_a.level) b = of_b.low;
        if (of_a.level == of_b.level) see(of_a.level, of_a.high, of_b.high);
    }
}

// Appends pairs of words: an element of a set, and what it leads to in `within`.
void push_pairs(DiagramWorker& worker, Edge set, Edge within, ListRow& pairs) {
    if (within == any_vectors) {
        each_of_list(worker, set, [&](std::uint32_t value, Edge down) {
            pairs.push(ListItem::of(value, down));
            pairs.push(any_vectors);
        });
        return;
    }
    each_of_both(worker, set, within, [&](std::uint32_t value, Edge down, Edge down_within) {
        pairs.push(ListItem::of(value, down));
        pairs.push(down_within);
    });
}

}  // namespace

Edge intersect(Fork fork, Edge a, Edge b) {
    if (a == b) return a;
    if (a == Edge::no() || b == Edge::no()) return Edge::no();
    if (b.bits < a.bits) std::swap(a, b);

    DiagramWorker& worker = list_worker(fork);
    worker.check();
    const OperationKey key = OperationKey::of(Kind::list_intersection, a, b);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;
    {
        ListRow row(worker);
        push_pairs(worker, a, b, row);
        replace_all_pairs<intersect>(fork, row);
        result = list_of(worker, row);
    }
    worker.put(place, key, result);
    return result;
}

Edge subtract(Fork fork, Edge a, Edge b) {
    if (a == b || a == Edge::no()) return Edge::no();
    if (b == Edge::no()) return a;

    DiagramWorker& worker = list_worker(fork);
    worker.check();
    const OperationKey key = OperationKey::of(Kind::list_difference, a, b);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;
    {
        ListRow row(worker);
        Edge rest = a;
        while (rest != b && !rest.is_constant() && !b.is_constant()) {
            const Cofactors of_a = worker.cofactors(rest);
            const Cofactors of_b = worker.cofactors(b);
            if (of_b.level <= of_a.level) b = of_b.low;
            if (of_b.level < of_a.level) continue;
            rest = of_a.low;
            row.push(ListItem::of(of_a.level, of_a.high));
            row.push(of_a.level == of_b.level ? of_b.high : Edge::no());
        }
        replace_all_pairs<subtract>(fork, row);
        result = list_of(worker, row, rest == b ? Edge::no() : rest);
    }
    worker.put(place, key, result);
    return result;
}

// --- Firing within a set

namespace {

// What the values of a list lead to in a set.
class Spaces {
  public:
    Spaces(DiagramWorker& worker, Edge within) : any_(within == any_vectors), row_(worker) {
        if (!any_) push_list(worker, within, row_);
    }

    Edge at(std::uint32_t value) const { return any_ ? any_vectors : down_at(row_, value); }

  private:
    const bool any_;
    ListRow row_;
};

// What a relation leads to within a set, in one step; `closes`: and all that can be reached from there by transitions
// that begin at this level or below, if the set has all that can be reached from its own vectors so.
template <bool closes>
Edge fire_within(Fork fork, ListTransitions* by, Edge set, Edge within, Level level, ListRelation::Number number);

// With the arguments that vary first.
template <bool closes>
Edge fire_pair(Fork fork, Edge set, Edge within, ListTransitions* by, Level level, ListRelation::Number number) {
    return fire_within<closes>(std::move(fork), by, set, within, level, number);
}
Edge close_pair(Fork fork, Edge set, Edge within, ListTransitions* by, Level level) {
    return close_backward(std::move(fork), by, set, within, level);
}

// Adds to a row at a level all that is in `spaces` and leads there by transitions that begin at this level.
void close_row(Fork& fork, ListTransitions& by, ListRow& row, const Spaces& spaces, Level level) {
    const ListRelation::Number beginning = by.backward().beginning[level];
    if (beginning == ListRelation::none || row.size() == 0) return;
    const auto fire_branch = [&](const ListRelation::Branch& branch, std::uint32_t value, Edge down,
                                 std::uint32_t& after) {
        after = static_cast<std::uint32_t>(value + branch.change);
        const Edge space = spaces.at(after);
        if (space == Edge::no() || down_at(row, after) == space) return Edge::no();
        return fork.call<fire_within<true>>(&by, down, space, level + 1, branch.next);
    };
    ListClosure(fork, by.relation(beginning), row, fire_branch)();
}

// Adds to a row what a relation leads to by the steps of its own level.
template <bool closes>
void fire_branches(Fork& fork, ListTransitions& by, const ListRelation& relation, Edge set, const Spaces& spaces,
                   ListRow& row) {
    each_of_list(list_worker(fork), set, [&](std::uint32_t value, Edge down) {
        relation.each(value, [&](const ListRelation::Branch& branch) {
            const auto after = static_cast<std::uint32_t>(value + branch.change);
            const Edge next =
                fork.call<fire_within<closes>>(&by, down, spaces.at(after), relation.level + 1, branch.next);
            if (next != Edge::no()) add_item(fork, row, after, next);
        });
    });
}

// What transitions without further steps lead to.
template <bool closes>
Edge stay_within(Fork& fork, ListTransitions* by, Edge set, Edge within, Level level) {
    if (within == any_vectors) return set;
    const Edge both = fork.call<intersect>(set, within);
    if constexpr (!closes) return both;
    const Held held(list_worker(fork), both);
    return fork.call<close_backward>(by, both, within, level);
}

template <bool closes>
Edge fire_within(Fork fork, ListTransitions* by, Edge set, Edge within, Level level, ListRelation::Number number) {
    if (set == Edge::no() || within == Edge::no()) return Edge::no();
    if (number == ListRelation::done) return stay_within<closes>(fork, by, set, within, level);
    DiagramWorker& worker = list_worker(fork);
    worker.check();
    const Kind kind = closes ? Kind::list_closed_firing : Kind::list_step;
    const OperationKey key = OperationKey::of(kind, set, within, {number});
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;

    const ListRelation& relation = by->relation(number);
    const bool here = relation.level == level;
    {
        const Spaces spaces(worker, here || closes ? within : any_vectors);
        ListRow row(worker);
        const ListRelation::Number others = here ? relation.others : number;
        if (others != ListRelation::none) {
            push_pairs(worker, set, within, row);
            replace_all_pairs<fire_pair<closes>>(fork, row, by, level + 1, others);
            drop_empty_items(row);
        }
        if (here) fire_branches<closes>(fork, *by, relation, set, spaces, row);
        if constexpr (closes) close_row(fork, *by, row, spaces, level);
        result = list_of(worker, row);
    }
    if (here && relation.has_done) {
        const Held held(worker, result);
        const Edge same = stay_within<closes>(fork, by, set, within, level);
        const Held held_same(worker, same);
        result = fork.call<unite>(same, result);
    }
    worker.put(place, key, result);
    return result;
}

}  // namespace

Edge step(Fork fork, ListTransitions* by, Edge set, Edge within, Level level, ListRelation::Number number) {
    if (number == ListRelation::none) return Edge::no();
    return fire_within<false>(std::move(fork), by, set, within, level, number);
}

Edge close_backward(Fork fork, ListTransitions* by, Edge set, Edge within, Level level) {
    if (set == within || set == Edge::no() || level >= by->backward().end) return set;
    DiagramWorker& worker = list_worker(fork);
    worker.check();
    const OperationKey key = OperationKey::of(Kind::list_backward_closure, set, within);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;
    {
        const Spaces spaces(worker, within);
        ListRow row(worker);
        push_pairs(worker, set, within, row);
        replace_all_pairs<close_pair>(fork, row, by, level + 1);
        drop_empty_items(row);
        close_row(fork, *by, row, spaces, level);
        result = list_of(worker, row);
    }
    worker.put(place, key, result);
    return result;
}

// --- Sums

std::int64_t ListSum::Terms::of(std::uint32_t value) const {
    const auto found = std::ranges::lower_bound(at_value, value, {}, &std::pair<std::uint32_t, std::int64_t>::first);
    const bool is_there = found != at_value.end() && found->first == value;
    return weight * value + (is_there ? found->second : 0);
}

template <Extreme extreme>
Edge extreme_sum(Fork fork, const ListSum* sum, Edge set, Level level) {
    if (level >= sum->end()) return {};
    DiagramWorker& worker = list_worker(fork);
    worker.check();
    const Kind kind = extreme == Extreme::least ? Kind::list_least_sum : Kind::list_greatest_sum;
    const OperationKey key = OperationKey::of(kind, set, {}, {sum->number()});
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;
    bool is_first = true;
    std::int64_t found = 0;
    each_of_list(worker, set, [&](std::uint32_t value, Edge down) {
        const Edge below = fork.call<extreme_sum<extreme>>(sum, down, level + 1);
        const std::int64_t here = sum->of(level, value) + static_cast<std::int64_t>(below.bits);
        if (is_first || (extreme == Extreme::least ? here < found : here > found)) found = here;
        is_first = false;
    });
    result = {static_cast<std::uint64_t>(found)};
    worker.put(place, key, result);
    return result;
}

template Edge extreme_sum<Extreme::least>(Fork fork, const ListSum* sum, Edge set, Level level);
template Edge extreme_sum<Extreme::greatest>(Fork fork, const ListSum* sum, Edge set, Level level);

namespace {

// Puts what is left of it into each element.
Edge where_of_items(Fork fork, const ListSum* sum, Edge* items, std::size_t count, Level level, std::int64_t least) {
    if (count == 1) {
        const std::int64_t below = least - sum->of(level, ListItem::value(*items));
        *items = ListItem::with(*items, fork.call<where>(sum, ListItem::down(*items), level + 1, below));
        return {};
    }
    auto others = fork.spawn<where_of_items>(sum, items + count / 2, count - count / 2, level, least);
    fork.call<where_of_items>(sum, items, count / 2, level, least);
    return fork.sync(others);
}

}  // namespace

Edge where(Fork fork, const ListSum* sum, Edge set, Level level, std::int64_t least) {
    if (set == Edge::no()) return set;
    const auto found_least = static_cast<std::int64_t>(fork.call<extreme_sum<Extreme::least>>(sum, set, level).bits);
    const auto found_most = static_cast<std::int64_t>(fork.call<extreme_sum<Extreme::greatest>>(sum, set, level).bits);
    const std::int64_t most = least + sum->width();
    if (found_least >= least && found_most <= most) return set;
    if (found_most < least || found_least > most) return Edge::no();

    DiagramWorker& worker = list_worker(fork);
    worker.check();
    const OperationKey key =
        OperationKey::of(Kind::list_interval, set, {sum->number()}, {static_cast<std::uint64_t>(least)});
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;
    {
        ListRow row(worker);
        push_list(worker, set, row);
        fork.call<where_of_items>(sum, row.begin(), row.size(), level, least);
        result = list_of(worker, row);
    }
    worker.put(place, key, result);
    return result;
}

// --- Vectors

bool contains(DiagramWorker& worker, Edge set, std::span<const std::uint32_t> vector) {
    for (const std::uint32_t wanted : vector) {
        Cofactors of = worker.cofactors(set);
        while (!set.is_constant() && of.level < wanted) {
            set = of.low;
            of = worker.cofactors(set);
        }
        if (set.is_constant() || of.level != wanted) return false;
        set = of.high;
    }
    return set == Edge::yes();
}

std::vector<std::uint32_t> vector_of(DiagramWorker& worker, Edge set, Level levels) {
    std::vector<std::uint32_t> vector;
    for (Level level = 0; level < levels; ++level) {
        const Cofactors of = worker.cofactors(set);
        vector.push_back(of.level);
        set = of.high;
    }
    return vector;
}

}  // namespace scrump::detail

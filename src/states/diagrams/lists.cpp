#include "lists.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace scrump::detail {

// --- Transitions

ListTransitions::ListTransitions(const CounterSystem& system, std::span<const std::uint32_t> levels)
    : relations_{{.has_done = true}}, beginning_(levels.size(), ListRelation::none) {
    std::vector<Level> level_of(levels.size());
    for (Level level = 0; level < levels.size(); ++level) {
        level_of[levels[level]] = level;
        names_.push_back(system.names.empty() ? "counter " + std::to_string(levels[level])
                                              : in_quotes(system.names[levels[level]]));
    }
    add_steps(system, level_of);
    std::vector<Steps> beginning(levels.size());
    for (std::size_t number = 0; number < firsts_.size(); ++number) {
        const auto changes = [](const CounterStep& step) { return step.change != 0; };
        if (std::ranges::any_of(system.transitions[number].steps, changes))
            beginning[steps_[firsts_[number]].level].push_back(firsts_[number]);
    }
    for (Level level = 0; level < levels.size(); ++level) beginning_[level] = relation_of(std::move(beginning[level]));
    all_ = relation_of(firsts_);
    known_.clear();
}

// From the last step of each transition to its first.
void ListTransitions::add_steps(const CounterSystem& system, std::span<const Level> level_of) {
    using Key = std::tuple<Level, std::uint32_t, std::uint32_t, std::int64_t, std::uint32_t>;
    std::map<Key, std::uint32_t> known;
    for (const CounterTransition& transition : system.transitions) {
        std::vector<CounterStep> steps = transition.steps;
        std::ranges::sort(steps, std::ranges::greater(),
                          [&](const CounterStep& step) { return level_of[step.counter]; });
        std::uint32_t next = ListStep::none;
        for (const CounterStep& each : steps) {
            const ListStep step{level_of[each.counter], each.least, each.most, each.change, next};
            const auto [place, is_new] = known.try_emplace({step.level, step.least, step.most, step.change, next},
                                                           static_cast<std::uint32_t>(steps_.size()));
            if (is_new) steps_.push_back(step);
            next = place->second;
        }
        firsts_.push_back(next);
    }
}

// The relation of transitions of which these steps are left. There are no more relations than steps of transitions, as
// each has fewer transitions than the one before, or fewer steps.
ListRelation::Number ListTransitions::relation_of(Steps firsts) {
    std::ranges::sort(firsts);
    firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
    if (firsts.empty()) return ListRelation::none;
    if (firsts.front() == ListStep::none) return ListRelation::done;
    if (const auto known = known_.find(firsts); known != known_.end()) return known->second;

    ListRelation relation;
    Steps left = firsts;
    if (left.back() == ListStep::none) {
        relation.has_done = true;
        left.pop_back();
    }
    for (const std::uint32_t each : left) relation.level = std::min(relation.level, steps_[each].level);
    const auto below = std::partition(left.begin(), left.end(),
                                      [&](std::uint32_t each) { return steps_[each].level == relation.level; });
    relation.others = relation_of({below, left.end()});
    left.erase(below, left.end());
    using Key = std::tuple<std::uint32_t, std::uint32_t, std::int64_t>;
    std::map<Key, Steps> branches;
    for (const std::uint32_t each : left) {
        const ListStep& step = steps_[each];
        branches[{step.least, step.most, step.change}].push_back(step.next);
    }
    for (auto& [key, next] : branches) {
        const auto [least, most, change] = key;
        (least == most ? relation.exact : relation.any).push_back({least, most, change, relation_of(std::move(next))});
    }
    const auto number = static_cast<ListRelation::Number>(relations_.size());
    relations_.push_back(std::move(relation));
    known_.emplace(std::move(firsts), number);
    return number;
}

void ListTransitions::fail_as_too_large(Level level) const {
    throw Error(names_[level] + " has no bound of " + std::to_string(max_counter) +
                " or less: expected a system of bounded counters");
}

namespace {

using Kind = OperationKey::Kind;
using Held = DiagramWorker::Held;
using Row = DiagramWorker::HeldRow;

DiagramWorker& worker_of(const Fork& fork) {
    return context_of<DiagramWorker>(fork);
}

// An element of a list in one word: what its node leads to one level down, and the value in the bits above, which are
// not part of an edge. The top bit marks elements that are yet to be handled.
struct Item {
    static constexpr std::uint64_t flag = std::uint64_t{1} << 63U;

    static Edge of(std::uint32_t value, Edge down) { return {std::uint64_t{value} << Edge::bits_used | down.bits}; }
    static std::uint32_t value(Edge element) {
        return static_cast<std::uint32_t>((element.bits & ~flag) >> Edge::bits_used);
    }
    static Edge down(Edge element) { return {element.bits & ((std::uint64_t{1} << Edge::bits_used) - 1)}; }
    static Edge with(Edge element, Edge down) { return of(value(element), down); }
    static bool is_flagged(Edge element) { return (element.bits & flag) != 0; }
    static Edge flagged(Edge element) { return {element.bits | flag}; }
};

// The list of the elements of a row, before those of `rest`.
Edge list_of(DiagramWorker& worker, const Row& row, Edge rest, std::size_t words_each = 1) {
    Held held(worker, rest);
    for (std::size_t i = row.size(); i > 0; i -= words_each) {
        const Edge element = row[i - words_each];
        if (Item::down(element) != Edge::no())
            held = rest = worker.make(Item::value(element), rest, Item::down(element));
    }
    return rest;
}

// Pairs of words: an element of one list or both, and what the other one leads to. Returns what follows in both.
Edge merge(DiagramWorker& worker, Edge a, Edge b, Row& row) {
    while (a != b && !a.is_constant() && !b.is_constant()) {
        const Cofactors of_a = worker.cofactors(a);
        const Cofactors of_b = worker.cofactors(b);
        if (of_a.level <= of_b.level) a = of_a.low;
        if (of_b.level <= of_a.level) b = of_b.low;
        row.push(of_a.level <= of_b.level ? Item::of(of_a.level, of_a.high) : Item::of(of_b.level, of_b.high));
        row.push(of_a.level == of_b.level ? of_b.high : Edge::no());
    }
    return a == Edge::no() ? b : a;
}

// Puts the unions of pairs into the first word of each.
Edge unite_pairs(Fork fork, Edge* pairs, std::size_t count) {
    if (count == 1) {
        if (pairs[1] != Edge::no()) pairs[0] = Item::with(pairs[0], fork.call<unite>(Item::down(pairs[0]), pairs[1]));
        return {};
    }
    auto others = fork.spawn<unite_pairs>(pairs + 2 * (count / 2), count - count / 2);
    fork.call<unite_pairs>(pairs, count / 2);
    return fork.sync(others);
}

}  // namespace

Edge unite(Fork fork, Edge a, Edge b) {
    if (a == b || b == Edge::no()) return a;
    if (a == Edge::no()) return b;
    if (b.bits < a.bits) std::swap(a, b);

    DiagramWorker& worker = worker_of(fork);
    worker.check();
    const OperationKey key = OperationKey::of(Kind::list_union, a, b);
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;
    {
        Row row(worker);
        const Edge rest = merge(worker, a, b, row);
        if (row.size() > 0) fork.call<unite_pairs>(row.begin(), row.size() / 2);
        result = list_of(worker, row, rest, 2);
    }
    worker.put(place, key, result);
    return result;
}

// --- Firing

namespace {

void drop_empty(Row& row) {
    row.remove_if([](Edge item) { return Item::down(item) == Edge::no(); });
}

// Adds what a value leads to to a row; what is new is flagged.
struct Added {
    std::size_t place;
    bool is_new_value;
    bool is_new;
};
Added add(Fork& fork, Row& row, std::uint32_t value, Edge down) {
    Edge* const there = std::lower_bound(row.begin(), row.end(), value,
                                         [](Edge item, std::uint32_t wanted) { return Item::value(item) < wanted; });
    const auto place = static_cast<std::size_t>(there - row.begin());
    if (there == row.end() || Item::value(*there) != value) {
        row.insert(place, Item::flagged(Item::of(value, down)));
        return {place, true, true};
    }
    const Edge before = Item::down(*there);
    if (before == down) return {place, false, false};
    const Held held(worker_of(fork), down);
    const Edge both = fork.call<unite>(before, down);
    if (both == before) return {place, false, false};
    *there = Item::flagged(Item::of(value, both));
    return {place, false, true};
}

// Adds to a row at a level all that transitions from this level on lead to. What its values lead to has all that those
// of lower levels lead to.
class Closure {
  public:
    Closure(Fork& fork, ListTransitions& by, const ListRelation& relation, Row& row, Level level)
        : fork_(fork), by_(by), relation_(relation), row_(row), level_(level) {}

    // The least value that is flagged comes first: of the orders that were tried, that made the fewest nodes.
    void operator()() {
        for (Edge& item : row_) item = Item::flagged(item);
        while (next_ < row_.size()) {
            const std::size_t place = next_++;
            if (Item::is_flagged(row_[place])) handle(place);
        }
    }

  private:
    void handle(std::size_t place) {
        const std::uint32_t value = Item::value(row_[place]);
        row_[place] = Item::of(value, Item::down(row_[place]));
        fork_.communicate();
        relation_.each(value, [&](const ListRelation::Branch& branch) {
            const Edge next = fork_.call<fire>(&by_, Item::down(row_[place]), level_ + 1, branch.next);
            if (next == Edge::no()) return;
            // Then so it does from the value after, and from all that follow.
            if (next == Item::down(row_[place]) && branch.raises_for_ever()) by_.fail_as_too_large(level_);
            const std::uint32_t after = by_.value_after(branch.change, value, level_);
            const Added added = add(fork_, row_, after, next);
            if (added.is_new) next_ = std::min(next_, added.place);
            if (added.is_new_value && after < value) ++place;
        });
    }

    Fork& fork_;
    ListTransitions& by_;
    const ListRelation& relation_;
    Row& row_;
    const Level level_;
    std::size_t next_ = 0;  // no item before it is flagged
};

void close(Fork& fork, ListTransitions& by, Row& row, Level level) {
    if (by.beginning_at(level) == ListRelation::none) return;
    Closure(fork, by, by.relation(by.beginning_at(level)), row, level)();
}

// What a relation leads to from the values of a list: `items` has them, and gets what each comes to.
Edge fire_others(Fork fork, ListTransitions* by, Edge* items, std::size_t count, Level level,
                 ListRelation::Number relation) {
    if (count == 1) {
        *items = Item::with(*items, fork.call<fire>(by, Item::down(*items), level, relation));
        return {};
    }
    auto others = fork.spawn<fire_others>(by, items + count / 2, count - count / 2, level, relation);
    fork.call<fire_others>(by, items, count / 2, level, relation);
    return fork.sync(others);
}

}  // namespace

Edge fire(Fork fork, ListTransitions* by, Edge set, Level level, ListRelation::Number number) {
    if (number == ListRelation::done) return set;
    DiagramWorker& worker = worker_of(fork);
    worker.check();
    worker.expect(set);
    const OperationKey key = OperationKey::of(Kind::list_firing, set, {number});
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;

    by->spend();
    const ListRelation& relation = by->relation(number);
    const bool here = relation.level == level;
    {
        Row row(worker);
        const ListRelation::Number others = here ? relation.others : number;
        if (others != ListRelation::none) {
            for (Edge rest = set; !rest.is_constant();) {
                const Cofactors of = worker.cofactors(rest);
                rest = of.low;
                row.push(Item::of(of.level, of.high));
            }
            fork.call<fire_others>(by, row.begin(), row.size(), level + 1, others);
            drop_empty(row);
        }
        if (here) {
            for (Edge rest = set; !rest.is_constant();) {
                const Cofactors of = worker.cofactors(rest);
                rest = of.low;
                relation.each(of.level, [&](const ListRelation::Branch& branch) {
                    const Edge next = fork.call<fire>(by, of.high, level + 1, branch.next);
                    if (next != Edge::no()) add(fork, row, by->value_after(branch.change, of.level, level), next);
                });
            }
        }
        if (row.size() > 0) close(fork, *by, row, level);
        result = list_of(worker, row, Edge::no());
    }
    if (here && relation.has_done) {
        const Held held(worker, result);
        result = fork.call<unite>(set, result);
    }
    worker.put(place, key, result);
    return result;
}

Edge reachable(Fork fork, ListTransitions* by, const std::vector<std::uint32_t>* initial) {
    DiagramWorker& worker = worker_of(fork);
    Edge below = Edge::yes();
    by->done_from(by->levels());
    for (Level level = by->levels(); level-- > 0;) {
        Row row(worker);
        row.push(Item::of((*initial)[level], below));
        close(fork, *by, row, level);
        below = list_of(worker, row, Edge::no());
        by->done_from(level);
    }
    return below;
}

Edge forbidden(Fork fork, ListTransitions* by, Edge set, Level level, ListRelation::Number number) {
    if (set == Edge::no() || number == ListRelation::none) return set;
    const ListRelation& relation = by->relation(number);
    if (relation.has_done) return Edge::no();
    DiagramWorker& worker = worker_of(fork);
    worker.check();
    const OperationKey key = OperationKey::of(Kind::list_forbidden, set, {number});
    const auto place = worker.place(key);
    Edge result;
    if (worker.find(place, key, result)) return result;
    {
        Row row(worker);
        const bool here = relation.level == level;
        for (Edge rest = set; !rest.is_constant();) {
            const Cofactors of = worker.cofactors(rest);
            rest = of.low;
            row.push(Item::of(of.level, fork.call<forbidden>(by, of.high, level + 1, here ? relation.others : number)));
            if (!here) continue;
            Edge& item = row[row.size() - 1];
            relation.each(of.level, [&](const ListRelation::Branch& branch) {
                item = Item::of(of.level, fork.call<forbidden>(by, Item::down(item), level + 1, branch.next));
            });
        }
        result = list_of(worker, row, Edge::no());
    }
    worker.put(place, key, result);
    return result;
}

}  // namespace scrump::detail

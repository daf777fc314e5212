#pragma once
// How operations on list decision diagrams take lists apart, and put them together.

#include "list_transitions.hpp"
#include "lists.hpp"

#include <scrump/states/diagrams/detail/diagram_worker.hpp>
#include <scrump/tasks/ext/companion.hpp>
#include <scrump/tasks/fork.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace scrump::detail {

using ListRow = DiagramWorker::HeldRow;

inline DiagramWorker& list_worker(const Fork& fork) {
    return context_of<DiagramWorker>(fork);
}

/// An element of a list in one word: what its node leads to one level down, and the value in the bits above, which are
/// not part of an edge. The top bit marks elements that are yet to be handled. In rows, an element that leads to the
/// empty set is none.
struct ListItem {
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

/// Shows the value of each element of a list, and what it leads to.
template <class See>
void each_of_list(DiagramWorker& worker, Edge list, const See& see) {
    while (!list.is_constant()) {
        const Cofactors of = worker.cofactors(list);
        list = of.low;
        see(of.level, of.high);
    }
}

/// Appends the elements of a list to a row.
inline void push_list(DiagramWorker& worker, Edge list, ListRow& row) {
    each_of_list(worker, list, [&](std::uint32_t value, Edge down) { row.push(ListItem::of(value, down)); });
}

/// The list of the elements of a row, before those of `rest`.
inline Edge list_of(DiagramWorker& worker, const ListRow& row, Edge rest = Edge::no()) {
    DiagramWorker::Held held(worker, rest);
    for (std::size_t i = row.size(); i > 0; --i) {
        const Edge element = row[i - 1];
        if (ListItem::down(element) != Edge::no())
            held = rest = worker.make(ListItem::value(element), rest, ListItem::down(element));
    }
    return rest;
}

inline void drop_empty_items(ListRow& row) {
    row.remove_if([](Edge item) { return ListItem::down(item) == Edge::no(); });
}

/// What the element of a value in a row of elements, ascending, leads to; the empty set if there is none.
inline Edge down_at(const ListRow& row, std::uint32_t value) {
    const Edge* const there = std::lower_bound(
        row.begin(), row.end(), value, [](Edge item, std::uint32_t wanted) { return ListItem::value(item) < wanted; });
    return there != row.end() && ListItem::value(*there) == value ? ListItem::down(*there) : Edge::no();
}

/// For a row of pairs of words, an element of a set and a set: `operation` of what the element leads to and of that
/// set, with further arguments, replaces the pair; the second words become no elements.
template <auto operation, class... Further>
Edge replace_pairs(Fork fork, Edge* pairs, std::size_t count, Further... further) {
    if (count == 0) return {};
    if (count == 1) {
        pairs[0] = ListItem::with(pairs[0],
                                  fork.call<operation>(ListItem::down(pairs[0]), ListItem::down(pairs[1]), further...));
        pairs[1] = Edge::no();
        return {};
    }
    auto others =
        fork.spawn<replace_pairs<operation, Further...>>(pairs + 2 * (count / 2), count - count / 2, further...);
    fork.call<replace_pairs<operation, Further...>>(pairs, count / 2, further...);
    return fork.sync(others);
}
template <auto operation, class... Further>
void replace_all_pairs(Fork& fork, ListRow& row, Further... further) {
    fork.call<replace_pairs<operation, Further...>>(row.begin(), row.size() / 2, further...);
}

/// How an element was added to a row.
struct AddedItem {
    std::size_t place;
    bool is_new_value;
    bool is_new;
};

/// Adds what a value leads to to a row of elements, ascending; what is new is flagged.
inline AddedItem add_item(Fork& fork, ListRow& row, std::uint32_t value, Edge down) {
    Edge* const there = std::lower_bound(
        row.begin(), row.end(), value, [](Edge item, std::uint32_t wanted) { return ListItem::value(item) < wanted; });
    const auto place = static_cast<std::size_t>(there - row.begin());
    if (there == row.end() || ListItem::value(*there) != value) {
        row.insert(place, ListItem::flagged(ListItem::of(value, down)));
        return {place, true, true};
    }
    const Edge before = ListItem::down(*there);
    if (before == down) return {place, false, false};
    const DiagramWorker::Held held(list_worker(fork), down);
    const Edge both = fork.call<unite>(before, down);
    if (both == before) return {place, false, false};
    *there = ListItem::flagged(ListItem::of(value, both));
    return {place, false, true};
}

/// Adds to a row at a level all that a relation's transitions, which begin there, lead to. What its values lead to has
/// all that those of lower levels lead to. `fire(branch, value, down, after)` is what a branch leads to from a value;
/// it sets the value after it.
template <class Fire>
class ListClosure {
  public:
    ListClosure(Fork& fork, const ListRelation& relation, ListRow& row, const Fire& fire)
        : fork_(fork), relation_(relation), row_(row), fire_(fire) {}

    // The least value that is flagged comes first: of the orders that were tried, that made the fewest nodes.
    void operator()() {
        for (Edge& item : row_) item = ListItem::flagged(item);
        while (next_ < row_.size()) {
            const std::size_t place = next_++;
            if (ListItem::is_flagged(row_[place])) handle(place);
        }
    }

  private:
    void handle(std::size_t place) {
        const std::uint32_t value = ListItem::value(row_[place]);
        row_[place] = ListItem::of(value, ListItem::down(row_[place]));
        fork_.communicate();
        relation_.each(value, [&](const ListRelation::Branch& branch) {
            std::uint32_t after = 0;
            const Edge next = fire_(branch, value, ListItem::down(row_[place]), after);
            if (next == Edge::no()) return;
            const AddedItem added = add_item(fork_, row_, after, next);
            if (added.is_new) next_ = std::min(next_, added.place);
            if (added.is_new_value && after < value) ++place;
        });
    }

    Fork& fork_;
    const ListRelation& relation_;
    ListRow& row_;
    const Fire& fire_;
    std::size_t next_ = 0;  // no item before it is flagged
};

}  // namespace scrump::detail

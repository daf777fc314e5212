#include "list_system.hpp"

#include "census.hpp"
#include "list_items.hpp"
#include "list_sets.hpp"
#include "lists.hpp"
#include "state_search.hpp"

#include <scrump/base/error.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>

namespace scrump::detail {
namespace {

// Values are numbered below this; lists of relations have the number plus one.
constexpr std::size_t most_values = level_limit - 1;

// The results of `count` relations, each by itself.
Edge images_of_all(Fork fork, Edge set, const ListRelations* by, const ListSystem::Relation* relations,
                   std::size_t count) {
    if (count == 0) return Edge::no();
    if (count == 1)
        return multiply<ListProduct::image>(std::move(fork), set, relations->root.edge(), by, relations->shape);
    DiagramWorker& worker = list_worker(fork);
    auto others = fork.spawn<images_of_all>(set, by, relations + count / 2, count - count / 2);
    const Edge left = fork.call<images_of_all>(set, by, relations, count / 2);
    const DiagramWorker::Held held_left(worker, left);
    const Edge right = fork.sync(others);
    const DiagramWorker::Held held_right(worker, right);
    return fork.call<unite>(left, right);
}

}  // namespace

// Which entries the elements of a diagram's vectors belong to. Elements behind these are dropped.
struct ListSystem::Layout {
    std::uint64_t root = 0;
    std::vector<std::uint32_t> entries{};
    bool of_relation = false;
};

ListSystem::Layout ListSystem::layout_of(const StoredListRelation& relation) {
    Layout layout{.root = relation.root, .of_relation = true};
    std::ranges::merge(relation.read, relation.written, std::back_inserter(layout.entries));
    return layout;
}

ListSystem::ListSystem(Diagrams& diagrams, const ListModel& model, const Deadline& deadline)
    : parts_(DiagramParts::of(diagrams)),
      deadline_(deadline),
      model_(model),
      lengths_(lengths_of(model.nodes)),
      values_(model.entries),
      initial_(parts_.handles, Edge::no()) {
    Layout states{.root = model.initial};
    states.entries.resize(model.entries);
    std::iota(states.entries.begin(), states.entries.end(), 0U);
    number_values(states);
    for (const StoredListRelation& each : model.relations) number_values(layout_of(each));
    for (std::vector<std::uint32_t>& each : values_) {
        std::ranges::sort(each);
        each.erase(std::unique(each.begin(), each.end()), each.end());
        if (each.size() > most_values) throw Error("an entry has more than " + std::to_string(most_values) + " values");
    }
    initial_ = make(states);
    for (const StoredListRelation& each : model.relations) add(each);
}

void ListSystem::number_values(const Layout& layout) {
    const std::uint32_t length = lengths_[layout.root];
    for (const std::uint64_t number : list_nodes_of(model_.nodes, layout.root)) {
        const StoredListNode& node = model_.nodes[number - first_list_node];
        const std::size_t place = length - lengths_[number];
        if (place < layout.entries.size() && !node.copies) values_[layout.entries[place]].push_back(node.value);
    }
}

std::uint32_t ListSystem::number_of(std::uint32_t entry, std::uint32_t value) const {
    const std::vector<std::uint32_t>& values = values_[entry];
    return static_cast<std::uint32_t>(std::ranges::lower_bound(values, value) - values.begin());
}

ListSet ListSystem::make(const Layout& layout) {
    const std::uint32_t length = lengths_[layout.root];
    const std::vector<std::uint64_t> numbers = list_nodes_of(model_.nodes, layout.root);
    return carry_out([&](Fork&) {
        DiagramWorker& worker = parts_.locality.worker(0);
        ListRow made(worker);
        const auto edge_of = [&](std::uint64_t number) {
            if (number < first_list_node) return number == 0 ? Edge::no() : Edge::yes();
            return made[static_cast<std::size_t>(std::ranges::lower_bound(numbers, number) - numbers.begin())];
        };
        for (const std::uint64_t number : numbers) {
            const StoredListNode& node = model_.nodes[number - first_list_node];
            const std::size_t place = length - lengths_[number];
            if (place >= layout.entries.size()) {
                made.push(Edge::yes());
                continue;
            }
            const std::uint32_t value = node.copies ? 0 : number_of(layout.entries[place], node.value);
            const std::uint32_t stored = layout.of_relation && !node.copies ? value + 1 : value;
            made.push(worker.make(stored, edge_of(node.right), edge_of(node.down)));
        }
        return edge_of(layout.root);
    });
}

void ListSystem::add(const StoredListRelation& relation) {
    const auto touches = [](const std::vector<std::uint32_t>& entries, std::uint32_t entry) {
        return std::ranges::binary_search(entries, entry);
    };
    const std::vector<std::uint32_t> entries = layout_of(relation).entries;
    ListShapes::Number shape = ListShapes::end;
    ListShapes::Number at_first = shape;
    for (std::uint32_t entry = entries.empty() ? 0 : entries.back() + 1; entry-- > 0;) {
        const bool writes = touches(relation.written, entry);
        const ListTouch touch = touches(relation.read, entry)
                                    ? (writes ? ListTouch::reads_and_writes : ListTouch::reads)
                                    : (writes ? ListTouch::writes : ListTouch::nothing);
        shape = by_.shapes.add(touch, shape);
        if (entry == entries.front()) at_first = shape;
    }
    relations_.push_back({make(layout_of(relation)), shape});
    if (entries.empty()) return;
    by_.beginning.resize(std::max<std::size_t>(by_.beginning.size(), entries.front() + 1));
    by_.beginning[entries.front()].push_back({relations_.back().root.edge(), at_first});
}

// --- Sets

ListSet ListSystem::either(const ListSet& a, const ListSet& b) {
    return carry_out([&](Fork& fork) { return fork.call<unite>(a.edge(), b.edge()); });
}
ListSet ListSystem::both(const ListSet& a, const ListSet& b) {
    return carry_out([&](Fork& fork) { return fork.call<intersect>(a.edge(), b.edge()); });
}
ListSet ListSystem::without(const ListSet& a, const ListSet& b) {
    return carry_out([&](Fork& fork) { return fork.call<subtract>(a.edge(), b.edge()); });
}

ListSet ListSystem::after(const ListSet& set, std::size_t relation) {
    const Relation& by = relations_[relation];
    return carry_out([&](Fork& fork) {
        return fork.call<multiply<ListProduct::image>>(set.edge(), by.root.edge(), &by_, by.shape);
    });
}
ListSet ListSystem::after(const ListSet& set) {
    return carry_out(
        [&](Fork& fork) { return fork.call<images_of_all>(set.edge(), &by_, relations_.data(), relations_.size()); });
}
ListSet ListSystem::before(const ListSet& set, std::size_t relation, const ListSet& within) {
    const Relation& by = relations_[relation];
    return carry_out(
        [&](Fork& fork) { return fork.call<preimage>(within.edge(), by.root.edge(), set.edge(), &by_, by.shape); });
}
ListSet ListSystem::enabling(const ListSet& set, std::size_t relation) {
    const Relation& by = relations_[relation];
    return carry_out([&](Fork& fork) {
        return fork.call<multiply<ListProduct::domain>>(set.edge(), by.root.edge(), &by_, by.shape);
    });
}
ListSet ListSystem::saturated() {
    return carry_out([&](Fork& fork) { return fork.call<saturate_lists>(initial_.edge(), &by_, Level{0}); });
}

ListSet ListSystem::state(const StateVector& values) {
    if (values.size() != model_.entries) {
        throw UsageError("a state has " + std::to_string(model_.entries) + " entries, not " +
                         std::to_string(values.size()));
    }
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t entry = 0; entry < model_.entries; ++entry) {
        if (!std::ranges::binary_search(values_[entry], values[entry])) return none();
        numbers.push_back(number_of(entry, static_cast<std::uint32_t>(values[entry])));
    }
    return carry_out([&](Fork&) { return set_of(parts_.locality.worker(0), numbers); });
}

StateVector ListSystem::pick(const ListSet& states) {
    StateVector state;
    for (const std::uint32_t number : vector_of(parts_.locality.worker(0), states.edge(), model_.entries))
        state.push_back(values_[state.size()][number]);
    return state;
}

std::pair<Count, std::uint64_t> ListSystem::census(const ListSet& states) {
    std::pair<Count, std::uint64_t> found;
    bool is_stopped = false;
    try {
        const Deadline::Scope scope(deadline_);
        const ListNodes nodes(parts_.locality.worker(0), states.edge(), model_.entries);
        found = {count_vectors(nodes), nodes.size()};
    } catch (const Stopped&) {
        is_stopped = true;
    }
    if (is_stopped) parts_.locality.leave_at_end();
    return found;
}

// --- Searches

ListSet ListSystem::reachable(ReachStrategy strategy, const std::function<void(const Round&)>& see) {
    return reach_in_rounds(*this, strategy, [&](unsigned number, const ListSet& reached, bool last) {
        see({.number = number, .reached = reached, .last = last});
    });
}

ListSet ListSystem::deadlocks(const ListSet& states) {
    return find_deadlocks(*this, states);
}

std::optional<std::vector<StateVector>> ListSystem::path(const ListSet& reached, const ListSet& targets) {
    return find_path(*this, reached, targets);
}

std::vector<std::size_t> ListSystem::relations_of(std::span<const StateVector> path) {
    return find_relations(*this, path);
}

}  // namespace scrump::detail

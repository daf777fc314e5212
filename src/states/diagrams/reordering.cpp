// How variables get other levels: between operations, all nodes that handles hold are taken out of the table, their
// levels are swapped there, and they are put back. A node keeps its slot, and so handles keep their edges; all other
// nodes are freed, as by a collection. If anything fails before, the table is as it was.

#include <scrump/base/clock.hpp>
#include <scrump/base/error.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>
#include <scrump/states/diagrams/full_table.hpp>
#include <scrump/tasks/detail/task_locality.hpp>

#include "levelled_nodes.hpp"
#include "operations.hpp"
#include "sifting.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Nodes that were taken out of a table.
struct TakenNodes {
    LevelledNodes nodes;
    std::vector<std::uint64_t> slots{0};  ///< of nodes by their numbers; those that were made since have none
    std::vector<Level> levels{};          ///< levels by places: those that have nodes, and their pairs if wanted
    Clock::time_point began = Clock::now();
    std::uint64_t nodes_before = 0;

    ReorderStatistics statistics() const {
        return {.nodes_before = nodes_before,
                .nodes_after = nodes.size(),
                .swaps = nodes.swaps(),
                .seconds = std::chrono::duration<double>(Clock::now() - began).count()};
    }
};

namespace {

void expect_valid(const ReorderOptions& options) {
    if (!(options.max_growth >= 1)) {
        throw UsageError("max_growth is " + std::to_string(options.max_growth) +
                         "; expected 1 or more times the fewest nodes so far");
    }
}

// The order in which the variables at some levels have changed places.
VariableOrder changed(const VariableOrder& before, const LevelledNodes& nodes, const std::vector<Level>& levels) {
    std::vector<unsigned> variables = before.all();
    for (Level level = static_cast<Level>(variables.size()); !levels.empty() && level <= levels.back(); ++level)
        variables.push_back(level);
    for (LevelledNodes::Place place = 0; place < levels.size(); ++place)
        variables[levels[place]] = before.variable_at(levels[nodes.variable_at(place)]);
    VariableOrder order = before;
    order.change_to(std::move(variables));
    return order;
}

}  // namespace

void DiagramLocality::expect_one_process() const {
    if (localities_ == 1 && memory_.direct()) return;
    throw UsageError("variables keep their order where several processes share the operations; expected one process");
}

void DiagramLocality::expect_reorderable() const {
    expect_one_process();
    if (orders_kept_ > 0) throw UsageError("variables keep their order while each() shows assignments");
    if (handles_.families() > 0) {
        throw UsageError(
            "variables keep their order while families of sets are held, whose diagrams need it; there are " +
            std::to_string(handles_.families()));
    }
}

// --- Taking nodes out

namespace {

// Numbers the nodes below some edges, and finds their levels.
class TakenNumbers {
  public:
    TakenNumbers(const NodeTable& table, std::uint64_t slots) : table_(table), numbers_(slots) {}

    void number_all(const std::vector<Edge>& roots) {
        for (const Edge root : roots) see(root);
        while (!open_.empty()) {
            const NodeWords node = table_.node(open_.back());
            open_.pop_back();
            if (node.is_value()) continue;
            see(node.low());
            see(node.high());
            if (levels_.size() <= node.level()) levels_.resize(node.level() + 1);
            levels_[node.level()] = true;
        }
    }
    const std::vector<std::uint64_t>& slots() const { return slots_; }
    /// Whether some node is at a level.
    const std::vector<bool>& levels() const { return levels_; }
    LevelledNodes::Link link_of(Edge edge) const {
        return 2 * numbers_[edge.index()] | static_cast<LevelledNodes::Link>(edge.is_complemented());
    }
    LevelledNodes::Number number_of(Edge edge) const { return numbers_[edge.index()]; }

  private:
    void see(Edge edge) {
        if (edge.is_constant() || numbers_[edge.index()] != 0) return;
        numbers_[edge.index()] = static_cast<LevelledNodes::Number>(slots_.size());
        slots_.push_back(edge.index());
        open_.push_back(edge.regular());
    }

    const NodeTable& table_;
    std::vector<LevelledNodes::Number> numbers_;  // by slots; 0: none
    std::vector<std::uint64_t> slots_{0};
    std::vector<bool> levels_;
    std::vector<Edge> open_;
};

}  // namespace

TakenNodes DiagramLocality::take_nodes(bool in_pairs) {
    const NodeTable& table = workers_.front()->nodes();
    std::vector<Edge> held = roots(false);
    TakenNumbers numbers(table, given());
    numbers.number_all(held);
    std::vector<Level> levels;
    std::vector<std::uint32_t> places(numbers.levels().size());
    const auto has_nodes = [&](Level level) { return level < places.size() && numbers.levels()[level]; };
    for (Level level = 0; level < places.size() + in_pairs; ++level) {
        if (!has_nodes(level) && !(in_pairs && has_nodes(level ^ 1U))) continue;
        if (level < places.size()) places[level] = static_cast<std::uint32_t>(levels.size());
        levels.push_back(level);
    }
    const auto calm = [this] { leave_if_ending(); };
    const auto variables = static_cast<std::uint32_t>(levels.size());
    TakenNodes taken{.nodes = {variables, calm}, .slots = numbers.slots(), .levels = std::move(levels)};
    while (taken.nodes.end() < taken.slots.size()) taken.nodes.add();
    for (LevelledNodes::Number number = 1; number < taken.nodes.end(); ++number) {
        const NodeWords node = table.node({taken.slots[number]});
        if (node.is_value()) {
            taken.nodes.hold(number);
        } else {
            taken.nodes.set(number, places[node.level()], numbers.link_of(node.low()), numbers.link_of(node.high()));
        }
    }
    std::ranges::sort(held, {}, &Edge::index);
    const auto same = [](Edge one, Edge other) { return one.index() == other.index(); };
    held.erase(std::unique(held.begin(), held.end(), same), held.end());
    for (const Edge root : held) taken.nodes.hold(numbers.number_of(root));
    taken.nodes.find_interactions();
    taken.nodes_before = taken.nodes.size();
    return taken;
}

// --- Putting them back

void DiagramLocality::make_room_for(std::uint64_t nodes) {
    while (nodes > threshold(buckets())) {
        if (memory_.may_grow(now().growths)) {
            grow();
            continue;
        }
        const auto [limit, how_to_raise_it] = limit_of_room();
        throw FullTable("the order of variables needs " + std::to_string(nodes) + " nodes, too many for " +
                            std::to_string(buckets()) + " buckets; " + how_to_raise_it,
                        limit);
    }
}

void DiagramLocality::put_back(const TakenNodes& taken, VariableOrder order) {
    while_others_stand([&] { replace_nodes(taken); });
    variables_ = std::move(order);
}

void DiagramLocality::replace_nodes(const TakenNodes& taken) {
    const LevelledNodes& from = taken.nodes;
    std::uint64_t count = 0;
    for (LevelledNodes::Number number = 1; number < from.end(); ++number)
        if (from.has(number)) ++count;
    memory_.limit(word(memory_limit).load(std::memory_order_relaxed));
    make_room_for(count);
    done_.peak = std::max(done_.peak, in_use());

    NodeTable& table = workers_.front()->nodes();
    std::vector<std::uint64_t> slots = taken.slots;
    slots.resize(from.end());
    table.unmark({0, given()});
    for (LevelledNodes::Number number = 1; number < taken.slots.size(); ++number)
        if (from.has(number)) table.mark(slots[number]);
    std::uint64_t free = 1;
    for (auto number = static_cast<LevelledNodes::Number>(taken.slots.size()); number < from.end(); ++number) {
        if (!from.has(number)) continue;
        while (!table.mark(free)) ++free;
        slots[number] = free;
    }
    const std::uint64_t regions = (free + table.region_slots()) / table.region_slots();
    word(given_before)
        .store(std::max(given(), std::min(regions * table.region_slots(), table.slots())), std::memory_order_relaxed);

    const auto edge_of = [&](LevelledNodes::Link link) {
        const Edge edge{slots[link / 2]};
        return link % 2 == 0 ? edge : !edge;
    };
    for (LevelledNodes::Number number = 1; number < from.end(); ++number) {
        const LevelledNodes::Node& node = from[number];
        if (!from.has(number) || node.variable == LevelledNodes::leaf) continue;
        const Level level = taken.levels[from.place_of(node.variable)];
        table.write(slots[number], NodeWords::of(level, edge_of(node.low), edge_of(node.high)));
    }
    start_with(keep_marked(table));
    DiagramControl to = now();
    ++to.epochs;
    tell_control(to);
}

// --- Orders

ReorderStatistics DiagramLocality::sift(TakenNodes& taken, const ReorderOptions& options) {
    detail::sift(taken.nodes, options, options.keep_pairs ? 2 : 1);
    const bool changes = taken.nodes.size() < taken.nodes_before;
    if (changes) put_back(taken, changed(variables_, taken.nodes, taken.levels));
    ReorderStatistics done = taken.statistics();
    done.siftings = 1;
    done.reorderings = changes ? 1 : 0;
    note_sifting(done);
    return done;
}

ReorderStatistics DiagramLocality::reorder(const ReorderOptions& options) {
    expect_reorderable();
    expect_valid(options);
    if (options.keep_pairs) variables_.expect_pairs();
    TakenNodes taken = take_nodes(options.keep_pairs);
    return sift(taken, options);
}

void DiagramLocality::set_order(std::span<const unsigned> variables) {
    expect_reorderable();
    std::vector<Level> levels;
    for (const unsigned each : variables) {
        expect_variable(each);
        levels.push_back(variables_.used(each));
    }
    std::ranges::sort(levels);
    if (const auto twice = std::ranges::adjacent_find(levels); twice != levels.end()) {
        throw UsageError("variable " + std::to_string(variables_.variable_at(*twice)) +
                         " is there twice; expected each once");
    }
    std::vector<unsigned> all = variables_.all();
    for (std::size_t each = 0; each < levels.size(); ++each) all[levels[each]] = variables[each];
    VariableOrder order = variables_;
    order.change_to(std::move(all));

    TakenNodes taken = take_nodes(false);
    std::vector<std::pair<Level, std::uint32_t>> places;  // levels that variables get, with what they are called there
    for (std::uint32_t each = 0; each < taken.levels.size(); ++each)
        places.emplace_back(order.level_of(variables_.variable_at(taken.levels[each])), each);
    std::ranges::sort(places);
    std::vector<std::uint32_t> arranged;
    for (std::size_t place = 0; place < places.size(); ++place) {
        arranged.push_back(places[place].second);
        taken.levels[place] = places[place].first;
    }
    arrange(taken.nodes, arranged);
    put_back(taken, std::move(order));
    ReorderStatistics done = taken.statistics();
    done.reorderings = 1;
    note_sifting(done);
}

void DiagramLocality::reorder_automatically(const std::optional<Reordering>& when, const ReorderOptions& how) {
    if (!when) return automatic_.reset();
    expect_one_process();
    expect_valid(how);
    if (!(when->growth > 1)) {
        throw UsageError("growth is " + std::to_string(when->growth) +
                         "; expected more than 1 times the nodes after the last reordering");
    }
    automatic_ = {.when = *when, .how = how, .sift_at = when->first_nodes, .count_next = 0};
}

// The held nodes are counted again as soon as they can have become enough.
void DiagramLocality::look_at_growth() {
    const std::uint64_t inserted = counts().inserted;
    if (inserted < automatic_->count_next || orders_kept_ > 0 || handles_.families() > 0) return;
    if (automatic_->how.keep_pairs && !variables_.keeps_pairs()) return;
    TakenNodes taken = take_nodes(automatic_->how.keep_pairs);
    if (taken.nodes_before >= automatic_->sift_at) {
        sift(taken, automatic_->how);
        const double next = automatic_->when.growth * static_cast<double>(taken.nodes.size());
        automatic_->sift_at = std::max(automatic_->when.first_nodes, static_cast<std::uint64_t>(next));
    }
    const std::uint64_t sift_at = automatic_->sift_at;
    automatic_->count_next = inserted + std::max(sift_at - std::min(sift_at, taken.nodes.size()), sift_at / 4);
}

}  // namespace scrump::detail

// How a locality of decision diagrams gets room for nodes: collections and growths.

#include <scrump/base/clock.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>
#include <scrump/tasks/detail/slow_path.hpp>
#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

// How much is done at a time by those that stand still.
constexpr std::uint64_t slots_at_once = std::uint64_t{1} << 16U;
constexpr std::uint64_t buckets_at_once = std::uint64_t{1} << 20U;
constexpr std::uint64_t entries_at_once = std::uint64_t{1} << 17U;
constexpr std::uint64_t edges_at_once = 8;
// So many nodes are marked one after the other by one worker before others do what is below them.
constexpr std::size_t edges_to_share = 1024;

// Adds how long it lives.
class Measured {
  public:
    explicit Measured(std::chrono::duration<double>& seconds) : seconds_(seconds) {}
    Measured(const Measured&) = delete;
    Measured& operator=(const Measured&) = delete;
    ~Measured() { seconds_ += Clock::now() - began_; }

  private:
    std::chrono::duration<double>& seconds_;
    const Clock::time_point began_ = Clock::now();
};

// Marks the nodes that a marked one leads to, and shows those that were not marked before.
template <class Table, class See>
void mark_below(Table& table, Edge marked, const See& see) {
    const NodeWords node = table.node(marked);
    for (const Edge edge : {node.low(), node.high()})
        if (!edge.is_constant() && table.mark(edge.index())) see(edge);
}

}  // namespace

void DiagramLocality::while_others_stand(const std::function<void()>& what) {
    while (!home_.alone(what)) {
    }
}

// `what(range)` for all of these, by all who stand still.
template <class What>
void DiagramLocality::in_parts(std::uint64_t count, std::uint64_t at_once, const What& what) {
    const std::uint64_t parts = (count + at_once - 1) / at_once;
    home_.standstill().in_parts(parts, [&](std::size_t part) {
        const std::uint64_t first = part * at_once;
        what(NodeTable::Range{first, std::min(first + at_once, count)});
    });
}

// Where there is no memory for a larger table, that is found again, and said, by who began the operation.
void DiagramLocality::make_room_alone() {
    if (room_left() > 0) return;  // somebody has made some
    if (collect_if_worth_it(true)) return;
    try {
        if (memory_.may_grow(growths_)) return grow();
    } catch (const OutOfMemory&) {
    }
    give_up(*workers_.front());
}

// What operations hold is free now that they are given up, so in the end they may have room.
void DiagramLocality::recover(bool again) {
    while_others_stand([&] { make_room_again(again); });
}

void DiagramLocality::make_room_again(bool again) {
    if (localities_ > 1 && !again && collect_if_worth_it(false)) return;
    if (memory_.may_grow(growths_)) return grow();
    const std::uint64_t full = in_use();
    collect_all(false);
    if (!again) return;
    const char* const advice = memory_.has_room_to_grow(growths_)
                                   ? "memory: allow more (memory_limit)"
                                   : "of them: allow more (most_buckets, or buckets where nodes are spread over hosts)";
    throw Error("the table of decision diagrams is full: " + std::to_string(full) + " nodes are in it, which has " +
                std::to_string(buckets()) + " buckets, and there may be no more " + advice);
}

// --- Collecting

void DiagramLocality::collect() {
    while_others_stand([this] { collect_all(false); });
}

void DiagramLocality::collect_all(bool in_operations) {
    collect_if([](std::uint64_t /*nodes*/) { return true; }, in_operations);
}

// A collection forgets what operations have come to. So a table that one operation has filled grows, as long as it is
// small, and so does one that would be full soon again. One that cannot grow is collected as long as that gives some
// room.
bool DiagramLocality::collect_if_worth_it(bool in_operations) {
    const bool may_grow = memory_.may_grow(growths_);
    const bool small = buckets() < collect_from_;
    const std::int64_t by_operation = room_at_begin_ - room_left();
    if (may_grow && small && by_operation > static_cast<std::int64_t>(in_use() / 2)) return false;
    const std::uint64_t most =
        may_grow ? buckets() / (small ? 4 : 2) : threshold(buckets()) - threshold(buckets()) / 16;
    return collect_if([most](std::uint64_t nodes) { return nodes <= most; }, in_operations);
}

// `worth(nodes in use)`; says what that said.
bool DiagramLocality::collect_if(const std::function<bool(std::uint64_t)>& worth, bool in_operations) {
    const Measured measured(collecting_);
    peak_ = std::max(peak_, in_use());
    RemoteNodes* const remote = workers_.front()->remote();
    const bool done = remote != nullptr ? collect_if(*remote, worth, in_operations)
                                        : collect_if(workers_.front()->nodes(), worth, in_operations);
    if (!done) return false;
    ++epochs_;
    tell_control(*workers_.front());
    return true;
}

bool DiagramLocality::collect_if(RemoteNodes& nodes, const std::function<bool(std::uint64_t)>& worth,
                                 bool in_operations) {
    std::uint64_t marked = 0;
    std::vector<Edge> open;
    const auto see = [&](Edge edge) {
        ++marked;
        open.push_back(edge);
    };
    mark_roots(nodes, in_operations, see);
    while (!open.empty()) {
        const Edge next = open.back();
        open.pop_back();
        mark_below(nodes, next, see);
    }
    if (!worth(marked)) {
        nodes.unmark();
        return false;
    }
    start_with(nodes.keep_marked());
    return true;
}

bool DiagramLocality::collect_if(NodeTable& nodes, const std::function<bool(std::uint64_t)>& worth,
                                 bool in_operations) {
    const auto keep_all = [&] {
        in_parts(given(), slots_at_once, [&](const NodeTable::Range& slots) { nodes.mark_all(slots); });
    };
    std::uint64_t marked = 0;
    try {
        nodes.unmark({0, given()});
        marked = mark(nodes, in_operations);
    } catch (...) {
        keep_all();
        throw;
    }
    if (!worth(marked)) {
        keep_all();
        return false;
    }
    start_with(keep_marked(nodes));
    return true;
}

// Shows the edges that somebody holds, whose nodes were not marked before; marks these.
template <class Table, class See>
void DiagramLocality::mark_roots(Table& table, bool in_operations, const See& see) {
    const auto mark = [&](Edge edge) {
        if (!edge.is_constant() && table.mark(edge.index())) see(edge);
    };
    for (const Edge edge : handles_.all()) mark(edge);
    if (!in_operations) return;
    for (const auto& worker : workers_)
        for (const Edge edge : worker->held()) mark(edge);
    // What stolen tasks came to lies in their descriptors. What is no result is taken for one, which does no harm.
    for (unsigned index = 0; index < home_.size(); ++index) {
        for (const Descriptor& task : home_.task_worker(index).stolen_and_next()) {
            Edge edge;
            std::memcpy(&edge, task.content, sizeof(edge));
            if (edge.bits >> Edge::bits_used == 0 && workers_.front()->nodes().has(edge.index())) mark(edge);
        }
    }
}

// Level by level from the roots, until there is something for all to do; then depth first, each from some.
std::uint64_t DiagramLocality::mark(NodeTable& nodes, bool in_operations) {
    std::vector<Edge> front;
    mark_roots(nodes, in_operations, [&](Edge edge) { front.push_back(edge); });
    std::atomic<std::uint64_t> marked = front.size();
    std::vector<Edge> next;
    const std::size_t enough = home_.size() == 1 ? 0 : edges_to_share;
    while (!front.empty() && front.size() < enough) {
        next.clear();
        for (const Edge edge : front) mark_below(nodes, edge, [&](Edge below) { next.push_back(below); });
        marked += next.size();
        std::swap(front, next);
    }
    in_parts(front.size(), edges_at_once, [&](const NodeTable::Range& some) {
        const auto at = [&](std::uint64_t place) { return front.begin() + static_cast<std::ptrdiff_t>(place); };
        std::vector<Edge> open(at(some.first), at(some.end));
        std::uint64_t found = 0;
        while (!open.empty()) {
            const Edge edge = open.back();
            open.pop_back();
            mark_below(nodes, edge, [&](Edge below) {
                nodes.prefetch(below);
                open.push_back(below);
                ++found;
            });
        }
        marked += found;
    });
    return marked;
}

std::uint64_t DiagramLocality::keep_marked(NodeTable& nodes) {
    in_parts(nodes.buckets(), buckets_at_once, [&](const NodeTable::Range& buckets) { nodes.clear_index(buckets); });
    std::atomic<std::uint64_t> kept = 0;
    in_parts(given(), slots_at_once, [&](const NodeTable::Range& slots) { kept += nodes.keep_marked(slots); });
    return kept;
}

// --- Growing

// All nodes stay, also those that nobody holds: so all that is remembered of operations holds on.
void DiagramLocality::grow() {
    const Measured measured(growing_);
    DiagramWorker& first = *workers_.front();
    const OperationCache former_cache = first.cache();
    // Where there is no memory for these, all is as it was.
    NodeTable larger = memory_.nodes(growths_ + 1);
    OperationCache cache = memory_.cache(growths_ + 1);
    in_parts(given(), slots_at_once, [&](const NodeTable::Range& slots) { larger.mark_all(slots); });
    const std::uint64_t nodes = keep_marked(larger);
    const auto epoch = OperationCache::Epoch::after(epochs_);
    in_parts(former_cache.entries(), entries_at_once, [&](const NodeTable::Range& entries) {
        former_cache.each(epoch, entries.first, entries.end, [&](const OperationKey& key, Edge result) {
            cache.put(cache.place(key), key, epoch, result);
        });
    });
    ++growths_;
    start_with(nodes);
    peak_ = std::max(peak_, nodes);
    tell_control(first);
}

}  // namespace scrump::detail

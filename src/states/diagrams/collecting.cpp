// How a locality of decision diagrams gets room for nodes: collections and growths.

#include <scrump/base/clock.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/states/diagrams/detail/diagram_locality.hpp>
#include <scrump/states/diagrams/full_table.hpp>
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
// The number of operations that were carried out for each node made, up to which few were repeated.
constexpr std::uint64_t most_for_a_node = 2;
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

// Marks these, and shows those whose nodes were not marked before.
template <class Table, class See>
void mark_all_of(const std::vector<Edge>& edges, Table& table, const See& see) {
    for (const Edge edge : edges)
        if (table.mark(edge.index())) see(edge);
}

// Marks the nodes that a marked one leads to, and shows those that were not marked before.
template <class Table, class See>
void mark_below(Table& table, Edge marked, const See& see) {
    const NodeWords node = table.node(marked);
    if (node.is_value()) return;
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

// If there is no memory for a larger table, the worker that began the operation finds that again, and reports it.
void DiagramLocality::make_room_alone(DiagramWorker& worker, const std::vector<Bytes>& of_others) {
    if (room_left() > 0 || gave_up()) return;  // another worker has made some, or found that none is left
    memory_.limit(word(memory_limit).load(std::memory_order_relaxed));
    if (collect_if_worth_it(roots_of_all(of_others))) return;
    try {
        if (memory_.may_grow(now().growths)) return grow();
    } catch (const OutOfMemory&) {
    }
    give_up(worker);
}

// What operations hold is free now that they are given up, so in the end they may have room.
void DiagramLocality::recover(bool again) {
    ++begun_again_;
    while_others_stand([&] { make_room_again(again); });
}

void DiagramLocality::make_room_again(bool again) {
    start_anew();
    const std::vector<Edge> held = roots(false);
    for (unsigned owner = 0; separate_ && owner < localities_; ++owner) set_given_up(*workers_.front(), owner, false);
    if (!memory_.direct() && !again && collect_if_worth_it(held)) return;
    if (memory_.may_grow(now().growths)) return grow();
    const std::uint64_t full = in_use();
    collect_all(held);
    if (!again) return;
    const auto [limit, how_to_raise_it] = limit_of_room();
    throw FullTable("the table of decision diagrams is full: " + std::to_string(full) + " nodes in " +
                        std::to_string(buckets()) + " buckets; " + how_to_raise_it,
                    limit);
}

std::pair<Status, const char*> DiagramLocality::limit_of_room() const {
    if (memory_.lacks_addresses()) return {Status::memory_limit, "allow each process more addresses (ulimit -v)"};
    if (memory_.has_room_to_grow(now().growths))
        return {Status::memory_limit, "raise the memory limit (--memory-limit, or memory_limit in a program)"};
    return {Status::node_limit,
            memory_.direct()
                ? "raise the largest number of buckets (--max-buckets, or max_buckets in a program)"
                : "raise the number of buckets, as nodes that are spread over hosts get no more (--buckets "
                  "and --max-buckets, or buckets and max_buckets in a program)"};
}

// --- Collecting

// Between operations, in the first locality: nobody needs what has come from others.
void DiagramLocality::start_anew() {
    if (!separate_) return;
    translator_.forget_victims();
    RemoteAccess& words = control_array_.access(0);
    for (unsigned owner = 0; owner < localities_; ++owner) words.fetch_add(owner, start, 1);
    words.fence();
}

void DiagramLocality::collect() {
    while_others_stand([this] {
        start_anew();
        collect_all(roots(false));
    });
}

void DiagramLocality::collect_all(const std::vector<Edge>& roots) {
    collect_if([](std::uint64_t /*nodes*/) { return true; }, roots);
}

// A collection forgets what operations have come to. So a table that one operation has filled grows, as long as it is
// small, and so does one that would be full soon again. One that cannot grow is collected as long as that gives some
// room.
bool DiagramLocality::collect_if_worth_it(const std::vector<Edge>& roots) {
    const bool may_grow = memory_.may_grow(now().growths);
    const bool small = buckets() < collect_from_;
    const auto at_begin = static_cast<std::int64_t>(word(room_at_begin).load(std::memory_order_relaxed));
    const std::int64_t by_operation = at_begin - room_left();
    if (may_grow && small && by_operation > static_cast<std::int64_t>(in_use() / 2)) return false;
    const std::uint64_t most =
        may_grow ? buckets() / (small ? 4 : 2) : threshold(buckets()) - threshold(buckets()) / 16;
    return collect_if([most](std::uint64_t nodes) { return nodes <= most; }, roots);
}

// `worth(nodes in use)`; says what that said.
bool DiagramLocality::collect_if(const Worth& worth, const std::vector<Edge>& roots) {
    const Measured measured(done_.collecting);
    done_.peak = std::max(done_.peak, in_use());
    RemoteNodes* const remote = workers_.front()->remote();
    const bool done =
        remote != nullptr ? collect_if(*remote, worth, roots) : collect_if(workers_.front()->nodes(), worth, roots);
    if (!done) return false;
    DiagramControl to = now();
    ++to.epochs;
    tell_control(to);
    return true;
}

bool DiagramLocality::collect_if(RemoteNodes& nodes, const Worth& worth, const std::vector<Edge>& roots) {
    std::uint64_t marked = 0;
    std::vector<Edge> open;
    const auto see = [&](Edge edge) {
        ++marked;
        open.push_back(edge);
    };
    mark_all_of(roots, nodes, see);
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

bool DiagramLocality::collect_if(NodeTable& nodes, const Worth& worth, const std::vector<Edge>& roots) {
    const auto keep_all = [&] {
        in_parts(given(), slots_at_once, [&](const NodeTable::Range& slots) { nodes.mark_all(slots); });
    };
    std::uint64_t marked = 0;
    try {
        nodes.unmark({0, given()});
        marked = mark(nodes, roots);
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

// The edges held in this locality. In operations the results of stolen tasks are in their descriptors. Other contents
// may be mistaken for a result, which does no harm.
std::vector<Edge> DiagramLocality::roots(bool in_operations) {
    std::vector<Edge> all;
    const auto see = [&](Edge edge) {
        if (!edge.is_constant()) all.push_back(edge);
    };
    if (home_.is_first())
        for (const Edge edge : handles_.all()) see(edge);
    if (!in_operations) return all;
    translator_.each_held(see);
    for (const auto& worker : workers_) {
        for (const Edge edge : worker->held()) see(edge);
        for (const Edge edge : worker->arriving()) see(edge);
        // In the first locality handles hold these.
        if (!separate_ || home_.is_first()) continue;
        for (const Relation& each : worker->relations()) {
            see(each.relation);
            see(each.cube);
        }
    }
    for (unsigned index = 0; index < home_.size(); ++index) {
        for (const Descriptor& task : home_.task_worker(index).stolen_and_next()) {
            Edge edge;
            std::memcpy(&edge, task.content, sizeof(edge));
            if (edge.bits >> Edge::bits_used == 0 && workers_.front()->nodes().has(edge.index())) see(edge);
        }
    }
    return all;
}

// In operations, of all localities: each of the others has said what is held there.
std::vector<Edge> DiagramLocality::roots_of_all(const std::vector<Bytes>& of_others) {
    std::vector<Edge> all = roots(true);
    for (const Bytes& elsewhere : of_others) {
        if (elsewhere.empty()) continue;
        const auto held = Decoder(elsewhere).get<std::vector<Edge>>();
        all.insert(all.end(), held.begin(), held.end());
    }
    return all;
}

// Level by level from the roots, until there is something for all to do; then depth first, each from some.
std::uint64_t DiagramLocality::mark(NodeTable& nodes, const std::vector<Edge>& roots) {
    std::vector<Edge> front;
    mark_all_of(roots, nodes, [&](Edge edge) { front.push_back(edge); });
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
// Few results are lost while the cache has a place for each operation that was carried out. And one whose result was
// lost finds the nodes that it made before: so where operations have made nearly as many nodes as there were of them,
// few were repeated. Then a larger cache would save less than the pages that it takes.
bool DiagramLocality::loses_little() const {
    const DiagramCounts all = counts();
    const std::uint64_t carried_out = all.looked_up - all.known;
    return carried_out <= std::max(memory_.entries_there(now().growths), most_for_a_node * all.inserted);
}

void DiagramLocality::grow() {
    const Measured measured(done_.growing);
    const OperationCache former_cache = workers_.front()->cache();
    DiagramControl to = now();
    ++to.growths;
    // Where there is no memory for these, all is as it was.
    NodeTable larger = memory_.nodes(to.growths);
    memory_.keep_cache(to.growths, loses_little());
    OperationCache cache = memory_.cache(to.growths);
    in_parts(given(), slots_at_once, [&](const NodeTable::Range& slots) { larger.mark_all(slots); });
    const std::uint64_t nodes = keep_marked(larger);
    const auto epoch = OperationCache::Epoch::after(to.epochs);
    in_parts(cache == former_cache ? 0 : former_cache.entries(), entries_at_once, [&](const NodeTable::Range& entries) {
        former_cache.each(epoch, entries.first, entries.end, [&](const OperationKey& key, Edge result) {
            cache.put(cache.place(key), key, epoch, result);
        });
    });
    start_with(nodes, larger.buckets());
    done_.peak = std::max(done_.peak, nodes);
    tell_control(to);
}

}  // namespace scrump::detail

#include <scrump/states/diagrams/detail/diagram_locality.hpp>

#include <scrump/base/error.hpp>
#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace scrump::detail {
namespace {

// How many nodes a worker is allowed at a time.
constexpr std::int64_t allowed_at_once = 1024;

std::uint64_t entries_for(const DiagramOptions& options, std::uint64_t buckets) {
    return std::max<std::uint64_t>(1024,
                                   static_cast<std::uint64_t>(static_cast<double>(buckets) * options.cache_ratio));
}

}  // namespace

HeldByHandles::Slot HeldByHandles::add(Edge edge) {
    if (free_.empty()) {
        edges_.push_back(edge);
        free_.reserve(edges_.capacity());
        return static_cast<Slot>(edges_.size() - 1);
    }
    const Slot slot = free_.back();
    free_.pop_back();
    edges_[slot] = edge;
    return slot;
}

DiagramWorker::DiagramWorker(DiagramLocality& home) : given_up_(&home.given_up()), home_(home) {}

void DiagramWorker::make_room(Edge low, Edge high) {
    const Held first(*this, low);
    const Held second(*this, high);
    home_.make_room(*this);
}

void DiagramWorker::give_up() {
    home_.give_up();
    throw NoRoom{};
}

DiagramLocality::DiagramLocality(TaskLocality& home, const DiagramOptions& options, HeldByHandles& handles)
    : home_(home),
      handles_(handles),
      options_(options),
      alone_(home.size() == 1),
      nodes_(std::min(options.buckets, options.most_buckets), alone_),
      cache_(entries_for(options, nodes_.buckets()), alone_) {
    for (unsigned index = 0; index < home.size(); ++index) {
        workers_.push_back(std::make_unique<DiagramWorker>(*this));
        workers_.back()->use(nodes_, cache_);
    }
    start_with(0);
}

// From now on so many nodes are in use.
void DiagramLocality::start_with(std::uint64_t in_use) {
    left_ = in_use;
    inserted_before_ = counts().inserted;
    for (const auto& worker : workers_) worker->allow(0);
    room_.store(static_cast<std::int64_t>(threshold()) - static_cast<std::int64_t>(in_use), std::memory_order_relaxed);
}

DiagramCounts DiagramLocality::counts() const {
    DiagramCounts all;
    for (const auto& worker : workers_) all += worker->counts();
    return all;
}

std::uint64_t DiagramLocality::in_use() const {
    return left_ + counts().inserted - inserted_before_;
}

void DiagramLocality::make_room(DiagramWorker& worker) {
    while (true) {
        worker.check();
        const std::int64_t room = room_.fetch_sub(allowed_at_once, std::memory_order_relaxed);
        if (room > 0) return worker.allow(static_cast<std::uint64_t>(std::min(room, allowed_at_once)));
        home_.alone([this] {
            if (room_.load(std::memory_order_relaxed) > 0 || given_up_.load(std::memory_order_relaxed)) return;
            collect();
            if (left_ > nodes_.buckets() / 2) give_up();
        });
    }
}

// --- Collecting

void DiagramLocality::collect() {
    peak_ = std::max(peak_, in_use());
    ++collections_;
    mark_all();
    start_with(nodes_.sweep());
    cache_.forget_all();
}

void DiagramLocality::mark_all() {
    for (const Edge edge : handles_.all()) mark(edge);
    for (const auto& worker : workers_)
        for (const Edge edge : worker->held()) mark(edge);
    // What stolen tasks came to lies in their descriptors. What is no result is taken for one, which does no harm.
    for (unsigned index = 0; index < home_.size(); ++index) {
        for (const Descriptor& task : home_.task_worker(index).stolen_and_next()) {
            Edge edge;
            std::memcpy(&edge, task.content, sizeof(edge));
            if (edge.bits >> Edge::bits_used == 0 && nodes_.has(edge.index())) mark(edge);
        }
    }
}

void DiagramLocality::mark(Edge edge) {
    to_mark_.push_back(edge);
    while (!to_mark_.empty()) {
        const Edge next = to_mark_.back();
        to_mark_.pop_back();
        if (next.is_constant() || !nodes_.mark(next.index())) continue;
        const NodeWords node = nodes_.node(next);
        to_mark_.push_back(node.low());
        to_mark_.push_back(node.high());
    }
}

// --- Growing

void DiagramLocality::grow() {
    collect();
    const std::uint64_t buckets = nodes_.buckets();
    if (buckets >= options_.most_buckets) {
        throw Error("the node table is full: " + std::to_string(left_) + " nodes are in use of " +
                    std::to_string(buckets) + " buckets, and there may be no more than these");
    }
    ++growths_;
    NodeTable larger(std::min(options_.most_buckets, 4 * buckets), alone_);
    for (Edge& edge : handles_.all()) edge = nodes_.move(edge, larger);
    nodes_ = std::move(larger);
    cache_ = OperationCache(entries_for(options_, nodes_.buckets()), alone_);
    given_up_.store(false, std::memory_order_relaxed);
    start_with(left_);
}

// --- Figures

DiagramStatistics DiagramLocality::statistics() const {
    const DiagramCounts all = counts();
    return {.nodes = in_use(),
            .peak_nodes = std::max(peak_, in_use()),
            .inserted = all.inserted,
            .operations = all.looked_up,
            .known = all.known,
            .collections = collections_,
            .growths = growths_,
            .buckets = nodes_.buckets(),
            .table_bytes = nodes_.buckets() * NodeTable::bucket_bytes,
            .cache_bytes = cache_.entries() * OperationCache::entry_bytes};
}

}  // namespace scrump::detail

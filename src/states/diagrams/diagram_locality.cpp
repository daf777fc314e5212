#include <scrump/states/diagrams/detail/diagram_locality.hpp>

#include <scrump/base/error.hpp>
#include <scrump/tasks/detail/slow_path.hpp>
#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <utility>

namespace scrump::detail {
namespace {

// How many nodes a worker is allowed at a time, at most.
constexpr std::int64_t most_allowed = 1024;

}  // namespace

HeldByHandles::Slot HeldByHandles::add(Edge edge) {
    if (free_.empty()) {
        edges_.push_back(edge);
        free_.reserve(edges_.capacity());  // so that remove() never fails
        return static_cast<Slot>(edges_.size() - 1);
    }
    const Slot slot = free_.back();
    free_.pop_back();
    edges_[slot] = edge;
    return slot;
}

// --- A worker

DiagramWorker::DiagramWorker(DiagramLocality& home, const std::atomic<Word>& control)
    : control_(control), home_(home) {}

void DiagramWorker::make_room(Edge low, Edge high) {
    const Held first(*this, low);
    const Held second(*this, high);
    home_.make_room(*this);
}

void DiagramWorker::give_up() {
    home_.give_up(*this);
    throw NoRoom{};
}

void DiagramWorker::notice() {
    const Word word = control_.load(std::memory_order_acquire);
    const DiagramControl now = DiagramControl::unpack(word);
    if (now.given_up) throw NoRoom{};
    const DiagramControl before = DiagramControl::unpack(std::exchange(control_seen_, word));
    if (now.epochs != before.epochs) {
        epoch_ = OperationCache::Epoch::after(now.epochs);
        if (remote_) remote_->forget();
    }
    home_.bring_up_to_date(*this, before, now);
}

const Relations& DiagramWorker::relations(std::uint64_t version) {
    if (std::exchange(relations_version_, version) != version) relations_ = home_.relations(*this);
    return relations_;
}

// --- The locality

DiagramLocality::DiagramLocality(TaskLocality& home, const DiagramOptions& options, HeldByHandles& handles,
                                 DiagramStatistics& figures)
    : home_(home),
      handles_(handles),
      figures_(figures),
      localities_(home.settings().localities),
      collect_from_(options.collect_from),
      control_array_(home.remote_memory().open("control of decision diagrams", control_words)),
      relations_array_(
          home.remote_memory().open("relations", words_before_relations + words_of_relation * most_relations)),
      memory_(home.remote_memory(), options, localities_ * home.size() == 1) {
    for (unsigned index = 0; index < home.size(); ++index) {
        workers_.push_back(std::make_unique<DiagramWorker>(*this, control_array_.own()[control]));
        DiagramWorker& worker = *workers_.back();
        if (memory_.direct()) {
            worker.use(memory_.nodes(0), memory_.cache(0));
            worker.nodes().reserve_constant();
        } else {
            worker.use(NodeTable(), memory_.cache(0));
            worker.use(
                std::make_unique<RemoteNodes>(memory_.spread_nodes().access(index), memory_.buckets_each(), [&home] {
                    home.note_left();
                    throw Abandoned{};
                }));
        }
    }
    if (!home.is_first()) return;
    if (!memory_.direct())
        NodeTable(memory_.spread_nodes().own().data(), memory_.buckets_each(), false).reserve_constant();
    start_with(0);
}

unsigned DiagramLocality::index_of(const DiagramWorker& worker) const {
    const auto is_it = [&](const auto& each) { return each.get() == &worker; };
    return static_cast<unsigned>(std::find_if(workers_.begin(), workers_.end(), is_it) - workers_.begin());
}

// --- Room for nodes

// From now on so many nodes are in use. In the first locality.
void DiagramLocality::start_with(std::uint64_t in_use) {
    for (const auto& worker : workers_) worker->allow(0);
    const auto left = static_cast<std::int64_t>(threshold()) - static_cast<std::int64_t>(in_use);
    control_array_.own()[room].store(static_cast<Word>(left), std::memory_order_relaxed);
    room_at_begin_ = left;
}

void DiagramLocality::make_room(DiagramWorker& worker) {
    RemoteAccess& words = control_array_.access(index_of(worker));
    const auto at_once = std::clamp<std::int64_t>(static_cast<std::int64_t>(buckets() / 1024), 1, most_allowed);
    while (true) {
        worker.check();
        RemoteHandle taken = words.fetch_add(0, room, static_cast<Word>(-at_once));
        const auto left = static_cast<std::int64_t>(taken.wait());
        if (!taken.done()) leave();
        if (left > 0) return worker.allow(static_cast<std::uint64_t>(std::min(left, at_once)));
        if (localities_ > 1) {
            give_up(worker);
            throw NoRoom{};
        }
        home_.alone([this] {
            if (room_left() > 0) return;  // somebody has collected
            if (!collect_if_worth_it(true)) give_up(*workers_.front());
        });
    }
}

void DiagramLocality::leave() {
    home_.note_left();
    throw Abandoned{};
}

// Done before anything else is, by all: so it is before what is done when all operations have ended.
void DiagramLocality::give_up(DiagramWorker& worker) {
    DiagramControl now = DiagramControl::unpack(control_array_.own()[control].load(std::memory_order_relaxed));
    now.given_up = true;
    set_control(worker, now);
}

void DiagramLocality::set_control(DiagramWorker& worker, const DiagramControl& to) {
    RemoteAccess& words = control_array_.access(index_of(worker));
    for (unsigned owner = 0; owner < localities_; ++owner) words.put(owner, control, to.pack());
    words.fence();
}

bool DiagramLocality::gave_up() const {
    return DiagramControl::unpack(control_array_.own()[control].load(std::memory_order_relaxed)).given_up;
}

// What operations hold is free now that they are given up, so in the end they may have room.
void DiagramLocality::recover(bool again) {
    if (localities_ > 1 && !again && collect_if_worth_it(false)) return;
    if (memory_.may_grow(growths_)) return grow();
    const std::uint64_t full = in_use();
    collect();
    if (!again) return;
    throw Error("the table of decision diagrams is full: " + std::to_string(full) + " nodes are in it, which has " +
                std::to_string(buckets()) +
                " buckets, and there may be no more of them: allow more (most_buckets, or buckets where nodes are "
                "spread over hosts)");
}

void DiagramLocality::bring_up_to_date(DiagramWorker& worker, const DiagramControl& before, const DiagramControl& now) {
    if (now.growths != before.growths) worker.use(memory_.nodes(now.growths), memory_.cache(now.growths));
    // Before a tag is used again, what has it has to go.
    const std::uint64_t round = now.epochs / OperationCache::Epoch::numbers;
    if (rounds_.exchange(round, std::memory_order_relaxed) != round) worker.cache().clear();
}

// --- Collecting

void DiagramLocality::collect(bool in_operations) {
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
    const std::uint64_t most = may_grow ? buckets() / (small ? 4 : 2) : threshold() - threshold() / 16;
    return collect_if([most](std::uint64_t nodes) { return nodes <= most; }, in_operations);
}

// `worth(nodes in use)`; says what that said.
bool DiagramLocality::collect_if(const std::function<bool(std::uint64_t)>& worth, bool in_operations) {
    DiagramWorker& first = *workers_.front();
    RemoteNodes* const remote = first.remote();
    peak_ = std::max(peak_, in_use());
    marked_ = 0;
    remote != nullptr ? mark_all(*remote, in_operations) : mark_all(first.nodes(), in_operations);
    if (!worth(marked_)) {
        remote != nullptr ? remote->unmark() : first.nodes().unmark();
        return false;
    }
    start_with(remote != nullptr ? remote->sweep() : first.nodes().sweep());
    ++epochs_;
    tell_control(first);
    return true;
}

// What is there now, and that nothing is given up.
void DiagramLocality::tell_control(DiagramWorker& worker) {
    set_control(worker, {.given_up = false, .growths = growths_, .epochs = epochs_});
    for (const auto& each : workers_) each->notice();
}

template <class Table>
void DiagramLocality::mark_all(Table& table, bool in_operations) {
    for (const Edge edge : handles_.all()) mark(table, edge);
    if (!in_operations) return;
    for (const auto& worker : workers_)
        for (const Edge edge : worker->held()) mark(table, edge);
    // What stolen tasks came to lies in their descriptors. What is no result is taken for one, which does no harm.
    for (unsigned index = 0; index < home_.size(); ++index) {
        for (const Descriptor& task : home_.task_worker(index).stolen_and_next()) {
            Edge edge;
            std::memcpy(&edge, task.content, sizeof(edge));
            if (edge.bits >> Edge::bits_used == 0 && workers_.front()->nodes().has(edge.index())) mark(table, edge);
        }
    }
}

template <class Table>
void DiagramLocality::mark(Table& table, Edge edge) {
    to_mark_.push_back(edge);
    while (!to_mark_.empty()) {
        const Edge next = to_mark_.back();
        to_mark_.pop_back();
        if (next.is_constant() || !table.mark(next.index())) continue;
        ++marked_;
        const NodeWords node = table.node(next);
        to_mark_.push_back(node.low());
        to_mark_.push_back(node.high());
    }
}

// --- Growing

// All nodes move, also those that nobody holds: so all that is remembered of operations holds on, and those that were
// given up go on where they were.
void DiagramLocality::grow() {
    DiagramWorker& first = *workers_.front();
    const std::uint64_t nodes = in_use();
    peak_ = std::max(peak_, nodes);
    NodeTable former = first.nodes();
    const OperationCache former_cache = first.cache();
    // Where there is no memory for these, all is as it was.
    NodeTable larger = memory_.nodes(growths_ + 1);
    OperationCache cache = memory_.cache(growths_ + 1);
    ++growths_;
    larger.reserve_constant();
    former.move_all(larger);
    for (Edge& edge : handles_.all()) edge = former.moved(edge);
    start_with(nodes);
    const auto before = OperationCache::Epoch::after(epochs_++);
    move_relations(former);
    const auto after = OperationCache::Epoch::after(epochs_);
    former_cache.each(before, [&](const OperationKey& key, Edge result) {
        OperationKey there = OperationKey::of(key.kind(), former.moved(key.a()), key.b(), key.c());
        if (key.kind() == OperationKey::Kind::saturation) {
            if (key.third != relations_version_ - 1) return;
            there.third = relations_version_;
        } else {
            there.second = former.moved(key.b()).bits;
            there.third = former.moved(key.c()).bits;
        }
        cache.put(cache.place(there), there, after, former.moved(result));
    });
    tell_control(first);
    memory_.release_former();
}

// --- Relations

std::uint64_t DiagramLocality::tell(const Relations& relations) {
    if (relations.size() > most_relations) {
        throw UsageError("there are at most " + std::to_string(most_relations) + " relations, not " +
                         std::to_string(relations.size()) + ": join some");
    }
    if (relations_version_ > 0 && relations == told_) return relations_version_;
    told_ = relations;
    write_relations();
    return relations_version_;
}

void DiagramLocality::move_relations(const NodeTable& former) {
    for (Relation& each : told_) {
        each.relation = former.moved(each.relation);
        each.cube = former.moved(each.cube);
    }
    write_relations();
}

void DiagramLocality::write_relations() {
    const std::span<std::atomic<Word>> words = relations_array_.own();
    words[0].store(told_.size(), std::memory_order_relaxed);
    std::size_t next = words_before_relations;
    for (const Relation& each : told_) {
        words[next++].store(each.relation.bits, std::memory_order_relaxed);
        words[next++].store(each.cube.bits, std::memory_order_relaxed);
        words[next++].store(each.level, std::memory_order_release);
    }
    ++relations_version_;
}

Relations DiagramLocality::relations(DiagramWorker& worker) {
    RemoteAccess& access = relations_array_.access(index_of(worker));
    const auto wait = [this](RemoteHandle handle) {
        const Word word = handle.wait();
        if (!handle.done()) leave();
        return word;
    };
    std::vector<Word> words(words_of_relation * wait(access.get(0, 0)));
    if (!words.empty()) wait(access.get(0, words_before_relations, words));
    Relations relations;
    for (std::size_t next = 0; next < words.size(); next += words_of_relation)
        relations.push_back({{words[next]}, {words[next + 1]}, static_cast<Level>(words[next + 2])});
    return relations;
}

// --- Figures

DiagramCounts DiagramLocality::counts() const {
    DiagramCounts all;
    for (const auto& worker : workers_) all += worker->counts();
    return all;
}

std::int64_t DiagramLocality::room_left() const {
    return static_cast<std::int64_t>(control_array_.own()[room].load(std::memory_order_relaxed));
}

// What other localities are allowed, and have not used, counts as used.
std::uint64_t DiagramLocality::in_use() const {
    std::uint64_t unused = 0;
    for (const auto& worker : workers_) unused += worker->allowance();
    return fill().nodes - std::min(fill().nodes, unused);
}

DiagramLocality::Fill DiagramLocality::fill() const {
    const unsigned growths =
        DiagramControl::unpack(control_array_.own()[control].load(std::memory_order_relaxed)).growths;
    const auto unused = static_cast<std::uint64_t>(std::max<std::int64_t>(room_left(), 0));
    const std::uint64_t most = threshold(growths);
    return {.nodes = most - std::min(most, unused), .buckets = memory_.buckets(growths)};
}

DiagramStatistics DiagramLocality::statistics() const {
    DiagramCounts all = counts();
    all += elsewhere_;
    return {.nodes = in_use(),
            .peak_nodes = std::max(peak_, in_use()),
            .inserted = all.inserted,
            .operations = all.looked_up,
            .known = all.known,
            .collections = epochs_ - growths_,  // what moves when the table grows begins an epoch, too
            .growths = growths_,
            .buckets = buckets(),
            .table_bytes = buckets() * NodeTable::bucket_bytes,
            .cache_bytes = memory_.entries(growths_) * OperationCache::entry_bytes};
}

}  // namespace scrump::detail

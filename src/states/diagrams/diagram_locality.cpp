#include <scrump/states/diagrams/detail/diagram_locality.hpp>

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>
#include <scrump/tasks/detail/slow_path.hpp>
#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace scrump::detail {
namespace {

// How many nodes a worker is allowed at a time, at most, where it matters to nobody where they are.
constexpr std::int64_t most_allowed = 1024;

// Where these are out of reach, the own ones.
std::atomic<RemoteArray::Word>* words_of(RemoteArray& array, unsigned keeper) {
    std::atomic<RemoteArray::Word>* const words = array.access(0).direct(keeper);
    return words != nullptr ? words : array.own().data();
}

bool reaches_all(RemoteArray& array) {
    const RemoteAccess& access = array.access(0);
    for (unsigned owner = 0; owner < access.owners(); ++owner)
        if (access.direct(owner) == nullptr) return false;
    return true;
}

}  // namespace

HeldByHandles::Slot HeldByHandles::add(Edge edge, DiagramKind kind) {
    if (kind == DiagramKind::family) ++families_;
    if (free_.empty()) {
        kinds_.push_back(kind);
        edges_.push_back(edge);
        free_.reserve(edges_.capacity());  // so that remove() never fails
        return static_cast<Slot>(edges_.size() - 1);
    }
    const Slot slot = free_.back();
    free_.pop_back();
    edges_[slot] = edge;
    kinds_[slot] = kind;
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

void DiagramWorker::leave_if_ending() {
    home_.leave_if_ending();
}

void DiagramWorker::HeldRow::too_many() {
    throw Error("the lists of an operation on decision diagrams have more than " + std::to_string(most_held) +
                " elements in all");
}

void DiagramWorker::notice() {
    catch_up();
    if (DiagramControl::unpack(control_.load(std::memory_order_relaxed)).given_up) throw NoRoom{};
}

// That all is given up is not seen by it.
void DiagramWorker::catch_up() {
    DiagramControl now = DiagramControl::unpack(control_.load(std::memory_order_acquire));
    now.given_up = false;
    const DiagramControl before = DiagramControl::unpack(std::exchange(control_seen_, now.pack()));
    if (now.epochs != before.epochs) {
        epoch_ = OperationCache::Epoch::after(now.epochs);
        if (remote_) remote_->forget();
    }
    home_.bring_up_to_date(*this, before, now);
}

const Relations& DiagramWorker::relations(std::uint64_t version) {
    if (relations_version_ != version) relations_ = home_.relations(*this);
    relations_version_ = version;
    return relations_;
}

// --- The locality

DiagramLocality::DiagramLocality(TaskLocality& home, const DiagramOptions& options, std::size_t addresses,
                                 HeldByHandles& handles, DiagramStatistics& figures)
    : home_(home),
      handles_(handles),
      figures_(figures),
      localities_(home.settings().localities),
      collect_from_(options.collect_from),
      control_array_(home.remote_memory().open("control of decision diagrams", control_words)),
      separate_(!options.spread_nodes && !reaches_all(control_array_)),
      keeper_(separate_ ? home.remote_memory().transport().self() : 0),
      relations_array_(home.remote_memory().open(
          "relations",
          words_before_relations + words_of_relation * most_relations + 1 + (separate_ ? most_packed_words : 0))),
      first_words_(words_of(control_array_, keeper_)),
      memory_(home.remote_memory(), options, addresses,
              {.alone = (separate_ ? 1 : localities_) * home.size() == 1, .separate = separate_}),
      translator_(*this, home.size(), options.travel_from) {
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
    if (!home.is_first() && !separate_) return;
    word(memory_limit).store(memory_.limit(), std::memory_order_relaxed);
    if (!memory_.direct()) RemoteNodes::reserve_constant(memory_.spread_nodes().own().data());
    start_with(0);
}

unsigned DiagramLocality::index_of(const DiagramWorker& worker) const {
    const auto is_it = [&](const auto& each) { return each.get() == &worker; };
    return static_cast<unsigned>(std::find_if(workers_.begin(), workers_.end(), is_it) - workers_.begin());
}

// --- Room for nodes

// Records the number of nodes that are now in use.
void DiagramLocality::start_with(std::uint64_t in_use) {
    start_with(in_use, buckets());
}

// Number of nodes for this number of buckets.
void DiagramLocality::start_with(std::uint64_t in_use, std::uint64_t buckets) {
    for (const auto& worker : workers_) worker->allow({});
    const Word left = threshold(buckets) - in_use;
    word(given_before).store(given(), std::memory_order_relaxed);
    word(region).store(0, std::memory_order_relaxed);
    word(room).store(left, std::memory_order_relaxed);
    word(room_at_begin).store(left, std::memory_order_relaxed);
}

// All slots that were ever given to workers lie below.
std::uint64_t DiagramLocality::given() const {
    const NodeTable& nodes = workers_.front()->nodes();
    const Word regions = word(region).load(std::memory_order_relaxed);
    return std::max(word(given_before).load(std::memory_order_relaxed),
                    std::min(regions * nodes.region_slots(), nodes.slots()));
}

// What others take meanwhile is not there any more when this looks again.
bool DiagramLocality::take_room(DiagramWorker& worker) {
    RemoteAccess& words = control_array_.access(index_of(worker));
    const auto add = [&](ControlWord word, std::int64_t change) {
        return wait(words.fetch_add(keeper_, word, static_cast<Word>(change)));
    };
    if (worker.remote() != nullptr) {
        const auto at_once = std::clamp<std::int64_t>(static_cast<std::int64_t>(buckets() / 1024), 1, most_allowed);
        const auto left = static_cast<std::int64_t>(add(room, -at_once));
        if (left > 0) worker.allow(FreeSlots(static_cast<std::uint64_t>(std::min(left, at_once))));
        return left > 0;
    }
    const NodeTable& nodes = worker.nodes();
    while (true) {
        const Word next = add(region, 1);
        if (next >= nodes.regions()) return false;
        const FreeSlots slots = nodes.free_slots(next);
        if (slots.left() == 0) continue;
        add(room, -static_cast<std::int64_t>(slots.left()));
        worker.allow(slots);
        return true;
    }
}

void DiagramLocality::make_room(DiagramWorker& worker) {
    while (true) {
        worker.check();
        if (take_room(worker)) return;
        if (!memory_.direct()) {
            give_up(worker);
            throw NoRoom{};
        }
        if (separate_) {
            home_.alone([&] { make_room_alone(worker, {}); });
        } else {
            home_.alone_among_all(index_of(worker),
                                  [&](const std::vector<Bytes>& of_others) { make_room_alone(worker, of_others); });
        }
        leave_if_ending();
    }
}

void DiagramLocality::begin_operation() {
    leave_if_ending();
    word(room_at_begin).store(word(room).load(std::memory_order_relaxed), std::memory_order_relaxed);
    memory_.release_former(now().growths);
    if (automatic_) [[unlikely]]
        look_at_growth();
}

void DiagramLocality::leave_if_ending() {
    if (home_.ending()) leave();
}

void DiagramLocality::leave_at_end() {
    static constexpr std::chrono::microseconds pause{50};
    while (!home_.ending()) Platform::current().sleep_for(pause);
    leave();
}

void DiagramLocality::leave() {
    home_.note_left();
    throw Abandoned{};
}

DiagramLocality::Word DiagramLocality::wait(RemoteHandle handle) {
    const Word word = handle.wait();
    if (!handle.done()) leave();
    return word;
}

// Done before anything else is, by all: so it is before what is done when all operations have ended.
void DiagramLocality::give_up(DiagramWorker& worker) {
    if (separate_) {
        for (unsigned owner = 0; owner < localities_; ++owner) set_given_up(worker, owner, true);
        return;
    }
    DiagramControl given_up = now();
    given_up.given_up = true;
    set_control(worker, given_up);
}

// Of separate tables, each has grown and was collected as often as it was.
void DiagramLocality::set_given_up(DiagramWorker& worker, unsigned owner, bool given_up) {
    RemoteAccess& words = control_array_.access(index_of(worker));
    for (Word before = wait(words.get(owner, control));;) {
        DiagramControl to = DiagramControl::unpack(before);
        to.given_up = given_up;
        const Word seen = wait(words.compare_and_swap(owner, control, before, to.pack()));
        if (seen == before) return;
        before = seen;
    }
}

void DiagramLocality::set_control(DiagramWorker& worker, const DiagramControl& to) {
    RemoteAccess& words = control_array_.access(index_of(worker));
    for (unsigned owner = 0; owner < localities_; ++owner) words.put(owner, control, to.pack());
    words.fence();
}

// What is there from now on, and that nothing is given up: of separate tables, another one may just have said that.
void DiagramLocality::tell_control(DiagramControl to) {
    to.given_up = false;
    if (separate_) {
        std::atomic<Word>& word = control_array_.own()[control];
        Word before = word.load(std::memory_order_relaxed);
        do to.given_up = DiagramControl::unpack(before).given_up;
        while (!word.compare_exchange_weak(before, to.pack(), std::memory_order_acq_rel));
    } else {
        set_control(*workers_.front(), to);
    }
    catch_up();
}

void DiagramLocality::catch_up() {
    for (const auto& each : workers_) each->catch_up();
}

void DiagramLocality::bring_up_to_date(DiagramWorker& worker, const DiagramControl& before, const DiagramControl& now) {
    if (now.growths != before.growths || now.epochs != before.epochs) worker.allow({});
    if (now.growths != before.growths) worker.use(memory_.nodes(now.growths), memory_.cache(now.growths));
    // Before a tag is used again, what has it has to go.
    const std::uint64_t round = now.epochs / OperationCache::Epoch::numbers;
    if (rounds_.exchange(round, std::memory_order_relaxed) != round) worker.cache().clear();
}

// Few enough for all that workers have in common with those elsewhere to take half of the room.
std::size_t DiagramLocality::most_remembered() const {
    const std::uint64_t elsewhere = home_.workers_in_all() - home_.size();
    const std::uint64_t pairs = std::max<std::uint64_t>(home_.size() * elsewhere, 1);
    return static_cast<std::size_t>(threshold(buckets()) / (4 * pairs));
}

// --- Relations

std::uint64_t DiagramLocality::tell(const Relations& relations) {
    if (relations.size() > most_relations) {
        throw UsageError("there are at most " + std::to_string(most_relations) + " relations, not " +
                         std::to_string(relations.size()) + ": join some");
    }
    // Others have copies of the nodes that these edges led to before a collection.
    const bool as_before = !separate_ || told_at_ == now().epochs;
    if (relations_version_ > 0 && relations == told_ && as_before) return relations_version_;
    told_ = relations;
    told_at_ = now().epochs;
    PackedNodes nodes(*workers_.front());
    std::vector<Word> words;
    for (const Relation& each : told_) {
        words.push_back(separate_ ? nodes.add(each.relation) : each.relation.bits);
        words.push_back(separate_ ? nodes.add(each.cube) : each.cube.bits);
        words.push_back(each.level);
    }
    const std::vector<std::uint32_t>& packed = nodes.words();
    if (packed.size() > most_packed_words)
        throw UsageError("the relations have more nodes than fit into " + std::to_string(most_packed_words) +
                         " words: run one process, or spread the nodes (--spread-nodes, or spread_nodes in a program)");
    words.push_back(packed.size());
    words.insert(words.end(), packed.begin(), packed.end());
    const std::span<std::atomic<Word>> own = relations_array_.own();
    own[0].store(told_.size(), std::memory_order_relaxed);
    for (std::size_t each = 0; each < words.size(); ++each)
        own[words_before_relations + each].store(words[each], std::memory_order_release);
    return ++relations_version_;
}

Relations DiagramLocality::relations(DiagramWorker& worker) {
    if (separate_ && home_.is_first()) return told_;
    RemoteAccess& access = relations_array_.access(index_of(worker));
    std::vector<Word> words(words_of_relation * wait(access.get(0, 0)) + 1);
    wait(access.get(0, words_before_relations, words));
    std::vector<Word> packed(words.back());
    if (!packed.empty()) wait(access.get(0, words_before_relations + words.size(), packed));
    const UnpackedNodes nodes(worker, std::vector<std::uint32_t>(packed.begin(), packed.end()));
    const auto edge = [&](Word word) { return separate_ ? nodes.edge(word) : Edge{word}; };
    Relations relations;
    for (std::size_t next = 0; next + 1 < words.size(); next += words_of_relation)
        relations.push_back({edge(words[next]), edge(words[next + 1]), static_cast<Level>(words[next + 2])});
    return relations;
}

void DiagramLocality::note_sifting(const ReorderStatistics& sifting) {
    reordering_ += sifting;
    reorderings_.store(reordering_.reorderings, std::memory_order_relaxed);
}

// --- Figures

void DiagramLocality::merge_result(Bytes result) {
    Decoder from(std::move(result));
    elsewhere_ += from.get<DiagramCounts>();
    const auto done = from.get<Done>();
    done_.peak = std::max(done_.peak, done.peak);
    done_.collecting += done.collecting;
    done_.growing += done.growing;
}

DiagramCounts DiagramLocality::counts() const {
    DiagramCounts all;
    for (const auto& worker : workers_) all += worker->counts();
    return all;
}

std::int64_t DiagramLocality::room_left() const {
    return static_cast<std::int64_t>(word(room).load(std::memory_order_relaxed));
}

// What other localities are allowed, and have not used, counts as used.
std::uint64_t DiagramLocality::in_use() const {
    std::uint64_t unused = 0;
    for (const auto& worker : workers_) unused += worker->allowance();
    return fill().nodes - std::min(fill().nodes, unused);
}

DiagramLocality::Fill DiagramLocality::fill() const {
    const std::uint64_t all = buckets();
    const auto unused = static_cast<std::uint64_t>(std::max<std::int64_t>(room_left(), 0));
    const std::uint64_t most = threshold(all);
    return {.nodes = most - std::min(most, unused), .buckets = all};
}

DiagramStatistics DiagramLocality::statistics() const {
    DiagramCounts all = counts();
    all += elsewhere_;
    const auto [given_up, growths, epochs] = now();
    return {.nodes = in_use(),
            .peak_nodes = std::max(done_.peak, in_use()),
            .inserted = all.inserted,
            .operations = all.looked_up,
            .known = all.known,
            .collections = epochs,
            .growths = growths,
            .begun_again = begun_again_,
            .collecting_seconds = done_.collecting.count(),
            .growing_seconds = done_.growing.count(),
            .buckets = buckets(),
            .table_bytes = NodeTable::bytes(buckets()),
            .cache_bytes = memory_.entries_there(growths) * OperationCache::entry_bytes,
            .reordering = reordering_};
}

}  // namespace scrump::detail

#include <scrump/states/table/state_table.hpp>

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>
#include <scrump/runtime/detail/remote_memory.hpp>
#include <scrump/states/table/detail/bucket.hpp>

#include "../../runtime/wait_until.hpp"

#include <algorithm>
#include <string>

namespace scrump {

using detail::Bucket;
using detail::TableLayout;

// --- TableAccess

TableAccess::TableAccess(const TableOptions& options, Worker worker, RemoteAccess& array)
    : options_(options), worker_(worker), core_(options, array, worker.workers), far_(core_) {
    if (core_.layout.owners() > Place::max_owners)
        throw UsageError("table '" + options.name + "': at most " + std::to_string(Place::max_owners) + " localities");
}

TableAccess::~TableAccess() = default;

TableResult TableAccess::look_far(const TableLayout::Home& home, std::span<const Word> state, Word hash, bool puts) {
    far_.begin(home, state, hash, puts);
    return count(far_.finish());
}

void TableAccess::refuse(Word state) const {
    const std::string table = "table '" + options_.name + "': ";
    if (options_.state_words == 0 && state >= Bucket::taken)
        throw Error(table + "a state is a word below 2^63, and this one is " + std::to_string(state));
    if (options_.state_words == 0) throw Error(table + "a state is a word below 2^63, not words");
    throw Error(table + "a state has 1 to " + std::to_string(options_.state_words) + " words");
}

std::size_t TableAccess::read(Place place, std::span<Word> to) {
    const bool lies_in_bucket = place.words() == 0;
    if (!place || lies_in_bucket != core_.is_inline())
        throw Error("table '" + options_.name + "': " + std::to_string(place.as_number()) + " is not a place in it");
    const std::size_t words = lies_in_bucket ? 1 : place.words();
    const std::span<Word> some = to.first(std::min(words, to.size()));
    if (!lies_in_bucket) {
        core_.array.get(place.owner(), core_.word_of_record(place.index()), some).wait();
    } else if (!some.empty()) {
        some.front() =
            Bucket::state(core_.array.get(place.owner(), detail::TableCore::word_of_bucket(place.index())).wait());
    }
    return words;
}

std::uint64_t TableAccess::size() {
    tell_inserted();
    std::vector<RemoteHandle> all;
    for (unsigned owner = 0; owner < core_.layout.owners(); ++owner)
        all.push_back(core_.array.get(owner, TableLayout::inserted));
    std::uint64_t sum = 0;
    for (RemoteHandle& each : all) sum += each.wait();
    return sum;
}

void TableAccess::tell_inserted() {
    core_.array.fetch_add(worker_.locality, TableLayout::inserted, core_.counts.inserted - told_);
    told_ = core_.counts.inserted;
}

// The last to come of a locality's workers says so to locality 0, waits for those of the others, and lets its own go
// on.
void TableAccess::meet(const std::function<void()>& meanwhile) {
    tell_inserted();
    core_.array.fence();
    ++meetings_;
    RemoteAccess& words = core_.array;
    if (words.fetch_add(worker_.locality, TableLayout::arrivals, 1).wait() + 1 < meetings_ * worker_.workers) {
        await([&] { return words.get(worker_.locality, TableLayout::departures).wait() >= meetings_; }, meanwhile);
        return;
    }
    words.fetch_add(0, TableLayout::localities, 1);
    await([&] { return words.get(0, TableLayout::localities).wait() >= meetings_ * words.owners(); }, meanwhile);
    words.put(worker_.locality, TableLayout::departures, meetings_);
}

template <class Over>
void TableAccess::await(const Over& over, const std::function<void()>& meanwhile) const {
    for (unsigned round = 0; !over() && !ending(); ++round) {
        if (meanwhile) meanwhile();
        detail::pause(round);
    }
}

void TableAccess::clear() {
    meet();
    take_out_share(0);
    forget();
    if (worker_.index == 0) {
        core_.array.put(worker_.locality, TableLayout::inserted, 0);
        core_.array.put(worker_.locality, TableLayout::taken_words, 0);
    }
    meet();
}

// What is known of the table's contents.
void TableAccess::forget() {
    core_.space.forget();
    core_.choice.forget();
}

bool TableAccess::grow() {
    meet();
    if (!core_.layout.can_grow() || ending()) return false;
    const std::uint64_t shares = std::max<std::uint64_t>(std::uint64_t{core_.layout.owners()} * worker_.workers, 1);
    const std::uint64_t fair = size() / shares;
    const std::vector<Word> taken = take_out_share(fair + fair / 8);
    meet();
    // Others may not have come: what they have not taken out would be in the way.
    if (ending()) return false;
    core_.layout.grow();
    core_.reach_all();
    core_.choice.forget();
    for (const Word bucket : taken) put_in(bucket);
    meet();
    return true;
}

std::size_t TableAccess::share_begin(unsigned worker) const {
    return core_.layout.buckets() * worker / worker_.workers;
}

// Nobody else touches these.
std::vector<TableAccess::Word> TableAccess::take_out_share(std::size_t expected) {
    std::vector<Word> taken;
    taken.reserve(expected);
    std::atomic<Word>* const own = core_.near[worker_.locality].buckets.first;
    const std::size_t end = share_begin(worker_.index + 1);
    for (std::size_t bucket = share_begin(worker_.index); bucket < end; ++bucket) {
        const Word word = own[bucket].load(std::memory_order_relaxed);
        if (word == Bucket::empty) continue;
        taken.push_back(word);
        own[bucket].store(Bucket::empty, std::memory_order_relaxed);
    }
    return taken;
}

namespace {

// A state that has a place already, and is met nowhere else.
class MovedKey {
  public:
    explicit MovedKey(std::uint64_t bucket) : bucket_(bucket) {}

    bool is(std::uint64_t /*bucket*/) const { return false; }
    std::uint64_t claim() const { return bucket_; }
    Place place(std::size_t /*index*/, std::uint64_t /*bucket*/) const { return {}; }
    void put_back() const {}

  private:
    std::uint64_t bucket_;
};

static_assert(detail::NearKey<MovedKey>);

}  // namespace

void TableAccess::put_in(Word bucket) {
    MovedKey key(bucket);
    std::uint64_t not_counted = 0;
    if (detail::probe<true>(core_.near[worker_.locality].buckets, core_.layout.home(hash_of_own(bucket)).bucket, key,
                            not_counted, not_counted)
            .outcome == TableOutcome::full)
        throw Error("table '" + options_.name + "': " + std::to_string(options_.max_chunks) +
                    " chunks are too few to grow with");
}

TableAccess::Word TableAccess::hash_of_own(Word bucket) {
    if (core_.is_inline()) return detail::hash_of(Bucket::state(bucket));
    copy_record(bucket, moved_);
    return detail::hash_of(std::span<const Word>(moved_));
}

Place TableAccess::copy_own(std::size_t bucket, std::vector<Word>& state) const {
    const Word word = core_.near[worker_.locality].buckets.first[bucket].load(std::memory_order_acquire);
    if (word == Bucket::empty) return {};
    if (core_.is_inline()) {
        state.assign(1, Bucket::state(word));
        return {worker_.locality, 0, bucket};
    }
    copy_record(word, state);
    return {worker_.locality, state.size(), Bucket::index(word)};
}

void TableAccess::copy_record(Word bucket, std::vector<Word>& state) const {
    state.resize(Bucket::words(bucket));
    const std::atomic<Word>* const there = core_.near[worker_.locality].records + Bucket::index(bucket);
    for (std::size_t i = 0; i < state.size(); ++i) state[i] = there[i].load(std::memory_order_relaxed);
}

// --- StateTable

StateTable::StateTable(detail::RemoteMemory& memory, const TableOptions& options) {
    auto [name, words] = table_array(options);
    RemoteArray& array = memory.open(std::move(name), words);
    for (unsigned index = 0; index < memory.workers(); ++index) {
        const TableAccess::Worker worker{
            .locality = memory.transport().self(), .index = index, .workers = memory.workers()};
        accesses_.push_back(std::make_unique<TableAccess>(options, worker, array.access(index)));
    }
}

StateTable::~StateTable() = default;

RemoteArrayShape table_array(const TableOptions& options) {
    options.check();
    return {.name = options.name, .words = TableLayout::array_words(options)};
}

Status run_with_table(const Settings& settings, const TableOptions& options,
                      const std::function<void(SpmdWorker& self, TableAccess& table)>& body) {
    return run_on_all_workers(settings, {table_array(options)}, [&](SpmdWorker& self) {
        TableAccess table(options, {.locality = self.locality, .index = self.index, .workers = self.workers},
                          *self.arrays.front());
        body(self, table);
    });
}

}  // namespace scrump

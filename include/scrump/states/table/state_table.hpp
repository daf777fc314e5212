#pragma once
// A hash table of states over the memory of all localities: explicit and symbolic reachability ask it for every state,
// "was this there already?", from every worker of every locality, without locks.
//
// From part 1 of the distributed symbolic reachability slides, "Storing State Spaces": open addressing in arrays of
// 64-bit buckets, linear probing by chunks, compare-and-swap to claim a bucket, no removals. Within direct reach an
// operation is a walk over cache lines; elsewhere it is a few messages (detail/far_operation.hpp). A bucket takes 8
// bytes; a state that does not lie in its bucket also takes its words.
//
// A table is used in phases. Within one, each worker looks for states and inserts them as it likes; between two, all
// workers of all localities together may clear the table or let it grow. state_stream.hpp keeps many operations of a
// worker under way; run_with_table() makes a program of its own; docs/state-table.md has more.

#include <scrump/runtime/remote_array.hpp>
#include <scrump/runtime/spmd.hpp>
#include <scrump/states/table/counts.hpp>
#include <scrump/states/table/detail/far_operation.hpp>
#include <scrump/states/table/detail/table_core.hpp>
#include <scrump/states/table/options.hpp>
#include <scrump/states/table/place.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace scrump {

namespace detail {
class RemoteMemory;
}  // namespace detail

/// A worker's access to a table. Used by its worker alone.
class alignas(detail::cache_line) TableAccess {
  public:
    /// A word of 64 bits.
    using Word = std::uint64_t;

    /// Position of a worker.
    struct Worker {
        unsigned locality = 0;  ///< locality of the worker
        unsigned index = 0;     ///< number of the worker in its locality
        unsigned workers = 1;   ///< number of workers in its locality
    };

    /// `array` is the worker's access to the array of table_array(options).
    TableAccess(const TableOptions& options, Worker worker, RemoteAccess& array);
    TableAccess(const TableAccess&) = delete;
    TableAccess& operator=(const TableAccess&) = delete;
    ~TableAccess();

    // --- For any worker at any time within a phase. A state is a word below 2^63 if the options' `state_words` is 0,
    // and otherwise 1 to `state_words` words; throws Error for any other. States inserted by one worker are found by
    // the others.

    /// Inserts a state if it is not there yet.
    TableResult find_or_put(Word state) { return look<true>(state); }
    /// The same for a state of several words.
    TableResult find_or_put(std::span<const Word> state) { return look<true>(state); }
    /// Looks for a state without inserting it.
    TableResult find(Word state) { return look<false>(state); }
    /// The same for a state of several words.
    TableResult find(std::span<const Word> state) { return look<false>(state); }

    /// Reads the state at a place that an operation returned, wherever that is. Returns the number of its words; writes
    /// as many of them as `to` has room for.
    std::size_t read(Place place, std::span<Word> to);
    /// The same for a state of one word.
    Word read(Place place) {
        Word state = 0;
        read(place, {&state, 1});
        return state;
    }

    /// Number of states in the table: exact if no worker is inserting any and all have met since (meet()); otherwise
    /// each worker may have inserted some hundreds more. Sends a message to each locality out of direct reach.
    std::uint64_t size();
    /// Number of buckets in all localities.
    std::size_t buckets() const { return core_.layout.buckets() * core_.layout.owners(); }
    /// Share of the buckets that is taken, by size().
    double load_factor() { return static_cast<double>(size()) / static_cast<double>(buckets()); }
    /// Counts of this worker's operations.
    const TableCounts& counts() const { return core_.counts; }
    /// Whether the run is ending: operations then do nothing and do not wait, and their results are meaningless.
    bool ending() const { return core_.array.ending(); }

    // --- Between phases: each of these is called by all workers of all localities, in the same order, and none of them
    // may have operations under way in a stream. Afterwards all of them see what was done before. These functions
    // return at once when the run ends.

    /// Waits until all workers have called it; calls `meanwhile` from time to time while it waits.
    void meet(const std::function<void()>& meanwhile = {});
    /// Empties the table, and keeps its size. Places become invalid.
    void clear();
    /// Doubles the number of buckets; returns false if TableOptions::max_buckets does not allow it. Places of states
    /// that lie in their buckets become invalid. Each locality's workers move its states, without messages; meanwhile
    /// it takes memory for a copy of the buckets. Room for states of several words does not grow.
    bool grow();

    /// Calls `visit(Place, std::span<const Word>)` for this worker's share of the states of its locality: the shares of
    /// all workers are all states. Sends no message. To be called between phases, though not necessarily by all
    /// workers; it may or may not visit states that others insert meanwhile.
    template <class Visit>
    void for_each_own(Visit&& visit) const {
        std::vector<Word> state;
        const std::size_t end = share_begin(worker_.index + 1);
        for (std::size_t bucket = share_begin(worker_.index); bucket < end; ++bucket) {
            const Place place = copy_own(bucket, state);
            if (place) visit(place, std::span<const Word>(state));
        }
    }

  private:
    template <class Done>
    friend class StateStream;

    template <bool puts>
    TableResult look(Word state) {
        check(state);
        const Word hash = detail::hash_of(state);
        const detail::TableLayout::Home home = core_.layout.home(hash);
        if (!core_.is_near(home.owner)) return look_far(home, {&state, 1}, hash, puts);
        return count(core_.look_near<puts>(home, state));
    }
    template <bool puts>
    TableResult look(std::span<const Word> state) {
        check(state);
        const Word hash = detail::hash_of(state);
        const detail::TableLayout::Home home = core_.layout.home(hash);
        if (!core_.is_near(home.owner)) return look_far(home, state, hash, puts);
        return count(core_.look_near<puts>(home, state, hash));
    }
    TableResult look_far(const detail::TableLayout::Home& home, std::span<const Word> state, Word hash, bool puts);

    void check(Word state) const {
        if (core_.state_words != 0 || state >= detail::Bucket::taken) [[unlikely]]
            refuse(state);
    }
    void check(std::span<const Word> state) const {
        if (state.empty() || state.size() > core_.state_words) [[unlikely]]
            refuse(state.size());
    }
    [[noreturn]] void refuse(Word state) const;

    // Number of inserted states that may be unknown to others.
    static constexpr std::uint64_t told_together = 256;
    TableResult count(TableResult result) {
        if (result.outcome == TableOutcome::inserted && core_.counts.inserted - told_ >= told_together) [[unlikely]]
            tell_inserted();
        return result;
    }
    void tell_inserted();

    std::size_t share_begin(unsigned worker) const;
    Place copy_own(std::size_t bucket, std::vector<Word>& state) const;
    void copy_record(Word bucket, std::vector<Word>& state) const;
    Word hash_of_own(Word bucket);
    std::vector<Word> take_out_share(std::size_t expected);
    void put_in(Word bucket);
    void forget();
    template <class Over>
    void await(const Over& over, const std::function<void()>& meanwhile) const;

    const TableOptions options_;
    const Worker worker_;
    detail::TableCore core_;
    detail::FarOperation far_;
    std::uint64_t told_ = 0;  // number of inserted states that others know of
    std::uint64_t meetings_ = 0;
    std::vector<Word> moved_;  // a state of several words
};

/// One locality's part of a table, and its workers' access to the whole: for clients of the runtime, which make it
/// together with the remote memory of a locality, all with the same options.
class StateTable {
  public:
    /// Opens the table's array. Throws UsageError for invalid options.
    StateTable(detail::RemoteMemory& memory, const TableOptions& options);
    ~StateTable();

    /// Access of one of the workers of this locality.
    TableAccess& access(unsigned worker) { return *accesses_[worker]; }

  private:
    std::vector<std::unique_ptr<TableAccess>> accesses_;
};

/// The array in which a table lies, for run_on_all_workers() beside others. Throws UsageError for invalid options.
RemoteArrayShape table_array(const TableOptions& options);

/// Makes each worker of each locality call `body` once with its access to a new table, as run_on_all_workers() does.
Status run_with_table(const Settings& settings, const TableOptions& options,
                      const std::function<void(SpmdWorker& self, TableAccess& table)>& body);

}  // namespace scrump

#pragma once
// A hash table of states over the memory of all localities: what explicit and symbolic reachability ask before they go
// on, "was this there already?", of every worker of every locality, without locks.
//
// From part 1 of the distributed symbolic reachability slides, "Storing State Spaces": open addressing in arrays of
// 64-bit buckets, linear probing by chunks, compare-and-swap to claim a bucket, no removals. Within direct reach an
// operation is a walk over cache lines; elsewhere it is a few messages (detail/far_operation.hpp). A bucket takes 8
// bytes, and a state that does not lie in its bucket its words besides.
//
// A table is used in phases. Within one, each worker looks for states and puts them in as it likes; between two, all
// workers of all localities together may clear the table or have it grow. state_stream.hpp has many operations of a
// worker under way; run_with_table() makes a program of its own; docs/state-table.md tells more.

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
    /// 64 bits.
    using Word = std::uint64_t;

    /// Where a worker is.
    struct Worker {
        unsigned locality = 0;  ///< its locality
        unsigned index = 0;     ///< among the workers of that
        unsigned workers = 1;   ///< how many these are
    };

    /// `array` is the worker's access to that of table_array(options).
    TableAccess(const TableOptions& options, Worker worker, RemoteAccess& array);
    TableAccess(const TableAccess&) = delete;
    TableAccess& operator=(const TableAccess&) = delete;
    ~TableAccess();

    // --- Any worker at any time within a phase. A state is a word below 2^63 where the options' `state_words` is 0,
    // else 1 to so many words; Error for any other. What one worker has inserted another finds.

    /// Puts a state in if it is not there yet.
    TableResult find_or_put(Word state) { return look<true>(state); }
    /// The same.
    TableResult find_or_put(std::span<const Word> state) { return look<true>(state); }
    /// Only looks.
    TableResult find(Word state) { return look<false>(state); }
    /// The same.
    TableResult find(std::span<const Word> state) { return look<false>(state); }

    /// The state at a place that an operation gave, wherever that is. Returns how many words it has, of which as many
    /// are written as there is room for.
    std::size_t read(Place place, std::span<Word> to);
    /// The same of a state that is one word.
    Word read(Place place) {
        Word state = 0;
        read(place, {&state, 1});
        return state;
    }

    /// How many states are in the table: exact where nobody is inserting any, and all have met since (meet()); else
    /// each worker may be some hundreds ahead of it. A message to each locality out of direct reach.
    std::uint64_t size();
    /// How many buckets all localities have.
    std::size_t buckets() const { return core_.layout.buckets() * core_.layout.owners(); }
    /// The share of them that is taken, as far as size() knows.
    double load_factor() { return static_cast<double>(size()) / static_cast<double>(buckets()); }
    /// What this worker's operations took.
    const TableCounts& counts() const { return core_.counts; }
    /// Whether the run is ending: operations do nothing any more, nobody waits, and what they return means nothing.
    bool ending() const { return core_.array.ending(); }

    // --- Between phases: each of these is called by all workers of all localities, in the same order, none of which
    // has operations under way in a stream. What was done before is there for all of them afterwards. They return at
    // once when the run ends.

    /// Waits until all have come; `meanwhile` is called now and then as long as it does.
    void meet(const std::function<void()>& meanwhile = {});
    /// Leaves an empty table of the present size. Places hold no longer.
    void clear();
    /// Doubles the buckets, as far as TableOptions::most_buckets allows; false where that is reached. Places of states
    /// that lie in their buckets hold no longer. Each locality's workers move its states, without messages; takes
    /// memory for a copy of its buckets meanwhile. Room for states of several words does not grow.
    bool grow();

    /// Calls `visit(Place, std::span<const Word>)` with this worker's share of the states of its locality: the shares
    /// of all workers are all states. No message. To be called between phases, though not by all together; what
    /// others insert meanwhile may be met or not.
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

    // So many inserted states may be unknown to others.
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
    std::uint64_t told_ = 0;  // of the inserted ones
    std::uint64_t meetings_ = 0;
    std::vector<Word> moved_;  // a state of several words
};

/// One locality's part of a table, and its workers' access to all of it: for clients of the runtime, which make it with
/// the remote memory of a locality when that is made, all with the same options.
class StateTable {
  public:
    /// Opens the table's array. Throws UsageError.
    StateTable(detail::RemoteMemory& memory, const TableOptions& options);
    ~StateTable();

    /// Of one of the workers of this locality.
    TableAccess& access(unsigned worker) { return *accesses_[worker]; }

  private:
    std::vector<std::unique_ptr<TableAccess>> accesses_;
};

/// The array that a table lies in: for run_on_all_workers(), beside others. Throws UsageError.
RemoteArrayShape table_array(const TableOptions& options);

/// Has each worker of each locality call `body` once with its access to a new table, as run_on_all_workers() does.
Status run_with_table(const Settings& settings, const TableOptions& options,
                      const std::function<void(SpmdWorker& self, TableAccess& table)>& body);

}  // namespace scrump

#pragma once
// The common data of a worker's operations on a table: the layout, its access, and its counts.

#include <scrump/runtime/remote_array.hpp>
#include <scrump/states/table/counts.hpp>
#include <scrump/states/table/detail/bucket.hpp>
#include <scrump/states/table/detail/chunk_choice.hpp>
#include <scrump/states/table/detail/near_probe.hpp>
#include <scrump/states/table/detail/record_space.hpp>
#include <scrump/states/table/detail/table_layout.hpp>
#include <scrump/states/table/options.hpp>
#include <scrump/states/table/place.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

struct TableCore {
    using Word = std::uint64_t;
    using Home = TableLayout::Home;

    /// For `workers` workers in each locality.
    TableCore(const TableOptions& options, RemoteAccess& words, unsigned workers);

    /// An owner's memory within direct reach; null if it is not.
    struct Near {
        NearBuckets buckets{};
        std::atomic<Word>* records = nullptr;
    };

    bool is_near(unsigned owner) const { return near[owner].buckets.first != nullptr; }
    /// To be called after the layout has changed.
    void reach_all();
    /// Brings the first line of a state's buckets into the cache; its owner is near.
    void prefetch(const Home& home) const { __builtin_prefetch(near[home.owner].buckets.first + home.bucket, 1); }

    /// The same for the words of the state that may be the wanted one, if it is in that line, which should already be
    /// in the cache.
    void prefetch_record(const Home& home, std::size_t words, Word hash) const {
        const Near& owner = near[home.owner];
        const Word wanted = Bucket::of_record(words, hash);
        for (std::size_t n = 0; n < buckets_of_a_line; ++n) {
            const std::size_t index = line_of(home.bucket) + in_line_order(home.bucket, n);
            const Word seen = owner.buckets.first[index].load(std::memory_order_relaxed);
            if (seen == Bucket::empty) return;
            if (Bucket::alike(seen, wanted)) return __builtin_prefetch(owner.records + Bucket::index(seen));
        }
    }

    /// Looks for a state whose owner is near.
    template <bool puts>
    TableResult look_near(const Home& home, Word state) {
        InlineKey key(state, home.owner);
        return look_near<puts>(home, key);
    }
    template <bool puts>
    TableResult look_near(const Home& home, std::span<const Word> state, Word hash) {
        RecordKey key(state, hash, home.owner, near[home.owner].records, space, counts.records_compared);
        return look_near<puts>(home, key);
    }

    /// Largest distance of a state from its home.
    std::size_t max_examined() const { return std::min(examined_limit, layout.buckets()); }
    /// Whether a state lies in its bucket.
    bool is_inline() const { return state_words == 0; }
    /// Position in the array of a bucket, and of the first word of a state that does not lie in one.
    static std::size_t word_of_bucket(std::size_t bucket) { return TableLayout::first_bucket + bucket; }
    std::size_t word_of_record(std::size_t index) const { return layout.first_record() + index; }

    TableLayout layout;
    std::vector<Near> near;  // by owner
    std::size_t examined_limit;
    std::size_t state_words;
    bool shared;  // whether several workers use it
    RemoteAccess& array;
    RecordSpace space;
    ChunkChoice choice;
    TableCounts counts{};

  private:
    template <bool puts, NearKey Key>
    TableResult look_near(const Home& home, Key& key) {
        ++counts.operations;
        std::uint64_t lines = 0;  // kept in a register
        const TableResult result = probe<puts>(near[home.owner].buckets, home.bucket, key, lines, counts.lost_swaps);
        counts.lines += lines;
        if constexpr (puts) {
            if (result.outcome == TableOutcome::inserted) ++counts.inserted;
        }
        return result;
    }
};

}  // namespace scrump::detail

#pragma once
// find-or-put in buckets within direct reach: part 1 of the distributed symbolic reachability slides, without copies of
// chunks.
//
// Protocol: a bucket goes from empty to taken once, by compare-and-swap, and there are no removals. A state has an
// order in which its buckets are examined (in_line_order()), and is put into the first that is empty when it is
// claimed. So all buckets before its own were taken earlier, and stay so: a worker that looks for the state meets it
// before any empty bucket, or was there first. Two workers that put the same state both claim the same bucket; the swap
// of one fails and returns the contents, which are the other's state. A bucket is read with acquire and written with
// release, so the words to which it points are there.

#include <scrump/states/table/chunks.hpp>
#include <scrump/states/table/detail/bucket.hpp>
#include <scrump/states/table/detail/state_key.hpp>
#include <scrump/states/table/place.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace scrump::detail {

/// The buckets of an owner, and how many of them are examined: multiples of a cache line.
struct NearBuckets {
    std::atomic<std::uint64_t>* first = nullptr;
    std::size_t count = 0;
    std::size_t max_examined = 0;
    bool shared = true;  // otherwise there is only one worker, which cannot be overtaken
};

/// Puts `claim` into a bucket that was empty; returns false if it is not any more, and `seen` has its contents.
inline bool take_bucket(std::atomic<std::uint64_t>& bucket, std::uint64_t& seen, std::uint64_t claim, bool shared) {
    if (!shared) {
        bucket.store(claim, std::memory_order_release);
        return true;
    }
    return bucket.compare_exchange_strong(seen, claim, std::memory_order_acq_rel, std::memory_order_acquire);
}

/// Starts at `home`. `puts`: an absent state is inserted. `lines` and `lost` are counted up.
template <bool puts, NearKey Key>
TableResult probe(const NearBuckets& buckets, std::size_t home, Key& key, std::uint64_t& lines, std::uint64_t& lost) {
    std::atomic<std::uint64_t>* line = buckets.first + line_of(home);
    std::size_t within = home % buckets_of_a_line;
    for (std::size_t examined = 0; examined < buckets.max_examined; examined += buckets_of_a_line) {
        ++lines;
        for (std::size_t n = 0; n < buckets_of_a_line; ++n) {
            std::atomic<std::uint64_t>& bucket = line[within];
            std::uint64_t seen = bucket.load(std::memory_order_acquire);
            if (seen == Bucket::empty) {
                if constexpr (!puts) return {.outcome = TableOutcome::absent, .place = {}};
                const std::uint64_t claim = key.claim();
                if (claim == Bucket::empty) return {.outcome = TableOutcome::full, .place = {}};
                if (take_bucket(bucket, seen, claim, buckets.shared))
                    return {.outcome = TableOutcome::inserted,
                            .place = key.place(static_cast<std::size_t>(&bucket - buckets.first), claim)};
                ++lost;
            }
            if (key.is(seen)) {
                if constexpr (puts) key.put_back();
                return {.outcome = TableOutcome::found,
                        .place = key.place(static_cast<std::size_t>(&bucket - buckets.first), seen)};
            }
            within = (within + 1) % buckets_of_a_line;
        }
        line += buckets_of_a_line;
        if (line == buckets.first + buckets.count) line = buckets.first;
    }
    if constexpr (puts) key.put_back();
    return {.outcome = puts ? TableOutcome::full : TableOutcome::absent, .place = {}};
}

}  // namespace scrump::detail

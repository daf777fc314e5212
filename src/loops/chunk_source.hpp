#pragma once
// The source of a worker's chunks. All workers share a few words of remote memory, by which each calculates its next
// chunk itself (distributed chunk calculation, Eleliemy and Ciorba 2021): no worker hands out chunks, and none waits
// for another one that does.
//
// Protocol. Chunks of one size: they are dealt out to all workers in blocks, each with a counter in its worker's
// locality; fetch-and-add of a block's counter is a chunk. A worker takes from its own block until that is empty, then
// from the next one's, and so on: so workers do not contend for one word before the end. Chunks of a block whose sizes
// follow from the worker's times in it: the same, but counters count iterations, and increase by the size. Chunks of
// sizes that depend on their number alone: all boundaries are tabulated beforehand, the same everywhere; fetch-and-add
// of `step`, in locality 0, is a chunk. Any other: that yields the number; the size follows from the number, from
// `scheduled` as it was a moment ago and from what workers have put into their words; fetch-and-add of `scheduled` by
// the size yields the chunk's beginning. So ranges never overlap and leave nothing out, however stale what the size was
// made from. A worker that finds nothing asks no more, so no word overflows.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/detail/static_rules.hpp>
#include <scrump/loops/technique.hpp>
#include <scrump/runtime/remote_array.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::detail {

/// The division of a loop: the same in all localities.
class ChunkPlan {
  public:
    /// For localities with this number of workers each.
    ChunkPlan(const Technique& technique, const LoopShape& shape, unsigned workers_each);

    /// Number of words in each locality.
    std::size_t words() const;

    const ChunkRule& rule() const { return *rule_; }
    std::uint64_t iterations() const { return iterations_; }
    /// Progress known beforehand.
    const std::vector<WorkerProgress>& workers() const { return workers_; }

    bool is_assigned() const { return rule_->depends() == ChunkRule::Depends::assigned; }
    /// The k-th chunk of a worker. Throws Error for one that reaches beyond the loop.
    ChunkRule::Range assigned(unsigned worker, std::uint64_t k) const;
    bool is_tabulated() const { return !boundaries_.empty(); }
    bool depends_on_progress() const { return rule_->depends() == ChunkRule::Depends::progress; }
    /// The boundaries of a tabulated chunk. Empty beyond the last.
    ChunkRule::Range chunk(std::uint64_t step) const {
        if (step + 1 >= boundaries_.size()) return {};
        return {boundaries_[static_cast<std::size_t>(step)], boundaries_[static_cast<std::size_t>(step) + 1]};
    }

    bool is_in_blocks() const { return rule_->depends() == ChunkRule::Depends::block; }

    /// Whether all chunks except the last have the same size.
    bool is_fixed() const { return fixed_size_ > 0; }
    unsigned blocks() const { return static_cast<unsigned>(workers_.size()); }
    /// A worker's block: numbers of chunks of one size, or iterations; and the locality that has its counter.
    ChunkRule::Range block(unsigned worker) const { return blocks_.assigned(worker, 0); }
    unsigned home(unsigned worker) const { return worker / workers_each_; }
    static std::size_t counter(unsigned index) { return index * spacing; }
    std::size_t counter_of(unsigned worker) const { return counter(worker % workers_each_); }
    /// The chunk of that number, which must be below chunks().
    ChunkRule::Range fixed_chunk(std::uint64_t number) const {
        const std::uint64_t first = number * fixed_size_;
        return {first, first + std::min(fixed_size_, iterations_ - first)};
    }

    /// Distance between words that different workers change.
    static constexpr std::size_t spacing = 16;

  private:
    void tabulate();

    std::uint64_t iterations_;
    std::unique_ptr<ChunkRule> rule_;  // first, because it rejects invalid options
    std::vector<WorkerProgress> workers_;
    const unsigned workers_each_;
    std::uint64_t fixed_size_ = 0;
    BlockRule blocks_;  // of the chunks' numbers, or of the iterations
    std::vector<std::uint64_t> boundaries_;
};

/// The source of one worker.
class ChunkSource {
  public:
    using Word = RemoteAccess::Word;

    /// `worker`: its number among those of all localities.
    ChunkSource(const ChunkPlan& plan, RemoteAccess& words, unsigned worker);

    /// For a worker that also serves its locality: `serve` is called to do so until a word has arrived, or the run
    /// ends.
    void serve_by(std::function<void(RemoteHandle&)> serve) { serve_ = std::move(serve); }

    /// The next chunk; empty if there is none left, or the run ends. `now` in seconds, if needed.
    ChunkRule::Range next(double now) {
        // The steps for each iteration under self-scheduling.
        if (counter_ != nullptr) {
            const std::uint64_t number = block_.first + counter_->fetch_add(1, std::memory_order_relaxed);
            if (number < block_.last) return plan_.fixed_chunk(number);
        }
        return next_otherwise(now);
    }
    /// Reports that this worker begins, and has finished, its chunk, if others need to know.
    void begun(std::uint64_t size, double now);
    void finished(std::uint64_t size, double seconds, double total);

    /// Progress of this worker, of the chunks that were reported.
    const WorkerProgress& progress() const { return own_; }

  private:
    ChunkRule::Range next_otherwise(double now);
    ChunkRule::Range take_from_blocks(double now);
    ChunkRule::Range take_from_block(unsigned owner, double now, bool& ended);
    std::uint64_t size_in_block(double now);
    void go_to_block(unsigned worker);
    ChunkRule::Range ask(double now);
    std::optional<Word> add(unsigned home, std::size_t word, Word amount);
    Word outcome(RemoteHandle& handle);
    void put(const WorkerProgress& own);

    const ChunkPlan& plan_;
    RemoteAccess& words_;
    const unsigned worker_;
    // The counter of the block from which it takes chunks, if that can be reached, and the same if it counts chunks.
    std::atomic<Word>* block_counter_ = nullptr;
    std::atomic<Word>* counter_ = nullptr;
    ChunkRule::Range block_{};
    unsigned left_blocks_ = 0;     // number of blocks that it has found empty
    WorkerProgress in_block_{};    // if sizes depend on it: progress in the block
    std::uint64_t scheduled_ = 0;  // the same: what it knows to be taken of the block
    std::uint64_t taken_ = 0;      // number of assigned chunks that were taken
    WorkerProgress own_{};
    std::vector<WorkerProgress> all_ = plan_.workers();  // last known progress
    std::vector<Word> buffer_;
    std::function<void(RemoteHandle&)> serve_;  // null: another thread serves
};

}  // namespace scrump::detail

#pragma once
// The states of an exploration in files: levels, breadth first, with delayed detection of duplicates (Stern and Dill,
// 1998; Korf, 2004). While a level is expanded, each worker gathers successors in memory; when it is full, they are
// sorted and written as a run. At the end of the level all runs are merged, and what is in no earlier level is the next
// one. Everything is read and written in sequence.
//
// States are divided into parts by the first words of their records, so workers merge parts at the same time. A part's
// levels follow one another in one file; where there are many, the smallest are also merged with one another, so that a
// merge has few sources. As records are spread evenly and blocks are known by their first ones, a small level reads
// only the blocks of visited states that may contain its own.
//
// All workers share it. They meet between the phases of a level: gathering, merging, and the search for a predecessor.

#include "sorted_sections.hpp"
#include "state_records.hpp"

#include <scrump/base/detail/scratch_files.hpp>
#include <scrump/states/explore/detail/any_model.hpp>
#include <scrump/states/explore/result.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {

class RecordBuffer;

class DiskStates {
  public:
    using Word = std::uint64_t;

    /// Makes files below the folder, for states of this number of words and workers that share this memory. Throws
    /// UsageError if it is too small, and Error if there can be no files.
    DiskStates(const std::string& folder, std::size_t width, unsigned workers, std::size_t memory);

    RecordShape shape() const { return shape_; }
    std::size_t most_words_of_record() const { return record_words_; }
    /// Number of words of the buffer of a worker, and of the blocks in which it reads a level.
    std::size_t buffer_words() const { return buffer_words_; }
    std::size_t block_words() const { return block_words_; }
    ExploreDiskStatistics statistics() const;

    using GoesOn = std::function<bool()>;
    using See = std::function<void(const Word* record)>;

    // --- Runs

    /// Writes a run of the worker from the buffer, which is then empty. Returns false if `goes_on` did.
    bool write_run(unsigned worker, RecordBuffer& buffer, const GoesOn& goes_on);
    /// Once all have merged them.
    void remove_runs(unsigned worker) { runs_[worker].file->clear(); }

    // --- Merging

    unsigned parts() const { return static_cast<unsigned>(parts_.size()); }
    /// Merges the runs of a part with what was visited: what is new is its next level, shown to `see`. Returns false if
    /// `goes_on` did, and then the part must not be used any more.
    bool merge(unsigned part, std::span<Word> memory, const See& see, const GoesOn& goes_on);

    // --- Checkpoints

    /// Makes a sorted level of the records that `next` returns, null after the last one. By one worker, for levels from
    /// the first one on.
    void add_level(const std::function<const Word*()>& next, std::span<Word> memory);
    /// Number of levels that were added so.
    std::size_t known_levels() const { return known_levels_; }
    /// Merges the runs of a part with its known level, each of whose states must be among them; the first level must
    /// consist of them. Otherwise throws Error "FILE: …". Shows the states, and returns as merge().
    bool check(unsigned part, std::size_t level, std::span<Word> memory, const std::string& file, const See& see,
               const GoesOn& goes_on);
    /// Throws Error "FILE: …" if known levels of a part have a state in common.
    bool check_distinct(unsigned part, std::span<Word> memory, const std::string& file, const GoesOn& goes_on);
    /// Calls `see` with all records of a level, in order.
    void show_level(std::size_t level, std::span<Word> memory, const See& see) const;

    // --- Levels

    /// The level as blocks. Valid until the next merge.
    std::vector<std::pair<const SortedSection*, std::size_t>> blocks_of(std::size_t level) const;
    /// Number of the next part or block of a phase that no other worker has taken. One worker calls reset_turn() for
    /// the next phase while all are in this one.
    std::uint64_t take_turn(std::uint64_t phase) { return turns_[phase % 2].fetch_add(1, std::memory_order_relaxed); }
    void reset_turn(std::uint64_t phase) { turns_[phase % 2].store(0, std::memory_order_relaxed); }

    // --- Findings, and predecessors of states

    struct Found {
        StateVerdict verdict;
        std::vector<Word> state;
    };
    /// The first one counts.
    void tell_found(const StateVerdict& verdict, StateWordsSpan state);
    bool has_found() const { return has_found_.load(std::memory_order_acquire); }
    /// Once all have met.
    const Found& found() const { return *found_; }

    /// Likewise, a predecessor in a phase; it is known up to the next phase but one.
    void tell_predecessor(std::uint64_t phase, StateWordsSpan state);
    bool has_predecessor(std::uint64_t phase) const {
        return predecessors_[phase % 2].phase.load(std::memory_order_acquire) == phase;
    }
    const std::vector<Word>& predecessor(std::uint64_t phase) const { return predecessors_[phase % 2].state; }

  private:
    struct Runs {
        std::shared_ptr<ScratchFile> file;
        std::vector<std::vector<SortedSection>> of_parts;
    };
    struct Part {
        std::shared_ptr<ScratchFile> file;
        std::vector<SortedSection> levels{};
        std::vector<SortedSection> visited{};  // together the same states, in fewer sections
    };

    struct Predecessor {
        std::atomic<std::uint64_t> phase = ~std::uint64_t{0};
        std::vector<Word> state{};
    };

    unsigned part_of(Word first) const { return static_cast<unsigned>(high_product(first, parts_.size())); }
    std::size_t most_sources() const { return buffer_words_ / source_words_ - 1; }
    std::vector<SortedSection> take_runs(unsigned part);
    bool reduce(std::vector<SortedSection>& sections, std::size_t most, std::size_t together, std::span<Word> memory,
                const GoesOn& goes_on);
    std::optional<SortedSection> merge(std::span<const SortedSection> sections, std::span<Word> memory,
                                       const GoesOn& goes_on);

    const RecordShape shape_;
    const std::size_t record_words_;  // largest number
    const std::size_t source_words_;  // smallest number, of the memory for a section that is merged
    const std::size_t block_words_;
    const std::size_t buffer_words_;
    ScratchFolder folder_;
    std::vector<Runs> runs_;  // by worker
    std::vector<Part> parts_;
    std::size_t known_levels_ = 0;
    std::atomic<std::uint64_t> run_count_ = 0;
    std::atomic<std::uint64_t> merges_ = 0;
    std::array<std::atomic<std::uint64_t>, 2> turns_{};
    std::mutex mutex_;
    std::atomic<bool> has_found_ = false;
    std::optional<Found> found_;
    std::array<Predecessor, 2> predecessors_;
};

}  // namespace scrump::detail

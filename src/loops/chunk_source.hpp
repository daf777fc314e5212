#pragma once
// Where a worker gets its chunks from. What all workers have in common are a few words of remote memory in locality 0,
// by which each works out its next chunk itself (distributed chunk calculation, Eleliemy and Ciorba 2021): nobody hands
// chunks out, and nobody waits for who does.
//
// Protocol: a rule that needs nothing but the number of a chunk has all boundaries tabulated beforehand, the same
// everywhere: fetch-and-add of `step` is a chunk. For any other, that yields the number; the size follows from the
// number, from `scheduled` as it was a moment ago and from what workers have put into their words; fetch-and-add of
// `scheduled` by the size yields the chunk's beginning. So ranges never overlap and leave nothing out, however stale
// what the size was made from. Beyond the last iteration there is nothing; a worker asks once more and then no more, so
// the words do not overflow.

#include <scrump/base/clock.hpp>
#include <scrump/loops/chunk_rule.hpp>
#include <scrump/loops/technique.hpp>
#include <scrump/runtime/remote_array.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace scrump::detail {

/// How a loop is divided: the same in all localities.
class ChunkPlan {
  public:
    ChunkPlan(const Technique& technique, const LoopShape& shape);

    /// How many words it takes in locality 0.
    std::size_t words() const;

    const ChunkRule& rule() const { return *rule_; }
    std::uint64_t iterations() const { return iterations_; }
    /// By what was known beforehand.
    const std::vector<WorkerProgress>& workers() const { return workers_; }

    bool is_assigned() const { return rule_->depends() == ChunkRule::Depends::assigned; }
    bool is_tabulated() const { return fixed_size_ > 0 || !boundaries_.empty(); }
    bool depends_on_progress() const { return rule_->depends() == ChunkRule::Depends::progress; }
    /// Of a tabulated one. Empty beyond the last.
    ChunkRule::Range chunk(std::uint64_t step) const;

  private:
    void tabulate();

    std::uint64_t iterations_;
    std::vector<WorkerProgress> workers_;
    std::unique_ptr<ChunkRule> rule_;
    std::uint64_t fixed_size_ = 0;
    std::vector<std::uint64_t> boundaries_;
};

/// One worker's.
class ChunkSource {
  public:
    using Word = RemoteAccess::Word;

    /// `worker`: its number among those of all localities.
    ChunkSource(const ChunkPlan& plan, RemoteAccess& words, unsigned worker)
        : plan_(plan), words_(words), worker_(worker) {}

    /// The next chunk; empty if there is none left, or the run ends. `now` in seconds, where it is needed.
    ChunkRule::Range next(double now);
    /// This worker begins, and has finished, what it got. Told where others want to know it.
    void begun(std::uint64_t size, double now);
    void finished(const WorkerProgress& own);

  private:
    ChunkRule::Range ask(double now);
    std::optional<Word> add(std::size_t word, Word amount);
    void put(const WorkerProgress& own);

    const ChunkPlan& plan_;
    RemoteAccess& words_;
    const unsigned worker_;
    std::uint64_t taken_ = 0;
    WorkerProgress own_{};
    std::vector<WorkerProgress> all_ = plan_.workers();  // as known last
    std::vector<Word> buffer_;
};

}  // namespace scrump::detail

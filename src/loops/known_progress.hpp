#pragma once
// What one locality knows of the progress of all workers: of its own workers all there is, of others what their
// localities have told. Localities tell each other with the messages by which iterations are stolen, which go from one
// to another anyway (a request, a chunk, a rejection), and pass on what they were told. So a locality learns how fast
// it is in relation to the others once one of them has asked it for work, or has given it some.
//
// Pure: without threads and clocks.

#include <scrump/loops/chunk_rule.hpp>
#include <scrump/net/codec.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

/// A worker's progress, by its number among those of all localities.
struct ProgressNews {
    std::uint64_t worker = 0;
    WorkerProgress progress{};
};

class KnownProgress {
  public:
    /// `before`: of all workers before the loop begins; those from `first` on are this locality's, `own` of them.
    KnownProgress(std::vector<WorkerProgress> before, unsigned first, unsigned own);

    /// Of all workers, as far as it is known.
    std::span<const WorkerProgress> all() const { return all_; }

    /// One of the own workers begins a chunk, at `now` by this locality's clock; or has finished one, with this
    /// progress in all.
    void begun(unsigned worker, std::uint64_t size, double now);
    void finished(unsigned worker, const WorkerProgress& progress);

    /// What to tell another locality: of the own workers, and of some of the others, in turn. Only of those that have
    /// finished a chunk.
    std::vector<ProgressNews> news();
    /// What another locality has told. The later one of two that tell of the same worker is the one with more chunks.
    void learn(std::span<const ProgressNews> news);

    /// Others of which is told at a time: messages do not grow with the machine.
    static constexpr std::size_t most_others = 64;

  private:
    bool is_own(std::size_t worker) const { return worker >= first_ && worker < first_ + own_; }
    void tell(std::size_t worker, std::vector<ProgressNews>& news) const;

    std::vector<WorkerProgress> all_;
    const std::size_t first_;
    const std::size_t own_;
    std::size_t next_ = 0;  // the other worker of which is told first the next time
};

/// Puts news behind a message, and takes them from there.
void put_news(Encoder& to, const std::vector<ProgressNews>& news);
std::vector<ProgressNews> take_news(Decoder& from);

}  // namespace scrump::detail

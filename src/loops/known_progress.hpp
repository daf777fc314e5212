#pragma once
// One locality's knowledge of the progress of all workers: complete for its own workers, and for others as their
// localities have told. Localities inform each other with the messages by which iterations are stolen, which are sent
// anyway (a request, a chunk, a rejection), and pass on what they were told. So a locality learns its relative speed
// once another one has asked it for work, or has given it some.
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
    /// `before`: progress of all workers before the loop begins; those from `first` on are this locality's, `own` of
    /// them.
    KnownProgress(std::vector<WorkerProgress> before, unsigned first, unsigned own);

    /// Progress of all workers, as far as it is known.
    std::span<const WorkerProgress> all() const { return all_; }

    /// Records that one of the own workers begins a chunk, at `now` by this locality's clock; or has finished one, with
    /// this total progress.
    void begun(unsigned worker, std::uint64_t size, double now);
    void finished(unsigned worker, const WorkerProgress& progress);

    /// The news for another locality: on the own workers, and on some of the others, in turn. Only on those that have
    /// finished a chunk.
    std::vector<ProgressNews> news();
    /// Receives another locality's news. Of two reports on the same worker, the one with more chunks is later.
    void learn(std::span<const ProgressNews> news);

    /// Number of other workers in a message: messages do not grow with the machine.
    static constexpr std::size_t most_others = 64;

  private:
    bool is_own(std::size_t worker) const { return worker >= first_ && worker < first_ + own_; }
    void tell(std::size_t worker, std::vector<ProgressNews>& news) const;

    std::vector<WorkerProgress> all_;
    const std::size_t first_;
    const std::size_t own_;
    std::size_t next_ = 0;  // the other worker that comes first the next time
};

/// Appends news to a message, and takes them off again.
void put_news(Encoder& to, const std::vector<ProgressNews>& news);
std::vector<ProgressNews> take_news(Decoder& from);

}  // namespace scrump::detail

#pragma once
// The runtime's locality and worker, for loops over data of which each locality has a part. To the runtime a task is a
// piece with iterations that have not been begun, or a chunk that a worker is running, or results on their way.

#include "any_loop_run.hpp"
#include "iteration_sums.hpp"
#include "known_progress.hpp"
#include "pieces.hpp"

#include <scrump/loops/detail/part_run.hpp>
#include <scrump/runtime/detail/message_dispatcher.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::detail {

class PartWorker;

class PartLocality final : public AnyLoopLocality {
  public:
    PartLocality(Setup setup, const LoopOptions& options, const LoopPart& part, const LoopGathering& gathering);

    const LoopStealing& stealing() const { return stealing_; }

    // --- For workers

    /// The next chunk. It is counted as a task.
    std::optional<Piece> take(unsigned worker);
    /// Runs a chunk; returns the number of its iterations that were run.
    std::uint64_t run(const Piece& chunk, unsigned worker, ChunkGuard& guard);
    /// Handles the results of a chunk that was run.
    void finish(const Piece& chunk);
    /// Progress of a worker of this locality, for its rules.
    void note(unsigned worker, const WorkerProgress& progress);
    bool timed() const { return timed_; }

    // --- For the code that serves it

    bool has_victims() const override;
    bool has_shared_tasks() const override;
    StealReply give(unsigned thief);
    void receive(Bytes tasks) override;
    /// Data appended to a message to another locality, and those received with one of its messages.
    void put_news(Encoder& message);
    void take_news(Decoder& message);
    void note_tried() { ++transfers_.tried; }
    /// The chunk that give() returned has been handed to the network.
    void note_sent();

    /// Results that are to be sent home. Each is uncounted with sent_away(1) once it is sent.
    std::vector<std::pair<unsigned, Bytes>> take_outgoing();
    void put_results(Bytes message);

    const std::vector<IterationSums>& sums() const { return sums_; }

    std::vector<std::unique_ptr<Component>> components(const ServingParts& parts) override;

  private:
    std::optional<LoopTransfers> found_transfers() const override { return transfers_; }

    double now() const { return timed_ ? seconds_since_start() : 0; }

    const LoopStealing& stealing_;
    const LoopPart& part_;
    const std::uint64_t seed_;

    mutable std::mutex mutex_;
    Pieces pieces_;  // guarded by the mutex
    const bool timed_;
    KnownProgress progress_;                            // guarded by the mutex
    std::vector<std::pair<unsigned, Bytes>> outgoing_;  // guarded by the mutex: owners, and results for them
    std::vector<IterationSums> sums_;                   // guarded by the mutex: by owner; empty unless checked

    // Used by the serving thread alone.
    LoopTransfers transfers_;
    const MessageDispatcher* messages_ = nullptr;
    Clock::time_point send_began_{};
};

class PartWorker final : public AnyLoopWorker {
  public:
    PartWorker(PartLocality& home, unsigned index);

    // --- For a caller that is this worker itself (Settings::own_threads)

    /// Takes a chunk into its hands; returns whether there is one.
    bool begin_chunk();
    const Piece& chunk() const { return chunk_; }
    /// Records the number of its iterations that were run.
    void end_chunk(std::uint64_t done);

  private:
    bool take_own() override { return false; }
    bool take_shared() override;
    bool take_from(Worker& /*victim*/) override { return false; }
    bool steal() override { return false; }  // nothing belongs to a worker
    TaskSize run_task() override;
    void start_chunk();
    void finish_chunk(std::uint64_t done);

    PartLocality& home_;
    Piece chunk_;
    double asked_ = 0;  // when it requested the chunk, and began it
    double began_ = 0;
};

}  // namespace scrump::detail

#pragma once
// The runtime's locality and worker, for loops for whose iterations all localities have the data. Takes chunks until
// there are none left. To the runtime that is one task; where a trace is wanted, each chunk is.

#include "any_loop_run.hpp"
#include "chunk_source.hpp"
#include "iteration_sums.hpp"

#include <scrump/loops/detail/loop_run.hpp>

#include <cstdint>
#include <functional>
#include <utility>

namespace scrump::detail {

class LoopLocality;

class LoopWorker final : public AnyLoopWorker {
  public:
    LoopWorker(LoopLocality& home, const ChunkPlan& plan, RemoteAccess& words, WorkerShare share, const LoopWork& work,
               bool timed);

    /// Of its chunks, where a rule has assigned them: others cannot overlap.
    const IterationSums& sums() const { return sums_; }

    // --- For a caller that is this worker itself (Settings::own_threads)

    /// Makes `serve` be called to serve the locality until a word has arrived.
    void serve_by(std::function<void(RemoteHandle&)> serve) { source_.serve_by(std::move(serve)); }
    /// Takes a chunk into its hands; returns whether there is one.
    bool begin_chunk();
    ChunkRule::Range chunk() const { return chunk_; }
    /// Records the number of its iterations that were run.
    void end_chunk(std::uint64_t done);

  private:
    bool take_own() override { return false; }
    bool take_from(Worker& /*victim*/) override { return false; }
    void work() override;
    TaskSize run_task() override;

    void run_chunks();
    void run_timed_chunks();
    // In the class, so that position-independent code may inline them: steps of each iteration under self-scheduling.
    ChunkRule::Range next(double now) {
        const ChunkRule::Range range = source_.next(now);
        if (assigned_) sums_.add(IterationSums::of(range));
        return range;
    }
    struct Run {
        std::uint64_t done;  // number of iterations that were run
        bool left;           // as the loop ends for another reason
    };
    Run run(ChunkRule::Range range) {
        LoopChunk chunk(range, share_.locality, share_.locality, share_.worker, *this);
        const std::uint64_t done = work_.run(chunk);
        ran(done);
        return {done, chunk.was_left()};
    }
    void finish_timed(std::uint64_t done, double ended);
    void note_run(std::uint64_t done);

    LoopLocality& home_;
    const LoopWork& work_;
    ChunkSource source_;
    const bool timed_;
    const bool assigned_;
    IterationSums sums_;
    // Of a worker that times its chunks, or whose caller runs them: the chunk in its hands, when it asked for it, and
    // when it began it.
    ChunkRule::Range chunk_{};
    double asked_ = 0;
    double began_ = 0;
    bool out_of_chunks_ = false;
};

class LoopLocality final : public AnyLoopLocality {
  public:
    LoopLocality(Setup setup, const LoopOptions& options, std::uint64_t iterations, const LoopWork& work,
                 const LoopGathering& gathering);

    IterationSums sums() const;

    /// Whether a locality's words can only be reached by messages, which another thread has to answer.
    bool has_words_of_others() const { return by_messages_; }

    /// Unless chunks are assigned, worker 0 takes all of them while it is alone.
    bool begins_with_one_worker() const override { return !plan_.is_assigned(); }

  private:
    void left_out() override { task_done(); }

    const ChunkPlan plan_;
    bool by_messages_ = false;
};

}  // namespace scrump::detail

#pragma once
// A loop over parts whose worker is the thread that calls: it asks for a piece of the iterations, runs it where it is,
// and says when it has. The locality is served while it asks, so others' steal requests are answered between two
// pieces: for programs that keep their own loop, and for MPI that only the main thread may use.

#include "part_run.hpp"

#include <scrump/loops/detail/part_run.hpp>

#include <cstdint>
#include <optional>

namespace scrump::detail {

class PulledLoop final : private PartRun {
  public:
    struct Pace {
        std::uint64_t break_after =
            0;  ///< iterations at most between two times that others are answered; 0: any number
        std::uint64_t request_when = 0;  ///< more work is asked for when no more than so many iterations are left
        std::uint64_t room = 0;          ///< of stolen iterations that are offered together, at most; 0: any number
        bool steals = true;              ///< whether it asks for work at all
        ChunkLog* log = nullptr;         ///< where the chunks are put down; null: nowhere
    };

    /// `part` must stay; its `run` is not called. Throws as run_parts().
    PulledLoop(const LoopOptions& options, const LoopPart& part, Pace pace);

    /// The next iterations to be run; none once the loop is over, everywhere. What was offered before must be done().
    const Piece* next();
    /// They were run.
    void done();
    /// Whether the loop is over: next() said so.
    bool over() const { return over_; }

    /// What came of it. Throws Error if something went wrong, here or elsewhere.
    LoopResult result();

  private:
    PartWorker& worker();
    bool offer();
    void ask_early();
    void wait_for_more();

    const Pace pace_;
    bool running_ = false;    // a chunk is in the worker's hands
    std::uint64_t next_ = 0;  // of its iterations, the first that was not offered
    Piece offered_;           // a part of it
    bool over_ = false;
    std::optional<Locality::Idling> idling_;  // it has, or soon has, nothing to do
};

}  // namespace scrump::detail

#pragma once
// A loop over parts whose worker is the calling thread: it asks for some iterations, runs them where it is, and reports
// that. The locality is served while it asks, so others' steal requests are answered between two pieces: for programs
// that keep their own loop, and for MPI that only the main thread may use.

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
        std::uint64_t request_when = 0;  ///< number of remaining iterations at which more work is requested
        std::uint64_t room = 0;   ///< largest number of stolen iterations that are offered together; 0: any number
        bool steals = true;       ///< whether it asks for work at all
        ChunkLog* log = nullptr;  ///< log of the chunks; null: none
    };

    /// `part` must outlive it; its `run` is not called. Throws as run_parts().
    PulledLoop(const LoopOptions& options, const LoopPart& part, Pace pace);

    /// The next iterations to be run; none once the loop is over, everywhere. Those offered before must be done().
    const Piece* next();
    /// Reports that they were run.
    void done();
    /// Whether the loop is over, by the result of next().
    bool over() const { return over_; }

    /// The results of the loop. Throws Error if something went wrong, here or elsewhere.
    LoopResult result();

  private:
    PartWorker& worker();
    bool offer();
    void ask_early();
    void wait_for_more();

    const Pace pace_;
    bool running_ = false;    // a chunk is in the worker's hands
    std::uint64_t next_ = 0;  // the first of its iterations that was not offered
    Piece offered_;           // a part of it
    bool over_ = false;
    std::optional<Locality::Idling> idling_;  // exists if it has, or will soon have, nothing to do
};

}  // namespace scrump::detail

#pragma once
// A loop whose worker is the calling thread: it asks for some iterations, runs them where it is, and reports that. The
// locality is served while it asks, so others' requests are answered between two pieces: for programs that keep their
// own loop, and for MPI that only the main thread may use.

#include "chunk_log.hpp"
#include "pieces.hpp"

#include <scrump/loops/result.hpp>
#include <scrump/runtime/detail/locality.hpp>

#include <cstdint>
#include <functional>
#include <optional>

namespace scrump::detail {

class PulledLoop {
  public:
    struct Pace {
        /// Largest number of iterations between two times that others are answered; 0: any number; null: a part of each
        /// chunk, if others need answers at all.
        std::optional<std::uint64_t> break_after = 0;
        /// Number of remaining iterations at which more work is requested; null: a part of each chunk.
        std::optional<std::uint64_t> request_when = 0;
        std::uint64_t room = 0;   ///< largest number of stolen iterations that are offered together; 0: any number
        bool steals = true;       ///< whether it asks for work at all
        ChunkLog* log = nullptr;  ///< log of the chunks; null: none
    };

    PulledLoop(const PulledLoop&) = delete;
    PulledLoop& operator=(const PulledLoop&) = delete;
    virtual ~PulledLoop() = default;

    /// The next iterations to be run; none once the loop is over, everywhere. Those offered before must be done().
    const Piece* next();
    /// Reports that they were run.
    void done();
    /// Whether the loop is over, by the result of next().
    bool over() const { return over_; }

    /// The results of the loop. Throws Error if something went wrong, here or elsewhere.
    LoopResult result();

  protected:
    /// For `ranks` localities.
    PulledLoop(Pace pace, unsigned ranks) : pace_(pace), ranks_(ranks) {}

    /// Run::carry_on().
    virtual bool serve_until(const std::function<bool()>& until) = 0;
    virtual Locality& home() = 0;
    virtual unsigned self() = 0;
    /// Takes a chunk into its hands; returns whether there is one.
    virtual bool begin_chunk() = 0;
    virtual const Piece& chunk() = 0;
    /// Records the number of its iterations that were run.
    virtual void end_chunk(std::uint64_t done) = 0;
    /// Whether others wait for answers while this process runs a chunk.
    virtual bool answers_others() = 0;
    virtual LoopResult take() = 0;

    /// To be called whenever the loop is served otherwise.
    void note_over(bool over) { over_ = over_ || over; }

  private:
    bool offer();
    std::uint64_t break_after();
    void ask_early();
    void wait_for_more();

    const Pace pace_;
    const unsigned ranks_;
    bool running_ = false;    // a chunk is in the worker's hands
    std::uint64_t next_ = 0;  // the first of its iterations that was not offered
    Piece offered_;           // a part of it
    bool over_ = false;
    std::optional<Locality::Idling> idling_;  // exists if it has, or will soon have, nothing to do
};

}  // namespace scrump::detail

#pragma once
// A pulled loop for whose iterations all localities have the data: a technique divides it among them all.

#include "loop_run.hpp"
#include "pulled_loop.hpp"

#include <cstdint>

namespace scrump::detail {

class PulledWhole final : private LoopRun, public PulledLoop {
  public:
    /// Throws as run_loop().
    PulledWhole(const LoopOptions& options, std::uint64_t iterations, Pace pace);

    using PulledLoop::done;  // and not the run's own

  private:
    bool serve_until(const std::function<bool()>& until) override { return carry_on(until); }
    Locality& home() override { return loop_locality(); }
    unsigned self() override { return loop_locality().self(); }
    bool begin_chunk() override;
    const Piece& chunk() override { return chunk_; }
    void end_chunk(std::uint64_t done) override { worker().end_chunk(done); }
    bool answers_others() override { return loop_locality().has_words_of_others(); }
    LoopResult take() override { return take_result(); }

    LoopWorker& worker() { return static_cast<LoopWorker&>(loop_locality().worker(0)); }

    Piece chunk_;
};

}  // namespace scrump::detail

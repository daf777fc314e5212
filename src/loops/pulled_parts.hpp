#pragma once
// A pulled loop over data of which each locality has a part.

#include "part_run.hpp"
#include "pulled_loop.hpp"

#include <scrump/loops/detail/part_run.hpp>

#include <cstdint>

namespace scrump::detail {

class PulledParts final : private PartRun, public PulledLoop {
  public:
    /// `part` must outlive it; its `run` is not called. Throws as run_parts().
    PulledParts(const LoopOptions& options, const LoopPart& part, Pace pace);

    using PulledLoop::done;  // and not the run's own

  private:
    bool serve_until(const std::function<bool()>& until) override { return carry_on(until); }
    Locality& home() override { return part_locality(); }
    unsigned self() override { return part_locality().self(); }
    bool begin_chunk() override { return worker().begin_chunk(); }
    const Piece& chunk() override { return worker().chunk(); }
    void end_chunk(std::uint64_t done) override { worker().end_chunk(done); }
    bool answers_others() override { return localities() > 1; }
    LoopResult take() override { return take_result(); }

    PartWorker& worker() { return static_cast<PartWorker&>(part_locality().worker(0)); }
};

}  // namespace scrump::detail

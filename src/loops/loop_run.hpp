#pragma once
// The runtime's run, for loops for whose iterations all processes have the data.

#include "any_loop_run.hpp"
#include "chunk_log.hpp"
#include "loop_locality.hpp"

#include <scrump/loops/detail/loop_run.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scrump::detail {

class LoopRun : public AnyLoopRun {
  public:
    /// `work` must outlive it. `external_workers`: the workers belong to the caller. `log`: collects the chunks that
    /// the caller puts there; null: none. Throws UsageError for invalid options.
    LoopRun(const LoopOptions& options, std::uint64_t iterations, const LoopWork& work, bool external_workers = false,
            ChunkLog* log = nullptr);

  protected:
    /// The first locality of this process.
    LoopLocality& loop_locality() { return *made_.front(); }

  private:
    std::unique_ptr<Locality> make(Locality::Setup setup) override;
    bool needs_service() const override { return false; }
    void prepare() override {}  // all workers have something to do from the beginning
    std::string complaint(const LoopStatistics& statistics) override;

    void gather(ChunkLog* log);
    IterationSums sums_of(unsigned locality) const;

    const std::uint64_t iterations_;
    const LoopWork& work_;
    std::vector<LoopLocality*> made_;  // in this process
    IterationSums sums_;
};

}  // namespace scrump::detail

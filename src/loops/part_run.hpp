#pragma once
// The runtime's run, for loops over data of which each locality has a part.

#include "any_loop_run.hpp"
#include "chunk_log.hpp"
#include "part_locality.hpp"

#include <scrump/loops/detail/part_run.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace scrump::detail {

class PartRun : public AnyLoopRun {
  public:
    /// `external_workers`: the workers belong to the caller. `log`: collects the chunks that the caller puts there;
    /// null: none. Throws UsageError for invalid options.
    PartRun(const LoopOptions& options, std::span<const LoopPart> parts, bool external_workers = false,
            ChunkLog* log = nullptr);

  protected:
    /// The first locality of this process.
    PartLocality& part_locality() { return *made_.front(); }

  private:
    std::unique_ptr<Locality> make(Locality::Setup setup) override;
    void prepare() override {}  // localities have something to do from the beginning, if they have a part
    bool all_run(const LoopStatistics& statistics) override;
    std::string complaint(const LoopStatistics& statistics) override;

    const std::vector<IterationSums>& sums_of(unsigned locality) const;
    void merge(const std::vector<IterationSums>& others);
    void gather(bool checked, ChunkLog* log);

    const std::span<const LoopPart> parts_;
    std::vector<PartLocality*> made_;
    std::vector<IterationSums> all_sums_;  // by owner
};

}  // namespace scrump::detail

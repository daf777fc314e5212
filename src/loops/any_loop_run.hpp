#pragma once
// What all kinds of loops have in common as clients of the runtime: shares of workers, and how they and what was found
// come together in the first process and go to the others.

#include <scrump/base/clock.hpp>
#include <scrump/loops/detail/loop_run.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/run.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::detail {

class AnyLoopLocality : public Locality {
  public:
    AnyLoopLocality(Setup setup, const LoopGathering& gathering);

    /// Its number, and the workers of all localities.
    unsigned self() const { return self_; }
    unsigned workers_in_all() const { return localities_ * size(); }
    double seconds_since_begin() const { return std::chrono::duration<double>(Clock::now() - began()).count(); }

    std::vector<WorkerShare>& shares() { return shares_; }
    std::vector<LoopTransfers>& transfers() { return transfers_; }

    void collect(bool stopped) override;
    Bytes result() const override;
    void merge_result(Bytes result) override;

  protected:
    virtual std::vector<WorkerShare> found_shares() const = 0;
    virtual std::optional<LoopTransfers> found_transfers() const { return std::nullopt; }

    /// What rules are made for, so many iterations among all workers.
    static LoopShape shape_of(const LoopOptions& options, std::uint64_t iterations, unsigned workers);

  private:
    void put(const std::vector<WorkerShare>& shares, const std::optional<LoopTransfers>& transfers);

    const unsigned self_;
    const unsigned localities_;
    const LoopGathering& gathering_;
    std::vector<WorkerShare> shares_;
    std::vector<LoopTransfers> transfers_;  // by locality, in their order
};

class AnyLoopRun : public Run {
  public:
    LoopResult operator()();

  protected:
    /// What came of it, once it is over.
    LoopResult take_result();

    /// `external_workers`: the workers are the caller's (Settings). `iterations`: of all localities, if that is known
    /// beforehand.
    AnyLoopRun(const LoopOptions& options, std::optional<std::uint64_t> iterations, LoopGathering gathering,
               bool external_workers = false);

    const LoopOptions& options() const { return options_; }
    /// To be complete before localities are made.
    LoopGathering& gathering() { return gathering_; }

    /// In the process that leads, when all is there: what is wrong with it, if anything is.
    virtual std::string complaint(const LoopStatistics& /*statistics*/) { return {}; }
    /// Whether all iterations were run.
    virtual bool all_run(const LoopStatistics& statistics) { return statistics.iterations == iterations_; }

  private:
    void gathered(std::vector<LocalityStatistics> figures) override;
    LoopResult conclude();
    void announce(Status status, const std::string& failure);
    LoopResult take_over();

    const LoopOptions options_;
    const std::optional<std::uint64_t> iterations_;
    LoopGathering gathering_;
    LoopStatistics statistics_;
};

}  // namespace scrump::detail

#pragma once
// The common part of all kinds of loops as clients of the runtime: shares of workers, how these and the results come
// together in the first process and go to the others, and reports of a running loop.

#include <scrump/base/clock.hpp>
#include <scrump/base/detail/platform.hpp>
#include <scrump/loops/detail/loop_run.hpp>
#include <scrump/loops/options.hpp>
#include <scrump/loops/result.hpp>
#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/run.hpp>
#include <scrump/runtime/detail/worker.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::detail {

/// Takes chunks.
class AnyLoopWorker : public Worker, protected ChunkGuard {
  public:
    const WorkerShare& share() const { return share_; }
    /// Number of iterations of the chunks that were run, for others at any time.
    std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }

  protected:
    AnyLoopWorker(Locality& home, const WorkerShare& share)
        : Worker(home, share.worker, false), ChunkGuard(attention_), share_(share) {}

    /// Records that these iterations were run.
    void ran(std::uint64_t iterations) { did(Platform::Pace::Work::node, iterations); }
    void tell_done(std::uint64_t iterations) { done_.store(iterations, std::memory_order_relaxed); }

    WorkerShare share_;

  private:
    bool answer_attention() override;

    std::atomic<std::uint64_t> done_ = 0;
};

class AnyLoopLocality : public Locality {
  public:
    /// `iterations`: those that are counted here, of all that are to be run.
    AnyLoopLocality(Setup setup, const LoopGathering& gathering, std::uint64_t iterations);

    /// Number of the locality, and of the workers of all localities.
    unsigned self() const { return self_; }
    unsigned workers_in_all() const { return localities_ * size(); }
    double seconds_since_start() const { return std::chrono::duration<double>(Clock::now() - started()).count(); }

    std::vector<WorkerShare>& shares() { return shares_; }
    std::vector<LoopTransfers>& transfers() { return transfers_; }

    WorkAmount work() const override;
    bool begins_with_one_worker() const override { return false; }
    void collect(bool stopped) override;
    Bytes result() const override;
    void merge_result(Bytes result) override;

  protected:
    virtual std::optional<LoopTransfers> found_transfers() const { return std::nullopt; }

  private:
    std::vector<WorkerShare> found_shares() const;
    void put(const std::vector<WorkerShare>& shares, const std::optional<LoopTransfers>& transfers);

    const unsigned self_;
    const unsigned localities_;
    const LoopGathering& gathering_;
    const std::uint64_t iterations_;
    std::vector<WorkerShare> shares_;
    std::vector<LoopTransfers> transfers_;  // by locality, in their order
};

class AnyLoopRun : public Run {
  public:
    LoopResult operator()();

  protected:
    /// The results of the loop, once it is over.
    LoopResult take_result();

    /// `external_workers`: the workers belong to the caller (Settings). `iterations`: of all localities, if known
    /// beforehand.
    AnyLoopRun(const LoopOptions& options, std::optional<std::uint64_t> iterations, LoopGathering gathering,
               bool external_workers = false);

    const LoopOptions& options() const { return options_; }
    /// To be complete before localities are made.
    LoopGathering& gathering() { return gathering_; }

    /// In the process that leads, when all results are there: an error in them, if any.
    virtual std::string complaint(const LoopStatistics& /*statistics*/) { return {}; }
    /// Whether all iterations were run.
    virtual bool all_run(const LoopStatistics& statistics) { return statistics.iterations == iterations_; }

  private:
    bool report(const ProgressReport& sum, Clock::time_point now) override;
    void observed(std::vector<LocalityStatistics> figures) override;
    void gathered(std::vector<LocalityStatistics> figures) override;
    void show(const std::vector<LocalityStatistics>& figures);
    LoopResult conclude();
    void announce(Status status, const std::string& failure);
    LoopResult take_over();

    const LoopOptions options_;
    const std::optional<std::uint64_t> iterations_;
    LoopGathering gathering_;
    LoopStatistics statistics_;
    Clock::time_point told_{};  // when progress was last shown, and its contents
    std::uint64_t told_done_ = 0;
};

}  // namespace scrump::detail

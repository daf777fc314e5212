#pragma once
// The runtime's locality and worker, for the exploration of a state space. To the runtime each worker has one task: all
// its work until all have found that nothing is left.

#include "explorer.hpp"
#include "figures.hpp"

#include <scrump/runtime/detail/locality.hpp>
#include <scrump/runtime/detail/worker.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrump::detail {

class ExploreLocality;

class ExploreWorker final : public Worker, private ExplorerHost {
  public:
    ExploreWorker(ExploreLocality& home, const ExplorerSetup& setup, const SpmdWorker& self);

    const Figures& figures() const { return explorer_->figures(); }
    /// Numbers of states that it has expanded, and found, for others at any time.
    std::uint64_t expanded() const { return expanded_.load(std::memory_order_relaxed); }
    std::uint64_t found() const { return found_.load(std::memory_order_relaxed); }

  private:
    // --- Interface of the runtime

    bool take_own() override { return false; }
    bool take_from(Worker& /*victim*/) override { return false; }
    TaskSize run_task() override { return {}; }
    void work() override;
    void publish(Clock::time_point time) override;

    // --- Interface of the explorer

    const Attention& wanted() const override { return attention_; }
    bool attend() override;
    void begin_work() override;
    void end_work() override;
    void note_steal(unsigned worker, std::size_t states) override;
    void note_remote_steal(unsigned locality, std::size_t states) override;
    void charge(std::uint64_t bytes) override;
    std::uint64_t memory_left() const override;
    void count_states(std::uint64_t states) override;
    void tell_level(std::uint64_t level) override;
    void tell_checkpoint(const std::string& error) override;
    void tell_stopped_reading() override;
    void stop_found() override;
    void stop(Status status) override;
    void ask_to_stop(Status status) override;
    std::optional<Status> wanted_stop() const override;

    ExploreLocality& home_;
    std::unique_ptr<Explorer> explorer_;
    std::uint64_t expanded_before_ = 0;  // before the current stretch of work
    std::atomic<std::uint64_t> expanded_ = 0;
    std::atomic<std::uint64_t> found_ = 0;
};

class ExploreLocality final : public Locality {
  public:
    ExploreLocality(Setup setup, const ExplorerSetup& explorers, std::size_t memory_limit, bool keeps);

    /// Figures of this locality, and, in the first one, of all whose results came.
    const Figures& figures() const { return figures_; }
    /// Once its workers have ended.
    const ExploreCheckpointStatistics& checkpoints() const { return checkpoints_; }
    std::uint64_t level() const { return level_.load(std::memory_order_relaxed); }

    // --- For workers

    void charge(std::uint64_t bytes);
    std::uint64_t memory_left() const;
    void count_states(std::uint64_t states);
    void note_remote_steal(unsigned victim, std::size_t states);
    void tell_level(std::uint64_t level) { level_.store(level, std::memory_order_relaxed); }

    void tell_checkpoint(const std::string& error);
    void tell_stopped_reading() { checkpoints_.stopped_reading = true; }

    /// See ExplorerHost. Also for the code that serves it.
    void ask_to_stop(Status status);
    std::optional<Status> wanted_stop() const {
        const Status status = wanted_stop_.load(std::memory_order_acquire);
        return status == Status::complete ? std::nullopt : std::optional(status);
    }

    // --- For the code that serves it

    WorkAmount work() const override;
    LocalityStatistics statistics(Clock::time_point now, bool ended) const override;
    void collect(bool stopped) override;
    Bytes result() const override;
    void merge_result(Bytes result) override;

  private:
    // Numbers of states taken from another locality.
    struct Taken {
        std::atomic<std::uint64_t> steals = 0;
        std::atomic<std::uint64_t> states = 0;
    };

    const bool keeps_;  // whether it writes checkpoints
    const std::size_t memory_limit_;
    const std::uint64_t state_limit_;
    std::atomic<std::uint64_t> memory_ = 0;
    std::atomic<std::uint64_t> states_ = 0;
    std::atomic<std::uint64_t> level_ = 0;
    std::atomic<Status> wanted_stop_ = Status::complete;  // complete: none
    std::atomic<std::uint64_t> remote_steals_tried_ = 0;
    std::vector<Taken> taken_;                 // by locality
    ExploreCheckpointStatistics checkpoints_;  // used by worker 0
    Figures figures_;
};

}  // namespace scrump::detail

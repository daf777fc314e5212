#pragma once
// The runtime's locality, for tasks. To the runtime, the first task, the stolen ones that an idle worker runs and those
// of futures that are ready or run are outstanding. Of the others the first one ends last, and those of futures wait,
// in the end, for some that are outstanding. Those of futures, and all that they spawn, stay in the locality where they
// were made.
//
// So a locality may have nothing outstanding while tasks of the computation are on their way to it. Safra's algorithm
// (termination.hpp) is not informed of these, and is right even so: it declares the end in locality 0 while that is
// passive, and locality 0 has the first task outstanding until that has returned, which it does only when all tasks
// that travel have ended and their results are back, wherever they were. From then on localities do not get work any
// more.

#include <scrump/runtime/detail/locality.hpp>
#include <scrump/tasks/detail/common_standstill.hpp>
#include <scrump/tasks/detail/future_state.hpp>
#include <scrump/tasks/detail/remote_stealing.hpp>
#include <scrump/tasks/detail/standstill.hpp>
#include <scrump/tasks/detail/task_worker.hpp>
#include <scrump/tasks/ext/companion.hpp>
#include <scrump/tasks/fork.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace scrump::detail {

class PoolGate;

class TaskLocality : public Locality {
  public:
    TaskLocality(Setup setup, const TaskWorker::Keeping& keeping, const std::function<void(Fork)>& first,
                 const MakeCompanion& make_companion, PoolGate* gate = nullptr);
    ~TaskLocality() override;

    TaskWorker& task_worker(unsigned index);
    /// Of all localities.
    unsigned workers_in_all() const { return size() * settings().localities; }
    /// Where the workers of a pool wait for calls; null if there is a first task instead.
    PoolGate* gate() const { return gate_; }
    /// Data shared by its workers for other localities; null if there are none.
    LocalityStealing* stealing() { return stealing_.get(); }

    /// Carries out an action while all other workers stand still; to be called by a worker. Returns whether it was
    /// done: not if another worker was first, for which this one has then stood still.
    bool alone(const std::function<void()>& what);
    /// The same while those of all other localities stand still, too; to be called by the worker of that index. It is
    /// not done, either, if the run ends.
    bool alone_among_all(unsigned index, const CommonStandstill::What& what);
    Standstill& standstill() { return standstill_; }

    /// A task that is in no pool is in the hands of a worker that had none.
    void expect_stolen() { expect_more(1); }

    // --- Futures

    /// Wakes one of the workers that rest, other than this one, to take a ready task.
    void tell_of_ready(unsigned from);
    /// Wakes all workers.
    void wake_all();
    bool has_ready();
    /// Whether a worker other than this one runs tasks of futures.
    bool others_run_futures(unsigned index);
    /// Number of workers that rest and would take a ready task.
    std::atomic<unsigned>& resting() { return resting_; }
    /// Keeps the failure of a task: if nobody has seen it at the end of the computation, that fails.
    void keep(std::shared_ptr<FutureFailure> failure);

    /// The computation is incomplete: a task was abandoned.
    void note_left() { left_.store(true, std::memory_order_relaxed); }
    bool left() const { return left_.load(std::memory_order_relaxed); }
    /// The first task has returned.
    void note_first_returned() { first_returned_.store(true, std::memory_order_relaxed); }
    bool first_returned() const { return first_returned_.load(std::memory_order_relaxed); }

    LocalityStatistics statistics(Clock::time_point now, bool ended) const override;
    /// Whether a task was abandoned here, and the companion's data.
    void collect(bool stopped) override;
    Bytes result() const override;
    void merge_result(Bytes result) override;

    // --- For the thread that serves

    /// Calls all workers to stand still for another locality's; returns whether it did (Standstill::begin()).
    bool begin_standstill();
    /// While all stand.
    Bytes tell_standing();
    void catch_up();

    std::vector<std::unique_ptr<Component>> components(const ServingParts& parts) override;

  private:
    void left_out() override { standstill_.leave(); }
    void begin() override;
    void call_all();
    void take_results_back();

    std::unique_ptr<LocalityStealing> stealing_;
    Standstill standstill_;
    std::unique_ptr<CommonStandstill> common_standstill_;  // null: there are no other localities
    std::unique_ptr<Companion> companion_;
    const std::function<void(Fork)>& first_;
    PoolGate* const gate_;
    std::atomic<bool> left_ = false;
    std::atomic<bool> first_returned_ = false;

    alignas(cache_line) std::atomic<unsigned> resting_ = 0;
    std::mutex failures_mutex_;
    std::vector<std::shared_ptr<FutureFailure>> failures_;  // guarded by the mutex
    std::size_t unseen_ = 0;                                // likewise: how many there were when seen ones were dropped
};

}  // namespace scrump::detail

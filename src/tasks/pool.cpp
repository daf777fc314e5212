#include <scrump/tasks/pool.hpp>

#include "../runtime/worker_layout.hpp"

#include <scrump/base/detail/platform.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/random.hpp>
#include <scrump/base/values.hpp>
#include <scrump/runtime/detail/run.hpp>
#include <scrump/stealing/policy.hpp>
#include <scrump/tasks/detail/pool_gate.hpp>
#include <scrump/tasks/detail/task_locality.hpp>
#include <scrump/tasks/detail/task_worker.hpp>

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string>

namespace scrump::detail {
namespace {

// A helper, or the caller in its seat, asks any of the others that may have tasks.
class PoolVictims final : public VictimSelector {
  public:
    PoolVictims(const PoolGate& gate, unsigned self, std::uint64_t seed)
        : gate_(gate), self_(self), random_(seed + self) {}

    std::optional<unsigned> choose() override {
        const unsigned helpers = gate_.helpers();
        const bool helps = self_ < helpers;
        const std::uint32_t own_seat = helps ? 0 : std::uint32_t{1} << (self_ - helpers);
        std::uint32_t seats = gate_.taken() & ~own_seat;
        const unsigned others = helps ? helpers - 1 : helpers;
        const unsigned candidates = others + static_cast<unsigned>(std::popcount(seats));
        if (candidates == 0) return std::nullopt;
        unsigned chosen = random_.below(candidates);
        if (chosen < others) return helps && chosen >= self_ ? chosen + 1 : chosen;
        for (chosen -= others; chosen > 0; --chosen) seats &= seats - 1;
        return helpers + static_cast<unsigned>(std::countr_zero(seats));
    }

  private:
    const PoolGate& gate_;
    const unsigned self_;
    SplitMix64 random_;
};

class PoolLocality final : public TaskLocality {
  public:
    PoolLocality(Setup setup, PoolGate& gate)
        : TaskLocality(std::move(setup),
                       {.deque = DequeKind::split, .deque_capacity = block_capacity, .ready_order = ReadyOrder::fifo},
                       no_first_task, {}, &gate) {}

  private:
    static inline const std::function<void(Fork)> no_first_task{};
};

}  // namespace

// Nothing in it ends by itself.
class PoolRun final : public Run {
  public:
    PoolRun(PoolGate& gate, const Settings& settings) : Run(settings), gate_(gate) {
        make_localities({}, {});
        set_out();
        carry_on({});
        rethrow();
    }

    TaskWorker& worker(unsigned index) { return static_cast<TaskLocality&>(locality()).task_worker(index); }

  private:
    std::unique_ptr<Locality> make(Locality::Setup setup) override {
        return std::make_unique<PoolLocality>(std::move(setup), gate_);
    }

    PoolGate& gate_;
};

class PoolCore {
  public:
    explicit PoolCore(unsigned workers) : PoolCore(WorkerLayout::of({.workers = workers, .pin = false})) {}

    PoolGate& gate() { return gate_; }
    TaskWorker& worker(unsigned index) { return run_->worker(index); }

  private:
    explicit PoolCore(const WorkerLayout& layout) : gate_(layout.workers - 1, layout.looks != Looks::never) {
        if (gate_.helpers() == 0) return;
        run_.emplace(gate_, Settings{.workers = layout.workers - 1 + PoolGate::seats,
                                     .pin = false,
                                     .own_threads = layout.workers - 1,
                                     .for_this_process = true,
                                     .policy = Policy::custom("pool", [this](const Policy::Thief& thief) {
                                         return std::make_unique<PoolVictims>(gate_, thief.self, thief.seed);
                                     })});
    }

    PoolGate gate_;
    std::optional<PoolRun> run_;  // none without helpers
};

// --- A seat

PoolSeat::PoolSeat(Pool& pool) : core_(*pool.core_) {
    if (core_.gate().helpers() > 0) worker_ = core_.gate().enter();
    Descriptor* const top = worker_ ? core_.worker(*worker_).sit_down() : lent();
    here = {.top = top, .base = top, .isolated = outer_.isolated};
}

PoolSeat::~PoolSeat() {
    if (worker_) {
        core_.worker(*worker_).stand_up();
        core_.gate().leave(*worker_);
    }
    here = outer_;
}

unsigned workers_here() {
    return alone() ? 1 : owner_below(here.top).home().gate()->workers();
}

unsigned worker_here() {
    if (alone()) return 0;
    const TaskWorker& self = owner_below(here.top);
    return std::min(self.number(), self.home().gate()->helpers());
}

void call_helpers(std::size_t count) {
    if (!alone()) owner_below(here.top).home().gate()->call(count);
}

void help_until(const std::function<bool()>& is_over) {
    owner_below(here.top).help_until(is_over, here.top);
}

}  // namespace scrump::detail

namespace scrump {

Pool::Pool(unsigned workers) : core_(std::make_unique<detail::PoolCore>(workers)) {}

Pool::~Pool() = default;

unsigned Pool::workers() const {
    return core_->gate().workers();
}

namespace {

unsigned usual_workers() {
    const char* const text = std::getenv("SCRUMP_WORKERS");
    if (text == nullptr || *text == '\0') return 0;
    if (const auto workers = number_in<unsigned>(text)) return *workers;
    throw UsageError("SCRUMP_WORKERS is '" + std::string(text) + "': expected a number of workers, 0 for all cores");
}

std::atomic<Pool*> shared_pool = nullptr;
std::mutex making_shared;

// The threads of the process that was forked are not here.
void forget_shared_pool() {
    shared_pool.store(nullptr, std::memory_order_relaxed);
    detail::here = {};
}

// No thread of it may be there where time passes as a simulation says.
void end_shared_pool() {
    const std::lock_guard lock(making_shared);
    delete shared_pool.exchange(nullptr, std::memory_order_acq_rel);
}

// At the end of the process it is not destroyed: objects that are destroyed after main() may use it.
Pool& make_shared_pool() {
    if (detail::Platform::current().pace() != nullptr) {
        static Pool alone(1);
        return alone;
    }
    const std::lock_guard lock(making_shared);
    if (Pool* const made = shared_pool.load(std::memory_order_acquire)) return *made;
    detail::Platform::at_leaving(end_shared_pool);
    static const int watching = pthread_atfork(nullptr, nullptr, forget_shared_pool);
    static_cast<void>(watching);
    auto* const made = new Pool(usual_workers());
    shared_pool.store(made, std::memory_order_release);
    return *made;
}

}  // namespace

Pool& Pool::shared() {
    Pool* const made = shared_pool.load(std::memory_order_acquire);
    return made != nullptr ? *made : make_shared_pool();
}

}  // namespace scrump

#pragma once
// oneTBB's threads for one computation. They end with it, as Scrump's do, so that none of them spins beside whatever is
// measured next.

#include <peers/large_stacks.hpp>
#include <peers/threads.hpp>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <new>
#include <optional>

namespace scrump::peers {

inline unsigned thread_of_the_arena() {
    return static_cast<unsigned>(tbb::this_task_arena::current_thread_index());
}

/// Binds the threads that come into an arena.
class Binding : public tbb::task_scheduler_observer {
  public:
    Binding(tbb::task_arena& arena, unsigned workers) : task_scheduler_observer(arena), workers_(workers) {
        observe(true);
    }
    Binding(const Binding&) = delete;
    Binding& operator=(const Binding&) = delete;
    ~Binding() override { observe(false); }
    void on_scheduler_entry(bool) override { bind_like_a_worker(thread_of_the_arena(), workers_); }

  private:
    unsigned workers_;
};

/// Calls `work()` inside an arena of `workers` threads.
template <class Work>
void in_an_arena(unsigned workers, Work&& work, bool bound = true) {
    const LargeStacks stacks;  // for the thread that calls; the others' are as large by oneTBB's own means
    on_a_thread_of_its_own([&] {
        tbb::task_scheduler_handle threads{tbb::attach{}};
        {
            using tbb::global_control;
            const global_control limit(global_control::max_allowed_parallelism, workers);
            const global_control deep(global_control::thread_stack_size, large_stack);
            tbb::task_arena arena(static_cast<int>(workers));
            std::optional<Binding> binding;
            if (bound) binding.emplace(arena, workers);
            arena.execute(work);
        }
        tbb::finalize(threads, std::nothrow);
    });
}

}  // namespace scrump::peers

// oneTBB: a task_group for the whole search, which tasks add to while they run; only the caller waits. Worker threads
// end with each search, as Scrump's do, so that none of them spins beside whatever is measured next.

#include <peers/peer.hpp>
#include <peers/queens_task.hpp>
#include <peers/threads.hpp>
#include <peers/uts_task.hpp>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <oneapi/tbb/task_scheduler_observer.h>

namespace scrump::peers {
namespace {

unsigned thread_index() {
    return static_cast<unsigned>(tbb::this_task_arena::current_thread_index());
}

class Binding : public tbb::task_scheduler_observer {
  public:
    Binding(tbb::task_arena& arena, unsigned workers) : task_scheduler_observer(arena), workers_(workers) {
        observe(true);
    }
    ~Binding() override { observe(false); }
    void on_scheduler_entry(bool) override { bind_like_a_worker(thread_index(), workers_); }

  private:
    unsigned workers_;
};

// Calls `begin(group)` inside an arena of `workers` threads and waits for all tasks.
template <class Begin>
void in_an_arena(unsigned workers, Begin&& begin) {
    on_a_thread_of_its_own([&] {
        tbb::task_scheduler_handle threads{tbb::attach{}};
        {
            const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers);
            tbb::task_arena arena(static_cast<int>(workers));
            const Binding binding(arena, workers);
            arena.execute([&] {
                tbb::task_group group;
                begin(group);
                group.wait();
            });
        }
        tbb::finalize(threads, std::nothrow);
    });
}

struct Queens {
    queens::Space space;
    Slots<QueensCounts> slots;

    void run(tbb::task_group& group, const QueensTask& task) {
        QueensCounts counts{};
        place_queens(space, task, counts,
                     [&](const QueensTask& child) { group.run([this, &group, child] { run(group, child); }); });
        add_counts(slots[thread_index()], counts);
    }
};

std::vector<std::uint64_t> count_queens(unsigned size, unsigned workers) {
    Queens search{queens::Space(size), Slots<QueensCounts>(workers)};
    in_an_arena(workers, [&](tbb::task_group& group) { search.run(group, {}); });
    return rows_of(search.slots.sum(add_counts), size);
}

struct Uts {
    const uts::Space& space;
    Slots<uts::Shape> slots;

    void run(tbb::task_group& group, const uts::Node& node) {
        uts::Shape shape;
        measure_below(space, node, shape,
                      [&](const uts::Node& child) { group.run([this, &group, child] { run(group, child); }); });
        add_shape(slots[thread_index()], shape);
    }
};

uts::Shape measure_uts(const uts::Tree& tree, unsigned workers) {
    const uts::Space space(tree);
    const uts::Node root = uts::Generator::root(space);
    Uts search{space, Slots<uts::Shape>(workers)};
    search.slots[0] = shape_of_root(root);
    in_an_arena(workers, [&](tbb::task_group& group) { search.run(group, root); });
    return search.slots.sum(add_shape);
}

}  // namespace

Peer one_tbb() {
    return {"oneTBB", count_queens, measure_uts};
}

}  // namespace scrump::peers

// OpenMP tasks: untied, no taskwait, all done at the barrier that ends the region. A runtime that has many tasks
// waiting runs new ones at once, inside of those that make them, so that a deep tree needs a deep stack: threads get
// one.

#include <peers/peer.hpp>
#include <peers/queens_task.hpp>
#include <peers/threads.hpp>
#include <peers/uts_task.hpp>

#include <omp.h>
#include <pthread.h>

#include <cstddef>

namespace scrump::peers {
namespace {

unsigned thread_index() {
    return static_cast<unsigned>(omp_get_thread_num());
}

// While it lives, new threads have 1 GiB of stack: addresses, of which only what is used becomes memory. OMP_STACKSIZE
// would say the same, but must be set before the program starts.
class LargeStacks {
  public:
    LargeStacks() {
        pthread_attr_t attributes;
        pthread_getattr_default_np(&attributes);
        pthread_attr_getstacksize(&attributes, &before_);
        pthread_attr_destroy(&attributes);
        set(std::size_t{1} << 30);
    }
    LargeStacks(const LargeStacks&) = delete;
    LargeStacks& operator=(const LargeStacks&) = delete;
    ~LargeStacks() { set(before_); }

  private:
    static void set(std::size_t bytes) {
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, bytes);
        pthread_setattr_default_np(&attributes);
        pthread_attr_destroy(&attributes);
    }
    std::size_t before_ = 0;
};

// Calls `begin()` on one of `workers` threads and returns when all tasks are done.
template <class Begin>
void in_a_region(unsigned workers, Begin&& begin) {
    const LargeStacks stacks;
    on_a_thread_of_its_own([&] {
        const auto threads = static_cast<int>(workers);
#pragma omp parallel num_threads(threads)
        {
            bind_like_a_worker(thread_index(), workers);
#pragma omp single
            begin();
        }
    });
}

struct Queens {
    queens::Space space;
    Slots<QueensCounts> slots;

    void run(const QueensTask& task) {
        QueensCounts counts{};
        place_queens(space, task, counts, [this](const QueensTask& child) { spawn(child); });
        add_counts(slots[thread_index()], counts);
    }
    void spawn(QueensTask task) {
        Queens* const self = this;
#pragma omp task untied firstprivate(self, task) default(none)
        self->run(task);
    }
};

std::vector<std::uint64_t> count_queens(unsigned size, unsigned workers) {
    Queens search{queens::Space(size), Slots<QueensCounts>(workers)};
    in_a_region(workers, [&] { search.run({}); });
    return rows_of(search.slots.sum(add_counts), size);
}

struct Uts {
    const uts::Space& space;
    Slots<uts::Shape> slots;

    void run(const uts::Node& node) {
        uts::Shape shape;
        measure_below(space, node, shape, [this](const uts::Node& child) { spawn(child); });
        add_shape(slots[thread_index()], shape);
    }
    void spawn(uts::Node node) {
        Uts* const self = this;
#pragma omp task untied firstprivate(self, node) default(none)
        self->run(node);
    }
};

uts::Shape measure_uts(const uts::Tree& tree, unsigned workers) {
    const uts::Space space(tree);
    const uts::Node root = uts::Generator::root(space);
    Uts search{space, Slots<uts::Shape>(workers)};
    search.slots[0] = shape_of_root(root);
    in_a_region(workers, [&] { search.run(root); });
    return search.slots.sum(add_shape);
}

}  // namespace

Peer openmp() {
    return {"OpenMP", count_queens, measure_uts};
}

}  // namespace scrump::peers

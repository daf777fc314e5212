// oneTBB: a task_group for the whole search, which tasks add to while they run; only the caller waits.

#include <peers/arena.hpp>
#include <peers/peer.hpp>
#include <peers/queens_task.hpp>
#include <peers/uts_task.hpp>

#include <oneapi/tbb/task_group.h>

namespace scrump::peers {
namespace {

// Calls `begin(group)` and waits for all tasks.
template <class Begin>
void in_a_group(unsigned workers, Begin&& begin) {
    in_an_arena(workers, [&] {
        tbb::task_group group;
        begin(group);
        group.wait();
    });
}

struct Queens {
    queens::Space space;
    Slots<QueensCounts> slots;

    void run(tbb::task_group& group, const QueensTask& task) {
        QueensCounts counts{};
        place_queens(space, task, counts,
                     [&](const QueensTask& child) { group.run([this, &group, child] { run(group, child); }); });
        add_counts(slots[thread_of_the_arena()], counts);
    }
};

std::vector<std::uint64_t> count_queens(unsigned size, unsigned workers) {
    Queens search{queens::Space(size), Slots<QueensCounts>(workers)};
    in_a_group(workers, [&](tbb::task_group& group) { search.run(group, {}); });
    return rows_of(search.slots.sum(add_counts), size);
}

struct Uts {
    const uts::Space& space;
    Slots<uts::Shape> slots;

    void run(tbb::task_group& group, const uts::Node& node) {
        uts::Shape shape;
        measure_below(space, node, shape,
                      [&](const uts::Node& child) { group.run([this, &group, child] { run(group, child); }); });
        add_shape(slots[thread_of_the_arena()], shape);
    }
};

uts::Shape measure_uts(const uts::Tree& tree, unsigned workers) {
    const uts::Space space(tree);
    const uts::Node root = uts::Generator::root(space);
    Uts search{space, Slots<uts::Shape>(workers)};
    search.slots[0] = shape_of_root(root);
    in_a_group(workers, [&](tbb::task_group& group) { search.run(group, root); });
    return search.slots.sum(add_shape);
}

}  // namespace

Peer one_tbb() {
    return {"oneTBB", count_queens, measure_uts};
}

}  // namespace scrump::peers

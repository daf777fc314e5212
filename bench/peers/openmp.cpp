// OpenMP tasks: untied, no taskwait, all done at the barrier that ends the region.

#include <peers/peer.hpp>
#include <peers/queens_task.hpp>
#include <peers/region.hpp>
#include <peers/uts_task.hpp>

namespace scrump::peers {
namespace {

struct Queens {
    queens::Space space;
    Slots<QueensCounts> slots;

    void run(const QueensTask& task) {
        QueensCounts counts{};
        place_queens(space, task, counts, [this](const QueensTask& child) { spawn(child); });
        add_counts(slots[thread_of_the_region()], counts);
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
        add_shape(slots[thread_of_the_region()], shape);
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

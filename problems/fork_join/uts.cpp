#include "uts.hpp"

#include <scrump/tasks.hpp>

#include <cstdint>
#include <mutex>

#include "uts_children.hpp"

namespace scrump::fork_join {
namespace {

using uts::Generator;
using uts::Node;
using uts::Shape;
using uts::Space;

// The tree that this process measures: each has its own, as tasks go from one process to another and take no pointer
// along. One at a time.
const Space* present = nullptr;
std::mutex measuring;

// The children of `parent` from `begin` up to `end`, and all below them.
Shape measure_children(Fork fork, const Node& parent, std::uint32_t begin, std::uint32_t end) {
    if (end - begin == 1) {
        const Node child = child_of(*present, parent, begin);
        Shape shape = shape_of(child);
        if (child.children > 0) add(shape, fork.call<measure_children>(child, 0U, child.children));
        return shape;
    }
    const std::uint32_t middle = begin + (end - begin) / 2;
    auto upper = fork.spawn<measure_children>(parent, middle, end);
    Shape shape = fork.call<measure_children>(parent, begin, middle);
    add(shape, fork.sync(upper));
    return shape;
}

Shape measure(Fork fork, const Node& root) {
    Shape shape = shape_of(root);
    if (root.children > 0) add(shape, fork.call<measure_children>(root, 0U, root.children));
    return shape;
}

Shape measure_by_hand(const Space& space, const Node& node) {
    Shape shape = shape_of(node);
    for (std::uint32_t i = 0; i < node.children; ++i) add(shape, measure_by_hand(space, child_of(space, node, i)));
    return shape;
}

}  // namespace

TasksResult<Shape> uts(const uts::Tree& tree, const TasksOptions& options) {
    const Space space(tree);
    const std::lock_guard alone(measuring);
    present = &space;
    return run_tasks<measure>(options, Generator::root(space));
}

Shape uts_by_hand(const uts::Tree& tree) {
    const Space space(tree);
    return measure_by_hand(space, Generator::root(space));
}

}  // namespace scrump::fork_join

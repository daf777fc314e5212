#include "uts.hpp"

#include <scrump/tasks.hpp>

#include <cstdint>

#include "uts_children.hpp"

namespace scrump::fork_join {
namespace {

using uts::Generator;
using uts::Node;
using uts::Shape;
using uts::Space;

// The children of `parent` from `begin` up to `end`, and all below them. The parent outlives the task.
Shape measure_children(Fork fork, const Space* space, const Node* parent, std::uint32_t begin, std::uint32_t end) {
    if (end - begin == 1) {
        const Node child = child_of(*space, *parent, begin);
        Shape shape = shape_of(child);
        if (child.children > 0) add(shape, fork.call<measure_children>(space, &child, 0U, child.children));
        return shape;
    }
    const std::uint32_t middle = begin + (end - begin) / 2;
    auto upper = fork.spawn<measure_children>(space, parent, middle, end);
    Shape shape = fork.call<measure_children>(space, parent, begin, middle);
    add(shape, fork.sync(upper));
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
    return run_tasks(options, [&space](Fork fork) {
        const Node root = Generator::root(space);
        Shape shape = shape_of(root);
        if (root.children > 0) add(shape, fork.call<measure_children>(&space, &root, 0U, root.children));
        return shape;
    });
}

Shape uts_by_hand(const uts::Tree& tree) {
    const Space space(tree);
    return measure_by_hand(space, Generator::root(space));
}

}  // namespace scrump::fork_join

#include "uts.hpp"

#include <scrump/runtime/session.hpp>
#include <scrump/tasks.hpp>

#include <cstdint>
#include <list>
#include <mutex>
#include <type_traits>

#include "detail/uts_children.hpp"

namespace scrump::fork_join {
namespace {

using uts::Generator;
using uts::Node;
using uts::Shape;
using uts::Space;
using uts::State;

// The tree that this process measures: each has its own, as tasks go from one process to another and take no pointer
// along. One at a time. Those of a simulated machine are one here, and they all measure the same.
const Space* present = nullptr;
std::mutex measuring;

// Stays where it is to the end of the program.
const Space& kept(const uts::Tree& tree) {
    static std::mutex looking;
    static std::list<Space> all;
    const std::lock_guard alone(looking);
    for (const Space& known : all) {
        if (known.tree() == tree) return known;
    }
    return all.emplace_front(tree);
}

// What a task knows of the node whose children it measures: where its state is, as that node's call outlives it, which
// saves a copy for each task; or the state itself, where tasks go to other address spaces.
using InPlace = const State*;
using Copied = State;

template <class Parent>
Parent parent_of(const State& state) {
    if constexpr (std::is_pointer_v<Parent>) {
        return &state;
    } else {
        return state;
    }
}
const State& state_of(InPlace parent) {
    return *parent;
}
const State& state_of(const Copied& parent) {
    return parent;
}

// The children from `begin` up to `end` of a node at that depth, and all below them.
template <class Parent>
Shape measure_children(Fork fork, Parent parent, std::uint32_t depth, std::uint32_t begin, std::uint32_t end) {
    if (end - begin == 1) {
        const Node child = child_of(*present, state_of(parent), depth, begin);
        Shape shape = shape_of(child);
        if (child.children > 0)
            add(shape,
                fork.call<measure_children<Parent>>(parent_of<Parent>(child.state), child.depth, 0U, child.children));
        return shape;
    }
    const std::uint32_t middle = begin + (end - begin) / 2;
    auto upper = fork.spawn<measure_children<Parent>>(parent, depth, middle, end);
    Shape shape = fork.call<measure_children<Parent>>(parent, depth, begin, middle);
    add(shape, fork.sync(upper));
    return shape;
}

template <class Parent>
Shape measure(Fork fork, const Node& root) {
    Shape shape = shape_of(root);
    if (root.children > 0)
        add(shape, fork.call<measure_children<Parent>>(parent_of<Parent>(root.state), root.depth, 0U, root.children));
    return shape;
}

Shape measure_by_hand(const Space& space, const Node& node) {
    Shape shape = shape_of(node);
    for (std::uint32_t i = 0; i < node.children; ++i)
        add(shape, measure_by_hand(space, child_of(space, node.state, node.depth, i)));
    return shape;
}

}  // namespace

TaskResult<Shape> uts(const uts::Tree& tree, const TaskOptions& options) {
    const bool one_process = options.session == nullptr || options.session->size() == 1;
    std::unique_lock alone(measuring, std::defer_lock);
    if (one_process) alone.lock();  // several take their turns
    present = &kept(tree);
    const bool one_address_space = options.localities == 1 && one_process;
    const Node root = Generator::root(*present);
    return one_address_space ? run_tasks<measure<InPlace>>(options, root) : run_tasks<measure<Copied>>(options, root);
}

Shape uts_by_hand(const uts::Tree& tree) {
    const Space space(tree);
    return measure_by_hand(space, Generator::root(space));
}

}  // namespace scrump::fork_join

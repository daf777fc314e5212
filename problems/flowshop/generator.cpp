#include <scrump/problems/flowshop/detail/generator.hpp>

#include <algorithm>
#include <utility>

namespace scrump::flowshop {
namespace {

/// Above this, in jobs times open jobs times machines squared, the bounds of two machines of all nodes of a stack take
/// more than a tenth of a second. A search that is stopped ends after that.
constexpr std::size_t largest_for_two_machines = 5'000'000;

}  // namespace

Node root(const Space& space) {
    if (space.instance.jobs() == 1) return node_of(space.instance, any_order(space.instance));
    Node all = all_orders(space.instance);
    all.bound = one_machine_bound(space.least, all);
    return all;
}

Generator::Generator(const Space& space, const Node& parent, Time to_beat) : space_(&space), parent_(&parent) {
    if (parent.open() == 0) return;
    Branching beginning = branch(to_beat, [this](Job job) { return bound_at_the_beginning(job); });
    Branching end = branch(to_beat, [this](Job job) { return bound_at_the_end(job); });
    at_the_end_ = end.is_better_than(beginning);
    children_ = std::move(at_the_end_ ? end.children : beginning.children);
    pruned_ = children_.size() < parent.open();
    std::ranges::sort(children_);
}

bool Generator::Branching::is_better_than(const Branching& other) const {
    if (children.size() != other.children.size()) return children.size() < other.children.size();
    return bounds > other.bounds;
}

template <class BoundOf>
Generator::Branching Generator::branch(Time to_beat, const BoundOf& bound_of) const {
    Branching branching;
    branching.children.reserve(parent_->open());
    for (std::size_t place = parent_->first; place < parent_->first + parent_->open(); ++place) {
        const Time bound = std::max(parent_->bound, bound_of(parent_->order[place]));
        branching.bounds += bound;
        if (bound < to_beat) branching.children.push_back({bound, static_cast<Job>(place)});
    }
    return branching;
}

// The bounds of one machine, of children that are not made: the open work is then the parent's without the job's.
Time Generator::bound_at_the_beginning(Job job) const {
    const Time* const takes = space_->instance.job(job).data();
    const Time* const head = parent_->head().data();
    const Time* const work = parent_->work().data();
    const Time* const tail = space_->least.tail(*parent_).data();
    Time bound = 0;
    Time arrival = 0;
    for (std::size_t machine = 0; machine < space_->instance.machines(); ++machine) {
        const Time begin = std::max(head[machine], arrival);
        arrival = begin + takes[machine];
        bound = std::max(bound, begin + work[machine] + tail[machine]);
    }
    return bound;
}

Time Generator::bound_at_the_end(Job job) const {
    const Time* const takes = space_->instance.job(job).data();
    const Time* const head = space_->least.head(*parent_).data();
    const Time* const work = parent_->work().data();
    const Time* const tail = parent_->tail().data();
    Time bound = 0;
    Time rest = 0;
    for (std::size_t machine = space_->instance.machines(); machine-- > 0;) {
        const Time after = std::max(tail[machine], rest);
        rest = after + takes[machine];
        bound = std::max(bound, head[machine] + work[machine] + after);
    }
    return bound;
}

bool Generator::next(Node& child) {
    if (next_ == children_.size()) return false;
    const Child& chosen = children_[next_++];
    child = *parent_;
    if (at_the_end_) {
        fix_last(space_->instance, child, chosen.place);
    } else {
        fix_first(space_->instance, child, chosen.place);
    }
    child.bound = chosen.bound;
    return true;
}

Time Generator::dual_bound(const Space& space, const Node& node) {
    const std::size_t machines = space.instance.machines();
    const std::size_t work = space.instance.jobs() * node.open() * machines * machines;
    if (node.open() == 0 || work > largest_for_two_machines) return node.bound;
    return std::max(node.bound, two_machine_bound(space.instance, space.least, node));
}

bool Generator::valid(const Space& space, const Node& node) {
    const Instance& instance = space.instance;
    if (!is_order(instance, node.order) || std::size_t{node.first} + node.last > node.order.size()) return false;
    Node same = all_orders(instance);
    same.order = node.order;
    while (same.first < node.first) fix_first(instance, same, same.first);
    while (same.last < node.last) fix_last(instance, same, same.order.size() - same.last - 1U);
    if (node.times != same.times) return false;
    const Time least = one_machine_bound(space.least, same);
    return node.bound >= least && node.bound <= (node.open() == 0 ? least : instance.total());
}

bool Generator::valid(const Space& space, const Node& node, unsigned depth) {
    return valid(space, node) && (depth == unsigned{node.first} + node.last || space.instance.jobs() == 1);
}

}  // namespace scrump::flowshop

#include <scrump/problems/flowshop/detail/node.hpp>

#include <algorithm>
#include <utility>

namespace scrump::flowshop {

Node all_orders(const Instance& instance) {
    Node node;
    node.order = any_order(instance);
    node.times.resize(3 * instance.machines());
    for (std::size_t job = 0; job < instance.jobs(); ++job)
        for (std::size_t machine = 0; machine < instance.machines(); ++machine)
            node.work()[machine] += instance.time(job, machine);
    return node;
}

Node node_of(const Instance& instance, Order order) {
    Node node = all_orders(instance);
    node.order = std::move(order);
    while (node.open() > 0) fix_first(instance, node, node.first);
    node.bound = node.head().back();
    return node;
}

void fix_first(const Instance& instance, Node& node, std::size_t place) {
    const Job job = node.order[place];
    std::swap(node.order[place], node.order[node.first++]);
    const Time* const takes = instance.job(job).data();
    Time* const head = node.head().data();
    Time* const work = node.work().data();
    Time arrival = 0;
    for (std::size_t machine = 0; machine < instance.machines(); ++machine) {
        arrival = head[machine] = std::max(head[machine], arrival) + takes[machine];
        work[machine] -= takes[machine];
    }
}

void fix_last(const Instance& instance, Node& node, std::size_t place) {
    const Job job = node.order[place];
    std::swap(node.order[place], node.order[node.order.size() - ++node.last]);
    const Time* const takes = instance.job(job).data();
    Time* const tail = node.tail().data();
    Time* const work = node.work().data();
    Time after = 0;
    for (std::size_t machine = instance.machines(); machine-- > 0;) {
        after = tail[machine] = std::max(tail[machine], after) + takes[machine];
        work[machine] -= takes[machine];
    }
}

}  // namespace scrump::flowshop

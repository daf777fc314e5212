#include <scrump/states/diagrams/list_model.hpp>

#include <algorithm>
#include <unordered_set>

namespace scrump {

std::vector<std::uint32_t> lengths_of(const std::vector<StoredListNode>& nodes) {
    std::vector<std::uint32_t> lengths = {0, 0};
    lengths.reserve(nodes.size() + first_list_node);
    for (const StoredListNode& each : nodes) lengths.push_back(lengths[each.down] + 1);
    return lengths;
}

std::vector<std::uint64_t> list_nodes_of(const std::vector<StoredListNode>& nodes, std::uint64_t root) {
    std::unordered_set<std::uint64_t> seen;
    std::vector<std::uint64_t> found;
    const auto add = [&](std::uint64_t number) {
        if (number >= first_list_node && seen.insert(number).second) found.push_back(number);
    };
    add(root);
    for (std::size_t next = 0; next < found.size(); ++next) {
        const StoredListNode& node = nodes[found[next] - first_list_node];
        add(node.down);
        add(node.right);
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace scrump

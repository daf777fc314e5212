#include <scrump/problems/knapsack/detail/merged_list.hpp>

#include <algorithm>

namespace scrump::knapsack {
namespace {

// Calls `begin(entry)` for the first entry of each group, and `add(entry)` for the others.
template <class Begin, class Add>
void group(const MergedList& list, std::int64_t spread, const Begin& begin, const Add& add) {
    std::int64_t most = -1;
    for (const Item& entry : list) {
        if (entry.profit <= most) {
            add(entry);
        } else {
            begin(entry);
            most = entry.profit + spread;
        }
    }
}

std::size_t count_groups(const MergedList& list, std::int64_t spread) {
    std::size_t groups = 0;
    group(
        list, spread, [&](const Item&) { ++groups; }, [](const Item&) {});
    return groups;
}

}  // namespace

void merge_neighbours(MergedList& list, std::size_t limit, std::int64_t& spread) {
    spread = std::max<std::int64_t>(1, spread / 2);
    while (count_groups(list, spread) > limit) spread += (spread + 3) / 4;
    std::size_t size = 0;
    group(
        list, spread, [&](const Item& entry) { list[size++] = entry; },
        [&](const Item& entry) { list[size - 1].profit = entry.profit; });
    list.resize(size);
}

}  // namespace scrump::knapsack

// The standard's set, which one thread may use at a time.

#include <peers/tables.hpp>
#include <peers/tables/together.hpp>

#include <unordered_set>

namespace scrump::peers {
namespace {

TableTime fill_standard(const TableFilling& filling, unsigned workers) {
    std::unordered_set<std::uint64_t> table;
    table.reserve(filling.states());
    const auto fill = [&](unsigned worker) {
        return put_all(filling, worker, workers, [&table](std::uint64_t state) { return table.insert(state).second; });
    };
    fill_together(workers, fill);
    table.clear();
    return fill_together(workers, fill);
}

}  // namespace

TablePeer standard_table() {
    return {.name = "std::unordered_set", .of_one_thread = true, .fill = fill_standard};
}

}  // namespace scrump::peers

// Abseil: flat_hash_set, which one thread may use at a time.

#include <peers/tables.hpp>
#include <peers/tables/together.hpp>

#include <absl/container/flat_hash_set.h>

namespace scrump::peers {
namespace {

TableTime fill_abseil(const TableFilling& filling, unsigned workers) {
    absl::flat_hash_set<std::uint64_t> table;
    table.reserve(filling.states());
    const auto fill = [&](unsigned worker) {
        return put_all(filling, worker, workers, [&table](std::uint64_t state) { return table.insert(state).second; });
    };
    fill_together(workers, fill);
    // clear() gives the memory of a large table back.
    table.erase(table.begin(), table.end());
    table.reserve(filling.states());
    return fill_together(workers, fill);
}

}  // namespace

TablePeer abseil_table() {
    return {.name = "Abseil", .of_one_thread = true, .fill = fill_abseil};
}

}  // namespace scrump::peers

// oneTBB: concurrent_hash_map, whose insert() says whether the key was new. It has no set.

#include <peers/tables.hpp>
#include <peers/tables/together.hpp>

#include <oneapi/tbb/concurrent_hash_map.h>

namespace scrump::peers {
namespace {

struct Nothing {};
using Table = tbb::concurrent_hash_map<std::uint64_t, Nothing>;

TableTime fill_one_tbb(const TableFilling& filling, unsigned workers) {
    Table table(filling.buckets);
    const auto fill = [&](unsigned worker) {
        return put_all(filling, worker, workers, [&table](std::uint64_t state) {
            return table.insert({state, Nothing{}});
        });
    };
    fill_together(workers, fill);
    table.clear();
    return fill_together(workers, fill);
}

}  // namespace

TablePeer one_tbb_table() {
    return {.name = "oneTBB", .of_one_thread = false, .fill = fill_one_tbb};
}

}  // namespace scrump::peers

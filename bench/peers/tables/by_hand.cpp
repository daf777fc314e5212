// The twin of the table of states, as one would write it for one process and one size: an array of words, linear
// probing, compare-and-swap; one operation at a time, or 16 of which each has its first cache line prefetched.

#include <peers/tables.hpp>
#include <peers/tables/together.hpp>

#include <scrump/base/detail/page_memory.hpp>

#include <array>
#include <atomic>
#include <cstring>

namespace scrump::peers {
namespace {

class Table {
  public:
    explicit Table(std::size_t buckets)
        : memory_(buckets * sizeof(std::uint64_t)),
          words_(reinterpret_cast<std::atomic<std::uint64_t>*>(memory_.data())),
          mask_(buckets - 1) {}

    std::size_t home(std::uint64_t state) const {
        state = (state ^ state >> 32U) * 0xd6e8feb86659fd93;
        state = (state ^ state >> 32U) * 0xd6e8feb86659fd93;
        return (state ^ state >> 32U) & mask_;
    }
    void prefetch(std::size_t home) const { __builtin_prefetch(&words_[home], 1); }
    bool put(std::size_t home, std::uint64_t state) {
        const std::uint64_t wanted = state | std::uint64_t{1} << 63U;
        for (std::size_t at = home;; at = (at + 1) & mask_) {
            std::uint64_t seen = words_[at].load(std::memory_order_acquire);
            if (seen == 0 && words_[at].compare_exchange_strong(seen, wanted)) return true;
            if (seen == wanted) return false;
        }
    }
    void clear() { std::memset(memory_.data(), 0, memory_.size()); }

  private:
    detail::PageMemory memory_;
    std::atomic<std::uint64_t>* words_;
    std::size_t mask_;
};

// So many under way: the oldest is looked for when the next one comes.
template <std::size_t under_way>
std::uint64_t put_prefetched(Table& table, const TableFilling& filling, unsigned worker, unsigned workers) {
    struct Slot {
        std::uint64_t state = 0;
        std::size_t home = 0;
    };
    std::array<Slot, under_way> slots{};
    std::size_t asked = 0;
    std::uint64_t inserted = 0;
    const auto put = [&](const Slot& slot) { inserted += table.put(slot.home, slot.state) ? 1U : 0U; };
    put_all(filling, worker, workers, [&](std::uint64_t state) {
        Slot& slot = slots[asked % under_way];
        if (asked >= under_way) put(slot);
        slot = {.state = state, .home = table.home(state)};
        table.prefetch(slot.home);
        ++asked;
        return false;
    });
    for (std::size_t i = asked < under_way ? 0 : asked - under_way; i < asked; ++i) put(slots[i % under_way]);
    return inserted;
}

template <class Fill>
TableTime fill_twice(const TableFilling& filling, unsigned workers, const Fill& fill) {
    Table table(filling.buckets);
    fill_together(workers, [&](unsigned worker) { return fill(table, worker); });
    table.clear();
    return fill_together(workers, [&](unsigned worker) { return fill(table, worker); });
}

TableTime fill_by_hand(const TableFilling& filling, unsigned workers) {
    return fill_twice(filling, workers, [&](Table& table, unsigned worker) {
        return put_prefetched<16>(table, filling, worker, workers);
    });
}

TableTime fill_one_at_a_time(const TableFilling& filling, unsigned workers) {
    return fill_twice(filling, workers, [&](Table& table, unsigned worker) {
        return put_all(filling, worker, workers,
                       [&](std::uint64_t state) { return table.put(table.home(state), state); });
    });
}

}  // namespace

TablePeer table_by_hand() {
    return {.name = "by hand, 16 under way", .of_one_thread = false, .fill = fill_by_hand};
}

TablePeer table_one_at_a_time() {
    return {.name = "by hand, one at a time", .of_one_thread = false, .fill = fill_one_at_a_time};
}

}  // namespace scrump::peers

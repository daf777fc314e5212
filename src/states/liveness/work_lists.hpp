#pragma once
// Lists of numbers, one for each worker, which appends to its own and takes from all, own ones first. There are two
// sides: one is taken while the other one is written.

#include <scrump/base/detail/cache_line.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

class WorkLists {
  public:
    explicit WorkLists(unsigned workers) : lists_(workers) {}

    /// Appends to the side that is written. By that worker alone.
    void add(unsigned worker, std::uint64_t item) { lists_[worker].items[1 - lists_[worker].side].push_back(item); }
    /// To be called by each worker once all have met since anything was taken or added: turns the sides.
    void turn(unsigned worker) {
        List& own = lists_[worker];
        own.items[own.side].clear();
        own.side = 1 - own.side;
        own.next.store(0, std::memory_order_relaxed);
    }
    /// The same for all workers at once, while no other one works.
    void turn_all() {
        for (unsigned worker = 0; worker < lists_.size(); ++worker) turn(worker);
    }
    /// Number of items in all lists on the side that is written: the same for all workers once all have met, until they
    /// meet again.
    std::size_t added() const {
        std::size_t sum = 0;
        for (const List& list : lists_) sum += list.added.load(std::memory_order_relaxed);
        return sum;
    }
    /// Makes added() known. By each worker before all meet.
    void tell(unsigned worker) {
        List& own = lists_[worker];
        own.added.store(own.items[1 - own.side].size(), std::memory_order_relaxed);
    }
    /// Takes `together` items at a time and calls `visit` with each, until all lists are empty or `visit` returns
    /// false.
    template <class Visit>
    void take_all(unsigned worker, std::size_t together, const Visit& visit) {
        for (std::size_t i = 0; i < lists_.size(); ++i) {
            List& list = lists_[(worker + i) % lists_.size()];
            const std::vector<std::uint64_t>& items = list.items[list.side];
            for (;;) {
                const std::size_t first = list.next.fetch_add(together, std::memory_order_relaxed);
                if (first >= items.size()) break;
                const std::size_t end = std::min(items.size(), first + together);
                for (std::size_t j = first; j < end; ++j)
                    if (!visit(items[j])) return;
            }
        }
    }
    /// Size in bytes.
    std::size_t memory() const {
        std::size_t sum = 0;
        for (const List& list : lists_)
            sum += (list.items[0].capacity() + list.items[1].capacity()) * sizeof(std::uint64_t);
        return sum;
    }

  private:
    struct alignas(cache_line) List {
        std::array<std::vector<std::uint64_t>, 2> items{};
        unsigned side = 0;  // which is taken
        std::atomic<std::size_t> next = 0;
        std::atomic<std::size_t> added = 0;
    };

    std::vector<List> lists_;
};

}  // namespace scrump::detail

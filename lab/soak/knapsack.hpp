#pragma once
// A knapsack whose nodes own memory: they go from one process to another through the serialisation library.

#include <scrump/base/random.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace scrump::soak {

struct Knapsack {
    struct Item {
        std::int64_t value;
        std::int64_t weight;
    };
    std::vector<Item> items{};  ///< by falling value / weight
    std::int64_t capacity = 0;

    static Knapsack random(unsigned size, std::uint64_t seed) {
        SplitMix64 random(seed);
        Knapsack knapsack;
        for (unsigned i = 0; i < size; ++i) {
            const std::int64_t weight = 100 + random.below(900);
            knapsack.items.push_back({.value = weight + random.below(100), .weight = weight});
            knapsack.capacity += weight / 2;
        }
        std::sort(knapsack.items.begin(), knapsack.items.end(),
                  [](const Item& a, const Item& b) { return a.value * b.weight > b.value * a.weight; });
        return knapsack;
    }

    /// By dynamic programming over capacities.
    std::int64_t best() const {
        std::vector<std::int64_t> best(static_cast<std::size_t>(capacity) + 1);
        for (const Item& item : items) {
            const auto weight = static_cast<std::size_t>(item.weight);
            for (std::size_t room = best.size() - 1; room >= weight; --room)
                best[room] = std::max(best[room], best[room - weight] + item.value);
        }
        return best.back();
    }
};

/// Some items, of which the last is the one before `next`.
struct Packing {
    std::vector<std::uint32_t> chosen{};
    std::uint32_t next = 0;
    std::int64_t value = 0;
    std::int64_t room = 0;

    template <class Archive>
    void serialize(Archive& archive) {
        archive(chosen, next, value, room);
    }
};

/// Puts one more item in.
class Pack {
  public:
    using Space = Knapsack;
    using Node = Packing;

    Pack(const Knapsack& knapsack, const Packing& parent)
        : knapsack_(&knapsack), parent_(&parent), item_(parent.next) {}

    bool next(Packing& child) {
        const auto& items = knapsack_->items;
        while (item_ < items.size() && items[item_].weight > parent_->room) ++item_;
        if (item_ == items.size()) return false;
        child = *parent_;
        child.chosen.push_back(item_);
        child.value += items[item_].value;
        child.room -= items[item_].weight;
        child.next = ++item_;
        return true;
    }

    static std::int64_t objective(const Knapsack&, const Packing& node) { return node.value; }

    /// The best if items could be cut.
    static std::int64_t bound(const Knapsack& knapsack, const Packing& node) {
        std::int64_t value = node.value;
        std::int64_t room = node.room;
        for (std::size_t i = node.next; i < knapsack.items.size(); ++i) {
            const auto& [worth, weight] = knapsack.items[i];
            if (weight > room) return value + worth * room / weight;
            value += worth;
            room -= weight;
        }
        return value;
    }

  private:
    const Knapsack* knapsack_;
    const Packing* parent_;
    std::uint32_t item_;
};

}  // namespace scrump::soak

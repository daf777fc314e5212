#include <scrump/problems/knapsack/detail/greedy.hpp>

#include <scrump/base/deadline.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::knapsack {
namespace {

class Sack {
  public:
    explicit Sack(const Kernel& kernel)
        : kernel_(kernel), packed_(kernel.items.size()), room_(kernel.capacity), by_weight_(kernel.items.size()) {
        std::iota(by_weight_.begin(), by_weight_.end(), 0U);
        std::stable_sort(by_weight_.begin(), by_weight_.end(), [&](std::uint32_t a, std::uint32_t b) {
            return kernel.items[a].weight < kernel.items[b].weight;
        });
    }

    void fill(const Selection& order) {
        for (const std::uint32_t item : order)
            if (!packed_[item] && kernel_.items[item].weight <= room_) put(item);
    }

    /// Makes the exchange of one item for another that adds most profit; false if none adds any.
    bool exchange() {
        // Both by rising weight: for heavier and heavier items to take out, what is best of all that then fits.
        std::optional<std::pair<std::uint32_t, std::uint32_t>> best;
        std::int64_t most = 0;
        std::optional<std::uint32_t> in;
        auto next = by_weight_.begin();
        for (const std::uint32_t out : by_weight_) {
            if (!packed_[out]) continue;
            for (; next != by_weight_.end() && weight(*next) <= room_ + weight(out); ++next)
                if (!packed_[*next] && (!in || profit(*next) > profit(*in))) in = *next;
            if (!in || profit(*in) - profit(out) <= most) continue;
            most = profit(*in) - profit(out);
            best = {out, *in};
        }
        if (!best) return false;
        packed_[best->first] = false;
        room_ += weight(best->first);
        put(best->second);
        return true;
    }

    Selection selection() const {
        Selection selection;
        for (std::uint32_t item = 0; item < packed_.size(); ++item)
            if (packed_[item]) selection.push_back(item);
        return selection;
    }

  private:
    std::int64_t weight(std::uint32_t item) const { return kernel_.items[item].weight; }
    std::int64_t profit(std::uint32_t item) const { return kernel_.items[item].profit; }
    void put(std::uint32_t item) {
        packed_[item] = true;
        room_ -= weight(item);
    }

    const Kernel& kernel_;
    std::vector<bool> packed_;
    std::int64_t room_;
    Selection by_weight_;
};

}  // namespace

Selection pack_greedily(const Kernel& kernel, double item_price, int max_exchanges) {
    std::vector<std::pair<double, std::uint32_t>> rated;
    for (std::uint32_t item = 0; item < kernel.items.size(); ++item)
        rated.emplace_back(-kernel.items[item].efficiency(item_price), item);
    std::sort(rated.begin(), rated.end());
    Selection order;
    for (const auto& [rate, item] : rated) order.push_back(item);
    Sack sack(kernel);
    sack.fill(order);
    for (int exchanges = 0; exchanges < max_exchanges && sack.exchange(); ++exchanges) {
        if (exchanges % 8 == 7) Deadline::look();
        sack.fill(order);
    }
    return sack.selection();
}

}  // namespace scrump::knapsack

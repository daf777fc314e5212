#include <scrump/problems/knapsack/detail/lists.hpp>

#include <scrump/base/deadline.hpp>
#include <scrump/problems/knapsack/detail/fractional.hpp>
#include <scrump/problems/knapsack/detail/merged_list.hpp>
#include <scrump/problems/knapsack/detail/priced_part.hpp>
#include <scrump/problems/knapsack/detail/state_list.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <new>
#include <numeric>
#include <optional>
#include <utility>

namespace scrump::knapsack {
namespace {

/// Order of the items: by the cost of deciding them otherwise than the relaxation does (the core first), or by weight.
enum class Order { cheap_first, heavy_first };

/// Calls `take(state, whether the item is added)` for the states of a list without and with an item, by rising weight.
template <class List, class Take>
void with_and_without(const List& list, const Item& item, std::int64_t capacity, const Take& take) {
    auto in = list.begin();
    for (auto out = list.begin(); out != list.end();) {
        if (out->weight <= in->weight + item.weight) {
            take(*out++, false);
        } else {
            take(*in++, true);
        }
    }
    for (; in != list.end() && in->weight + item.weight <= capacity; ++in) take(*in, true);
}

/// Of states by rising weight, admits those that no earlier one dominates. Of equal ones, that with the fewest items
/// is admitted: a dominated packing of one part may be represented in another one, and this order, the same in all,
/// prevents that two packings are left out for each other.
class Dominance {
  public:
    bool admits(const State& state) {
        const bool fewer = state.weight == last_.weight && state.count < last_.count;
        if (state.profit < last_.profit || (state.profit == last_.profit && !fewer)) return false;
        last_ = state;
        return true;
    }

  private:
    State last_{.profit = -1};
};

/// Whether an entry with a greater profit takes the place of the last one, which weighs the same.
template <class List, class Entry>
bool replaces_last(const List& list, const Entry& entry) {
    return !list.empty() && list.back().weight == entry.weight;
}

class Lists {
  public:
    Lists(const Kernel& kernel, const ListGoal& goal, const ListLimits& limits)
        : kernel_(kernel),
          goal_(goal),
          limits_(limits),
          result_{{}, goal.incumbent, kernel.profit_of_all},
          parts_(priced_parts(kernel, goal.incumbent)) {}

    void run() {
        for (std::size_t size = limits_.first; size <= limits_.states; size *= 8) {
            for (PricedPart& part : parts_) {
                part_ = &part;
                for (const Order order : {Order::cheap_first, Order::heavy_first})
                    if (begin_round(order) && (size == limits_.first || look_back(size / 2))) look_ahead(size);
            }
            if (is_done(take_bounds())) return;
        }
    }

    /// The result so far.
    const ListResult& result() {
        take_bounds();
        return result_;
    }

  private:
    bool is_done(std::int64_t most) const { return result_.profit >= std::min(most, goal_.enough); }
    void lower_most(std::int64_t most) { part_->lower_most(std::max(most, result_.profit)); }
    std::int64_t take_bounds() {
        std::int64_t most = result_.profit;
        for (const PricedPart& part : parts_) most = std::max(most, part.most());
        return result_.most = std::min(result_.most, most);
    }

    // A bound in whole numbers and without its rounding errors.
    std::int64_t whole(double bound) const {
        return static_cast<std::int64_t>(std::clamp(bound + part_->rounding(), -1.0, 0x1p61));
    }

    // Settles the items of the part that cannot deviate from its relaxation in a better packing, and orders the others.
    // Returns false if there is nothing to do.
    bool begin_round(Order order) {
        lower_most(whole(part_->bound()));
        if (is_done(part_->most())) return false;
        settled_.clear();
        open_.clear();
        capacity_ = kernel_.capacity;
        base_ = 0;
        for (std::size_t place = 0; place < kernel_.items.size(); ++place) {
            const std::uint32_t number = part_->by_rate()[place];
            if (whole(part_->bound() - loss(number)) > result_.profit) {
                open_.push_back(number);
            } else if (place < part_->packed()) {
                settle(number);
            }
        }
        if (open_.size() > limits_.items) return false;
        surplus_base_ =
            part_->rent() + static_cast<double>(base_) - part_->price() * static_cast<double>(settled_.size());
        arrange(order);
        return true;
    }

    double loss(std::uint32_t number) const {
        const Item& item = kernel_.items[number];
        return std::abs(part_->surplus(item) - part_->rate() * static_cast<double>(item.weight));
    }

    void settle(std::uint32_t number) {
        const Item& item = kernel_.items[number];
        settled_.push_back(number);
        capacity_ -= item.weight;
        base_ += item.profit;
    }

    void arrange(Order order) {
        std::ranges::stable_sort(open_, {}, [&](std::uint32_t number) {
            return order == Order::heavy_first ? -static_cast<double>(kernel_.items[number].weight) : loss(number);
        });
        items_.clear();
        for (const std::uint32_t number : open_) items_.push_back(kernel_.items[number]);
        const auto by_rate = [&](double price) {
            std::vector<std::uint32_t> stages(items_.size());
            std::iota(stages.begin(), stages.end(), 0);
            std::ranges::stable_sort(stages, std::greater<>(),
                                     [&](std::uint32_t stage) { return items_[stage].efficiency(price); });
            return stages;
        };
        rated_ = by_rate(part_->price());
        rated_without_price_ = by_rate(0);
        behind_.clear();
    }

    // The relaxation of the items of some stages.
    void relax(const std::vector<std::uint32_t>& rated, double price, std::size_t from, std::size_t to) {
        relaxed_.reset(price);
        for (const std::uint32_t stage : rated)
            if (stage >= from && stage<to&& static_cast<double>(items_[stage].profit)> price)
                relaxed_.add(items_[stage]);
        relaxed_.rewind();
    }

    void pause() {
        Deadline::look();
        goal_.report(result_.profit, take_bounds());
    }

    // Merged lists of the items from each stage on. Returns false if they show that no better packing exists.
    bool look_back(std::size_t size) {
        size = std::min(size, limits_.records / 2 / (items_.size() + 1));
        if (size == 0) return true;
        behind_.assign(items_.size() + 1, {});
        behind_.back().push_back({});
        std::int64_t spread = 1;
        MergedList list;
        for (std::size_t stage = items_.size(); stage-- > 0;) {
            pause();
            add_behind(stage, list);
            if (list.size() > 2 * size) merge_neighbours(list, size, spread);
            behind_[stage] = list;
        }
        lower_most(behind_.front().empty() ? -1 : base_ + behind_.front().back().profit);
        return !is_done(part_->most());
    }

    void add_behind(std::size_t stage, MergedList& list) {
        relax(rated_without_price_, 0, 0, stage);
        list.clear();
        const Item& item = items_[stage];
        std::int64_t most = -1;
        with_and_without(behind_[stage + 1], item, capacity_, [&](const Item& sums, bool added) {
            const Item entry = added ? Item{sums.profit + item.profit, sums.weight + item.weight} : sums;
            if (entry.profit <= most) return;
            most = entry.profit;
            const std::int64_t room = capacity_ - entry.weight;
            relaxed_.seek(room);
            if (whole(static_cast<double>(base_ + entry.profit) + relaxed_.bound(room)) <= result_.profit) return;
            if (replaces_last(list, entry)) list.pop_back();
            list.push_back(entry);
        });
    }

    // Lists of the items up to each stage: of all packings that may be better than the best that is known, or, where
    // these are too many, those with the best bounds.
    void look_ahead(std::size_t size) {
        history_ = {};
        states_.assign(1, {});
        std::int64_t dropped = -1;
        for (std::size_t stage = 0; stage < items_.size() && !states_.empty(); ++stage) {
            pause();
            if (stage > 0 && stage % History::block == 0) history_.keep(states_);
            if (history_.size() > limits_.records) return;
            decide(stage);
            if (result_.profit >= goal_.enough) return;
            if (states_.size() > size) dropped = std::max(dropped, drop_all_but(size));
        }
        lower_most(dropped);
    }

    void decide(std::size_t stage) {
        relax(rated_, part_->price(), stage + 1, items_.size());
        next_.clear();
        bounds_.clear();
        Dominance dominance;
        MergedLookup behind(behind_.empty() ? no_list_ : behind_[stage + 1]);
        Completed best{.profit = result_.profit};
        const Item& item = items_[stage];
        const auto bit = static_cast<std::uint16_t>(1U << stage % History::block);
        with_and_without(states_, item, capacity_, [&](State state, bool added) {
            if (added) {
                state.weight += item.weight;
                state.profit += item.profit;
                ++state.count;
                state.taken |= bit;
            }
            if (!dominance.admits(state)) return;
            const std::int64_t room = capacity_ - state.weight;
            relaxed_.seek(room);
            const std::int64_t profit = base_ + state.profit + relaxed_.whole_profit();
            if (profit > best.profit) best = {state, relaxed_.whole(), profit};
            const double surplus = static_cast<double>(state.profit) - part_->price() * state.count;
            std::int64_t bound = whole(surplus_base_ + surplus + relaxed_.bound(room));
            if (!behind_.empty()) bound = std::min(bound, base_ + state.profit + behind.profit(room));
            if (bound <= best.profit) return;
            if (replaces_last(next_, state)) {
                next_.pop_back();
                bounds_.pop_back();
            }
            next_.push_back(state);
            bounds_.push_back(bound);
        });
        if (best.profit > result_.profit) improve(best, stage);
        states_.swap(next_);
    }

    /// A packing: a state, completed by the first of the other items in the order of their efficiency.
    struct Completed {
        State state{};
        std::size_t others = 0;
        std::int64_t profit = 0;
    };

    void improve(const Completed& better, std::size_t stage) {
        result_.profit = better.profit;
        result_.packing = settled_;
        for (const std::size_t taken : history_.taken(better.state, stage + 1)) result_.packing.push_back(open_[taken]);
        std::size_t others = better.others;
        for (const std::uint32_t other : rated_) {
            if (other <= stage) continue;
            if (others-- == 0) break;
            result_.packing.push_back(open_[other]);
        }
    }

    // Returns the greatest bound of the states that are dropped.
    std::int64_t drop_all_but(std::size_t size) {
        std::vector<std::int64_t> order = bounds_;
        const auto first_out = order.begin() + static_cast<std::ptrdiff_t>(size);
        std::nth_element(order.begin(), first_out, order.end(), std::greater<>());
        const std::int64_t dropped = *first_out;
        auto ties = size - static_cast<std::size_t>(std::count_if(order.begin(), first_out,
                                                                  [&](std::int64_t bound) { return bound > dropped; }));
        std::size_t kept = 0;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            if (bounds_[i] < dropped || (bounds_[i] == dropped && ties == 0)) continue;
            if (bounds_[i] == dropped) --ties;
            states_[kept++] = states_[i];
        }
        states_.resize(kept);
        return dropped;
    }

    const Kernel& kernel_;
    const ListGoal& goal_;
    const ListLimits limits_;
    ListResult result_;
    std::vector<PricedPart> parts_;

    // Of a round, which is about a part:
    PricedPart* part_ = nullptr;
    Selection settled_;                 // items that are packed for good
    std::int64_t base_ = 0;             // their profit
    double surplus_base_ = 0;           // their surplus, and the rent of the part
    std::int64_t capacity_ = 0;         // that they leave
    Selection open_;                    // the item of each stage
    std::vector<Item> items_;           // the same
    std::vector<std::uint32_t> rated_;  // stages whose items have falling efficiencies, at the part's price
    std::vector<std::uint32_t> rated_without_price_;

    Fractional relaxed_;
    std::vector<MergedList> behind_;  // of the items from each stage on; empty: none
    const MergedList no_list_;
    History history_;
    std::vector<State> states_;
    std::vector<State> next_;
    std::vector<std::int64_t> bounds_;  // of the states
};

}  // namespace

ListResult pack_by_lists(const Kernel& kernel, const ListGoal& goal, const ListLimits& limits) {
    std::optional<Lists> lists;
    try {
        lists.emplace(kernel, goal, limits);
        lists->run();
    } catch (const Stopped&) {         // what has been found remains
    } catch (const std::bad_alloc&) {  // likewise
    }
    return lists ? lists->result() : ListResult{{}, goal.incumbent, kernel.profit_of_all};
}

}  // namespace scrump::knapsack

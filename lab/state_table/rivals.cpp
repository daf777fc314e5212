#include "rivals.hpp"

#include <scrump/base/random.hpp>
#include <scrump/states/table/detail/state_hash.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace scrump::table_bench {
namespace {

using State = std::uint64_t;
constexpr State empty = 0;

// The n-th hash function.
std::size_t home_of(State state, std::size_t buckets, std::uint64_t n = 0) {
    return detail::high_product(detail::hash_of(state ^ detail::hash_of(n + 1)), buckets);
}

// A way to hash is told of states, and answers how many round trips that took; none if there was no room.
template <class Table>
RoundTrips measure(const RivalOptions& options, Table table) {
    SplitMix64 random(options.seed);
    std::vector<State> states;
    RoundTrips trips;
    const auto all = static_cast<std::size_t>(options.load * static_cast<double>(options.buckets));
    const std::size_t counted = std::min(options.measured, all);
    double inserted = 0;
    for (std::size_t i = 0; i < all; ++i) {
        const State state = random() | 1U;
        const std::optional<std::size_t> took = table.insert(state);
        if (!took) {
            trips.full = true;
            continue;
        }
        states.push_back(state);
        if (i + counted >= all) inserted += static_cast<double>(*took);
    }
    double found = 0;
    for (std::size_t i = 0; i < counted && !states.empty(); ++i)
        found += static_cast<double>(table.find(states[random.below(static_cast<std::uint32_t>(states.size()))]));
    const auto of = static_cast<double>(std::max<std::size_t>(counted, 1));
    trips.inserted = inserted / of;
    trips.found = found / of;
    return trips;
}

class LinearProbing {
  public:
    LinearProbing(std::size_t buckets, std::size_t chunk) : buckets_(buckets, empty), chunk_(chunk) {}

    std::size_t find(State state) const { return examined(state) / chunk_ + 1; }
    std::optional<std::size_t> insert(State state) {
        const std::size_t before = examined(state);
        if (before == buckets_.size()) return std::nullopt;
        buckets_[(home_of(state, buckets_.size()) + before) % buckets_.size()] = state;
        return before / chunk_ + 1 + 1;
    }

  private:
    // How many buckets come before the state, or before the first empty one.
    std::size_t examined(State state) const {
        const std::size_t home = home_of(state, buckets_.size());
        for (std::size_t n = 0; n < buckets_.size(); ++n) {
            const State seen = buckets_[(home + n) % buckets_.size()];
            if (seen == state || seen == empty) return n;
        }
        return buckets_.size();
    }

    std::vector<State> buckets_;
    std::size_t chunk_;
};

class Chained {
  public:
    explicit Chained(std::size_t buckets) : lists_(buckets) {}

    std::size_t find(State state) const {
        const std::vector<State>& list = lists_[home_of(state, lists_.size())];
        const auto behind = list.end() - std::ranges::find(list, state);  // the newest come first
        return 1 + static_cast<std::size_t>(behind);
    }
    std::optional<std::size_t> insert(State state) {
        std::vector<State>& list = lists_[home_of(state, lists_.size())];
        list.push_back(state);
        return 1 + (list.size() - 1) + 2;
    }

  private:
    std::vector<std::vector<State>> lists_;
};

class Cuckoo {
  public:
    Cuckoo(std::size_t buckets, std::size_t ways, std::size_t slots)
        : buckets_(std::max<std::size_t>(buckets / slots, 1)),
          slots_(slots),
          all_(buckets_ * slots, empty),
          ways_(ways) {}

    std::size_t find(State state) const {
        for (std::size_t way = 0; way < ways_; ++way)
            if (std::ranges::count(bucket(state, way), state) > 0) return way + 1;
        return ways_;
    }
    std::optional<std::size_t> insert(State state) {
        constexpr std::size_t most_moves = 500;
        std::size_t trips = ways_;  // it is not there
        for (std::size_t way = 0; way < ways_; ++way)
            if (put(state, way)) return trips + 1;
        std::size_t way = random_.below(static_cast<std::uint32_t>(ways_));
        for (std::size_t moves = 0; moves < most_moves; ++moves) {
            State& place = slot(state, way, random_.below(static_cast<std::uint32_t>(slots_)));
            std::swap(state, place);
            trips += 2;  // a swap at the new place, and one at the old
            const std::size_t from = home_of(place, buckets_, way);
            // To another of its buckets than that which it was in.
            for (std::size_t other = 0; other < ways_; ++other) {
                if (home_of(state, buckets_, other) == from) continue;
                ++trips;
                if (put(state, other)) return trips;
                way = other;
            }
        }
        return std::nullopt;
    }

  private:
    std::span<const State> bucket(State state, std::size_t way) const {
        return std::span(all_).subspan(home_of(state, buckets_, way) * slots_, slots_);
    }
    State& slot(State state, std::size_t way, std::size_t index) {
        return all_[home_of(state, buckets_, way) * slots_ + index];
    }
    bool put(State state, std::size_t way) {
        for (std::size_t index = 0; index < slots_; ++index) {
            State& place = slot(state, way, index);
            if (place != empty) continue;
            place = state;
            return true;
        }
        return false;
    }

    std::size_t buckets_;
    std::size_t slots_;
    std::vector<State> all_;
    std::size_t ways_;
    SplitMix64 random_{1};
};

class Hopscotch {
  public:
    Hopscotch(std::size_t buckets, std::size_t neighbourhood)
        : buckets_(buckets, empty), near_(std::min(neighbourhood, buckets)) {}

    static std::size_t find(State /*state*/) { return 1; }
    std::optional<std::size_t> insert(State state) {
        const std::size_t home = home_of(state, buckets_.size());
        std::size_t distance = 0;
        while (distance < buckets_.size() && at(home + distance) != empty) ++distance;
        if (distance == buckets_.size()) return std::nullopt;
        std::size_t trips = 1 + distance / near_ + 1;  // its neighbourhood, what is behind it, and the swap
        while (distance >= near_) {
            const std::optional<std::size_t> nearer = move_nearer(home, distance);
            if (!nearer) return std::nullopt;
            distance = *nearer;
            trips += 3;
        }
        at(home + distance) = state;
        return trips;
    }

  private:
    State& at(std::size_t bucket) { return buckets_[bucket % buckets_.size()]; }

    // Moves the farthest state that may be there to the empty bucket; where that leaves one.
    std::optional<std::size_t> move_nearer(std::size_t home, std::size_t distance) {
        for (std::size_t back = near_ - 1; back > 0; --back) {
            if (back > distance) continue;
            State& candidate = at(home + distance - back);
            const std::size_t of = home_of(candidate, buckets_.size());
            const std::size_t to = (home + distance + buckets_.size() - of) % buckets_.size();
            if (to >= near_) continue;
            at(home + distance) = std::exchange(candidate, empty);
            return distance - back;
        }
        return std::nullopt;
    }

    std::vector<State> buckets_;
    std::size_t near_;
};

}  // namespace

RoundTrips linear_probing(const RivalOptions& options, std::size_t chunk) {
    return measure(options, LinearProbing(options.buckets, chunk));
}

RoundTrips chained(const RivalOptions& options) {
    return measure(options, Chained(options.buckets));
}

RoundTrips cuckoo(const RivalOptions& options, std::size_t ways, std::size_t slots) {
    return measure(options, Cuckoo(options.buckets, ways, slots));
}

RoundTrips hopscotch(const RivalOptions& options, std::size_t neighbourhood) {
    return measure(options, Hopscotch(options.buckets, neighbourhood));
}

std::vector<Rival> all_rivals(const RivalOptions& options) {
    std::vector<Rival> all;
    for (const std::size_t chunk : {8U, 16U, 32U, 64U, 128U})
        all.push_back({"linear probing, chunks of " + std::to_string(chunk), linear_probing(options, chunk)});
    all.push_back({"chained", chained(options)});
    all.push_back({"cuckoo, 3 ways", cuckoo(options, 3, 1)});
    all.push_back({"cuckoo, 2 ways, 4 slots", cuckoo(options, 2, 4)});
    all.push_back({"hopscotch, neighbourhoods of 32", hopscotch(options, 32)});
    return all;
}

}  // namespace scrump::table_bench

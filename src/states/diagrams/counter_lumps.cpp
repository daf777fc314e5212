#include "counter_lumps.hpp"

#include <scrump/base/deadline.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace scrump::detail {
namespace {

struct Move {
    std::uint32_t from = 0;
    std::uint32_t to = 0;

    bool operator==(const Move&) const = default;
    std::pair<std::uint32_t, std::uint32_t> ends() const { return {from, to}; }
};

std::optional<Move> move_of(const CounterTransition& transition) {
    if (transition.steps.size() != 2) return std::nullopt;
    const auto& [a, b] = std::ranges::minmax(transition.steps, {}, &CounterStep::change);
    const bool is_move = a.least == 1 && a.change == -1 && b.least == 0 && b.change == 1;
    return is_move ? std::optional(Move{a.counter, b.counter}) : std::nullopt;
}

bool changes_nothing(const CounterTransition& transition) {
    return std::ranges::all_of(transition.steps, [](const CounterStep& step) { return step.change == 0; });
}

// Lumps counters of a system as long as any can be.
class Lumping {
  public:
    Lumping(CounterSystem& system, std::vector<std::vector<std::uint32_t>>& members)
        : system_(system), members_(members) {}

    void run() {
        while (pass()) {
        }
    }

  private:
    // What changes a counter, apart from what changes nothing at all.
    struct Uses {
        bool is_plain = true;                // nothing tests it for a largest value
        bool is_taken_from_alone = true;     // apart from moves to it, transitions take all that they test it for
        std::vector<std::uint32_t> sources;  // of moves to it
    };

    bool pass() {
        find_moves_and_uses();
        std::vector<bool> is_lumped(members_.size());
        bool any = false;
        for (const Move& move : moves_) {
            Deadline::look();
            if (is_lumped[move.from] || is_lumped[move.to] || !may_lump(move)) continue;
            is_lumped[move.from] = is_lumped[move.to] = true;
            lump(move);
            any = true;
        }
        return any;
    }

    void find_moves_and_uses() {
        moves_.clear();
        uses_.assign(members_.size(), {});
        for (std::uint32_t counter = 0; counter < members_.size(); ++counter)
            uses_[counter].is_plain = system_.sum_caps.empty() || system_.sum_caps[counter] == max_counter;
        transitions_of_.assign(members_.size(), {});
        for (std::uint32_t number = 0; number < system_.transitions.size(); ++number) note(number);
        std::ranges::sort(moves_, {}, &Move::ends);
        moves_.erase(std::unique(moves_.begin(), moves_.end()), moves_.end());
    }

    void note(std::uint32_t number) {
        const CounterTransition& transition = system_.transitions[number];
        const auto move = move_of(transition);
        const bool is_idle = changes_nothing(transition);
        for (const CounterStep& step : transition.steps) {
            Uses& uses = uses_[step.counter];
            transitions_of_[step.counter].push_back(number);
            if (step.most != max_counter) uses.is_plain = false;
            if (is_idle || (move && step.counter == move->to)) continue;
            if (step.change != -std::int64_t{step.least}) uses.is_taken_from_alone = false;
        }
        if (!move) return;
        moves_.push_back(*move);
        uses_[move->to].sources.push_back(move->from);
    }

    bool may_lump(const Move& move) const {
        const Uses& to = uses_[move.to];
        if (!uses_[move.from].is_plain || !to.is_plain) return false;
        if (std::uint64_t{system_.initial[move.from]} + system_.initial[move.to] > max_counter) return false;
        if (std::ranges::binary_search(moves_, std::pair(move.to, move.from), {}, &Move::ends)) return true;
        return system_.initial[move.to] == 0 && to.is_taken_from_alone &&
               std::ranges::all_of(to.sources, [&](std::uint32_t source) { return source == move.from; });
    }

    void lump(const Move& move) {
        for (const std::uint32_t number : transitions_of_[move.to]) {
            std::vector<CounterStep>& steps = system_.transitions[number].steps;
            const auto moved = std::ranges::find(steps, move.to, &CounterStep::counter);
            const CounterStep added = *moved;
            steps.erase(moved);
            auto step = std::ranges::find(steps, move.from, &CounterStep::counter);
            if (step == steps.end()) step = steps.insert(step, CounterStep{.counter = move.from});
            step->least += added.least;
            step->change += added.change;
        }
        system_.initial[move.from] += system_.initial[move.to];
        system_.initial[move.to] = 0;
        auto& from = members_[move.from];
        auto& to = members_[move.to];
        from.insert(from.end(), to.begin(), to.end());
        to.clear();
    }

    CounterSystem& system_;
    std::vector<std::vector<std::uint32_t>>& members_;
    std::vector<Move> moves_;  // ascending
    std::vector<Uses> uses_;   // by counter
    std::vector<std::vector<std::uint32_t>> transitions_of_;
};

}  // namespace

CounterLumps::CounterLumps(const CounterSystem& system)
    : counters_(system.initial.size()), lumped_(system), members_(counters_), lump_of_(counters_) {
    for (std::uint32_t counter = 0; counter < counters_; ++counter) members_[counter].push_back(counter);
    Lumping(lumped_, members_).run();
    // Lumps are numbered without those that have gone into others.
    std::vector<std::uint32_t> number_of(counters_);
    std::uint32_t lumps = 0;
    for (std::uint32_t counter = 0; counter < counters_; ++counter) {
        if (members_[counter].empty()) continue;
        number_of[counter] = lumps;
        for (const std::uint32_t member : members_[counter]) lump_of_[member] = lumps;
        lumped_.initial[lumps] = lumped_.initial[counter];
        if (!lumped_.names.empty()) lumped_.names[lumps] = lumped_.names[counter];
        if (!lumped_.sum_caps.empty()) lumped_.sum_caps[lumps] = lumped_.sum_caps[counter];
        if (lumps < counter) members_[lumps] = std::exchange(members_[counter], {});
        ++lumps;
    }
    members_.resize(lumps);
    lumped_.initial.resize(lumps);
    if (!lumped_.names.empty()) lumped_.names.resize(lumps);
    if (!lumped_.sum_caps.empty()) lumped_.sum_caps.resize(lumps);
    for (CounterTransition& transition : lumped_.transitions)
        for (CounterStep& step : transition.steps) step.counter = number_of[step.counter];
}

// Each once, in the order of the first of its counters.
std::vector<std::uint32_t> CounterLumps::lumps_of(std::span<const std::uint32_t> counters) const {
    std::vector<std::uint32_t> lumps;
    std::vector<bool> is_known(members_.size());
    for (const std::uint32_t counter : counters) {
        const std::uint32_t lump = lump_of_[counter];
        if (!is_known[lump]) lumps.push_back(lump);
        is_known[lump] = true;
    }
    return lumps;
}

CounterReachOptions CounterLumps::options(const CounterReachOptions& of) const {
    CounterReachOptions options = of;
    options.levels = lumps_of(of.levels);
    for (auto& related : options.related) related = lumps_of(related);
    std::erase_if(options.related, [](const auto& related) { return related.size() < 2; });
    return options;
}

std::vector<std::uint32_t> CounterLumps::sizes(std::span<const std::uint32_t> lumps) const {
    std::vector<std::uint32_t> sizes;
    for (const std::uint32_t lump : lumps) sizes.push_back(static_cast<std::uint32_t>(members_[lump].size()));
    return sizes;
}

void CounterLumps::expand(CounterReachability& found) const {
    std::vector<std::uint32_t> levels;
    for (const std::uint32_t lump : found.levels)
        levels.insert(levels.end(), members_[lump].begin(), members_[lump].end());
    found.levels = std::move(levels);
    if (found.values.empty()) return;
    std::vector<std::vector<std::uint32_t>> values(counters_);
    for (std::size_t lump = 0; lump < members_.size(); ++lump) {
        std::vector<std::uint32_t> own = std::move(found.values[lump]);
        if (members_[lump].size() > 1) {
            own.resize(std::size_t{own.back()} + 1);
            std::iota(own.begin(), own.end(), 0U);
        }
        for (const std::uint32_t member : members_[lump]) values[member] = own;
    }
    found.values = std::move(values);
}

}  // namespace scrump::detail

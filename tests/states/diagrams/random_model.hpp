#pragma once
// Small random models: as decision diagrams in plain values, and as a graph of states.

#include <scrump/states/diagrams/model.hpp>
#include <scrump/states/diagrams/reachability.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <tuple>
#include <vector>

namespace scrump::test {

/// Diagrams of functions that are given by their values, in the nodes of a model.
class StoredMaker {
  public:
    explicit StoredMaker(std::vector<StoredNode>& nodes) : nodes_(nodes) {}

    /// `value(values of the variables)`.
    StoredEdge make(std::span<const std::uint32_t> variables,
                    const std::function<bool(const std::vector<bool>&)>& value) {
        values_.clear();
        return from(variables, value);
    }

  private:
    StoredEdge from(std::span<const std::uint32_t> rest, const std::function<bool(const std::vector<bool>&)>& value) {
        if (rest.empty()) return {.node = 0, .complemented = value(values_)};
        StoredEdge low, high;
        for (const bool set : {false, true}) {
            values_.push_back(set);
            (set ? high : low) = from(rest.subspan(1), value);
            values_.pop_back();
        }
        if (low == high) return low;
        high.complemented ^= low.complemented;
        const auto [known, is_new] =
            known_.try_emplace({rest.front(), low.node, high.node, high.complemented}, nodes_.size() + 1);
        if (is_new) nodes_.push_back({rest.front(), low.node, high});
        return {.node = known->second, .complemented = low.complemented};
    }

    std::vector<StoredNode>& nodes_;
    std::vector<bool> values_;
    std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint64_t, bool>, std::uint64_t> known_;
};

/// One with states of five bits, and the same as a graph: states are numbers of their bits, the first one the highest.
struct RandomModel {
    static constexpr unsigned bits = 5;
    static constexpr unsigned state_count = 1U << bits;
    static inline const std::vector<std::uint32_t> bits_of_entries = {1, 2, 2};

    SymbolicModel model{.bits = bits_of_entries, .nodes = {}, .initial = {}, .relations = {}};
    std::set<unsigned> initial{};
    std::vector<std::set<unsigned>> successors{state_count};

    explicit RandomModel(std::uint64_t seed) {
        std::mt19937_64 random(seed);
        StoredMaker maker(model.nodes);
        for (unsigned count = 1 + random() % 2; initial.size() < count;)
            initial.insert(static_cast<unsigned>(random() % state_count));
        const std::vector<std::uint32_t> all = {0, 1, 2};
        const auto number = [](const std::vector<bool>& values) {
            unsigned state = 0;
            for (const bool value : values) state = state << 1U | unsigned{value};
            return state;
        };
        model.initial = {.entries = all, .root = maker.make(state_variables(model, all), [&](const auto& values) {
                             return initial.contains(number(values));
                         })};
        for (unsigned relations = 1 + random() % 4; relations > 0; --relations) add_relation(random, maker);
    }

    /// The vector that a number stands for.
    static StateVector vector_of(unsigned state) { return {state >> 4U, state >> 2U & 3U, state & 3U}; }

    /// How many steps away each state is; none if it cannot be reached.
    std::vector<std::optional<unsigned>> distances() const {
        std::vector<std::optional<unsigned>> all(state_count);
        std::vector<unsigned> level(initial.begin(), initial.end());
        for (unsigned distance = 0; !level.empty(); ++distance) {
            for (const unsigned state : level) all[state] = distance;
            std::set<unsigned> next;
            for (const unsigned state : level)
                for (const unsigned successor : successors[state])
                    if (!all[successor]) next.insert(successor);
            level.assign(next.begin(), next.end());
        }
        return all;
    }

  private:
    // A relation over some entries: a few pairs of values of these, whatever the others are.
    void add_relation(std::mt19937_64& random, StoredMaker& maker) {
        std::vector<std::uint32_t> entries;
        while (entries.empty())
            for (std::uint32_t entry = 0; entry < bits_of_entries.size(); ++entry)
                if (random() % 2 == 0) entries.push_back(entry);
        std::vector<std::uint32_t> variables;
        unsigned mask = 0;
        for (const std::uint32_t variable : state_variables(model, entries)) {
            variables.push_back(variable);
            variables.push_back(next_state_variable(variable));
            mask |= 1U << (bits - 1 - variable / 2);
        }
        std::set<std::vector<bool>> pairs;
        for (unsigned pair = 0; pair < 1 + random() % 6; ++pair) {
            std::vector<bool> values(variables.size());
            for (std::size_t each = 0; each < values.size(); ++each) values[each] = random() % 2 == 0;
            pairs.insert(values);
        }
        model.relations.push_back(
            {.read = entries, .written = entries, .root = maker.make(variables, [&](const auto& values) {
                 return pairs.contains(values);
             })});
        for (unsigned state = 0; state < state_count; ++state) {
            for (const std::vector<bool>& pair : pairs) {
                unsigned from = 0, to = 0;
                for (std::size_t each = 0; each < pair.size(); each += 2) {
                    const unsigned bit = 1U << (bits - 1 - variables[each] / 2);
                    from |= pair[each] ? bit : 0;
                    to |= pair[each + 1] ? bit : 0;
                }
                if ((state & mask) == from) successors[state].insert((state & ~mask) | to);
            }
        }
    }
};

}  // namespace scrump::test

#pragma once
// States of dynamic programming with lists, and how they came about.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scrump::knapsack {

/// A packing of the items that are decided so far: an item a stage.
struct State {
    static constexpr std::uint32_t no_record = std::numeric_limits<std::uint32_t>::max();

    std::int64_t weight = 0;
    std::int64_t profit = 0;
    std::uint16_t count = 0;           ///< number of its items
    std::uint16_t taken = 0;           ///< bit i: the item of the i-th stage since the last History::keep()
    std::uint32_t before = no_record;  ///< record of the decisions before that
};

/// Decisions of states, in blocks of 16 stages. States that share their first decisions share their records.
class History {
  public:
    static constexpr std::size_t block = 16;

    /// Moves the decisions of the last `block` stages from the states to records. Forgets those of states that are gone
    /// whenever the records have doubled since.
    void keep(std::span<State> states);

    /// Stages whose items a state has taken when `stages` are decided; ascending.
    std::vector<std::size_t> taken(const State& state, std::size_t stages) const;

    std::size_t size() const { return records_.size(); }

  private:
    struct Record {
        std::uint32_t taken;
        std::uint32_t before;
    };

    void forget_all_but(std::span<State> states);

    std::vector<Record> records_;  // each after the one before it
    std::size_t kept_ = 0;         // number of records that the last forgetting has left
};

}  // namespace scrump::knapsack

#pragma once
// What linear invariants tell of an order of counters: how many values the levels above a cut leave to be told apart
// below it (after i_Rank: Amparore, Ciardo, Donatelli and Miner, TACAS 2019).

#include <scrump/states/diagrams/counters.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

/// Estimates the size of the diagram of all reachable states in an order. The sums of an invariant above a cut have to
/// be told apart, unless they follow from those of others: there are as many as the ranks of the invariants above and
/// below the cut exceed the rank of all. Each sum of counters has as many values as these have at least.
class InvariantMeasure {
  public:
    /// Of a system without many values in a counter, of one without invariants, and of a large one, nothing is known.
    explicit InvariantMeasure(const CounterSystem& system);

    bool is_known() const { return !classes_.empty(); }
    /// Estimated number of nodes.
    double operator()(std::span<const std::uint32_t> levels) const;
    /// Steps that an estimate takes.
    std::size_t work() const;

  private:
    using Number = std::uint64_t;  // below `prime`
    using Vector = std::vector<Number>;

    static constexpr Number prime = 2147483647;

    // Counters that have at least a number of values.
    struct Class {
        std::vector<bool> has{};
        double bits = 0;  // of that number, beyond the class before
    };

    static Number inverse(Number number);
    static void subtract(Vector& row, Number times, const Vector& other);
    static std::size_t first_of(const Vector& row);
    std::vector<unsigned> ranks(std::span<const std::uint32_t> levels, bool from_below, const Class& of) const;
    void find_invariants(const CounterSystem& system);
    void find_classes(const CounterSystem& system);

    std::vector<Vector> weights_;  // of each counter, in all invariants
    std::size_t invariants_ = 0;
    std::vector<double> bits_;  // of the values of each counter
    std::vector<Class> classes_;
};

}  // namespace scrump::detail

#pragma once
// Whether a product has an accepting cycle, by all workers together: one way catch them young (Fisler, Fraer, Kamhi,
// Vardi and Yang 2001; Černá and Pelánek 2003). From the pairs that may be on such a cycle, those are removed again and
// again that have no predecessor among the others, and those that no edge of one of the acceptance sets leads to. Both
// need successors alone. What is left, if anything, has a cycle with edges of all acceptance sets. Each round takes
// linear time, and there may be as many as pairs: after a few, the components of the remaining pairs are
// searched instead.

#include "product.hpp"
#include "work_lists.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

/// What workers share.
struct SharedCycleSearch {
    explicit SharedCycleSearch(unsigned workers) : lists(workers) {}

    WorkLists lists;
    std::vector<std::uint32_t> predecessors{};  ///< by pair: number of those left
    std::atomic<std::size_t> next_words = 0;
    std::atomic<std::uint64_t> left = 0;
};

class CycleSearch {
  public:
    using Pair = Product::Pair;

    /// `seen` has all pairs; `left` and `reached` are for this search.
    CycleSearch(SharedCycleSearch& shared, StateGraph& graph, const Product& product, unsigned worker,
                const SharedBits& seen, const SharedBits& left, const SharedBits& reached)
        : shared_(shared),
          graph_(graph),
          product_(product),
          worker_(worker),
          seen_(seen),
          left_(left),
          reached_(reached) {}

    /// Whether there may be an accepting cycle, which then is among the pairs that are left: there is one, unless it
    /// took many rounds. To be called by all workers once they have met. The result is meaningless if the run ends
    /// meanwhile.
    bool run();
    /// Number of rounds that removed pairs.
    std::uint64_t rounds() const { return rounds_; }

  private:
    void begin();
    void trim();
    void remove(Pair pair);
    void keep_reached(unsigned acceptance_set);
    std::uint64_t count_left();
    void turn();
    void begin_scan();
    template <class Visit>
    void scan(const Visit& visit);
    template <class Visit>
    void scan_pairs(const SharedBits& of, const Visit& visit);

    SharedCycleSearch& shared_;
    StateGraph& graph_;
    const Product& product_;
    const unsigned worker_;
    const SharedBits& seen_;
    const SharedBits& left_;
    const SharedBits& reached_;
    std::vector<Pair> open_;
    std::uint64_t rounds_ = 0;
};

}  // namespace scrump::detail

#pragma once
// Bounds from label classes that rule each other out: together they have no more vertices in a better common subgraph
// than one of them.
//
// What a class can have follows from its candidates: the pairs of its vertices that may be matched next, with the
// number of vertices that each class can have beside them.

#include <scrump/problems/mcs/detail/bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::mcs {

class ClassGroups {
  public:
    /// Classes without candidates. `stride`: number of bytes with a count for each class, whole blocks.
    void begin(std::size_t classes, std::size_t stride);
    /// A candidate of class `at`, and how many vertices each class can have beside it.
    void add(std::uint32_t at, const std::uint8_t* beside) {
        std::uint8_t* const best = most_beside_.data() + at * stride_;
        for (std::size_t i = 0; i < stride_; i += block) store(best + i, most(load(best + i), load(beside + i)));
        classes_[at].own = std::max(classes_[at].own, 1 + std::int32_t{beside[at]});
    }
    /// After all candidates: finds the groups, for a common subgraph with `matched` vertices.
    void group(std::int32_t matched);

    /// No common subgraph has more vertices.
    std::int32_t bound() const { return total_; }
    /// The same with a candidate of class `at`, beside which each class can have these numbers of vertices.
    std::int32_t bound_with(std::uint32_t at, const std::uint8_t* beside);
    /// The same if class `at` has at most `rest` vertices.
    std::int32_t bound_with_at_most(std::int32_t rest, std::uint32_t at) const;

  private:
    struct Class {
        std::int32_t own = 0;  // it has no more vertices in a better common subgraph
        std::uint32_t group = 0;
    };
    struct Group {
        std::uint64_t classes = 0;  // a bit each, for the first `max_grouped`
        std::int32_t most = 0;
    };
    static constexpr std::uint32_t max_grouped = 64;

    bool exclude_each_other(std::uint32_t a, std::uint32_t b) const;

    std::size_t stride_ = 0;
    std::int32_t matched_ = 0;
    std::vector<Class> classes_;
    std::vector<std::uint8_t> most_beside_;  // for each class the most that its candidates leave to each
    std::vector<Group> groups_;
    std::int32_t total_ = 0;  // the matched pairs and the most of all groups
    std::vector<std::int32_t> sums_;
};

}  // namespace scrump::mcs

#pragma once
// For one count of pairs (pair_counts.hpp) and one vertex of a target: the vertices with which it has at least k, for
// all k that a pattern asks for.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::sip {

class AtLeast {
  public:
    /// `asked`: the numbers that are asked for. Sets of `words` words, for vertices below `vertices`.
    AtLeast(std::vector<std::uint16_t> asked, std::size_t vertices, std::size_t words) : words_(words) {
        asked.push_back(0);
        std::ranges::sort(asked);
        asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
        for (std::size_t rank = 0; rank < asked.size(); ++rank) {
            ranks_.resize(asked[rank], static_cast<std::uint16_t>(rank == 0 ? 0 : rank - 1));
            ranks_.push_back(static_cast<std::uint16_t>(rank));
        }
        sets_.resize(asked.size() * words);
        for (std::size_t b = 0; b < vertices; ++b) put(0, b);  // all have at least 0
    }

    /// `numbers`: of the vertex and each other; those of vertices that are not `around` it are 0.
    void take(std::span<const std::uint16_t> numbers, std::span<const std::uint32_t> around) {
        if (ranks_.size() == 1) return;
        std::fill(sets_.begin() + static_cast<std::ptrdiff_t>(words_), sets_.end(), std::uint64_t{0});
        const auto top = static_cast<std::uint16_t>(ranks_.size() - 1);
        for (const std::uint32_t b : around) {
            const std::size_t rank = ranks_[std::min(numbers[b], top)];
            if (rank != 0) put(rank, b);
        }
        for (std::size_t i = sets_.size() - words_; i-- > words_;) sets_[i] |= sets_[i + words_];
    }

    /// Vertices with at least `number`, one of those asked for.
    const std::uint64_t* set(std::uint16_t number) const { return sets_.data() + ranks_[number] * words_; }

  private:
    void put(std::size_t rank, std::size_t b) { sets_[rank * words_ + b / 64] |= std::uint64_t{1} << (b % 64); }

    std::size_t words_;
    std::vector<std::uint16_t> ranks_;  // of a number: how many of those asked for, but 0, are no larger
    std::vector<std::uint64_t> sets_;   // for each rank
};

}  // namespace scrump::sip

#pragma once
// The layout of a table in remote memory, and the home of a state. Pure.
//
// A locality's part of the array: a few words for all workers, each on a line of its own; the buckets; and the words of
// states that do not lie in their buckets. All of a state is in one locality, its owner: the buckets of its probe
// sequence, which wraps around there, and its words. So requests for it are carried out in order, and the table can
// grow without a message. In the slides sequences continue in the next owner; the number of round trips is the same.
//
// The owner is hash * owners / 2^64, and the home follows from the same multiplication of the remainder, so that no
// number has to be a power of two.

#include <scrump/states/table/chunks.hpp>
#include <scrump/states/table/detail/state_hash.hpp>
#include <scrump/states/table/options.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace scrump::detail {

class TableLayout {
  public:
    using Word = std::uint64_t;

    /// The first place of a state.
    struct Home {
        unsigned owner = 0;
        std::size_t bucket = 0;
    };

    // Words of the array.
    static constexpr std::size_t apart = 16;
    static constexpr std::size_t inserted = 0;             ///< number inserted by the workers of that locality
    static constexpr std::size_t arrivals = apart;         ///< number of its workers that have arrived at a meeting
    static constexpr std::size_t departures = 2 * apart;   ///< number of times they may leave one
    static constexpr std::size_t localities = 3 * apart;   ///< in locality 0: number whose workers have all arrived
    static constexpr std::size_t taken_words = 4 * apart;  ///< number of words of its records that are taken
    static constexpr std::size_t first_bucket = 5 * apart;

    TableLayout(const TableOptions& options, unsigned owners)
        : owners_(owners), lines_(lines_of(options.buckets)), most_lines_(most_lines_of(options)) {}

    /// Number of the array's words in each locality, and of those for states that do not lie in their buckets.
    static std::size_t array_words(const TableOptions& options) {
        return first_bucket + most_lines_of(options) * buckets_of_a_line + record_words(options);
    }
    static std::size_t record_words(const TableOptions& options) {
        if (options.state_words == 0) return 0;
        if (options.record_words > 0) return options.record_words;
        return most_lines_of(options) * buckets_of_a_line * options.state_words;
    }
    /// Beginning of these.
    std::size_t first_record() const { return first_bucket + most_lines_ * buckets_of_a_line; }

    unsigned owners() const { return owners_; }
    /// Current number of buckets of each locality.
    std::size_t buckets() const { return lines_ * buckets_of_a_line; }

    Home home(Word hash) const {
        if (owners_ == 1) return {.owner = 0, .bucket = high_product(hash, buckets())};
        const Word rest = hash * owners_;
        return {.owner = static_cast<unsigned>(high_product(hash, owners_)), .bucket = high_product(rest, buckets())};
    }

    bool can_grow() const { return lines_ < most_lines_; }
    /// Doubles the number of buckets, as far as there is room.
    void grow() { lines_ = std::min(2 * lines_, most_lines_); }

  private:
    static std::size_t lines_of(std::size_t buckets) { return (buckets + buckets_of_a_line - 1) / buckets_of_a_line; }
    static std::size_t most_lines_of(const TableOptions& options) {
        return lines_of(std::max(options.buckets, options.max_buckets));
    }

    unsigned owners_;
    std::size_t lines_;
    std::size_t most_lines_;
};

}  // namespace scrump::detail

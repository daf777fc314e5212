#pragma once
// Room for states that do not lie in their buckets. A worker takes it from an owner in blocks, so that most states cost
// no operation of their own, and keeps the parts that it did not use because another worker was faster.

#include <scrump/runtime/remote_array.hpp>
#include <scrump/states/table/options.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace scrump::detail {

class RecordSpace {
  public:
    /// `counters` has the word with the amount of an owner's room that is taken (TableLayout::taken_words); for
    /// `workers` workers in each locality.
    RecordSpace(const TableOptions& options, RemoteAccess& counters, unsigned workers);

    /// The first of `words` words of an owner; none if it has no more. Occasionally waits for a block.
    std::optional<std::size_t> take(unsigned owner, std::size_t words);
    /// Returns words that are not needed.
    void give_back(unsigned owner, std::size_t first, std::size_t words);
    /// Frees all room again.
    void forget();

  private:
    struct Spare {
        std::size_t first;
        std::size_t words;
    };
    struct Owner {
        std::size_t next = 0;
        std::size_t end = 0;
        std::vector<Spare> spares{};
    };

    bool take_block(unsigned owner, std::size_t words);

    RemoteAccess& counters_;
    std::size_t all_words_;    // number of words of an owner
    std::size_t block_words_;  // number of words in a block
    std::vector<Owner> owners_;
};

}  // namespace scrump::detail

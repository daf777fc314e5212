#pragma once
// Room for states that do not lie in their buckets. A worker takes it from an owner in blocks, so that most states cost
// no operation of their own, and keeps what it did not use because another worker was ahead of it.

#include <scrump/runtime/remote_array.hpp>
#include <scrump/states/table/options.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace scrump::detail {

class RecordSpace {
  public:
    /// `counters` has the word that says how much of an owner's room is taken (TableLayout::taken_words); of so many
    /// workers in each locality.
    RecordSpace(const TableOptions& options, RemoteAccess& counters, unsigned workers);

    /// The first of so many words of an owner; none if it has no more. Waits for a block now and then.
    std::optional<std::size_t> take(unsigned owner, std::size_t words);
    /// What was taken is not needed.
    void give_back(unsigned owner, std::size_t first, std::size_t words);
    /// All room is free again.
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
    std::size_t all_words_;    // of an owner
    std::size_t block_words_;  // at a time
    std::vector<Owner> owners_;
};

}  // namespace scrump::detail

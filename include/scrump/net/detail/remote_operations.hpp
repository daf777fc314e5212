#pragma once
// Operations on the words of one owner, done one after another: the contents of one message.
//
// As bytes they are words. Each operation is its kind and its number of words, together in one word; the first of these
// words; and its arguments: the values to put, the expected and desired values, the amount to add.

#include <scrump/net/codec.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scrump::detail {

class RemoteOperations {
  public:
    using Word = std::uint64_t;

    /// Reads `count` words from `first` on, which are its result.
    RemoteOperations& get(std::size_t first, std::size_t count);
    /// Writes `values` from `first` on. No result.
    RemoteOperations& put(std::size_t first, std::span<const Word> values);
    /// Writes `desired` if the word is `expected`. The result is the word as it was.
    RemoteOperations& compare_and_swap(std::size_t index, Word expected, Word desired);
    /// Adds `amount`, modulo 2^64. The result is the word as it was.
    RemoteOperations& fetch_add(std::size_t index, Word amount);
    /// Appends other operations.
    RemoteOperations& append(const RemoteOperations& others);

    bool empty() const { return bytes_.empty(); }
    /// Number of words of all results.
    std::size_t yields() const { return yields_; }
    /// Takes the bytes, and leaves no operations.
    Bytes take();

    /// Executes the operations of the bytes, and returns the results. Throws Error, before it touches any other word,
    /// at one that is not among `words`, and if the bytes were not made by an object of this class.
    static std::vector<Word> execute(const Bytes& bytes, std::span<std::atomic<Word>> words);

  private:
    Bytes bytes_;
    std::size_t yields_ = 0;
};

}  // namespace scrump::detail

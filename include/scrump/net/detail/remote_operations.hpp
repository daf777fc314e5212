#pragma once
// Operations on the words of one owner, done one after another: what it is asked in one message.
//
// As bytes they are words. Each operation is its kind and how many words it concerns, together in one word; the first
// of them; and what else it needs: the values to put, what is expected and desired, the amount to add.

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

    /// Reads `count` words from `first` on, which is what it yields.
    RemoteOperations& get(std::size_t first, std::size_t count);
    /// Writes `values` from `first` on. Yields nothing.
    RemoteOperations& put(std::size_t first, std::span<const Word> values);
    /// Writes `desired` if the word is `expected`. Yields the word as it was.
    RemoteOperations& compare_and_swap(std::size_t index, Word expected, Word desired);
    /// Adds, modulo 2^64. Yields the word as it was.
    RemoteOperations& fetch_add(std::size_t index, Word amount);
    /// Others, after these.
    RemoteOperations& append(const RemoteOperations& others);

    bool empty() const { return bytes_.empty(); }
    /// How many words all of them yield.
    std::size_t yields() const { return yields_; }
    /// Leaves none.
    Bytes take();

    /// Does what such bytes say, and returns what it yields. Throws Error, before it touches any other word, at one
    /// that is not among `words`, and where the bytes are none that an object of this class has made.
    static std::vector<Word> execute(const Bytes& bytes, std::span<std::atomic<Word>> words);

  private:
    Bytes bytes_;
    std::size_t yields_ = 0;
};

}  // namespace scrump::detail

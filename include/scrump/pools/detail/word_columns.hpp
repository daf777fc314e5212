#pragma once
// Objects of the same size as a structure of arrays: each of their 32-bit words in a column of its own, so that one
// instruction works on the same word of many. A stack that also gives from its bottom.
//
// It knows only the number of words, so that code that merely moves nodes is compiled once for all of them.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/pools/detail/open_nodes.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace scrump::detail {

class WordColumns : public OpenNodes {
  public:
    using Word = std::uint32_t;

    /// Number of entries beyond the reserved ones that may be read and written, with meaningless contents: whole
    /// vectors can be used up to the last entry.
    static constexpr std::size_t slack = 32;

    explicit WordColumns(std::size_t columns) : columns_(columns) { grow(0); }

    /// Number of words of an object.
    std::size_t columns() const { return columns_; }

    /// Word `index` of all objects, in order; valid until the columns grow.
    Word* column(std::size_t index) { return memory_.get() + index * stride_ + front_; }
    const Word* column(std::size_t index) const { return memory_.get() + index * stride_ + front_; }

    /// Reserves space for `more` objects after the last one.
    void reserve(std::size_t more) {
        if (front_ + size_ + more + slack > stride_) [[unlikely]]
            grow(more);
    }
    /// Adds `more` objects that were written after the last one.
    void extend(std::size_t more) { size_ += more; }

    /// Pushes `count` objects of another stack with the same number of columns, from its `first` on.
    void append(const WordColumns& from, std::size_t first, std::size_t count) {
        reserve(count);
        for (std::size_t index = 0; index < columns_; ++index)
            std::memcpy(column(index) + size_, from.column(index) + first, count * sizeof(Word));
        size_ += count;
    }

    /// Number of words that `count` objects of this number of columns take.
    static std::size_t packed_words(std::size_t columns, std::size_t count) {
        return (columns * count * sizeof(Word) + sizeof(PackedWord) - 1) / sizeof(PackedWord);
    }
    std::size_t packed_words(std::size_t count) const override { return packed_words(columns_, count); }
    void pack(std::size_t first, std::size_t count, std::vector<PackedWord>& to) const override;
    void unpack(std::size_t count, std::span<const PackedWord> from) override;

    void drop_back(std::size_t count) { size_ -= count; }
    void drop_front(std::size_t count) override {
        size_ -= count;
        front_ = size_ == 0 ? 0 : front_ + count;
    }
    void clear() { size_ = front_ = 0; }

  private:
    struct Release {
        void operator()(Word* words) const { ::operator delete[](words, std::align_val_t{cache_line}); }
    };

    // Moves all objects to the front: of a larger memory, unless half of this one is enough.
    void grow(std::size_t more);

    std::size_t columns_;
    std::unique_ptr<Word[], Release> memory_;
    std::size_t stride_ = 0;  // number of entries from one column to the next
    std::size_t front_ = 0;
};

}  // namespace scrump::detail

#include <scrump/base/error.hpp>
#include <scrump/pools/detail/word_columns.hpp>

#include <algorithm>

namespace scrump::detail {

void WordColumns::grow(std::size_t more) {
    const std::size_t needed = size_ + more + slack;
    if (2 * needed <= stride_) {
        for (std::size_t index = 0; index < columns_; ++index)
            std::memmove(memory_.get() + index * stride_, column(index), size_ * sizeof(Word));
    } else {
        // No multiple of a page: else the same entry of all columns would fall into the same set of a cache.
        static constexpr std::size_t page = 1024;
        static constexpr std::size_t offset = 5 * cache_line / sizeof(Word);
        const std::size_t stride = (2 * needed + page - 1) / page * page + offset;
        decltype(memory_) larger(
            static_cast<Word*>(::operator new[](columns_* stride * sizeof(Word), std::align_val_t{cache_line})));
        for (std::size_t index = 0; memory_ && index < columns_; ++index)
            std::memcpy(larger.get() + index * stride, column(index), size_ * sizeof(Word));
        memory_ = std::move(larger);
        stride_ = stride;
    }
    front_ = 0;
}

void WordColumns::pack(std::size_t first, std::size_t count, std::vector<PackedWord>& to) const {
    to.resize(packed_words(count));
    char* at = reinterpret_cast<char*>(to.data());
    for (std::size_t index = 0; index < columns_; ++index, at += count * sizeof(Word))
        std::memcpy(at, column(index) + first, count * sizeof(Word));
}

void WordColumns::unpack(std::size_t count, std::span<const PackedWord> from) {
    if (from.size() != packed_words(count)) throw Error("a chunk of another size than that of this search");
    const char* at = reinterpret_cast<const char*>(from.data());
    reserve(count);
    for (std::size_t index = 0; index < columns_; ++index, at += count * sizeof(Word))
        std::memcpy(column(index) + size_, at, count * sizeof(Word));
    size_ += count;
}

}  // namespace scrump::detail

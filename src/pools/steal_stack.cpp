#include <scrump/pools/detail/steal_stack.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace scrump::detail {

StealStackLayout::StealStackLayout(std::size_t columns, std::size_t chunk) : columns_(columns), chunk_(chunk) {
    static constexpr std::size_t bytes = std::size_t{1} << 18;
    static constexpr std::size_t fewest = 16;
    static constexpr std::size_t most = 1024;
    chunk_words_ = (columns * chunk * sizeof(WordColumns::Word) + sizeof(Word) - 1) / sizeof(Word);
    slots_ = std::bit_floor(std::clamp(bytes / (chunk_words_ * sizeof(Word)), fewest, most));
}

void StealStackLayout::pack(const WordColumns& from, std::size_t first, std::span<Word> to) const {
    char* at = reinterpret_cast<char*>(to.data());
    const std::size_t bytes = chunk_ * sizeof(WordColumns::Word);
    for (std::size_t column = 0; column < columns_; ++column, at += bytes)
        std::memcpy(at, from.column(column) + first, bytes);
}

void StealStackLayout::unpack(std::span<const Word> from, WordColumns& to) const {
    const char* at = reinterpret_cast<const char*>(from.data());
    const std::size_t bytes = chunk_ * sizeof(WordColumns::Word);
    to.reserve(chunk_);
    for (std::size_t column = 0; column < columns_; ++column, at += bytes)
        std::memcpy(to.column(column) + to.size(), at, bytes);
    to.extend(chunk_);
}

StealStack::StealStack(WordColumns& local, const Layout& layout, std::atomic<Word>* words)
    : local_(local), layout_(layout), words_(words), buffer_(layout.chunk_words()) {}

std::uint64_t StealStack::shared() const {
    const Word available = words_[Layout::available].load(std::memory_order_acquire);
    return available == Layout::no_work ? 0 : available;
}

std::uint64_t StealStack::room() {
    // What was taken may still be read, unless all of it was fetched.
    const Word returned = word(Layout::returned).load(std::memory_order_acquire);
    if (returned == word(Layout::head).load(std::memory_order_acquire)) fetched_ = returned;
    return layout_.slots() - (tail_ - fetched_);
}

void StealStack::stage(std::uint64_t chunks) {
    for (std::uint64_t i = 0; i < chunks; ++i) {
        layout_.pack(local_, i * layout_.chunk(), buffer_);
        std::atomic<Word>* const to = words_ + layout_.first_word(tail_ + i);
        for (std::size_t w = 0; w < buffer_.size(); ++w) to[w].store(buffer_[w], std::memory_order_relaxed);
    }
    local_.drop_front(chunks * layout_.chunk());
}

void StealStack::show(std::uint64_t chunks) {
    tail_ += chunks;
    word(Layout::available).store(shared() + chunks, std::memory_order_release);
}

std::uint64_t StealStack::reacquire(std::uint64_t most) {
    const std::uint64_t chunks = std::min(most, shared());
    for (std::uint64_t i = 0; i < chunks; ++i) {
        --tail_;
        const std::atomic<Word>* const from = words_ + layout_.first_word(tail_);
        for (std::size_t w = 0; w < buffer_.size(); ++w) buffer_[w] = from[w].load(std::memory_order_relaxed);
        layout_.unpack(buffer_, local_);
    }
    if (chunks > 0) word(Layout::available).store(shared() - chunks, std::memory_order_release);
    return chunks;
}

StealStack::Layout::Grant StealStack::grant(std::uint64_t chunks) {
    const Word taken = word(Layout::head).load(std::memory_order_relaxed);
    word(Layout::head).store(taken + chunks, std::memory_order_relaxed);
    word(Layout::available).store(shared() - chunks, std::memory_order_release);
    return {static_cast<std::uint32_t>(taken % layout_.slots()), static_cast<std::uint32_t>(chunks)};
}

}  // namespace scrump::detail

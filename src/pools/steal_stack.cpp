#include <scrump/pools/detail/steal_stack.hpp>

#include <algorithm>
#include <bit>

namespace scrump::detail {

StealStackLayout::StealStackLayout(std::size_t chunk_words) : chunk_words_(chunk_words) {
    static constexpr std::size_t bytes = std::size_t{1} << 18;
    static constexpr std::size_t fewest = 16;
    static constexpr std::size_t most = 1024;
    slots_ = std::bit_floor(std::clamp(bytes / (chunk_words_ * sizeof(Word)), fewest, most));
}

StealStack::StealStack(OpenNodes& local, std::size_t chunk, std::atomic<Word>* words)
    : local_(local), chunk_(chunk), layout_(local.packed_words(chunk)), words_(words), buffer_(layout_.chunk_words()) {}

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

std::uint64_t StealStack::stage(std::uint64_t chunks) {
    std::uint64_t staged = 0;
    for (; staged < chunks; ++staged) {
        local_.pack(staged * chunk_, chunk_, buffer_);
        if (buffer_.size() > layout_.chunk_words()) break;
        std::atomic<Word>* const to = words_ + layout_.first_word(tail_ + staged);
        for (std::size_t w = 0; w < buffer_.size(); ++w) to[w].store(buffer_[w], std::memory_order_relaxed);
    }
    local_.drop_front(staged * chunk_);
    return staged;
}

void StealStack::show(std::uint64_t chunks) {
    tail_ += chunks;
    word(Layout::available).store(shared() + chunks, std::memory_order_release);
}

std::uint64_t StealStack::reacquire(std::uint64_t most) {
    const std::uint64_t chunks = std::min(most, shared());
    buffer_.resize(layout_.chunk_words());
    for (std::uint64_t i = 0; i < chunks; ++i) {
        --tail_;
        const std::atomic<Word>* const from = words_ + layout_.first_word(tail_);
        for (std::size_t w = 0; w < buffer_.size(); ++w) buffer_[w] = from[w].load(std::memory_order_relaxed);
        local_.unpack(chunk_, buffer_);
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

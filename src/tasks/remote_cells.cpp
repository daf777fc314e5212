#include <scrump/base/detail/same_page.hpp>
#include <scrump/tasks/detail/deque_memory.hpp>
#include <scrump/tasks/detail/remote_cells.hpp>

#include <cstring>
#include <span>

namespace scrump::detail {

static_assert(RemoteCells::words % 8 == 0, "workers do not share lines");
static_assert(sizeof(StealBoundary) == sizeof(RemoteCells::Word), "so that it can be raised by a put");

std::size_t RemoteCells::page_of(const std::atomic<Word>* array, unsigned index) const {
    const std::size_t size = page_size() / sizeof(Word);
    const std::size_t first = reinterpret_cast<std::uintptr_t>(array) / sizeof(Word) + workers_ * words;
    return (first + size - 1) / size * size - reinterpret_cast<std::uintptr_t>(array) / sizeof(Word) + index * size;
}

void RemoteCells::let_know(unsigned victim, const std::atomic<Word>* near) {
    if (near[word_of(victim, boundary_within_reach)].load(std::memory_order_acquire) != 0) {
        access_.put(victim / workers_, page_of(near, victim % workers_), StealBoundary::raised);
    } else {
        messages_.notify(victim / workers_);
    }
}

bool RemoteCells::swap_request(unsigned victim, Word expected, Word desired) {
    RemoteHandle swap = access_.compare_and_swap(victim / workers_, word_of(victim, 0), expected, desired);
    return swap.wait() == expected && swap.done();
}

void RemoteCells::write_state(unsigned to, unsigned cell, CellState state) {
    access_.put(to / workers_, word_of(to, state_word(cell)), state.pack());
}

void RemoteCells::write(unsigned to, unsigned cell, std::uint64_t name, CellState state, const Bytes& content) {
    state.size = static_cast<std::uint32_t>(content.size());
    std::array<Word, line> all{};
    if (content.size() > content_words * sizeof(Word)) {
        return messages_.post(to / workers_,
                              {.index = to % workers_, .cell = cell, .name = name, .state = state.pack()}, content);
    }
    std::memcpy(all.data(), content.data(), content.size());
    all[content_words] = name;
    all[content_words + 1] = state.pack();
    access_.put(to / workers_, word_of(to, first_word(cell)), std::span<const Word>(all));
}

Bytes RemoteCells::take(unsigned cell) {
    const std::size_t size = state_of(cell).size;
    std::array<Word, content_words> here;
    if (size > sizeof here) return messages_.take(self_ % workers_, cell);
    for (std::size_t i = 0; i < here.size(); ++i) here[i] = own_[first_word(cell) + i].load(std::memory_order_relaxed);
    Bytes content(size, '\0');
    std::memcpy(content.data(), here.data(), size);
    return content;
}

}  // namespace scrump::detail

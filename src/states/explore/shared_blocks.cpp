#include "shared_blocks.hpp"

#include "state_stack.hpp"
#include "visited_states.hpp"

#include <algorithm>
#include <array>

namespace scrump::detail {

// At least one state, and a few kilobytes of smaller ones.
std::size_t SharedBlocks::words_of_block(std::size_t width) {
    static constexpr std::size_t usual = 1024;
    return std::max(usual, StateStack::entry_words(width == 0 ? most_words_of_state : width));
}

RemoteArrayShape SharedBlocks::array(std::size_t width, unsigned workers) {
    return {"shared states",
            apart * (1 + std::size_t{workers}) + workers * slots * (first_word + words_of_block(width))};
}

SharedBlocks::SharedBlocks(RemoteAccess& array, std::size_t width, const SpmdWorker& self)
    : array_(array),
      self_(self.locality),
      worker_(self.index),
      workers_(self.workers),
      block_words_(words_of_block(width)) {}

void SharedBlocks::begin() {
    if (self_ == 0 && worker_ == 0) array_.put(0, outstanding, Word{array_.owners()} * workers_);
}

bool SharedBlocks::has_some_ready() {
    std::array<Word, control_words> words{};
    array_.get(self_, control(worker_), words).wait();
    if (words[claimed] < words[published]) return true;
    const Word next = words[published];
    return next >= slots && array_.get(self_, slot(worker_, next) + copied).wait() != next - slots + 1;
}

void SharedBlocks::publish(std::span<const Word> block) {
    array_.fetch_add(0, outstanding, 1).wait();
    const Word number = array_.get(self_, control(worker_) + published).wait();
    array_.put(self_, slot(worker_, number) + size, Word{block.size()});
    array_.put(self_, slot(worker_, number) + first_word, block);
    array_.put(self_, control(worker_) + published, number + 1);
}

bool SharedBlocks::claim(unsigned locality, unsigned worker, std::vector<Word>& to) {
    std::array<Word, control_words> words{};
    array_.get(locality, control(worker), words).wait();
    const Word number = words[claimed];
    if (number >= words[published]) return false;
    if (array_.compare_and_swap(locality, control(worker) + claimed, number, number + 1).wait() != number) return false;
    const std::size_t at = slot(worker, number);
    to.resize(array_.get(locality, at + size).wait());
    array_.get(locality, at + first_word, to).wait();
    array_.put(locality, at + copied, number + 1);
    return !array_.ending();
}

}  // namespace scrump::detail

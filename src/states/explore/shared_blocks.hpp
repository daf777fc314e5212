#pragma once
// Blocks of states that busy workers hold ready for idle ones, in all localities, and how all detect that nothing is
// left. All of it lies in remote memory.
//
// Protocol: a worker has a ring of slots, and two words: the number of blocks that it has published, and of those that
// were claimed. A worker that raises the second one, by compare-and-swap, has the block, copies it, and writes into its
// slot which one was copied, as slow ones may be overtaken by others. A block is written to a slot whose last one was
// copied, and then the first word is raised.
//
// The remaining work is counted in one word: workers that have states, and unclaimed blocks. A block is counted before
// it is published; the worker that claims it takes its count over; a worker without states uncounts itself after
// everything that it has published was counted. So the number is zero exactly when nothing is left, and stays so.

#include "state_log.hpp"

#include <scrump/runtime/remote_array.hpp>
#include <scrump/runtime/spmd.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace scrump::detail {

class SharedBlocks {
  public:
    using Word = std::uint64_t;

    /// The array that it needs, for states of this number of words; 0: varies.
    static RemoteArrayShape array(std::size_t width, unsigned workers);

    SharedBlocks(RemoteAccess& array, std::size_t width, const SpmdWorker& self);

    /// Number of words for which a block has room.
    std::size_t block_words() const { return block_words_; }

    /// Whether a block of this worker is unclaimed, or there is no slot for another one.
    bool has_some_ready();
    /// Publishes a block.
    void publish(std::span<const Word> block);
    /// Claims a block of a worker, into `to`. Returns whether there was one.
    bool claim(unsigned locality, unsigned worker, std::vector<Word>& to);

    /// Initially all workers have something to do.
    void begin();
    /// This worker has nothing left.
    void count_off() { array_.fetch_add(0, outstanding, ~Word{0}).wait(); }
    /// Whether no worker has anything left.
    bool all_done() { return array_.get(0, outstanding).wait() == 0; }

  private:
    static constexpr std::size_t apart = 16;
    static constexpr std::size_t slots = 4;
    static constexpr std::size_t outstanding = 0;  // of locality 0
    // Of a worker.
    static constexpr std::size_t published = 0, claimed = 1, control_words = 2;
    // Of a slot: one more than the block that was copied last, how many words there are, and these.
    static constexpr std::size_t copied = 0, size = 1, first_word = 2;

    static std::size_t words_of_block(std::size_t width);
    std::size_t control(unsigned worker) const { return apart * (1 + worker); }
    std::size_t slot(unsigned worker, Word block) const {
        return apart * (1 + workers_) + (worker * slots + block % slots) * (first_word + block_words_);
    }

    RemoteAccess& array_;
    const unsigned self_;
    const unsigned worker_;
    const unsigned workers_;
    const std::size_t block_words_;
};

}  // namespace scrump::detail

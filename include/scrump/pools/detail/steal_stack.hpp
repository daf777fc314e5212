#pragma once
// The chunked steal stack of figure 2 of Olivier and Prins (2008): a private part that only its owner touches, and a
// shared part from which others take chunks of k nodes. release() moves the oldest chunk of the private part to the
// shared one, reacquire() the newest back.
//
// The shared part is a ring of chunks in words that others can read and write, wherever they are. It has no lock of its
// own and no opinion about who may change it: the protocols do (see search/stack_protocol.hpp). A chunk that was taken
// stays in its slot until whoever took it has fetched it and says so in `returned`: only then is its slot used again.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/net/detail/window.hpp>
#include <scrump/pools/detail/word_columns.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrump::detail {

/// Where the shared words of a steal stack are.
class StealStackLayout {
  public:
    using Word = Window::Word;

    /// Words on cache lines of their own, but for `wanted`.
    enum Index : std::size_t {
        available = 0,                                 ///< chunks that can be taken, or `no_work`
        wanted,                                        ///< whether somebody found none; read with the word before
        lock = cache_line / sizeof(Word),              ///< 0, or 1 + the number of who holds it
        head = 2 * (cache_line / sizeof(Word)),        ///< chunks that were ever taken
        returned = 3 * (cache_line / sizeof(Word)),    ///< of these, those that were fetched
        request = 4 * (cache_line / sizeof(Word)),     ///< 0, or 1 + the number of who asks for chunks
        response = 5 * (cache_line / sizeof(Word)),    ///< to its owner's own request: 0, `denied`, or a Grant
        barrier = 6 * (cache_line / sizeof(Word)),     ///< of worker 0: how many have nothing to do
        cancelled = 7 * (cache_line / sizeof(Word)),   ///< of worker 0: how often the barrier was cancelled
        terminated = 8 * (cache_line / sizeof(Word)),  ///< 0, or 1 + the number of who knows that all is done
        ring = 9 * (cache_line / sizeof(Word)),        ///< the chunks
    };
    /// Its owner has neither shared nor private nodes.
    static constexpr Word no_work = ~Word{0};
    static constexpr Word denied = ~Word{0};

    /// Which chunks a thief was given, as one word that is neither 0 nor `denied`.
    struct Grant {
        std::uint32_t first;  ///< slot of the ring
        std::uint32_t count;

        Word pack() const { return Word{count} << 32 | first; }
        static Grant unpack(Word word) {
            return {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)};
        }
    };

    /// Of nodes with so many 32-bit words, in chunks of so many nodes, with room for as many chunks as fit into 256
    /// KiB: from 16 to 1,024.
    StealStackLayout(std::size_t columns, std::size_t chunk);

    std::size_t columns() const { return columns_; }
    std::size_t chunk() const { return chunk_; }
    std::size_t chunk_words() const { return chunk_words_; }
    /// Chunks in the ring.
    std::size_t slots() const { return slots_; }
    /// All words.
    std::size_t words() const { return ring + slots_ * chunk_words_; }
    std::size_t first_word(std::uint64_t slot) const { return ring + slot % slots_ * chunk_words_; }

    /// Nodes become words, and words nodes that are pushed.
    void pack(const WordColumns& from, std::size_t first, std::span<Word> to) const;
    void unpack(std::span<const Word> from, WordColumns& to) const;

  private:
    std::size_t columns_;
    std::size_t chunk_;
    std::size_t chunk_words_;
    std::size_t slots_;
};

/// Its owner's side.
class StealStack {
  public:
    using Layout = StealStackLayout;
    using Word = Layout::Word;

    /// `words` are zero at first and outlive the stack, as does `local`: the private part, of as many columns.
    StealStack(WordColumns& local, const Layout& layout, std::atomic<Word>* words);

    WordColumns& local() { return local_; }
    const Layout& layout() const { return layout_; }
    std::atomic<Word>& word(Layout::Index index) { return words_[index]; }

    /// How many chunks the shared part holds.
    std::uint64_t shared() const;
    /// For how many more it has room now.
    std::uint64_t room();

    /// Moves the oldest nodes of the private part, so many chunks of them, for which there is room. The owner, who
    /// alone adds to it, writes the chunks at its leisure (`stage`), and shows them (`show`) when nobody else changes
    /// the shared part.
    void stage(std::uint64_t chunks);
    void show(std::uint64_t chunks);

    /// Takes the newest chunks back, so many as there are at most. When nobody else changes the shared part.
    std::uint64_t reacquire(std::uint64_t most);

    /// Takes the oldest chunks out for somebody who will fetch them. When nobody else changes the shared part.
    Layout::Grant grant(std::uint64_t chunks);

    /// Says whether there is any work, where the shared part is empty.
    void set_working(bool works) { word(Layout::available).store(works ? 0 : Layout::no_work); }

  private:
    WordColumns& local_;
    const Layout layout_;
    std::atomic<Word>* words_;
    std::uint64_t tail_ = 0;     // chunks ever shown and not taken back; the next one's slot
    std::uint64_t fetched_ = 0;  // of the oldest chunks so many were taken and fetched
    std::vector<Word> buffer_;
};

}  // namespace scrump::detail

#pragma once
// The chunked steal stack of figure 2 of Olivier and Prins (2008): a private part that only its owner touches, and a
// shared part from which others take chunks of k nodes. release() moves the oldest chunk of the private part to the
// shared one, reacquire() the newest back.
//
// The shared part is a ring of chunks in words that others can read and write, wherever they are. It has no lock of its
// own and no rule about who may change it: the protocols do (see search/stack_protocol.hpp). A chunk that was taken
// stays in its slot until the thief has fetched it and reports that in `returned`: only then is its slot used again.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/net/detail/window.hpp>
#include <scrump/pools/detail/open_nodes.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrump::detail {

/// The layout of the shared words of a steal stack.
class StealStackLayout {
  public:
    using Word = Window::Word;

    /// Words on cache lines of their own, except `wanted`.
    enum Index : std::size_t {
        available = 0,                                ///< number of chunks that can be taken, or `no_work`
        wanted,                                       ///< whether a worker found none; read with the word before
        lock = cache_line / sizeof(Word),             ///< 0, or 1 + the number of the holder
        head = 2 * (cache_line / sizeof(Word)),       ///< number of chunks that were ever taken
        returned = 3 * (cache_line / sizeof(Word)),   ///< number of these that were fetched
        request = 4 * (cache_line / sizeof(Word)),    ///< 0, or 1 + the number of the worker that requests chunks
        response = 5 * (cache_line / sizeof(Word)),   ///< to its owner's own request: 0, `denied`, or a Grant
        barrier = 6 * (cache_line / sizeof(Word)),    ///< for worker 0: number of workers that have nothing to do
        cancelled = 7 * (cache_line / sizeof(Word)),  ///< for worker 0: number of times the barrier was cancelled
        terminated =
            8 * (cache_line / sizeof(Word)),     ///< 0, or 1 + the number of the worker that knows that all is done
        ring = 9 * (cache_line / sizeof(Word)),  ///< first word of the chunks
    };
    /// Its owner has neither shared nor private nodes.
    static constexpr Word no_work = ~Word{0};
    static constexpr Word denied = ~Word{0};

    /// The chunks that a thief was given, as one word that is neither 0 nor `denied`.
    struct Grant {
        std::uint32_t first;  ///< first slot of the ring
        std::uint32_t count;

        Word pack() const { return Word{count} << 32 | first; }
        static Grant unpack(Word word) {
            return {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)};
        }
    };

    /// For chunks of `chunk_words` words, with room for as many as fit into 256 KiB: from 16 to 1,024.
    explicit StealStackLayout(std::size_t chunk_words);

    std::size_t chunk_words() const { return chunk_words_; }
    /// Number of chunks in the ring.
    std::size_t slots() const { return slots_; }
    /// Number of all words.
    std::size_t words() const { return ring + slots_ * chunk_words_; }
    std::size_t first_word(std::uint64_t slot) const { return ring + slot % slots_ * chunk_words_; }

  private:
    std::size_t chunk_words_;
    std::size_t slots_;
};

/// The owner's side of a steal stack.
class StealStack {
  public:
    using Layout = StealStackLayout;
    using Word = Layout::Word;

    /// In chunks of `chunk` nodes. `words` are initially zero and outlive the stack, as does `local`: the private part.
    StealStack(OpenNodes& local, std::size_t chunk, std::atomic<Word>* words);

    OpenNodes& local() { return local_; }
    const Layout& layout() const { return layout_; }
    std::atomic<Word>& word(Layout::Index index) { return words_[index]; }

    /// Number of chunks in the shared part.
    std::uint64_t shared() const;
    /// Number of further chunks for which it now has room.
    std::uint64_t room();

    /// Moves the oldest nodes of the private part, `chunks` chunks of them, for which there must be room. The owner,
    /// the only one that adds to it, writes the chunks at any time (`stage`), and shows them (`show`) while nobody else
    /// changes the shared part. Nodes that have grown too large for a chunk stay private: stage() returns the number of
    /// chunks before them.
    std::uint64_t stage(std::uint64_t chunks);
    void show(std::uint64_t chunks);

    /// Takes back the newest chunks, at most `most`. To be called while nobody else changes the shared part.
    std::uint64_t reacquire(std::uint64_t most);

    /// Takes out the oldest chunks for a worker that will fetch them. To be called while nobody else changes the shared
    /// part.
    Layout::Grant grant(std::uint64_t chunks);

    /// Sets whether there is any work, if the shared part is empty.
    void set_working(bool works) { word(Layout::available).store(works ? 0 : Layout::no_work); }

  private:
    OpenNodes& local_;
    const std::size_t chunk_;
    const Layout layout_;
    std::atomic<Word>* words_;
    std::uint64_t tail_ = 0;     // number of chunks ever shown and not taken back; the next one's slot
    std::uint64_t fetched_ = 0;  // number of the oldest chunks that were taken and fetched
    std::vector<Word> buffer_;
};

}  // namespace scrump::detail

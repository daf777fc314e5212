#pragma once
// Remote memory: arrays of 64-bit words that lie in all localities, so many words in each, and that the workers of all
// of them can read and change: get, put, compare-and-swap, fetch-and-add, as in a partitioned global address space.
//
// Where memory is shared, an operation is an atomic one, done at once by the worker that wants it. Elsewhere the worker
// queues it and goes on; the thread that serves its locality takes what all workers have queued and sends each owner
// one message with all that is asked of it; the owner does that in its order and answers with one message. Each
// operation returns a handle, so a worker may have many outstanding; what it asks of one owner is done in the order in
// which it asks.
//
// Protocol: what is queued is under the worker's mutex. An operation that travels has a slot, whose outcome is the
// serving thread's until it sets `done`, and the worker's from then on; the serving thread writes to slots alone, never
// to where the worker wants its words, which may be gone once the run ends.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/base/detail/event_count.hpp>
#include <scrump/net/detail/direct_words.hpp>
#include <scrump/net/detail/transport.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrump {

class RemoteAccess;
class RemoteArray;

namespace detail {

// An operation that travels.
struct RemoteSlot {
    explicit RemoteSlot(RemoteAccess& asker) : by(asker) {}

    RemoteAccess& by;
    RemoteSlot* next = nullptr;  // in the worker's lists
    std::span<std::uint64_t> to{};
    std::size_t yields = 0;
    std::vector<std::uint64_t> outcome{};
    std::atomic<bool> done = false;
};

}  // namespace detail

/// The completion of an operation. One that is dropped changes nothing: the operation is done, but nobody learns what
/// came of it. Used by the worker that asked, and not beyond the life of the array.
class RemoteHandle {
  public:
    /// 64 bits.
    using Word = detail::Window::Word;

    /// Of an operation that was never asked for, and is never done.
    RemoteHandle() = default;
    /// Leaves one of an operation that was never asked for.
    RemoteHandle(RemoteHandle&& other) noexcept
        : slot_(std::exchange(other.slot_, nullptr)), word_(other.word_), done_(std::exchange(other.done_, false)) {}
    /// Changes places with the other.
    RemoteHandle& operator=(RemoteHandle&& other) noexcept {
        std::swap(slot_, other.slot_);
        std::swap(word_, other.word_);
        std::swap(done_, other.done_);
        return *this;
    }
    ~RemoteHandle() {
        if (slot_ != nullptr) forget();
    }

    /// Whether the operation is done: what it was to get is where it was to be put.
    bool done() { return done_ || (slot_ != nullptr && look()); }
    /// Sleeps until it is done, or the run ends. Returns what it yields: the word that was to be read, or the word as
    /// it was before it was changed; of several words the first. If the run ends first, done() is false, and what is
    /// returned means nothing.
    Word wait() {
        if (!done_ && slot_ != nullptr) await_outcome();
        return word_;
    }

  private:
    friend class RemoteAccess;

    explicit RemoteHandle(Word word) : word_(word), done_(true) {}
    explicit RemoteHandle(detail::RemoteSlot& slot) : slot_(&slot) {}

    bool look();
    void await_outcome();
    void forget();

    detail::RemoteSlot* slot_ = nullptr;  // while it is under way
    Word word_ = 0;
    bool done_ = false;
};

/// A worker's access to an array. Used by its worker alone.
class alignas(detail::cache_line) RemoteAccess {
  public:
    /// 64 bits.
    using Word = detail::Window::Word;

    /// Made by the array.
    explicit RemoteAccess(RemoteArray& array);
    RemoteAccess(const RemoteAccess&) = delete;
    RemoteAccess& operator=(const RemoteAccess&) = delete;
    ~RemoteAccess();

    // --- Operations on the words of any locality, which throw Error where they reach beyond these. Whoever reads a
    // word sees all that its writer did before it wrote it, to the words of that owner.

    /// Reads one word.
    RemoteHandle get(unsigned owner, std::size_t index) {
        if (const std::atomic<Word>* const word = reach(owner, index, 1)) return RemoteHandle(direct::get(*word));
        return ask_get(owner, index, 1, {});
    }
    /// Reads as many words as there is room for. Each is whole; together they may be a moment apart. `to` must stay
    /// until the operation is done.
    RemoteHandle get(unsigned owner, std::size_t first, std::span<Word> to) {
        const std::atomic<Word>* const words = reach(owner, first, to.size());
        if (words == nullptr) return ask_get(owner, first, to.size(), to);
        direct::get(words, to);
        return RemoteHandle(to.empty() ? 0 : to.front());
    }
    /// Writes one word.
    RemoteHandle put(unsigned owner, std::size_t index, Word value) {
        std::atomic<Word>* const word = reach(owner, index, 1);
        if (word == nullptr) return ask_put(owner, index, {&value, 1});
        direct::put(*word, value);
        return RemoteHandle(0);
    }
    /// Writes several words, in their order. `values` need not stay.
    RemoteHandle put(unsigned owner, std::size_t first, std::span<const Word> values) {
        std::atomic<Word>* const words = reach(owner, first, values.size());
        if (words == nullptr) return ask_put(owner, first, values);
        direct::put(words, values);
        return RemoteHandle(0);
    }
    /// Writes `desired` if the word is `expected`.
    RemoteHandle compare_and_swap(unsigned owner, std::size_t index, Word expected, Word desired) {
        if (std::atomic<Word>* const word = reach(owner, index, 1))
            return RemoteHandle(direct::compare_and_swap(*word, expected, desired));
        return ask_compare_and_swap(owner, index, expected, desired);
    }
    /// Adds, modulo 2^64.
    RemoteHandle fetch_add(unsigned owner, std::size_t index, Word amount) {
        if (std::atomic<Word>* const word = reach(owner, index, 1))
            return RemoteHandle(direct::fetch_add(*word, amount));
        return ask_fetch_add(owner, index, amount);
    }

    /// Sleeps until all that this worker has asked for is done, or the run ends.
    void fence();

    // --- What there is

    /// How many localities have words.
    unsigned owners() const { return owners_; }
    /// How many words each has.
    std::size_t words() const { return words_; }
    /// Where an owner's words are, if they can be reached directly; else null.
    std::atomic<Word>* direct(unsigned owner) const { return direct_[owner]; }
    /// Whether the run is ending: nothing travels any more.
    bool ending() const;

  private:
    friend class RemoteArray;
    friend class RemoteHandle;

    using Slot = detail::RemoteSlot;

    // What is asked of one owner.
    struct Batch {
        detail::RemoteOperations operations;
        std::vector<Slot*> slots;
    };
    class SlotList {
      public:
        bool empty() const { return first_ == nullptr; }
        Slot& front() { return *first_; }
        void push(Slot& slot);
        Slot& pop();

      private:
        Slot* first_ = nullptr;
        Slot* last_ = nullptr;
    };

    // Its words, or null where they cannot be reached directly.
    std::atomic<Word>* reach(unsigned owner, std::size_t first, std::size_t count) const {
        if (owner >= owners_ || count > words_ || first > words_ - count) [[unlikely]]
            refuse(owner, first, count);
        std::atomic<Word>* const words = direct_[owner];
        return words == nullptr ? nullptr : words + first;
    }
    [[noreturn]] void refuse(unsigned owner, std::size_t first, std::size_t count) const;

    RemoteHandle ask_get(unsigned owner, std::size_t first, std::size_t count, std::span<Word> to);
    RemoteHandle ask_put(unsigned owner, std::size_t first, std::span<const Word> values);
    RemoteHandle ask_compare_and_swap(unsigned owner, std::size_t index, Word expected, Word desired);
    RemoteHandle ask_fetch_add(unsigned owner, std::size_t index, Word amount);
    template <class Add>
    RemoteHandle ask(unsigned owner, std::size_t yields, std::span<Word> to, const Add& add);
    Slot& free_slot();

    // For the serving thread: adds what is queued to what is to be sent to each owner.
    void move_queue_to(std::vector<Batch>& batches, std::vector<unsigned>& owners);

    RemoteArray& array_;
    std::atomic<Word>* const* const direct_;
    const unsigned owners_;
    const std::size_t words_;

    // The worker's own.
    std::deque<Slot> slots_;  // all
    SlotList free_;
    SlotList forgotten_;  // no handle is left; free once they are done
    std::size_t forgotten_count_ = 0;
    std::uint64_t asked_ = 0;

    detail::EventCount events_;
    std::atomic<std::uint64_t> answered_ = 0;  // written by the serving thread
    std::mutex mutex_;                         // guards what is queued
    std::vector<Batch> queued_;                // by owner
    std::vector<unsigned> asked_of_;           // the owners of which something is queued
};

/// One locality's part of an array, and its workers' access to all of it. Made and closed by all localities together,
/// with the same figures, as the windows of a network are.
class RemoteArray {
  public:
    /// 64 bits.
    using Word = detail::Window::Word;

    /// So many words in each locality, zero at first. `name` is for messages; `server_events` wakes the thread that
    /// serves.
    RemoteArray(std::string name, detail::Transport& transport, unsigned workers, std::size_t words,
                detail::EventCount& server_events);
    RemoteArray(const RemoteArray&) = delete;
    RemoteArray& operator=(const RemoteArray&) = delete;
    ~RemoteArray();

    /// What it is called in messages.
    const std::string& name() const { return name_; }
    /// Of one of the workers of this locality.
    RemoteAccess& access(unsigned worker) { return *accesses_[worker]; }
    /// The words that lie in this locality.
    std::span<std::atomic<Word>> own() { return {direct_[self_], window_->words()}; }

    // --- For the thread that serves

    /// Sends off what workers have queued; says whether there was anything.
    bool serve();
    /// Whether owners have something to answer.
    bool awaits_reply() const { return awaited_ > 0; }
    /// The run ends: nobody waits any more.
    void end();

    /// What was sent off.
    struct Sent {
        std::uint64_t messages = 0;    ///< to owners
        std::uint64_t operations = 0;  ///< in all of them
    };
    /// How much that is so far.
    const Sent& sent() const { return sent_; }

  private:
    friend class RemoteAccess;

    void deliver(std::span<detail::RemoteSlot* const> slots, std::span<const Word> words);

    const std::string name_;
    const unsigned self_;
    detail::EventCount& server_events_;
    std::atomic<bool> ending_ = false;
    std::vector<std::atomic<Word>*> direct_;  // the words of each locality, or null
    std::vector<std::unique_ptr<RemoteAccess>> accesses_;

    // The serving thread's.
    std::vector<RemoteAccess::Batch> batches_;  // by owner
    std::vector<unsigned> asked_of_;
    std::uint64_t awaited_ = 0;  // answers
    Sent sent_;
    std::unique_ptr<detail::Window> window_;  // last: what it calls back is above
};

inline bool RemoteAccess::ending() const {
    return array_.ending_.load(std::memory_order_acquire);
}

}  // namespace scrump

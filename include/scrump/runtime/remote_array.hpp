#pragma once
// Remote memory: arrays of 64-bit words that lie in all localities, the same number in each, and that the workers of
// all localities can read and change: get, put, compare-and-swap, fetch-and-add, as in a partitioned global address
// space.
//
// In shared memory, an operation is atomic, and the requesting worker does it at once. Otherwise the worker queues it
// and continues; the thread that serves its locality collects what all workers have queued and sends each owner one
// message with all operations for it; the owner does these in their order and answers with one message. Each operation
// returns a handle, so a worker may have many outstanding; its operations on one owner are done in the order of the
// requests.
//
// Protocol: the queue is guarded by the worker's mutex. A travelling operation has a slot, whose outcome belongs to the
// serving thread until it sets `done`, and to the worker from then on; the serving thread writes only to slots, never
// to the destination of the words, which may be gone once the run ends.

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

// A travelling operation.
struct RemoteSlot {
    explicit RemoteSlot(RemoteAccess& asker) : by(asker) {}

    RemoteAccess& by;
    RemoteSlot* next = nullptr;  // link in the worker's lists
    std::span<std::uint64_t> to{};
    std::size_t yields = 0;
    std::vector<std::uint64_t> outcome{};
    std::atomic<bool> done = false;
};

}  // namespace detail

/// The completion of an operation. Dropping the handle changes nothing: the operation is done, but its outcome is lost.
/// Used by the worker that made the request, and not beyond the life of the array.
class RemoteHandle {
  public:
    /// A word of 64 bits.
    using Word = detail::Window::Word;

    /// A handle without an operation, which is never done.
    RemoteHandle() = default;
    /// Leaves `other` without an operation.
    RemoteHandle(RemoteHandle&& other) noexcept
        : slot_(std::exchange(other.slot_, nullptr)), word_(other.word_), done_(std::exchange(other.done_, false)) {}
    /// Swaps with the other handle.
    RemoteHandle& operator=(RemoteHandle&& other) noexcept {
        std::swap(slot_, other.slot_);
        std::swap(word_, other.word_);
        std::swap(done_, other.done_);
        return *this;
    }
    ~RemoteHandle() {
        if (slot_ != nullptr) forget();
    }

    /// Whether the operation is done: then the words that were read are at their destination.
    bool done() { return done_ || (slot_ != nullptr && look()); }
    /// Sleeps until the operation is done, or the run ends. Returns its result: the word that was read, or the word
    /// before the change; of several words the first. If the run ends first, done() is false, and the result is
    /// meaningless.
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

    detail::RemoteSlot* slot_ = nullptr;  // null unless the operation is under way
    Word word_ = 0;
    bool done_ = false;
};

/// A worker's access to an array. Used by its worker alone.
class alignas(detail::cache_line) RemoteAccess {
  public:
    /// A word of 64 bits.
    using Word = detail::Window::Word;

    /// For the array, which makes it.
    explicit RemoteAccess(RemoteArray& array);
    RemoteAccess(const RemoteAccess&) = delete;
    RemoteAccess& operator=(const RemoteAccess&) = delete;
    ~RemoteAccess();

    // --- Operations on the words of any locality; all throw Error for indices out of range. A worker that reads a word
    // sees everything that the writer of that word did before to the words of the same owner.

    /// Reads one word.
    RemoteHandle get(unsigned owner, std::size_t index) {
        if (const std::atomic<Word>* const word = reach(owner, index, 1)) return RemoteHandle(direct::get(*word));
        return ask_get(owner, index, 1, {});
    }
    /// Reads as many words as `to` has room for. Each is read as a whole; they may be read at slightly different times.
    /// `to` must stay valid until the operation is done.
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
    /// Writes several words, in their order. `values` may be changed afterwards.
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
    /// Adds `amount`, modulo 2^64.
    RemoteHandle fetch_add(unsigned owner, std::size_t index, Word amount) {
        if (std::atomic<Word>* const word = reach(owner, index, 1))
            return RemoteHandle(direct::fetch_add(*word, amount));
        return ask_fetch_add(owner, index, amount);
    }

    /// Sleeps until all operations of this worker are done, or the run ends.
    void fence();

    // --- Layout

    /// Number of localities that have words.
    unsigned owners() const { return owners_; }
    /// Number of words in each locality.
    std::size_t words() const { return words_; }
    /// Address of an owner's words, if they can be reached directly; otherwise null.
    std::atomic<Word>* direct(unsigned owner) const { return direct_[owner]; }
    /// Whether the run is ending: nothing is sent any more.
    bool ending() const;

  private:
    friend class RemoteArray;
    friend class RemoteHandle;

    using Slot = detail::RemoteSlot;

    // Operations for one owner.
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

    // The owner's words, or null if they cannot be reached directly.
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

    // For the serving thread: moves the queued operations to those to be sent to each owner.
    void move_queue_to(std::vector<Batch>& batches, std::vector<unsigned>& owners);

    RemoteArray& array_;
    std::atomic<Word>* const* const direct_;
    const unsigned owners_;
    const std::size_t words_;

    // Used by the worker alone.
    std::deque<Slot> slots_;  // all slots
    SlotList free_;
    SlotList forgotten_;  // slots without a handle; free once they are done
    std::size_t forgotten_count_ = 0;
    std::uint64_t asked_ = 0;

    detail::EventCount events_;
    std::atomic<std::uint64_t> answered_ = 0;  // written by the serving thread
    std::mutex mutex_;                         // guards the queue
    std::vector<Batch> queued_;                // by owner
    std::vector<unsigned> asked_of_;           // owners for which operations are queued
};

/// One locality's part of an array, and its workers' access to the whole. Made and closed by all localities together,
/// with the same sizes, like the windows of a network.
class RemoteArray {
  public:
    /// A word of 64 bits.
    using Word = detail::Window::Word;

    /// Makes an array with `words` words in each locality, initially zero. `name` is for messages; `server_events`
    /// wakes the serving thread.
    RemoteArray(std::string name, detail::Transport& transport, unsigned workers, std::size_t words,
                detail::EventCount& server_events);
    RemoteArray(const RemoteArray&) = delete;
    RemoteArray& operator=(const RemoteArray&) = delete;
    ~RemoteArray();

    /// Name of the array in messages.
    const std::string& name() const { return name_; }
    /// Access of one of the workers of this locality.
    RemoteAccess& access(unsigned worker) { return *accesses_[worker]; }
    /// The words that lie in this locality.
    std::span<std::atomic<Word>> own() { return {direct_[self_], window_->words()}; }

    // --- For the serving thread

    /// Sends the queued operations; returns whether there were any.
    bool serve();
    /// Whether answers from owners are outstanding.
    bool awaits_reply() const { return awaited_ > 0; }
    /// Ends the run: no worker waits any more.
    void end();

    /// Counts of sent messages and operations.
    struct Sent {
        std::uint64_t messages = 0;    ///< number of messages to owners
        std::uint64_t operations = 0;  ///< number of operations in all messages
    };
    /// What was sent so far.
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

    // Used by the serving thread alone.
    std::vector<RemoteAccess::Batch> batches_;  // by owner
    std::vector<unsigned> asked_of_;
    std::uint64_t awaited_ = 0;  // number of outstanding answers
    Sent sent_;
    std::unique_ptr<detail::Window> window_;  // last, because its callbacks use the members above
};

inline bool RemoteAccess::ending() const {
    return array_.ending_.load(std::memory_order_acquire);
}

}  // namespace scrump

#pragma once
// The words by which the workers of all localities steal from each other: the cells of part 2 of the distributed
// reachability slides, in remote memory. The protocol is that of steal_cells.hpp, except that a task travels as bytes,
// and that its result is sent back.
//
// Each worker has a request cell, a transfer cell, and a result cell for each of its tasks that other localities have.
// A thief empties its transfer cell and swaps its number into the victim's request cell, if that is open and empty. The
// victim, when it checks, takes the number out and writes its answer into the thief's transfer cell: a task with the
// number of the result cell that it has reserved for it, or a refusal. The worker that runs the task writes its result
// into that cell; the victim only needs to check it. The last word of a cell gives its contents and is written last:
// one worker's requests to one owner are carried out in their order, so a worker that sees that word sees the others.
// Contents beyond a cell's room come as messages (task_messages.hpp), and the word is written when they have arrived.
//
// A victim learns of a request at its next sync, if its steal boundary is raised (deque_memory.hpp). If the boundary
// lies in a page of this memory the thief raises it itself; otherwise the thread that serves the victim does.
//
// There are no status cells: a computation ends with its first task (task_locality.hpp), whichever workers are idle.

#include <scrump/net/codec.hpp>
#include <scrump/runtime/remote_array.hpp>
#include <scrump/tasks/detail/task_messages.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace scrump::detail {

/// Contents of a cell.
struct CellState {
    enum class Kind : std::uint8_t {
        none,     ///< nothing yet
        refused,  ///< a refusal
        given,    ///< a task: its arguments
        done,     ///< its result
        failed,   ///< the message of its exception
    };

    Kind kind = Kind::none;
    std::uint16_t slot = 0;  ///< for a task: the result cell to which its result is sent
    std::uint32_t size = 0;  ///< number of bytes

    std::uint64_t pack() const {
        return static_cast<std::uint64_t>(kind) | (std::uint64_t{slot} << 8U) | (std::uint64_t{size} << 32U);
    }
    static CellState unpack(std::uint64_t word) {
        return {.kind = static_cast<Kind>(word & 0xffU),
                .slot = static_cast<std::uint16_t>(word >> 8U),
                .size = static_cast<std::uint32_t>(word >> 32U)};
    }
};

/// One worker's access to the cells of all.
class RemoteCells {
  public:
    using Word = RemoteArray::Word;

    /// Largest number of a worker's tasks that other localities can have at a time.
    static constexpr unsigned result_slots = 64;
    /// Of each worker.
    static constexpr std::size_t words = 8 * (2 + std::size_t{result_slots});

    /// Number of words in each locality with this number of workers: after the cells, if there are other processes, a
    /// page for each worker.
    static constexpr std::size_t array_words(unsigned workers, bool with_pages) {
        return workers * words + (with_pages ? (std::size_t{workers} + 1) * largest_page : 0);
    }

    /// For worker `self` of all, in a locality with this number of workers.
    RemoteCells(RemoteArray& array, TaskMessages& messages, unsigned self, unsigned workers)
        : access_(array.access(self % workers)),
          own_array_(array.own().data()),
          own_(own_array_ + self % workers * words),
          messages_(messages),
          self_(self),
          workers_(workers) {}

    // --- As a victim

    /// Possible place of its steal boundary, as the first word; thieves must be told if it is used.
    void* page() { return &own_array_[page_of(own_array_, self_ % workers_)]; }
    void boundary_is_in_page() { own_[boundary_within_reach].store(1, std::memory_order_release); }

    void open() { request().store(empty, std::memory_order_release); }
    /// The thief that is waiting for an answer, if one is.
    std::optional<unsigned> close() { return thief(request().exchange(closed, std::memory_order_acq_rel)); }
    bool is_asked() { return request().load(std::memory_order_relaxed) > empty; }
    std::optional<unsigned> take_request() { return thief(request().exchange(empty, std::memory_order_acq_rel)); }

    void refuse(unsigned thief) { write_state(thief, transfer, {.kind = CellState::Kind::refused}); }
    /// Gives a task of that name; its result is sent back to `slot`, which is emptied.
    void give(unsigned thief, std::uint64_t name, unsigned slot, const Bytes& arguments) {
        own_[state_word(result(slot))].store(0, std::memory_order_relaxed);
        write(thief, transfer, name, {.kind = CellState::Kind::given, .slot = static_cast<std::uint16_t>(slot)},
              arguments);
    }
    /// The result that was sent back.
    CellState result_state(unsigned slot) const { return state_of(result(slot)); }
    Bytes take_result(unsigned slot) { return take(result(slot)); }

    // --- As a thief

    /// Asks a victim of another locality, unless that has nothing to give or is being asked. Waits for a round trip.
    bool ask(unsigned victim) {
        // If checking costs nothing, a cell that is not empty is left in its owner's cache.
        const std::atomic<Word>* const near = access_.direct(victim / workers_);
        if (near != nullptr && near[word_of(victim, 0)].load(std::memory_order_relaxed) != empty) return false;
        own_[state_word(transfer)].store(0, std::memory_order_relaxed);
        if (!swap_request(victim, empty, self_ + 2)) return false;
        if (near != nullptr) let_know(victim, near);
        return true;
    }
    /// Withdraws the request, if it has not been answered. Waits for a round trip.
    bool withdraw(unsigned victim) { return swap_request(victim, self_ + 2, empty); }
    CellState answer() const { return state_of(transfer); }
    std::uint64_t given_name() const { return own_[name_word(transfer)].load(std::memory_order_relaxed); }
    Bytes take_arguments() { return take(transfer); }

    /// Sends back the result of a task of `owner`.
    void bring_back(unsigned owner, unsigned slot, CellState::Kind kind, const Bytes& content) {
        write(owner, result(slot), 0, {.kind = kind}, content);
    }

    // --- For the thread that serves

    /// Whether the worker of that index in its locality is asked for a task.
    static bool is_asked(RemoteArray& array, unsigned index) {
        return array.own()[index * words].load(std::memory_order_acquire) > empty;
    }
    /// Writes into a cell that its contents have arrived as messages.
    static void announce(RemoteArray& array, const TaskMessages::Address& to) {
        std::atomic<Word>* const own = array.own().data() + to.index * words;
        own[name_word(to.cell)].store(to.name, std::memory_order_relaxed);
        own[state_word(to.cell)].store(to.state, std::memory_order_release);
    }

  private:
    static constexpr Word closed = 0;
    static constexpr Word empty = 1;                         // above: a thief
    static constexpr std::size_t boundary_within_reach = 1;  // beside the request
    static constexpr std::size_t largest_page = (std::size_t{1} << 16U) / sizeof(Word);

    // Cells of a line each, behind that of the request: contents, a name, and what is there.
    static constexpr std::size_t line = 8;
    static constexpr std::size_t content_words = 6;
    static constexpr unsigned transfer = 0;
    static constexpr unsigned result(unsigned slot) { return slot + 1; }
    static constexpr std::size_t first_word(unsigned cell) { return line * (cell + std::size_t{1}); }
    static constexpr std::size_t name_word(unsigned cell) { return first_word(cell) + content_words; }
    static constexpr std::size_t state_word(unsigned cell) { return name_word(cell) + 1; }

    static std::optional<unsigned> thief(Word request) {
        return request > empty ? std::optional(static_cast<unsigned>(request - 2)) : std::nullopt;
    }

    std::atomic<Word>& request() { return own_[0]; }
    std::size_t word_of(unsigned worker, std::size_t word) const { return worker % workers_ * words + word; }
    CellState state_of(unsigned cell) const {
        return CellState::unpack(own_[state_word(cell)].load(std::memory_order_acquire));
    }

    // The first word of a worker's page, of those of its locality. They begin a page of memory in each process that
    // reaches them, so it is the same.
    std::size_t page_of(const std::atomic<Word>* array, unsigned index) const;
    void let_know(unsigned victim, const std::atomic<Word>* near);
    bool swap_request(unsigned victim, Word expected, Word desired);
    void write_state(unsigned to, unsigned cell, CellState state);
    void write(unsigned to, unsigned cell, std::uint64_t name, CellState state, const Bytes& content);
    Bytes take(unsigned cell);

    RemoteAccess& access_;
    std::atomic<Word>* const own_array_;
    std::atomic<Word>* const own_;
    TaskMessages& messages_;
    const unsigned self_;
    const unsigned workers_;
};

}  // namespace scrump::detail

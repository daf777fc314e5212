#pragma once
// How a thief gets a task out of a deque that only its owner touches: the request and transfer cells of part 2 of the
// distributed reachability slides.
//
// Protocol: a thief clears its transfer cell and puts its number into the victim's request cell, if that is open and
// empty. The victim, when it checks, takes the number out and writes its answer into the thief's transfer cell: a task,
// or a refusal. (The slides write EMPTY both for no answer yet and for a refusal. Here these differ, so a refused thief
// continues at once.) A thief may withdraw its number as long as the victim has not taken it: one of the two exchanges
// succeeds. While a worker has nothing to give its request cell is closed, which is the slides' BLOCKED: a worker that
// closes it refuses the thief in it. The transfer cell releases the contents of the task, and the thief acquires them.

#include <scrump/base/detail/cache_line.hpp>
#include <scrump/tasks/detail/descriptor.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace scrump::detail {

/// The cells of one worker.
class StealCells {
  public:
    // --- Its own, as a victim

    /// Opens the request cell.
    void open() { request_.store(empty, std::memory_order_release); }
    /// Closes the request cell; returns the thief that is waiting for an answer, if any.
    std::optional<unsigned> close() { return thief(request_.exchange(closed, std::memory_order_acq_rel)); }
    /// Whether a thief asks.
    bool is_asked() const { return thief(request_.load(std::memory_order_relaxed)).has_value(); }
    /// The thief that asks, if any; it must be answered.
    std::optional<unsigned> take_request() {
        if (request_.load(std::memory_order_relaxed) == empty) return std::nullopt;
        return thief(request_.exchange(empty, std::memory_order_acq_rel));
    }

    // --- For the victim that was asked

    /// Gives this number of following tasks along with it.
    void give(Descriptor& task, std::size_t more = 0) { answer(&task, more); }
    void refuse() { answer(nullptr, 0); }

    // --- Its own, as a thief

    /// Asks a victim, unless that has nothing to give or is being asked by another thief. There must be no other
    /// request.
    bool ask(StealCells& victim, unsigned self) {
        answered_.store(false, std::memory_order_relaxed);
        std::uint32_t expected = empty;
        if (!victim.request_.compare_exchange_strong(expected, self, std::memory_order_acq_rel,
                                                     std::memory_order_relaxed))
            return false;
        asked_ = &victim;
        return true;
    }
    /// Whether it waits for this victim's answer, or any.
    bool asks(const StealCells& victim) const { return asked_ == &victim; }
    bool asks() const { return asked_ != nullptr; }
    /// Whether the answer is there.
    bool answered() const { return asked_ != nullptr && answered_.load(std::memory_order_acquire); }
    /// The given task; null if there is no answer yet, or a refusal.
    Descriptor* collect() {
        if (!answered()) return nullptr;
        asked_ = nullptr;
        return std::exchange(given_, nullptr);
    }
    /// Number of further tasks that came with the last one.
    std::size_t more() const { return more_; }
    /// Withdraws the request, if any. Returns whether that succeeded: otherwise the answer will come.
    bool withdraw(unsigned self) {
        if (asked_ == nullptr) return true;
        std::uint32_t expected = self;
        if (!asked_->request_.compare_exchange_strong(expected, empty, std::memory_order_acq_rel,
                                                      std::memory_order_relaxed))
            return false;
        asked_ = nullptr;
        return true;
    }

  private:
    static constexpr std::uint32_t empty = ~std::uint32_t{0};
    static constexpr std::uint32_t closed = empty - 1;

    static std::optional<unsigned> thief(std::uint32_t request) {
        return request < closed ? std::optional<unsigned>(request) : std::nullopt;
    }

    void answer(Descriptor* task, std::size_t more) {
        given_ = task;
        more_ = more;
        answered_.store(true, std::memory_order_release);
    }

    alignas(cache_line) std::atomic<std::uint32_t> request_ = closed;
    alignas(cache_line) std::atomic<bool> answered_ = false;  // with given_ and more_: the transfer cell
    Descriptor* given_ = nullptr;                             // written by the victim before it answers
    std::size_t more_ = 0;                                    // likewise
    StealCells* asked_ = nullptr;                             // the worker's own
};

}  // namespace scrump::detail

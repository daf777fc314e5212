#pragma once
// What is kept of the states that were visited, in all localities, as one worker asks it: which of these states are
// new? Workers ask as they like until they all meet; between two meetings there may be made room for more.

#include <scrump/runtime/spmd.hpp>
#include <scrump/states/explore/detail/state_buffer.hpp>
#include <scrump/states/explore/order.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace scrump::detail {

/// What came of states, by their numbers. All others were visited before.
struct Visits {
    std::vector<std::uint32_t> first{};  ///< new, and not so to anybody else
    std::vector<std::uint32_t> full{};   ///< there is no room for them

    void clear() {
        first.clear();
        full.clear();
    }
};

/// Words that a state may have, where they differ.
inline constexpr std::size_t most_words_of_state = 512;

/// What is kept, and how much there may be of it in each locality.
struct VisitedShape {
    StateStorage storage = StateStorage::exact;
    std::size_t width = 1;   ///< words of each state; 0: they differ
    std::size_t memory = 0;  ///< bytes, at most

    /// In remote memory.
    std::vector<RemoteArrayShape> arrays() const;
    /// Of the field, where states are bits: as far as it may grow.
    std::size_t field_words() const;
};

/// What there is, in all localities, and what is to come.
struct RoomWanted {
    std::uint64_t states = 0;     ///< that were visited
    std::uint64_t in_second = 0;  ///< of these, in the second table
    std::uint64_t expected = 0;   ///< to come
    bool needed = false;          ///< there is none for states that were found
    bool by_one = false;          ///< all that come are put by one worker
    std::uint64_t memory = 0;     ///< bytes that each locality has for it
};

class VisitedStates {
  public:
    /// `self` has the worker's access to the shape's arrays.
    static std::unique_ptr<VisitedStates> make(const VisitedShape& shape, const SpmdWorker& self);

    VisitedStates() = default;
    VisitedStates(const VisitedStates&) = delete;
    VisitedStates& operator=(const VisitedStates&) = delete;
    virtual ~VisitedStates() = default;

    /// Visits all of them, fewer than 2^32, and says what came of them. What is said means nothing once the run ends.
    virtual void visit(const StateBuffer& states, Visits& visits) = 0;

    /// How many of those that this worker was the first to visit lie in the second table, if there are two.
    virtual std::uint64_t in_second() const { return 0; }

    // --- By all workers together

    /// Waits until all have come; `meanwhile` is called now and then as long as it does.
    virtual void meet(const std::function<void()>& meanwhile) = 0;
    void meet() { meet({}); }
    /// Makes room, for what is expected or, at least some, because it is needed, as far as it goes. The same
    /// everywhere, as all are given the same. False where there is none left to be made.
    virtual bool make_room(const RoomWanted& wanted) = 0;

    /// Bytes of the memory of this locality, but for what each state takes besides.
    virtual std::uint64_t memory() const = 0;
    /// Bytes that each word of a state takes besides.
    virtual std::size_t memory_of_word() const = 0;
};

}  // namespace scrump::detail

#pragma once
// The stored data of the visited states, in all localities, as a worker uses them: which of these states are new?
// Workers ask as they like until they all meet; between two meetings room for more may be made.

#include <scrump/runtime/spmd.hpp>
#include <scrump/states/explore/detail/state_buffer.hpp>
#include <scrump/states/explore/order.hpp>
#include <scrump/states/table/options.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace scrump::detail {

/// The outcome for states, by their numbers. All others were visited before.
struct Visits {
    std::vector<std::uint32_t> first{};  ///< new, and found by no other worker
    std::vector<std::uint32_t> full{};   ///< without room

    void clear() {
        first.clear();
        full.clear();
    }
};

/// Largest number of words of a state, if they differ.
inline constexpr std::size_t most_words_of_state = 512;

class DiskStates;

/// The kind of storage, and its limit in each locality.
struct VisitedShape {
    StateStorage storage = StateStorage::exact;
    std::size_t width = 1;   ///< number of words of each state; 0: varies
    std::size_t memory = 0;  ///< largest size in bytes
    /// Files for the states, which are then not visited but gathered; none: they lie in memory.
    DiskStates* disk = nullptr;

    /// In remote memory.
    std::vector<RemoteArrayShape> arrays() const;
    /// For the field, if states are bits: its largest size.
    std::size_t field_words() const;
};

/// Not a table, but where workers meet.
TableOptions no_table();

/// The states in all localities so far, and those to come.
struct RoomWanted {
    std::uint64_t states = 0;     ///< number of visited states
    std::uint64_t in_second = 0;  ///< number of these in the second table
    std::uint64_t expected = 0;   ///< number to come
    bool needed = false;          ///< whether there is no room for states that were found
    bool by_one = false;          ///< whether all new states are put by one worker
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

    /// Visits all of them, fewer than 2^32, and returns the outcome, which is meaningless once the run ends.
    virtual void visit(const StateBuffer& states, Visits& visits) = 0;

    /// Number of states first visited by this worker that lie in the second table, if there are two.
    virtual std::uint64_t in_second() const { return 0; }

    // --- By all workers together

    /// Waits until all have come; calls `meanwhile` from time to time.
    virtual void meet(const std::function<void()>& meanwhile) = 0;
    void meet() { meet({}); }
    /// Makes room, for the expected states or, if needed, at least some, as far as possible. The same everywhere, as
    /// all get the same arguments. Returns false if no more room can be made.
    virtual bool make_room(const RoomWanted& wanted) = 0;

    /// Size of the memory of this locality, except the additional part for each state.
    virtual std::uint64_t memory() const = 0;
    /// Additional bytes for each word of a state.
    virtual std::size_t memory_of_word() const = 0;
};

}  // namespace scrump::detail

#pragma once
// How the workers of all localities agree: each says how far it is and comes; when all have come, each reads what the
// others said, and all come to the same conclusion. And the lists of what is to be expanded, of which workers take
// stretches, their own or others', by adding to a cursor.
//
// All of it lies in remote memory. What a worker says at one meeting is overwritten at the next but one, by when
// everybody has read it. The same holds for lists and levels.

#include "state_log.hpp"
#include "visited_states.hpp"

#include <scrump/runtime/remote_array.hpp>
#include <scrump/runtime/spmd.hpp>
#include <scrump/runtime/status.hpp>
#include <scrump/stealing/policy.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace scrump::detail {

/// What a worker says of itself, and what comes of all that was said.
struct Report {
    std::uint64_t states = 0;       ///< it has found, in all
    std::uint64_t waiting = 0;      ///< of these, that are to be expanded next
    std::uint64_t lacks_room = 0;   ///< 1: the table has none for what it has
    std::uint64_t found = 0;        ///< 1: it has something that is looked for
    std::uint64_t memory_left = 0;  ///< bytes, of its locality
    std::uint64_t in_second = 0;    ///< of its states, those in the second table
    std::uint64_t transitions = 0;  ///< from states that it has expanded
    std::uint64_t deadlocks = 0;    ///< of these states
    std::uint64_t to_be_kept = 0;   ///< 1: a checkpoint is due
    std::uint64_t level = 0;        ///< of the states that wait
    std::uint64_t interrupted = 0;  ///< 1: it has left states unexpanded to come here, or has lost some
    std::uint64_t stop = 0;         ///< as a Status: why the run is to end; 0: it is not

    /// Sums, but for the least memory, the greatest level and the greatest reason.
    Report& operator+=(const Report& other);

    /// Why the run is to end, if it is.
    std::optional<Status> wanted_stop() const {
        return stop > 0 ? std::optional(static_cast<Status>(stop)) : std::nullopt;
    }
};

class Meeting {
  public:
    using Word = std::uint64_t;

    /// Words of the array that it needs in each locality.
    static std::size_t words(unsigned workers);

    /// `words` is the worker's access to that array; all meet at the table.
    Meeting(RemoteAccess& words, VisitedStates& visited, unsigned locality, unsigned worker, unsigned workers);

    /// Says so, waits for all, and returns what all have said. Means nothing once the run ends. Calls all others as
    /// soon as `calls` says so while it waits.
    Report come(const Report& own, const std::function<bool()>& calls);
    /// Asks all others to come, as soon as they can.
    void call();
    /// Whether somebody asked.
    bool called() const { return own_words_[round_word].load(std::memory_order_acquire) > round_; }

    // --- Lists

    /// A stretch of somebody's list.
    struct Stretch {
        EntryNumber first{};
        std::size_t count = 0;

        explicit operator bool() const { return count > 0; }
    };

    /// This worker's entries from `first` on are its next list, once all have met and next_lists() was called.
    void set_list(std::uint64_t first, std::uint64_t count);
    void next_lists() { parity_ = 1 - parity_; }

    /// Which lists: those of which stretches are taken, or those that were said with set_list() since.
    enum class Lists : std::uint8_t { present, next };

    /// All of somebody's list, also what was taken of it: the first entry, and how many. None if the run ends.
    std::optional<Stretch> list_of(unsigned locality, unsigned worker, Lists lists);

    /// Takes at most `most` entries of a worker's list: the fewer the fewer are left, or the amount that is wanted.
    Stretch take_own(std::size_t most) { return take_of(self_, worker_, most, workers_, std::nullopt); }
    Stretch take_of_worker(unsigned worker, std::size_t most, const std::optional<StealAmount>& amount) {
        return take_of(self_, worker, most, workers_, amount);
    }
    /// Half of what the worker of another locality has left that has most, or the amount that is wanted; at most so
    /// many.
    Stretch take_of_locality(unsigned locality, std::size_t most, const std::optional<StealAmount>& amount);

    bool ending() const { return array_.ending(); }

  private:
    static constexpr std::size_t apart = 16;
    static constexpr std::size_t round_word = 0;
    // Of a list.
    static constexpr std::size_t cursor = 0, first = 1, count = 2, list_words = 3;

    std::size_t list(unsigned worker, unsigned parity) const { return apart * (1 + parity * workers_ + worker); }
    std::size_t report(unsigned worker) const { return apart * (1 + (2 + round_ % 2) * workers_ + worker); }
    Stretch take_of(unsigned locality, unsigned worker, std::size_t most, std::size_t share,
                    const std::optional<StealAmount>& amount);

    RemoteAccess& array_;
    VisitedStates& visited_;
    const unsigned self_;
    const unsigned worker_;
    const unsigned workers_;
    std::atomic<Word>* const own_words_;
    unsigned parity_ = 0;
    std::uint64_t round_ = 0;
};

}  // namespace scrump::detail

#pragma once
// How the workers of all localities agree: each reports its progress and comes; when all have come, each reads the
// reports of the others, and all come to the same conclusion. Also the lists of states to be expanded, of which workers
// take sections, of their own or of others' lists, by adding to a cursor.
//
// All of it lies in remote memory. A worker's report at one meeting is overwritten at the next but one, by when all
// have read it. The same holds for lists and levels.

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

/// A worker's report, and the combination of all reports.
struct Report {
    std::uint64_t states = 0;       ///< number of states that it has found, in all
    std::uint64_t waiting = 0;      ///< number of these that are to be expanded next
    std::uint64_t lacks_room = 0;   ///< 1: the table has no room for its states
    std::uint64_t found = 0;        ///< 1: it has a finding
    std::uint64_t memory_left = 0;  ///< bytes left in its locality
    std::uint64_t in_second = 0;    ///< number of its states in the second table
    std::uint64_t transitions = 0;  ///< number of transitions from states that it has expanded
    std::uint64_t deadlocks = 0;    ///< number of these states without a successor
    std::uint64_t to_be_kept = 0;   ///< 1: a checkpoint is due
    std::uint64_t level = 0;        ///< of the waiting states
    std::uint64_t interrupted = 0;  ///< 1: it has left states unexpanded to come here, or has lost some
    std::uint64_t stop = 0;         ///< reason for the end of the run, as a Status; 0: none
    std::uint64_t expanded = 0;     ///< number of states that it has expanded since the last meeting
    std::uint64_t nanoseconds = 0;  ///< time that it has taken for them

    /// Sums, except for the least memory, the greatest level and the greatest reason.
    Report& operator+=(const Report& other);

    /// The reason for the end of the run, if any.
    std::optional<Status> wanted_stop() const {
        return stop > 0 ? std::optional(static_cast<Status>(stop)) : std::nullopt;
    }
};

class Meeting {
  public:
    using Word = std::uint64_t;

    /// Number of words of the array that it needs in each locality.
    static std::size_t words(unsigned workers);

    /// `words` is the worker's access to that array; all meet at the table.
    Meeting(RemoteAccess& words, VisitedStates& visited, unsigned locality, unsigned worker, unsigned workers);

    /// Makes the report, waits for all, and returns the combined reports. Meaningless once the run ends. Calls all
    /// others as soon as `calls` returns true while it waits.
    Report come(const Report& own, const std::function<bool()>& calls);
    /// Asks all others to come as soon as they can.
    void call();
    /// Whether another worker asked for a meeting.
    bool called() const { return own_words_[round_word].load(std::memory_order_acquire) > round_; }

    // --- Lists

    /// A section of a worker's list.
    struct Stretch {
        EntryNumber first{};
        std::size_t count = 0;

        explicit operator bool() const { return count > 0; }
    };

    /// Makes this worker's entries from `first` on its next list, once all have met and next_lists() was called.
    void set_list(std::uint64_t first, std::uint64_t count);
    void next_lists() { parity_ = 1 - parity_; }
    /// Makes the present lists of this locality those of the next level, while all others wait for this worker: these
    /// entries, all of them taken, and for the others nothing after the entries of the level before.
    void pass_level(std::uint64_t first_entry, std::uint64_t entries);

    /// Which lists: those of which sections are taken, or those set with set_list() since.
    enum class Lists : std::uint8_t { present, next };

    /// A worker's whole list, including taken entries: the first entry, and their number. None if the run ends.
    std::optional<Stretch> list_of(unsigned locality, unsigned worker, Lists lists);

    /// Takes at most `most` entries of a worker's list: fewer if few are left, or the requested amount.
    Stretch take_own(std::size_t most) { return take_of(self_, worker_, most, workers_, std::nullopt); }
    Stretch take_of_worker(unsigned worker, std::size_t most, const std::optional<StealAmount>& amount) {
        return take_of(self_, worker, most, workers_, amount);
    }
    /// Takes half of the entries left at the worker of another locality that has most, or the requested amount; at most
    /// `most`.
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

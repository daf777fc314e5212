#pragma once
// Peterson's algorithm: n processes take turns in a critical section, with nothing but shared variables that are read
// and written one at a time (Peterson, Information Processing Letters 12(3), 1981, with his generalisation to n: each
// process waits on n - 1 levels one after another).
//
//     for l in 1 … n-1:   level[i] = l;  last[l] = i;
//                         wait until last[l] != i, or level[k] < l for all k != i
//     critical section;   level[i] = 0
//
// The order of the two assignments matters: in the other order, two processes can be in the section at once, which an
// exploration finds.

#include <array>
#include <cstdint>
#include <string>

namespace scrump::peterson {

inline constexpr unsigned max_processes = 8;

/// Position of a process in its program.
enum class At : std::uint8_t {
    outside,   ///< outside the program
    first,     ///< about to make the first assignment of its level
    second,    ///< about to make the second one
    waiting,   ///< on its level
    critical,  ///< in the section
};

/// The values of all variables.
struct State {
    /// For each process: its level in the upper four bits, and its position.
    std::array<std::uint8_t, max_processes> at{};
    /// For each process, its level as seen by the others in the upper four bits; for each level except 0, the process
    /// that came last.
    std::array<std::uint8_t, max_processes> shared{};

    bool operator==(const State&) const = default;

    At where(unsigned process) const { return static_cast<At>(at[process] & 15); }
    unsigned level_of(unsigned process) const { return at[process] >> 4; }
    unsigned seen_level(unsigned process) const { return shared[process] >> 4; }
    unsigned last_on(unsigned level) const { return shared[level] & 15; }

    void go(unsigned process, unsigned level, At where) {
        at[process] = static_cast<std::uint8_t>(level << 4 | static_cast<unsigned>(where));
    }
    void show_level(unsigned process, unsigned level) {
        shared[process] = static_cast<std::uint8_t>(level << 4 | (shared[process] & 15U));
    }
    void come_last(unsigned level, unsigned process) {
        shared[level] = static_cast<std::uint8_t>((shared[level] & 0xf0U) | process);
    }
};

/// The algorithm for a number of processes, in the correct form or with the two assignments exchanged.
class Peterson {
  public:
    /// Throws UsageError unless there are 2 to 8 processes.
    explicit Peterson(unsigned processes, bool exchanged = false);

    unsigned processes() const { return processes_; }

    /// The initial state: all processes outside.
    State initial() const { return {}; }
    /// The states after one step of one process.
    template <class Yield>
    void successors(const State& state, const Yield& yield) const {
        for (unsigned i = 0; i < processes_; ++i) {
            State next = state;
            if (step(next, i)) yield(next);
        }
    }

    /// Mutual exclusion: at most one process is in the section.
    bool exclusive(const State& state) const;

    /// One line: the position of each process, and the last process on each level.
    std::string to_string(const State& state) const;
    /// The step from one state to the next, in the words of the program above: "1: level[1] = 1".
    std::string step_between(const State& from, const State& to) const;

  private:
    bool step(State& state, unsigned process) const;
    bool may_go_on(const State& state, unsigned process) const;

    unsigned processes_;
    bool exchanged_;
};

}  // namespace scrump::peterson

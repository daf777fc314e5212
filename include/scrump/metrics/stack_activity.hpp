#pragma once
// A worker's activity under a protocol of steal stacks: its time by the states of figure 1 of Olivier and Prins (2008),
// and its counts.

#include <array>
#include <cstdint>

namespace scrump {

/// Sums of one worker, or of several, since the run began. Times are in nanoseconds.
struct StackActivity {
    /// The states of figure 1.
    enum class State : std::uint8_t {
        working,      ///< explores its own stack
        searching,    ///< looks at others for work (work discovery)
        stealing,     ///< takes work that it has found
        terminating,  ///< finds out whether any work is left
    };

    std::uint64_t working_time = 0;      ///< time in State::working
    std::uint64_t searching_time = 0;    ///< time in State::searching
    std::uint64_t stealing_time = 0;     ///< time in State::stealing
    std::uint64_t terminating_time = 0;  ///< time in State::terminating
    std::uint64_t releases = 0;          ///< number of chunks moved from the private to the shared part of a stack
    std::uint64_t reacquires = 0;        ///< number of chunks taken back
    std::uint64_t steals = 0;            ///< number of transfers of work from another worker
    std::uint64_t chunks_stolen = 0;     ///< number of chunks in these transfers
    std::uint64_t failed_probes = 0;     ///< number of looks at others, or requests, without success

    /// Adds another worker's sums.
    StackActivity& operator+=(const StackActivity& other) {
        for (const auto member : members) this->*member += other.*member;
        return *this;
    }
    /// The increase since `before`.
    StackActivity since(const StackActivity& before) const {
        StackActivity passed;
        for (const auto member : members) passed.*member = this->*member - before.*member;
        return passed;
    }
    /// Whether all sums are the same.
    bool operator==(const StackActivity&) const = default;

    /// All sums, in the order of their declaration.
    static const std::array<std::uint64_t StackActivity::*, 9> members;
};

inline constexpr std::array<std::uint64_t StackActivity::*, 9> StackActivity::members = {
    &StackActivity::working_time,     &StackActivity::searching_time, &StackActivity::stealing_time,
    &StackActivity::terminating_time, &StackActivity::releases,       &StackActivity::reacquires,
    &StackActivity::steals,           &StackActivity::chunks_stolen,  &StackActivity::failed_probes};

}  // namespace scrump

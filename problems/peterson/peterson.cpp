#include <scrump/problems/peterson/peterson.hpp>

#include <scrump/base/error.hpp>

namespace scrump::peterson {

Peterson::Peterson(unsigned processes, bool exchanged) : processes_(processes), exchanged_(exchanged) {
    if (processes < 2 || processes > max_processes)
        throw UsageError("Peterson's algorithm is for 2 to 8 processes, not " + std::to_string(processes));
}

bool Peterson::exclusive(const State& state) const {
    unsigned inside = 0;
    for (unsigned i = 0; i < processes_; ++i) inside += state.where(i) == At::critical ? 1U : 0U;
    return inside <= 1;
}

bool Peterson::may_go_on(const State& state, unsigned process) const {
    const unsigned level = state.level_of(process);
    if (state.last_on(level) != process) return true;
    for (unsigned k = 0; k < processes_; ++k)
        if (k != process && state.seen_level(k) >= level) return false;
    return true;
}

// Makes the process's next step; says whether it has one.
bool Peterson::step(State& state, unsigned process) const {
    const unsigned level = state.level_of(process);
    switch (state.where(process)) {
        case At::outside:
            state.go(process, 1, At::first);
            return true;
        case At::first:
        case At::second: {
            const bool first = state.where(process) == At::first;
            if (first != exchanged_) {
                state.show_level(process, level);
            } else {
                state.come_last(level, process);
            }
            state.go(process, level, first ? At::second : At::waiting);
            return true;
        }
        case At::waiting:
            if (!may_go_on(state, process)) return false;
            if (level + 1 == processes_) {
                state.go(process, level, At::critical);
            } else {
                state.go(process, level + 1, At::first);
            }
            return true;
        case At::critical:
            state.show_level(process, 0);
            state.go(process, 0, At::outside);
            return true;
    }
    return false;
}

std::string Peterson::to_string(const State& state) const {
    static constexpr const char* names[] = {"outside", "first", "second", "waiting", "critical"};
    std::string text;
    for (unsigned i = 0; i < processes_; ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(i) + ' ' + names[static_cast<unsigned>(state.where(i))];
        if (state.level_of(i) > 0) text += ' ' + std::to_string(state.level_of(i));
    }
    text += "; last:";
    for (unsigned level = 1; level < processes_; ++level) text += ' ' + std::to_string(state.last_on(level));
    return text;
}

std::string Peterson::step_between(const State& from, const State& to) const {
    for (unsigned i = 0; i < processes_; ++i) {
        if (from.at[i] == to.at[i]) continue;
        const std::string self = std::to_string(i);
        const std::string level = std::to_string(from.level_of(i));
        switch (from.where(i)) {
            case At::outside:
                return self + ": wants to enter";
            case At::first:
            case At::second:
                if ((from.where(i) == At::first) != exchanged_) return self + ": level[" + self + "] = " + level;
                return self + ": last[" + level + "] = " + self;
            case At::waiting:
                return self + ": passes level " + level +
                       (to.where(i) == At::critical ? ", into the critical section" : "");
            case At::critical:
                return self + ": leaves, level[" + self + "] = 0";
        }
    }
    return {};
}

}  // namespace scrump::peterson

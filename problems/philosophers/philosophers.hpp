#pragma once
// Dining philosophers (Dijkstra, EWD 310, 1971): n of them sit around a table with a fork between each two. A hungry
// one takes the left fork, then the right one, eats, and puts both back. When all have taken the left one, none can
// continue. If one of them takes the right fork first, that cannot happen.
//
// A philosopher who eats has both forks, so the next one has none: the reachable states are the closed walks of length
// n in a graph of three vertices, (1 + √2)^n + (1 - √2)^n of them, the Pell-Lucas numbers 6, 14, 34, 82, …

#include <algorithm>
#include <cstdint>
#include <string>

namespace scrump::philosophers {

/// Activity of philosopher i in the two bits from 2i on.
using State = std::uint64_t;

/// Activity of a philosopher.
enum class Doing : std::uint8_t { thinking, holding, eating };

/// A table of philosophers.
class Philosophers {
  public:
    /// Throws UsageError unless there are 2 to 32. If one is `contrary`, the last one takes the right fork first.
    explicit Philosophers(unsigned number, bool contrary = false);

    unsigned number() const { return number_; }

    /// The initial state: all think.
    State initial() const { return 0; }
    /// The states after one of them has taken a fork or put both back.
    template <class Yield>
    void successors(State state, const Yield& yield) const {
        for (unsigned i = 0; i < number_; ++i) {
            switch (doing(state, i)) {
                case Doing::thinking:
                    if (is_free(state, first_fork(i))) yield(with(state, i, Doing::holding));
                    break;
                case Doing::holding:
                    if (is_free(state, second_fork(i))) yield(with(state, i, Doing::eating));
                    break;
                case Doing::eating:
                    yield(with(state, i, Doing::thinking));
                    break;
            }
        }
    }

    static Doing doing(State state, unsigned philosopher) {
        return static_cast<Doing>((state >> (2 * philosopher)) & 3);
    }

    /// The representative of the states in which all do what others do a number of places further, which are alike
    /// unless one is contrary: the least of them.
    State first_rotation(State state) const {
        State first = state;
        for (unsigned i = 1; i < number_; ++i) {
            state = (state >> 2U) | ((state & 3U) << (2 * (number_ - 1)));
            first = std::min(first, state);
        }
        return first;
    }

    /// One letter per philosopher: T, H or E.
    std::string to_string(State state) const;
    /// Meaning of these letters.
    static constexpr const char* legend = "T: thinks, H: holds one fork, E: eats";
    /// The step from one state to the next: "philosopher 2 takes the left fork", counted from 0.
    std::string step_between(State from, State to) const;

  private:
    // Number of the next philosopher; fork i is to the left of philosopher i.
    unsigned next(unsigned i) const { return i + 1 == number_ ? 0 : i + 1; }
    bool is_contrary(unsigned i) const { return contrary_ && i + 1 == number_; }
    unsigned first_fork(unsigned i) const { return is_contrary(i) ? next(i) : i; }
    unsigned second_fork(unsigned i) const { return is_contrary(i) ? i : next(i); }
    bool has(State state, unsigned i, unsigned fork) const {
        const Doing what = doing(state, i);
        return what == Doing::eating || (what == Doing::holding && fork == first_fork(i));
    }
    bool is_free(State state, unsigned fork) const {
        return !has(state, fork, fork) && !has(state, fork == 0 ? number_ - 1 : fork - 1, fork);
    }
    static State with(State state, unsigned i, Doing what) {
        return (state & ~(State{3} << (2 * i))) | (static_cast<State>(what) << (2 * i));
    }

    unsigned number_;
    bool contrary_;
};

}  // namespace scrump::philosophers

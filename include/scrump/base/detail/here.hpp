#pragma once
// Where a plain call, which has no fork, finds the deque of its worker: in its thread.
//
// The words are valid while the innermost function that Scrump called on this thread is a plain one, called by a plain
// call: before each call of such a function, the top of the deque is written here (Frame). Everywhere else the top is
// null: outside of all calls, and in tasks that have a fork, whose top nobody else knows. In a call without other
// workers it is lent(), a top without a deque.

namespace scrump::detail {

struct Descriptor;

struct Here {
    Descriptor* top = nullptr;   // of the deque of the worker that this thread is
    Descriptor* base = nullptr;  // the top when the innermost function was called: what is above is its own
    unsigned isolated = 0;       // number of regions of isolation and of locks that this thread is in (isolation.hpp)
};

inline constinit thread_local Here here{};

}  // namespace scrump::detail

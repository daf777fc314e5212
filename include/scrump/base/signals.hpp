#pragma once

// Include it for stopping at Ctrl-C and SIGTERM with the results so far.
//
// Signals that ask a program to end, for runs that should then end with a result: with the best solution so far, and
// with a last checkpoint. Every front door takes the token:
//
//     scrump::SearchOptions options;
//     options.stop = scrump::stop_on_signals();

#include <scrump/base/error.hpp>

#include <functional>
#include <initializer_list>
#include <stop_token>

namespace scrump {

/// Makes SIGINT (Ctrl-C), SIGTERM and SIGUSR1, with which batch systems warn of a time limit, stop every run with this
/// token from now on. A second SIGINT ends the program at once, with status 130. To be called just before a run: until
/// then these signals end the program as usual. Every call returns the same token. A run with a stopped token stops at
/// once, so that a program of several runs ends. On a simulated machine, whose time is not that of signals, the token
/// is never stopped. Throws Error if the system refuses a thread.
std::stop_token stop_on_signals();

namespace detail {

/// Calls `act` with each of these signals that arrives, one after another, on a thread of its own. Lasts for the rest
/// of the program. In a forked process the signals have their usual effect. Throws Error if the system refuses a
/// thread.
void handle_signals(std::initializer_list<int> signals, std::function<void(int signal)> act);

}  // namespace detail
}  // namespace scrump

// What processes do with a session alone: one fails or is lost, and others are to be told.

#include "parts.hpp"

#include <scrump/base/error.hpp>

#include <memory>

namespace scrump::test::job {
namespace {

using namespace detail;

int fail_in_run(Session& session) {
    const std::unique_ptr<Network> network = session.group().connect(1);
    const std::unique_ptr<Window> window = network->endpoint(0).open_window(4);
    network->endpoint(0).send(0, 1, Bytes(1'000'000, 'x'));
    if (last(session)) throw Error(cause);
    wait_in_run(*network);
}

int fail_opening_a_window(Session& session) {
    const std::unique_ptr<Network> network = session.group().connect(1);
    if (session.first()) throw Error(cause);
    const std::unique_ptr<Window> window = network->endpoint(0).open_window(4);
    wait_in_run(*network);
}

int fail_before_broadcast(Session& session) {
    if (last(session)) throw Error(cause);
    for (int i = 0; i < 1000; ++i) session.broadcast("x");
    const std::unique_ptr<Network> network = session.group().connect(1);
    wait_in_run(*network);
}

int first_fails_before_broadcast(Session& session) {
    if (session.first()) throw Error(cause);
    session.broadcast({});
    return 0;
}

// The others have nothing more to do when the last process fails.
int fail_while_others_leave(Session& session) {
    const std::unique_ptr<Network> network = session.group().connect(1);
    if (!last(session)) {
        network->endpoint(0).send(session.size() - 1, 1, {});
        return 0;
    }
    for (unsigned gone = 0; gone + 1 < session.size();) {
        if (network->endpoint(0).receive()) ++gone;
    }
    throw Error(cause);
}

int all_fail(Session& /*session*/) {
    throw Error(cause);
}

int all_fail_after_a_broadcast(Session& session) {
    session.broadcast("x");
    throw Error(cause);
}

int all_miss_a_file(Session& session) {
    session.read_file("/nowhere/at/all");
    return 0;
}

int leave_early(Session& session) {
    if (last(session)) return 0;
    const std::unique_ptr<Network> network = session.group().connect(1);
    wait_in_run(*network);
}

int leave_before_broadcast(Session& session) {
    if (session.first()) return 0;
    session.broadcast({});
    return 0;
}

int throw_something_odd(Session& session) {
    if (last(session)) throw 7;
    session.broadcast(session.broadcast({}));
    const std::unique_ptr<Network> network = session.group().connect(1);
    wait_in_run(*network);
}

// All up to `last_stopped` from `first_stopped` on stop answering; `finder` finds that out of the first of them.
int lose(Session& session, unsigned first_stopped, unsigned last_stopped, unsigned finder) {
    const std::unique_ptr<Network> network = session.group().connect(1);
    Transport& transport = network->endpoint(0);
    if (session.self() >= first_stopped && session.self() <= last_stopped) {
        transport.send(finder, 1, {});
        stop_answering();
    }
    if (session.self() == finder) {
        for (unsigned stopped = first_stopped; stopped <= last_stopped;) {
            if (transport.receive()) ++stopped;
        }
        session.mark_dead(first_stopped, cause);
        throw Error(cause);
    }
    wait_in_run(*network);
}

int lose_the_last(Session& session) {
    return lose(session, 2, 2, 0);
}

int lose_the_first(Session& session) {
    return lose(session, 0, 0, 2);
}

// The process that would speak then is gone as well.
int lose_the_first_two(Session& session) {
    return lose(session, 0, 1, 2);
}

// Nobody is to be given up who answers after all; but once it was done, it is done.
int lose_one_that_lives(Session& session) {
    if (session.first()) {
        session.mark_dead(1, cause);
        throw Error(cause);
    }
    const std::unique_ptr<Network> network = session.group().connect(1);
    wait_in_run(*network);
}

// The others have nothing more to do, and wait for all to leave.
int lose_while_others_leave(Session& session) {
    const std::unique_ptr<Network> network = session.group().connect(1);
    if (session.self() == 1) stop_answering();
    if (session.first()) return 0;
    session.mark_dead(1, cause);
    throw Error(cause);
}

// The last process takes the first one's window for larger than it is.
int reach_beyond_a_window(Session& session) {
    const std::unique_ptr<Network> network = session.group().connect(1);
    const std::unique_ptr<Window> window = network->endpoint(0).open_window(session.first() ? 4 : 10);
    for (int i = 0; last(session) && i < 100; ++i) window->execute(0, RemoteOperations().fetch_add(8, 1), [](auto) {});
    wait_in_run(*network);
}

int succeed(Session& session) {
    const std::unique_ptr<Network> network = session.group().connect(1);
    network->endpoint(0).send(0, 1, Bytes(3'000'000, 'x'));
    show(session.title() + " of " + std::to_string(session.size()));
    return 0;
}

int read(Session& session) {
    const std::string contents = session.read_file("-");
    show(std::to_string(session.self()) + ":" + contents);
    return 0;
}

}  // namespace

Bodies bodies_of_sessions() {
    return {
        {"fail_in_run", fail_in_run},
        {"fail_opening_a_window", fail_opening_a_window},
        {"fail_before_broadcast", fail_before_broadcast},
        {"first_fails_before_broadcast", first_fails_before_broadcast},
        {"fail_while_others_leave", fail_while_others_leave},
        {"all_fail", all_fail},
        {"all_fail_after_a_broadcast", all_fail_after_a_broadcast},
        {"all_miss_a_file", all_miss_a_file},
        {"leave_early", leave_early},
        {"leave_before_broadcast", leave_before_broadcast},
        {"throw_something_odd", throw_something_odd},
        {"lose_the_last", lose_the_last},
        {"lose_the_first", lose_the_first},
        {"lose_the_first_two", lose_the_first_two},
        {"lose_one_that_lives", lose_one_that_lives},
        {"lose_while_others_leave", lose_while_others_leave},
        {"reach_beyond_a_window", reach_beyond_a_window},
        {"succeed", succeed},
        {"read", read},
    };
}

}  // namespace scrump::test::job

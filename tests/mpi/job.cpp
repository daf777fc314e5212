// A program whose processes do as the first argument says: fail in various places, or show how they were started.

#include "support/folder.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/detail/network.hpp>
#include <scrump/net/mpi.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/runtime/spmd.hpp>
#include <scrump/search.hpp>
#include <scrump/tasks.hpp>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <thread>

namespace {

std::chrono::seconds fsync_takes{0};

}  // namespace

// Stands for the system's: a disk as slow as a test wants it.
extern "C" int fsync(int /*descriptor*/) {
    std::this_thread::sleep_for(fsync_takes);
    return 0;
}

namespace {

using namespace scrump;
using namespace scrump::detail;

constexpr const char* cause = "the sky fell";

// Receives for ever: what ends it is an exception.
[[noreturn]] void wait_in_run(Network& network) {
    while (true) {
        const EventCount::Key key = network.events().prepare_wait();
        while (network.endpoint(0).receive()) {
        }
        network.events().wait(
            key, Clock::now() + std::min<std::chrono::nanoseconds>(network.patience(false), std::chrono::seconds(1)));
    }
}

// A line in one piece, so that it stays whole among those of other processes.
void show(const std::string& line) {
    std::fputs((line + "\n").c_str(), stdout);
    std::fflush(stdout);
}

bool last(const Session& session) {
    return session.self() + 1 == session.size();
}

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

// As a process that hangs. It goes when its launcher does, so that a test that is given up leaves nothing behind.
void stop_answering() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::raise(SIGSTOP);
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

/// A tree without end, at one node of which a process stops answering.
struct Trap {
    struct Node {
        std::uint64_t depth = 0;
    };
    bool here = false;
};
class TrapGenerator {
  public:
    using Space = Trap;
    using Node = Trap::Node;
    TrapGenerator(const Space& trap, const Node& parent) : trap_(&trap), depth_(parent.depth) {}
    bool next(Node& child) {
        if (left_ == 0) return false;
        --left_;
        child.depth = depth_ + 1;
        static std::atomic<std::uint64_t> nodes = 0;
        if (trap_->here && ++nodes == 100'000) stop_answering();
        return true;
    }

  private:
    const Trap* trap_;
    std::uint64_t depth_;
    int left_ = 2;
};

int stop_in_search(Session& session, unsigned which) {
    const Trap trap{.here = session.self() == which};
    enumerate<TrapGenerator>(trap, {}, CountNodes{},
                             {.workers = 1,
                              .session = &session,
                              .pin = false,
                              .depth_limit = 60,  // deeper than anybody gets
                              .dead_after = std::chrono::seconds(1)});
    return 0;
}

/// To the left or to the right, so many times.
class WalkGenerator {
  public:
    using Space = unsigned;
    using Node = Trap::Node;
    WalkGenerator(const Space& longest, const Node& at) : left_(at.depth < longest ? 2 : 0), depth_(at.depth) {}
    bool next(Node& child) {
        if (left_ == 0) return false;
        --left_;
        child.depth = depth_ + 1;
        return true;
    }

  private:
    int left_;
    std::uint64_t depth_;
};

/// Its root takes long.
struct SlowCount : CountNodes {
    template <class Node>
    void add(Value& value, const Node&, unsigned depth) const {
        if (depth == 0) std::this_thread::sleep_for(std::chrono::seconds(3));
        ++value;
    }
};

// Nobody is dead who waits for a disk, or for a node.
int search_slowly(Session& session) {
    std::optional<test::Folder> folder;
    if (session.first()) folder.emplace();
    fsync_takes = std::chrono::seconds(2);
    Options options{.workers = 1, .session = &session, .pin = false, .depth_limit = 12};
    options.dead_after = std::chrono::seconds(2);  // and a busy machine may start them a while apart
    options.checkpoints = {.file = session.broadcast(folder ? *folder / "checkpoint" : Bytes()), .problem = "slow"};
    const auto result = enumerate<TrapGenerator>(Trap{.here = false}, {}, SlowCount{}, options);
    if (result.statistics.checkpoints.written > 0) show(std::to_string(result.value));
    return 0;
}

// Nobody says what is searched but its types: where these are numbers, that is enough.
int search_different_spaces(Session& session) {
    enumerate<WalkGenerator>(last(session) ? 11 : 10, {}, CountNodes{}, {.workers = 1, .session = &session});
    return 0;
}

int search_different_problems(Session& session) {
    Options options{.workers = 1, .session = &session, .pin = false, .depth_limit = 12};
    options.checkpoints.problem = last(session) ? "this" : "that";
    enumerate<TrapGenerator>(Trap{}, {}, CountNodes{}, options);
    return 0;
}

int differ_in_the_second_search(Session& session) {
    Options options{.workers = 1, .session = &session, .pin = false, .depth_limit = 12};
    enumerate<TrapGenerator>(Trap{}, {}, CountNodes{}, options);
    if (last(session)) options.depth_limit = 13;
    enumerate<TrapGenerator>(Trap{}, {}, CountNodes{}, options);
    return 0;
}

int open_different_arrays(Session& session) {
    run_on_all_workers({.workers = 1, .session = &session}, {{"table", last(session) ? 11U : 10U}}, [](auto&) {});
    return 0;
}

long count_down(Fork fork, long n) {
    if (n == 0) return 0;
    auto below = fork.spawn<count_down>(n - 1);
    return fork.sync(below) + 1;
}
long count_up(Fork fork, long n) {
    return fork.call<count_down>(n);
}

int compute_different_numbers(Session& session) {
    run_tasks<count_down>({.workers = 1, .session = &session}, last(session) ? 11L : 10L);
    return 0;
}

int compute_different_functions(Session& session) {
    if (last(session)) {
        run_tasks<count_up>({.workers = 1, .session = &session}, 10L);
    } else {
        run_tasks<count_down>({.workers = 1, .session = &session}, 10L);
    }
    return 0;
}

unsigned self_in_job = 0;

void fail_in_last(Fork fork, unsigned last_one) {
    if (self_in_job != last_one) return;
    const auto dropped = fork.spawn([] { throw Error(cause); });
}

// Until the last process has stolen a task, which fails there.
void fail_until_last(Fork fork, unsigned last_one) {
    while (true) {
        auto fails = fork.spawn<fail_in_last>(last_one);
        for (int i = 0; i < 300; ++i) {
            auto next = fork.spawn([] { std::this_thread::yield(); });
            fork.sync(next);
        }
        fork.sync(fails);
    }
}

int fail_in_a_task(Session& session) {
    self_in_job = session.self();
    run_tasks<fail_until_last>({.workers = 1, .session = &session, .pin = false}, session.size() - 1);
    return 0;
}

// The process says nothing any more once it has stolen a task.
void stop_in_second(Fork /*fork*/) {
    if (self_in_job == 1) stop_answering();
}

void stop_until_second(Fork fork) {
    while (true) {
        auto stops = fork.spawn<stop_in_second>();
        for (int i = 0; i < 300; ++i) {
            auto next = fork.spawn([] { std::this_thread::yield(); });
            fork.sync(next);
        }
        fork.sync(stops);
    }
}

int second_stops_in_tasks(Session& session) {
    self_in_job = session.self();
    run_tasks<stop_until_second>(
        {.workers = 1, .session = &session, .pin = false, .dead_after = std::chrono::seconds(1)});
    return 0;
}

// The last process takes the first one's window for larger than it is.
int reach_beyond_a_window(Session& session) {
    const std::unique_ptr<Network> network = session.group().connect(1);
    const std::unique_ptr<Window> window = network->endpoint(0).open_window(session.first() ? 4 : 10);
    for (int i = 0; last(session) && i < 100; ++i) window->execute(0, RemoteOperations().fetch_add(8, 1), [](auto) {});
    wait_in_run(*network);
}

// The last process expects to be told something that the first one does not tell.
int wait_while_first_searches(Session& session) {
    session.broadcast("x");
    if (last(session)) session.broadcast({});
    enumerate<WalkGenerator>(10, {}, CountNodes{}, {.workers = 1, .session = &session});
    return 0;
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

const std::map<std::string, std::function<int(Session&)>> bodies = {
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
    {"first_stops_in_search", [](Session& session) { return stop_in_search(session, 0); }},
    {"second_stops_in_search", [](Session& session) { return stop_in_search(session, 1); }},
    {"search_slowly", search_slowly},
    {"search_different_spaces", search_different_spaces},
    {"search_different_problems", search_different_problems},
    {"differ_in_the_second_search", differ_in_the_second_search},
    {"open_different_arrays", open_different_arrays},
    {"compute_different_numbers", compute_different_numbers},
    {"compute_different_functions", compute_different_functions},
    {"fail_in_a_task", fail_in_a_task},
    {"second_stops_in_tasks", second_stops_in_tasks},
    {"reach_beyond_a_window", reach_beyond_a_window},
    {"wait_while_first_searches", wait_while_first_searches},
    {"succeed", succeed},
    {"read", read},
};

// Without Session::run(): the exception passes the session. All end well, for launchers end the others at once when one
// does not, whatever these still have to say.
int thrown_past_the_session() {
    try {
        Session session;
        if (last(session)) throw Error(cause);
        session.broadcast(session.broadcast({}));
        const std::unique_ptr<Network> network = session.group().connect(1);
        wait_in_run(*network);
    } catch (const Error& error) {
        show(error.what());
        return 0;
    }
}

// What one process says of its options is the user's error to the others as well, and other failures are not. All end
// well, as above.
int tell_kinds() {
    const auto kind = [](const std::exception& error, bool) {
        show(dynamic_cast<const UsageError*>(&error) != nullptr ? "usage" : "error");
        return 0;
    };
    Session session;
    return session.run(
        [&]() -> int {
            if (last(session)) throw UsageError(cause);
            wait_in_run(*session.group().connect(1));
        },
        kind);
}

// Nobody is left to be told but the session's end.
int failed_when_others_have_left() {
    Session session;
    if (last(session)) session.fail(cause);
    return last(session) ? 1 : 0;
}

int show_mpi() {
    const Session session;
    int initialised = 0;
    MPI_Initialized(&initialised);
    show((initialised != 0 ? "MPI initialised, " : "MPI not initialised, ") + std::to_string(session.size()) +
         " process");
    return 0;
}

// A program with an MPI of its own: two halves of its processes work apart, then all together.
int given_communicator() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    {
        Session session(mpi_group(half));
        const std::string word = session.broadcast(rank % 2 == 0 ? "even" : "odd");
        Session all;
        const std::string total = all.broadcast("all");
        const auto place = [](const Session& in) {
            return std::to_string(in.self()) + " of " + std::to_string(in.size());
        };
        show(word + " " + place(session) + ", " + total + " " + place(all));
    }
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}

// Runs this program again as a child of this process. Its environment names the launcher, too.
int run_in_a_child(const char* what) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::execl("/proc/self/exe", "mpi_job", what, nullptr);
        std::_Exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int search_in_a_child() {
    Session session;
    const int status = run_in_a_child("show_mpi");
    session.leave();
    return status;
}

// With an MPI of the program's own, and no session.
int search_in_a_child_of_mpi() {
    MPI_Init(nullptr, nullptr);
    const int status = run_in_a_child("show_mpi");
    MPI_Finalize();
    return status;
}

int without_threads() {
    MPI_Init(nullptr, nullptr);
    int status = 0;
    try {
        const std::unique_ptr<Group> group = mpi_group(MPI_COMM_WORLD);
        int provided = 0;
        MPI_Query_thread(&provided);
        status = provided < MPI_THREAD_FUNNELED && group->size() > 1 ? 1 : 0;
    } catch (const Error& error) {
        show(error.what());
    }
    MPI_Finalize();
    return status;
}

int mpi_not_begun() {
    try {
        mpi_group(MPI_COMM_WORLD);
    } catch (const Error& error) {
        show(error.what());
        return 0;
    }
    return 1;
}

int from_another_thread() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    std::jthread([] {
        try {
            mpi_group(MPI_COMM_WORLD);
        } catch (const Error& error) {
            show(error.what());
        }
    }).join();
    MPI_Finalize();
    return 0;
}

// What one process refuses by itself it has not begun: so it is in the others' next search.
int refuse_before_connecting() {
    Session session;
    if (last(session)) {
        try {
            enumerate<WalkGenerator>(10, {}, CountNodes{}, {.skeleton = Skeleton::steal_stack(), .session = &session});
        } catch (const UsageError& error) {
            show(error.what());
        }
    }
    const auto result = enumerate<WalkGenerator>(10, {}, CountNodes{}, {.workers = 1, .session = &session});
    if (session.first()) show(std::to_string(result.value));
    session.leave();
    return 0;
}

int search_alone_twice() {
    for (int times = 2; times > 0; --times) {
        const auto result = enumerate<WalkGenerator>(10, {}, CountNodes{}, {.workers = 1, .pin = false});
        show(std::to_string(result.value));
    }
    return 0;
}

int search_alone_beside_a_session() {
    const Session session;
    return search_alone_twice();
}

const std::map<std::string, int (*)()> programs = {
    {"search_alone_twice", search_alone_twice},
    {"search_alone_beside_a_session", search_alone_beside_a_session},
    {"search_in_a_child", search_in_a_child},
    {"search_in_a_child_of_mpi", search_in_a_child_of_mpi},
    {"refuse_before_connecting", refuse_before_connecting},
    {"thrown_past_the_session", thrown_past_the_session},
    {"tell_kinds", tell_kinds},
    {"failed_when_others_have_left", failed_when_others_have_left},
    {"show_mpi", show_mpi},
    {"given_communicator", given_communicator},
    {"without_threads", without_threads},
    {"mpi_not_begun", mpi_not_begun},
    {"from_another_thread", from_another_thread},
};

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    if (const auto program = programs.find(what); program != programs.end()) return program->second();
    const auto body = bodies.find(what);
    if (body == bodies.end()) return 99;
    return run_in_session(body->second);
}

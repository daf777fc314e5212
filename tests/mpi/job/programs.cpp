// Programs that make their sessions themselves, or have an MPI of their own.

#include "parts.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/mpi.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <thread>

namespace scrump::test::job {
namespace {

using namespace detail;

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
            enumerate<WalkGenerator>(10, {}, CountNodes{},
                                     {.skeleton = Skeleton::steal_stack({.chunk = 0}), .session = &session});
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

}  // namespace

Programs programs() {
    return {
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
}

}  // namespace scrump::test::job

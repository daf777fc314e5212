#pragma once

// Include it for several processes, or several runs one after another.
//
// A program's membership in the processes that were started together: the first object that main() makes, and the last
// that it destroys.
//
//     int main() {
//         return scrump::run_in_session([](scrump::Session& session) {
//             const std::string instance = session.read_file("instance.txt");
//             …  // the same on every process: search, show the result if session.first()
//             return 0;
//         });
//     }
//
// Started by mpirun, mpiexec or srun, every process runs this program and the session connects them through MPI;
// started alone, the session costs nothing, and MPI is not even initialised. A program that initialises MPI itself
// (with MPI_THREAD_FUNNELED or more) is not disturbed: the session uses a duplicate of MPI_COMM_WORLD, or of the
// communicator given to mpi_group().
//
// Only the thread that makes a session may use it and start searches in it; MPI requires that to be the program's main
// thread.

#include <scrump/base/error.hpp>
#include <scrump/net/detail/group.hpp>
#include <scrump/runtime/detail/kept_threads.hpp>
#include <scrump/runtime/detail/turns.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace scrump {

/// This process among those that run a program together; searches run in it.
class Session {
  public:
    /// Handles an exception that ends the program: on one process only (process 0, unless it is lost) `is_reporter` is
    /// true and the message is to be shown. Returns this process's exit status.
    using ReportError = std::function<int(const std::exception& error, bool is_reporter)>;

    /// Joins the processes that were started together with this one. The environment can decide: SCRUMP_MPI=0 keeps MPI
    /// out, so that every process is alone; SCRUMP_MPI=1 initialises it even without a launcher; SCRUMP_NET=messages
    /// makes localities behave as if each were on a host of its own, for tests and measurements. Throws UsageError if
    /// the processes cannot be connected.
    Session();
    /// A session of processes that are already connected (net/mpi.hpp makes a group of a communicator).
    explicit Session(std::unique_ptr<detail::Group> group);
    /// A session of an MPI communicator, given by its Fortran number (MPI_Comm_c2f), for callers that cannot include
    /// net/mpi.hpp. The program initialises and finalises MPI. Throws Error if MPI is not ready.
    static Session of_communicator(int communicator);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    /// Leaves: waits until all processes do. If left by an exception that was not passed to fail(), it ends the others.
    ~Session();

    /// Number of this process, from 0.
    unsigned self() const { return group_->self(); }
    /// Number of processes.
    unsigned size() const { return group_->size(); }
    /// Number of this session among those of the process, from 1.
    std::uint64_t number() const { return number_; }
    /// Whether this is process 0: the one that reads input, and that shows results and errors.
    bool first() const { return self() == 0; }
    /// Title of this process if there are several: "rank 2 on node17".
    std::string title() const { return group_->title(); }
    /// Title of another process; empty if there is only one.
    std::string title_of(unsigned rank) const { return group_->title_of(rank); }
    /// The group that connects the processes.
    detail::Group& group() { return *group_; }
    /// The threads of searches, which sleep between one search and the next.
    detail::KeptThreads& threads() { return threads_; }
    /// Makes searches of several processes run one after another.
    detail::Turns& turns() { return turns_; }

    /// Collective: returns the bytes of process 0, in every process.
    Bytes broadcast(Bytes bytes) { return group_->broadcast(std::move(bytes)); }

    /// Collective: returns the contents of a file that only process 0 must be able to read; "-" is the standard input.
    /// Throws Error with the same message everywhere if it cannot be read.
    std::string read_file(const std::string& path);

    /// Reports that this process cannot continue: each other one gets an Error that says so and why, at its next step
    /// that needs the others. The session must end afterwards. A failure that another process has already reported is
    /// not reported again. Show messages before the session ends: launchers end all processes at once when one has
    /// ended with a status other than 0.
    void fail(const std::string& why) noexcept { group_->fail(why, detail::FailureKind::error); }
    /// The same with the exception's message; a UsageError remains a UsageError in the others.
    void fail(const std::exception& why) noexcept;

    /// Reports that process `rank` does not respond any more: as fail(), but no process waits for it, and the end of
    /// the session forcibly ends all processes.
    void mark_dead(unsigned rank, const std::string& why) noexcept { group_->mark_dead(rank, why); }

    /// Collective: waits until all processes are here; the session's last use. Throws Error if another one failed. A
    /// program that does not use run() calls this so that a failure elsewhere, however late, is its failure too.
    void leave() { group_->leave(); }

    /// Calls `body()`, which returns the exit status, or nothing, which means 0, and leaves. If it throws on any
    /// process, the others end as well; the whole program shows one message, which names the process unless it was
    /// process 0.
    template <class Body>
    int run(Body&& body, const ReportError& report = print) {
        try {
            int status = 0;
            if constexpr (std::is_void_v<std::invoke_result_t<Body&>>) {
                body();
            } else {
                status = body();
            }
            leave();
            return status;
        } catch (const std::exception& error) {
            return end(error, report);
        } catch (...) {
            return end(std::runtime_error("an exception without a message"), report);
        }
    }

    /// Shows the message on the standard error stream; the exit status is 1.
    static int print(const std::exception& error, bool is_reporter);

    /// Whether this process would be first, for processes that could not make a session: of several identical messages,
    /// one should be shown.
    static bool would_be_first();

  private:
    int end(const std::exception& error, const ReportError& report);

    static std::uint64_t next_number();

    const std::uint64_t number_ = next_number();
    std::unique_ptr<detail::Group> group_;
    detail::KeptThreads threads_;
    detail::Turns turns_;
    const int exceptions_ = std::uncaught_exceptions();
};

/// Makes a session and runs `body(session)` in it; returns the exit status for main(), 0 for a body that returns
/// nothing. Handles all failures as Session::run().
template <class Body>
int run_in_session(Body&& body, const Session::ReportError& report = Session::print) {
    try {
        Session session;
        return session.run([&] { return body(session); }, report);
    } catch (const std::exception& error) {
        return report(error, Session::would_be_first());
    }
}

}  // namespace scrump

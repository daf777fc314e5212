#pragma once
// Runs a command as several processes under the MPI launcher that the build found.

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace scrump::test {

/// What a job came to.
struct JobResult {
    int status = -1;  ///< the launcher's exit status, or −1 if it ended by a signal, or had to be ended
    std::string out;  ///< of all processes, in no particular order
    std::string err;  ///< the launcher's own words among them

    /// How often a text occurs in `err`.
    int complaints(const std::string& text) const {
        int count = 0;
        for (std::size_t at = 0; (at = err.find(text, at)) != std::string::npos; at += text.size()) ++count;
        return count;
    }
};

struct Job {
    unsigned processes = 1;            ///< 0: no launcher, one process
    std::vector<std::string> command;  ///< the program's path and its arguments
    /// What one more process each runs, after the others; only with a launcher.
    std::vector<std::vector<std::string>> other_commands{};
    std::vector<std::string> environment;  ///< "NAME=value", besides what the test itself has
    std::string input;                     ///< the first process's standard input
    std::chrono::seconds limit{120};       ///< a job that takes longer hangs, and is ended
};

namespace detail {

inline std::string contents(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

[[noreturn]] inline void become(const Job& job, const std::filesystem::path& folder) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // does not outlive the test
    ::dup2(::open((folder / "in").c_str(), O_RDONLY), STDIN_FILENO);
    ::dup2(::open((folder / "out").c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    ::dup2(::open((folder / "err").c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    std::vector<std::string> words;
    if (job.processes > 0) words = {SCRUMP_MPIEXEC, SCRUMP_MPIEXEC_NUMPROC_FLAG, std::to_string(job.processes)};
    words.insert(words.end(), job.command.begin(), job.command.end());
    for (const std::vector<std::string>& other : job.other_commands) {
        words.insert(words.end(), {":", SCRUMP_MPIEXEC_NUMPROC_FLAG, "1"});
        words.insert(words.end(), other.begin(), other.end());
    }
    std::vector<std::string> environment = job.environment;
    // Open MPI refuses root, and more processes than processors, unless told otherwise; and waits for a service that
    // need not run.
    environment.insert(environment.end(), {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                                           "OMPI_MCA_rmaps_base_oversubscribe=1", "PMIX_MCA_psec=^munge"});
    // It keeps files of all of a user's jobs in one folder, which a job that ends removes if it is empty: another that
    // begins at that moment would fail.
    environment.push_back("OMPI_MCA_orte_tmpdir_base=" + folder.string());
    for (std::string& variable : environment) ::putenv(variable.data());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execvp(arguments.front(), arguments.data());
    std::_Exit(127);
}

// The exit status, −1 after a signal, nothing if it has not ended by then.
inline std::optional<int> wait_for(pid_t process, std::chrono::seconds limit) {
    const auto until = std::chrono::steady_clock::now() + limit;
    int status = 0;
    while (::waitpid(process, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() >= until) return std::nullopt;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The exit status, or −1. A launcher that is asked to end ends its processes, too.
inline int end_of(pid_t process, std::chrono::seconds limit) {
    if (const std::optional<int> status = wait_for(process, limit)) return *status;
    ::kill(process, SIGTERM);
    if (wait_for(process, std::chrono::seconds(10))) return -1;
    ::kill(process, SIGKILL);
    ::waitpid(process, nullptr, 0);
    return -1;
}

// The daemon of a process without a launcher outlives it, and removes its files at the same time.
inline void remove_folder(const std::filesystem::path& folder) {
    std::error_code error;
    do {
        std::filesystem::remove_all(folder, error);
    } while (error == std::errc::no_such_file_or_directory || error == std::errc::directory_not_empty);
    if (error) throw std::filesystem::filesystem_error("remove_all", folder, error);
}

}  // namespace detail

/// Returns when the job has ended, or was ended.
inline JobResult run_job(const Job& job) {
    std::string pattern = (std::filesystem::temp_directory_path() / "scrump-job-XXXXXX").string();
    const std::filesystem::path folder = ::mkdtemp(pattern.data());
    std::ofstream(folder / "in", std::ios::binary) << job.input;
    const pid_t process = ::fork();
    if (process == 0) detail::become(job, folder);
    if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
    JobResult result{.status = detail::end_of(process, job.limit),
                     .out = detail::contents(folder / "out"),
                     .err = detail::contents(folder / "err")};
    detail::remove_folder(folder);
    return result;
}

/// Does something with each of many, four at a time: such as to run jobs that fail, which its launcher takes a second
/// or two to notice.
template <class Cases, class Do>
void at_once(const Cases& cases, const Do& with_each) {
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (unsigned thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&] {
            for (std::size_t index = 0; (index = next++) < std::size(cases);) with_each(cases[index]);
        });
    }
}

}  // namespace scrump::test

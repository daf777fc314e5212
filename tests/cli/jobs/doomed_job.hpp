#pragma once
// A job under way that can be killed in the ways in which machines and batch systems do it, and of which nothing is
// left afterwards.

#include "support/mpi_run.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace scrump::test {

class DoomedJob {
  public:
    explicit DoomedJob(const Job& job) : limit_(job.limit) {
        // What the launcher leaves behind when it is killed becomes a child of the test, which can wait for it.
        ::prctl(PR_SET_CHILD_SUBREAPER, 1);
        std::string pattern = (std::filesystem::temp_directory_path() / "scrump-job-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        std::ofstream(folder_ / "in", std::ios::binary) << job.input;
        leader_ = ::fork();
        if (leader_ == 0) {
            ::setsid();  // whatever belongs to the job is in this session
            // What Open MPI cannot remove when it is killed is removed with the folder.
            ::setenv("TMPDIR", folder_.c_str(), 1);
            ::setenv("OMPI_MCA_btl_vader_backing_directory", folder_.c_str(), 1);
            detail::become(job, folder_);
        }
        if (leader_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    }
    DoomedJob(const DoomedJob&) = delete;
    DoomedJob& operator=(const DoomedJob&) = delete;
    ~DoomedJob() {
        kill_all();
        std::filesystem::remove_all(folder_);
    }

    /// The process that was started: the launcher, or the program itself.
    void send(int signal) const { ::kill(leader_, signal); }

    /// The processes that run the program, in no particular order.
    std::vector<pid_t> ranks() const {
        std::vector<pid_t> found;
        for (const Process& process : processes()) {
            if (process.name == "scrump") found.push_back(process.id);
        }
        return found;
    }

    bool ended() const {
        siginfo_t info{};
        return over_ || ::waitid(P_PID, static_cast<id_t>(leader_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
               info.si_pid != 0;
    }

    /// Returns when `holds()`, or when the job has ended. Throws if neither comes to be: then the job hangs.
    void await(const std::function<bool()>& holds) const {
        const auto until = std::chrono::steady_clock::now() + limit_;
        while (!holds() && !ended()) {
            if (std::chrono::steady_clock::now() >= until) throw std::runtime_error("the job hangs: " + output());
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    /// What is on its standard error so far.
    std::string err() const { return detail::contents(folder_ / "err"); }

    /// Lets it end, or ends it if it takes too long.
    JobResult wait() {
        const int status = detail::end_of(leader_, limit_);
        over_ = true;
        kill_all();
        return {.status = status, .out = detail::contents(folder_ / "out"), .err = detail::contents(folder_ / "err")};
    }

    /// Returns when no process of the job is left.
    void kill_all() {
        const auto until = std::chrono::steady_clock::now() + limit_;
        while (true) {
            const std::vector<Process> left = processes();
            for (const Process& process : left) {
                ::kill(process.id, SIGKILL);
                ::waitpid(process.id, nullptr, WNOHANG);
            }
            if (left.empty()) break;
            if (std::chrono::steady_clock::now() >= until) throw std::runtime_error("a process cannot be killed");
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        over_ = true;
    }

  private:
    struct Process {
        pid_t id;
        std::string name;
    };

    // Of the job's session; those that have ended but were not waited for are not the test's, and do nothing any more.
    std::vector<Process> processes() const {
        std::vector<Process> found;
        for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
            const std::string id = entry.path().filename().string();
            pid_t process = 0;
            if (std::from_chars(id.data(), id.data() + id.size(), process).ec != std::errc()) continue;
            // "12 (name) state parent group session …"; the name may have parentheses and spaces.
            std::string stat;
            std::ifstream file(entry.path() / "stat");
            std::getline(file, stat, '\0');
            const std::size_t open = stat.find('(');
            const std::size_t close = stat.rfind(')');
            if (open == std::string::npos || close == std::string::npos) continue;  // gone meanwhile
            std::istringstream rest(stat.substr(close + 1));
            std::string state;
            pid_t parent = 0;
            pid_t group = 0;
            pid_t session = 0;
            rest >> state >> parent >> group >> session;
            if (session != leader_ && process != leader_) continue;  // the leader may be about to make the session
            const bool mine = parent == ::getpid() && !(over_ && process == leader_);
            if ((state == "Z" || state == "X") && !mine) continue;
            found.push_back({.id = process, .name = stat.substr(open + 1, close - open - 1)});
        }
        return found;
    }

    std::string output() const { return detail::contents(folder_ / "out") + detail::contents(folder_ / "err"); }

    std::chrono::seconds limit_;
    std::filesystem::path folder_;
    pid_t leader_ = -1;
    bool over_ = false;  // it was waited for
};

}  // namespace scrump::test

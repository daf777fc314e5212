#include "child.hpp"

#include <scrump/base/error.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <optional>
#include <thread>

extern char** environ;

namespace scrump::bench {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& program, const std::string& what) {
    throw Error(program + ": " + what);
}

// A program under way, and the end of the pipe that it writes to.
class Started {
  public:
    explicit Started(const std::vector<std::string>& arguments) : program_(arguments.front()) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) fail(program_, std::strerror(errno));
        from_ = ends[0];
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        std::vector<std::string> copies = arguments;  // exec wants them writable
        std::vector<char*> pointers;
        for (std::string& copy : copies) pointers.push_back(copy.data());
        pointers.push_back(nullptr);
        const int error = posix_spawn(&process_, program_.c_str(), &actions, nullptr, pointers.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        if (error != 0) fail(program_, std::strerror(error));
    }
    Started(const Started&) = delete;
    Started& operator=(const Started&) = delete;
    ~Started() { close(from_); }

    // All that it prints. Returns at its end, or when it closes its output.
    std::string read_all() {
        std::string text;
        char buffer[4096];
        for (;;) {
            const ssize_t got = read(from_, buffer, sizeof buffer);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return text;
            text.append(buffer, static_cast<std::size_t>(got));
        }
    }

    // Whether it is gone; waits for that, or looks only.
    bool gone(bool wait) {
        int status = 0;
        pid_t which = 0;
        do which = waitpid(process_, &status, wait ? 0 : WNOHANG);
        while (which < 0 && errno == EINTR);
        if (which == 0) return false;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail(program_, "failed, status " + std::to_string(status));
        return true;
    }

    std::uint64_t peak_bytes() const {
        std::ifstream status("/proc/" + std::to_string(process_) + "/status");
        for (std::string word; status >> word;) {
            if (word != "VmHWM:") continue;
            std::uint64_t kibibytes = 0;
            status >> kibibytes;
            return kibibytes * 1024;
        }
        return 0;  // on its way out: its memory is gone already
    }

  private:
    std::string program_;
    int from_ = -1;
    pid_t process_ = 0;
};

double since(Clock::time_point began) {
    return std::chrono::duration<double>(Clock::now() - began).count();
}

}  // namespace

Child run_child(const std::vector<std::string>& arguments) {
    const Clock::time_point began = Clock::now();
    Started started(arguments);
    Child child;
    child.output = started.read_all();
    started.gone(true);
    child.seconds = since(began);
    return child;
}

MeasuredChild run_child_watching_memory(const std::vector<std::string>& arguments) {
    const Clock::time_point began = Clock::now();
    Started started(arguments);
    MeasuredChild child;
    // It prints little, which the pipe holds until it is gone.
    while (!started.gone(false)) {
        child.peak_bytes = std::max(child.peak_bytes, started.peak_bytes());
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    child.output = started.read_all();
    child.seconds = since(began);
    return child;
}

}  // namespace scrump::bench

#include "child.hpp"

#include <scrump/base/error.hpp>

#include <fcntl.h>
#include <fmt/format.h>
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

namespace scrump::bench {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& program, const std::string& what) {
    throw Error(program + ": " + what);
}

// Pointers for exec, which wants writable text and a null pointer at the end.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> environment_and(const Environment& more) {
    std::vector<std::string> all;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string text = *variable;
        if (!more.contains(text.substr(0, text.find('=')))) all.push_back(text);
    }
    for (const auto& [name, value] : more) all.push_back(fmt::format("{}={}", name, value));
    return all;
}

// A program under way, and the end of the pipe that it writes to.
class Started {
  public:
    Started(std::vector<std::string> arguments, const Environment& more) : program_(arguments.front()) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) fail(program_, std::strerror(errno));
        from_ = ends[0];
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        std::vector<std::string> environment = environment_and(more);
        const int error = posix_spawnp(&process_, program_.c_str(), &actions, nullptr, pointers_to(arguments).data(),
                                       pointers_to(environment).data());
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
        if (WIFSIGNALED(status)) fail(program_, fmt::format("ended by signal {}", WTERMSIG(status)));
        if (WEXITSTATUS(status) != 0) fail(program_, fmt::format("failed, status {}", WEXITSTATUS(status)));
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

Child run_child(const std::vector<std::string>& arguments, const Environment& more) {
    const Clock::time_point began = Clock::now();
    Started started(arguments, more);
    Child child;
    child.output = started.read_all();
    started.gone(true);
    child.seconds = since(began);
    return child;
}

MeasuredChild run_child_watching_memory(const std::vector<std::string>& arguments) {
    const Clock::time_point began = Clock::now();
    Started started(arguments, {});
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

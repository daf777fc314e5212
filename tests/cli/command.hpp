#pragma once
// Runs the scrump command as a user would.

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace scrump::test {

/// What a run of the command came to.
struct Completed {
    int status = -1;  ///< the exit status, or −1 if a signal ended it
    std::string out;
    std::string err;

    nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// Returns when `holds()`, or when `over()`. Throws if neither comes to be: then something hangs.
inline void await(const std::function<bool()>& holds, const std::function<bool()>& over) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (!holds() && !over()) {
        if (std::chrono::steady_clock::now() >= until) throw std::runtime_error("what was waited for never came");
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

/// A command under way, its output going to files.
class Command {
  public:
    /// `largest_file`: the bytes after which writing to any file fails, as on a full disk; its output counts, too.
    explicit Command(std::vector<std::string> arguments, const std::string& input = {},
                     rlim_t largest_file = RLIM_INFINITY) {
        std::string pattern = (std::filesystem::temp_directory_path() / "scrump-test-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        std::ofstream(folder_ / "in", std::ios::binary) << input;
        process_ = ::fork();
        if (process_ == 0) become(std::move(arguments), largest_file);
        if (process_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    }
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;
    ~Command() {
        if (process_ > 0) {
            send(SIGKILL);
            ::waitpid(process_, nullptr, 0);
        }
        std::filesystem::remove_all(folder_);
    }

    void send(int signal) const { ::kill(process_, signal); }

    /// Returns when the command has started that many threads, or has ended.
    void await_threads(std::size_t count) const {
        const std::filesystem::path tasks = "/proc/" + std::to_string(process_) + "/task";
        while (true) {
            std::error_code error;
            const std::filesystem::directory_iterator entries(tasks, error);
            if (error || static_cast<std::size_t>(std::distance(begin(entries), end(entries))) >= count) return;
            ::sched_yield();
        }
    }

    /// Returns when `holds()`, or when the command has ended.
    void await(const std::function<bool()>& holds) const {
        test::await(holds, [this] { return ended(); });
    }

    /// Returns when the command has met all signals that were sent to it, or has ended.
    void await_signals() const {
        await([this] {
            std::ifstream status("/proc/" + std::to_string(process_) + "/status");
            for (std::string word; status >> word;) {
                if (word == "ShdPnd:") return status >> word && word.find_first_not_of('0') == std::string::npos;
            }
            return false;
        });
    }

    /// What it has written to standard error.
    std::string err() const { return read("err"); }

    Completed wait() {
        int status = 0;
        ::waitpid(process_, &status, 0);
        process_ = -1;
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("out"), read("err")};
    }

  private:
    [[noreturn]] void become(std::vector<std::string> arguments, rlim_t largest_file) const {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // does not outlive the test
        ::dup2(::open((folder_ / "in").c_str(), O_RDONLY), STDIN_FILENO);
        ::dup2(::open((folder_ / "out").c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
        ::dup2(::open((folder_ / "err").c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
        if (largest_file != RLIM_INFINITY) {
            const rlimit limit{.rlim_cur = largest_file, .rlim_max = largest_file};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            ::signal(SIGXFSZ, SIG_IGN);  // an error, as a full disk is one
        }
        arguments.insert(arguments.begin(), "scrump");
        std::vector<char*> words;
        for (std::string& argument : arguments) words.push_back(argument.data());
        words.push_back(nullptr);
        ::execv(SCRUMP_COMMAND, words.data());
        std::_Exit(127);
    }

    // Its status is left for wait().
    bool ended() const {
        siginfo_t info{};
        return ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
               info.si_pid != 0;
    }

    std::string read(const char* name) const {
        std::ifstream file(folder_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    std::filesystem::path folder_;
    pid_t process_ = -1;
};

inline Completed run(std::vector<std::string> arguments, const std::string& input = {}) {
    return Command(std::move(arguments), input).wait();
}

}  // namespace scrump::test

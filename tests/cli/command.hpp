#pragma once
// Runs the scrump command as a user would.

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

namespace scrump::test {

/// What a run of the command came to.
struct Completed {
    int status = -1;  ///< the exit status, or −1 if a signal ended it
    std::string out;
    std::string err;

    nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// A command under way, its output going to files.
class Command {
  public:
    explicit Command(std::vector<std::string> arguments, const std::string& input = {}) {
        std::string pattern = (std::filesystem::temp_directory_path() / "scrump-test-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        std::ofstream(folder_ / "in", std::ios::binary) << input;
        process_ = ::fork();
        if (process_ == 0) become(std::move(arguments));
        if (process_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    }
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;
    ~Command() { std::filesystem::remove_all(folder_); }

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

    Completed wait() {
        int status = 0;
        ::waitpid(process_, &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("out"), read("err")};
    }

  private:
    [[noreturn]] void become(std::vector<std::string> arguments) const {
        ::dup2(::open((folder_ / "in").c_str(), O_RDONLY), STDIN_FILENO);
        ::dup2(::open((folder_ / "out").c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
        ::dup2(::open((folder_ / "err").c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
        arguments.insert(arguments.begin(), "scrump");
        std::vector<char*> words;
        for (std::string& argument : arguments) words.push_back(argument.data());
        words.push_back(nullptr);
        ::execv(SCRUMP_COMMAND, words.data());
        std::_Exit(127);
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

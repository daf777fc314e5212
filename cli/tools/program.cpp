#include "tools/program.hpp"

#include <scrump/base/error.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>

namespace scrump::cli {
namespace {

[[noreturn]] void fail_to_start(const std::string& program, int error) {
    throw Error(program + ": cannot be started: " + std::strerror(error));
}

// One end for us to read, one for the program to write to.
class Pipe {
  public:
    explicit Pipe(const std::string& program) {
        if (::pipe2(ends_, O_CLOEXEC) != 0) fail_to_start(program, errno);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        close_writing();
        ::close(ends_[0]);
    }

    int writing() const { return ends_[1]; }

    void close_writing() {
        if (ends_[1] >= 0) ::close(ends_[1]);
        ends_[1] = -1;
    }

    std::string read_all() const {
        std::string text;
        char buffer[65536];
        for (;;) {
            const ssize_t got = ::read(ends_[0], buffer, sizeof buffer);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return text;
            text.append(buffer, static_cast<std::size_t>(got));
        }
    }

  private:
    int ends_[2] = {-1, -1};
};

// Signals that this program blocks or ignores end the other one, as they would if a shell had started it.
class Attributes {
  public:
    Attributes() {
        sigset_t none;
        sigset_t ignored;
        sigemptyset(&none);
        sigemptyset(&ignored);
        for (const int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&ignored, signal);
        ::posix_spawnattr_init(&attributes_);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &ignored);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;
    ~Attributes() { ::posix_spawnattr_destroy(&attributes_); }

    const posix_spawnattr_t* get() const { return &attributes_; }

  private:
    posix_spawnattr_t attributes_{};
};

// Zero, or why not.
int start(std::vector<std::string>& words, const Pipe& output, const Pipe& errors, pid_t& process) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, output.writing(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors.writing(), STDERR_FILENO);
    const Attributes attributes;
    const int error =
        ::posix_spawnp(&process, words.front().c_str(), &actions, attributes.get(), pointers.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    return error;
}

int await_end(pid_t process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

std::optional<Ended> run_program(std::vector<std::string> words) {
    Pipe output(words.front());
    Pipe errors(words.front());
    pid_t process = 0;
    const int error = start(words, output, errors, process);
    if (error == ENOENT) return std::nullopt;
    if (error != 0) fail_to_start(words.front(), error);
    output.close_writing();
    errors.close_writing();
    Ended ended;
    ended.output = output.read_all();
    ended.errors = errors.read_all();
    ended.status = await_end(process);
    return ended;
}

}  // namespace scrump::cli

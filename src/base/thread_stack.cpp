#include "thread_stack.hpp"
#include "sanitizers.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/memory.hpp>
#include <scrump/base/text.hpp>

#include <pthread.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>

namespace scrump::detail {
namespace {

// Sanitizers have handlers of their own, which say more.
constexpr bool handles_faults = !under_memory_checker && !under_thread_sanitizer;

constexpr std::size_t usual_bytes = std::size_t{256} << 20U;
constexpr std::size_t least_bytes = std::size_t{64} << 10U;
constexpr std::size_t handler_bytes = std::size_t{64} << 10U;

// "1G", "512M", "65536K" or a number of bytes.
std::optional<std::size_t> parse_size(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    constexpr std::string_view units = "KMG";
    if (unit.empty()) return number;
    const std::size_t place = units.find(unit.front());
    if (unit.size() != 1 || place == units.npos) return std::nullopt;
    const std::size_t shift = 10 * (place + 1);
    if (number > std::numeric_limits<std::size_t>::max() >> shift) return std::nullopt;
    return number << shift;
}

// The lowest address of this thread's stack, and its size. Read by the handler.
struct StackOfThread {
    const void* lowest = nullptr;
    std::size_t bytes = 0;
};
thread_local constinit StackOfThread stack_of_thread;

struct sigaction former_action {};

void tell_of_full_stack() {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), stack_of_thread.bytes >> 20U);
    static_cast<void>(error);
    for (const std::string_view part :
         {std::string_view("scrump: a thread has filled its stack of "),
          std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())),
          std::string_view(" MiB: calls are nested too deeply, or their frames are too large. The environment variable "
                           "SCRUMP_STACK gives threads more, such as SCRUMP_STACK=1G\n")}) {
        static_cast<void>(!::write(STDERR_FILENO, part.data(), part.size()));
    }
}

// Any other fault is met as if there were no handler.
void on_fault(int signal, siginfo_t* info, void* context) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    const StackOfThread& stack = stack_of_thread;
    const auto lowest = reinterpret_cast<std::uintptr_t>(stack.lowest);
    if (lowest != 0 && address + stack_guard_bytes >= lowest && address < lowest + stack_guard_bytes) {
        tell_of_full_stack();
        ::_exit(EXIT_FAILURE);
    }
    if ((former_action.sa_flags & SA_SIGINFO) != 0) return former_action.sa_sigaction(signal, info, context);
    if (former_action.sa_handler != SIG_DFL && former_action.sa_handler != SIG_IGN)
        return former_action.sa_handler(signal);
    ::sigaction(signal, &former_action, nullptr);  // the fault comes again
}

void install_action() {
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGSEGV, &action, &former_action);
}

void install_handler() {
    static std::once_flag installed;
    std::call_once(installed, install_action);
}

// A stack for the handler on a thread that Scrump did not start, to the thread's end. One that has another keeps it.
class StackOfHandler {
  public:
    StackOfHandler() {
        stack_t present{};
        if (::sigaltstack(nullptr, &present) != 0 || (present.ss_flags & SS_DISABLE) == 0) return;
        memory_.reset(new (std::nothrow) std::byte[handler_bytes]);
        if (!memory_) return;
        const stack_t own{.ss_sp = memory_.get(), .ss_flags = 0, .ss_size = handler_bytes};
        ::sigaltstack(&own, nullptr);
    }
    StackOfHandler(const StackOfHandler&) = delete;
    StackOfHandler& operator=(const StackOfHandler&) = delete;
    ~StackOfHandler() {
        stack_t present{};
        if (!memory_ || ::sigaltstack(nullptr, &present) != 0 || present.ss_sp != memory_.get()) return;
        const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
        ::sigaltstack(&none, nullptr);
    }

  private:
    std::unique_ptr<std::byte[]> memory_;
};

StackOfThread find_stack() {
    pthread_attr_t attributes;
    if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return {};
    void* lowest = nullptr;
    std::size_t bytes = 0;
    const bool found = ::pthread_attr_getstack(&attributes, &lowest, &bytes) == 0;
    ::pthread_attr_destroy(&attributes);
    if (!found) return {};
    return {.lowest = lowest, .bytes = bytes};
}

}  // namespace

std::size_t thread_stack_bytes() {
    const char* const text = std::getenv("SCRUMP_STACK");
    if (text == nullptr || *text == '\0') return usual_bytes;
    const std::optional<std::size_t> bytes = parse_size(text);
    if (bytes && *bytes >= least_bytes) return *bytes;
    throw UsageError("SCRUMP_STACK is " + in_quotes(text) +
                     ": expected the size of a thread's stack, at least 64K, such as 512M or 1G");
}

bool has_addresses_for_stacks() {
    static constexpr std::size_t threads = 8;
    const char* const text = std::getenv("SCRUMP_STACK");
    if (text != nullptr && *text != '\0') return true;
    return available_addresses() / threads >= usual_bytes + stack_guard_bytes;
}

StackAlarm::StackAlarm() {
    if (!handles_faults) return;
    install_handler();
    stack_of_handler_.reset(new (std::nothrow) std::byte[handler_bytes]);
    if (!stack_of_handler_) return;
    const stack_t own{.ss_sp = stack_of_handler_.get(), .ss_flags = 0, .ss_size = handler_bytes};
    ::sigaltstack(&own, nullptr);
    stack_of_thread = find_stack();
}

StackAlarm::~StackAlarm() {
    if (!stack_of_handler_) return;
    stack_of_thread = {};
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    ::sigaltstack(&none, nullptr);
}

StackAlarm::Elsewhere::Elsewhere(const void* lowest, std::size_t bytes)
    : lowest_before_(stack_of_thread.lowest), bytes_before_(stack_of_thread.bytes) {
    if (!handles_faults) return;
    install_handler();
    static const thread_local StackOfHandler there;
    static_cast<void>(there);
    stack_of_thread = {.lowest = lowest, .bytes = bytes};
}

StackAlarm::Elsewhere::~Elsewhere() {
    stack_of_thread = {.lowest = lowest_before_, .bytes = bytes_before_};
}

}  // namespace scrump::detail

#include <scrump/base/detail/thread_counters.hpp>

#include <scrump/base/detail/system_file.hpp>
#include <scrump/base/error.hpp>

#include <cerrno>
#include <cmath>
#include <iterator>
#include <system_error>

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace scrump::detail {

#ifdef __linux__

namespace {

constexpr KernelEvent processor_events[] = {
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
};

// Counts the calling thread, wherever it runs. Returns a descriptor, or -1 with errno.
int open_counter(const KernelEvent& event) {
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = event.type;
    attributes.config = event.config;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    return static_cast<int>(::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

}  // namespace

ThreadCounters::~ThreadCounters() {
    for (const int each : descriptors_)
        if (each >= 0) ::close(each);
}

std::optional<std::uint64_t> ThreadCounters::read(std::size_t event) const {
    struct {
        std::uint64_t count, enabled, running;
    } found{};
    const int from = descriptors_.at(event);
    if (from < 0 || ::read(from, &found, sizeof found) != sizeof found) return std::nullopt;
    return whole_count(found.count, found.enabled, found.running);
}

#else  // the portable twin, which has no counters

namespace {

constexpr KernelEvent processor_events[3] = {};

int open_counter(const KernelEvent& /*event*/) {
    errno = ENOSYS;
    return -1;
}

}  // namespace

ThreadCounters::~ThreadCounters() = default;

std::optional<std::uint64_t> ThreadCounters::read(std::size_t /*event*/) const {
    return std::nullopt;
}

#endif

std::span<const KernelEvent> events_of_processors() {
    return processor_events;
}

ThreadCounters::ThreadCounters(std::span<const KernelEvent> events) {
    std::optional<int> refused;
    bool counts = false;
    for (const KernelEvent& each : events) {
        descriptors_.push_back(open_counter(each));
        if (descriptors_.back() >= 0) {
            counts = true;
        } else if (!refused) {
            refused = errno;
        }
    }
    if (!counts)
        throw Error(
            counters_refusal(refused.value_or(ENOENT), read_system_file("/proc/sys/kernel/perf_event_paranoid")));
}

std::string counters_refusal(int error, const std::optional<std::string>& paranoid) {
    std::string text = "hardware counters cannot be read: ";
    switch (error) {
        case EACCES:
        case EPERM: {
            std::string level = paranoid.value_or("unknown");
            while (!level.empty() && level.back() == '\n') level.pop_back();
            text += "the kernel does not permit it; set kernel.perf_event_paranoid, which is " + level;
            text += ", to 2 or less (sysctl kernel.perf_event_paranoid=2), or give the program the capability ";
            return text + "CAP_PERFMON; a container must also permit the system call perf_event_open";
        }
        case ENOENT:
        case ENODEV:
        case EOPNOTSUPP:
            return text +
                   "this machine shows the kernel no such counters; for a virtual machine, its host must pass "
                   "them on";
        case ENOSYS:
            return text + "only Linux has them, with a kernel that has the system call perf_event_open";
        case EMFILE:
        case ENFILE:
            return text + "too many files are open; each worker needs " + std::to_string(std::size(processor_events)) +
                   ": raise the limit (ulimit -n)";
        default:
            return text + std::generic_category().message(error);
    }
}

std::optional<std::uint64_t> whole_count(std::uint64_t count, std::uint64_t enabled, std::uint64_t running) {
    if (running == 0) return std::nullopt;
    if (running >= enabled) return count;
    const double part = static_cast<double>(running) / static_cast<double>(enabled);
    return static_cast<std::uint64_t>(std::llround(static_cast<double>(count) / part));
}

}  // namespace scrump::detail

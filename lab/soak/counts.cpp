#include "counts.hpp"

#include <scrump/base/error.hpp>

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

namespace scrump::soak {
namespace {

std::uint64_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::uint64_t all = 0;
    std::uint64_t resident = 0;
    file >> all >> resident;
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t heap_bytes() {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

unsigned threads_now() {
    std::ifstream file("/proc/self/status");
    for (std::string word; file >> word;) {
        if (word != "Threads:") continue;
        unsigned threads = 0;
        file >> threads;
        return threads;
    }
    return 0;
}

void count_descriptor(const std::string& target, Counts& counts) {
    const auto begins = [&](const char* with) { return target.starts_with(with); };
    if (begins("/proc/")) return;  // of the folder that is being read
    if (begins("socket:")) {
        ++counts.sockets;
    } else if (begins("pipe:")) {
        ++counts.pipes;
    } else if (begins("/memfd:")) {
        ++counts.memory_files;
    } else if (begins("anon_inode:")) {
        ++counts.anonymous;
    } else {
        ++counts.files;
    }
}

}  // namespace

Counts count(unsigned threads) {
    Counts counts{.resident_bytes = resident_bytes(), .heap_bytes = heap_bytes(), .threads = threads_now()};
    for (int patience = 50; counts.threads > threads && patience > 0; --patience) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        counts.threads = threads_now();
    }
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code gone;
        const std::filesystem::path target = std::filesystem::read_symlink(entry.path(), gone);
        if (!gone) count_descriptor(target.string(), counts);
    }
    return counts;
}

Log::Log(const std::string& prefix, const Session& session) {
    const std::string name = fmt::format("{}.{}", prefix, session.self());
    file_.reset(std::fopen(name.c_str(), "we"));
    if (!file_) throw Error(name + ": cannot be written");
    fmt::print(file_.get(),
               "iteration\tseconds\tresident\theap\tthreads\tfiles\tsockets\tpipes\tmemory_files\tanonymous\tsearch\n");
    fewest_threads_ = threads_now();
}

void Log::write(std::uint64_t iteration, double seconds, const std::string& what) {
    const Counts now = count(fewest_threads_);
    fmt::print(file_.get(), "{}\t{:.3f}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", iteration, seconds, now.resident_bytes,
               now.heap_bytes, now.threads, now.files, now.sockets, now.pipes, now.memory_files, now.anonymous, what);
    std::fflush(file_.get());
}

}  // namespace scrump::soak

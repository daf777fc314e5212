#pragma once
// What this process holds of the system: what may grow while a search runs, and must be back when it is over.

#include <scrump/runtime/session.hpp>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

namespace scrump::soak {

struct Counts {
    std::uint64_t resident_bytes = 0;
    std::uint64_t heap_bytes = 0;  ///< allocated and not freed; 0 where the C library does not tell
    unsigned threads = 0;
    // Open descriptors by kind.
    unsigned files = 0;
    unsigned sockets = 0;
    unsigned pipes = 0;
    unsigned memory_files = 0;  ///< memfd
    unsigned anonymous = 0;     ///< event and the like
};

/// A thread that was joined is counted by the kernel for a moment longer: so there may be a short wait for `threads`,
/// the fewest that are known to be possible.
Counts count(unsigned threads);

/// The counts after each search, a line each with tabs, in a file of this process: PREFIX.RANK.
class Log {
  public:
    /// Throws Error.
    Log(const std::string& prefix, const Session& session);

    void write(std::uint64_t iteration, double seconds, const std::string& what);

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> file_;
    unsigned fewest_threads_ = 0;
};

}  // namespace scrump::soak

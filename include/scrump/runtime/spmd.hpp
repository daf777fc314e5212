#pragma once
// The simplest work that the runtime knows: all workers of all localities do the same (single program, multiple data),
// each once, and share remote memory.

#include <scrump/base/error.hpp>
#include <scrump/runtime/remote_array.hpp>
#include <scrump/runtime/settings.hpp>
#include <scrump/runtime/status.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace scrump {

/// A remote array that is to be opened.
struct RemoteArrayShape {
    std::string name;       ///< for messages
    std::size_t words = 0;  ///< in each locality
};

/// One of the workers that do the same.
struct SpmdWorker {
    unsigned locality = 0;              ///< its locality
    unsigned localities = 1;            ///< how many there are
    unsigned index = 0;                 ///< among the workers of its locality
    unsigned workers = 1;               ///< how many its locality has
    std::vector<RemoteAccess*> arrays;  ///< its access to each of them, in their order
};

/// Has each worker of each locality call `body` once, and returns when all have: in every process that takes part. All
/// arrays are zero at first. An exception of one call is thrown here, and ends the run, as do the settings' limits:
/// then nobody waits for remote memory any more (RemoteAccess::ending()). Throws Error where processes do not agree on
/// the arrays, and OutOfMemory, a std::bad_alloc that names it, for one that is too large.
Status run_on_all_workers(const Settings& settings, const std::vector<RemoteArrayShape>& arrays,
                          const std::function<void(SpmdWorker& self)>& body);

}  // namespace scrump

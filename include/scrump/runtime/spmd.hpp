#pragma once

// Include it for remote memory.
//
// The simplest work of the runtime: all workers of all localities do the same (single program, multiple data), each
// once, and share remote memory.

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
    std::string name;       ///< name, for messages
    std::size_t words = 0;  ///< number of words in each locality
};

/// One of the workers that do the same.
struct SpmdWorker {
    unsigned locality = 0;              ///< locality of the worker
    unsigned localities = 1;            ///< number of localities
    unsigned index = 0;                 ///< number of the worker in its locality
    unsigned workers = 1;               ///< number of workers in its locality
    std::vector<RemoteAccess*> arrays;  ///< its access to each of the arrays, in their order
};

/// Makes each worker of each locality call `body` once, and returns when all calls have ended, in every process that
/// takes part. All arrays are initially zero. An exception of one call is rethrown here, and ends the run, as do the
/// settings' limits: then no worker waits for remote memory any more (RemoteAccess::ending()). The first process calls
/// `report` at the interval of the settings, from the calling thread. Throws Error if the processes do not agree on the
/// arrays, and OutOfMemory, a std::bad_alloc that names the array, if one is too large.
Status run_on_all_workers(const Settings& settings, const std::vector<RemoteArrayShape>& arrays,
                          const std::function<void(SpmdWorker& self)>& body, const std::function<void()>& report = {});

}  // namespace scrump

#pragma once
// Searches called from Python: their options, and the handling of Ctrl-C and of exceptions meanwhile.

#include "lock.hpp"
#include "watch.hpp"

#include <scrump/runtime/session.hpp>
#include <scrump/search/options.hpp>

#include <nanobind/nanobind.h>

#include <string>

namespace scrump::python {

namespace nb = nanobind;

/// The options of Python; `progress` is called with a SearchProgress, or is None.
struct PythonSearchOptions {
    SearchOptions search{};
    nb::object progress{};
};

/// The processes that run this program together: joined at the first search, left when Python ends. Null on another
/// thread than that of the first search, which searches by itself; throws UsageError there if there are several
/// processes.
Session* session();
/// To be called before the first search: makes a session of the processes of an MPI communicator, given by its Fortran
/// number.
void use_communicator(int communicator);
/// Tells the other processes, if any, why this one ends.
void fail(const std::string& why);
/// To be called when Python ends, without its lock: ends all searches.
void leave();

/// A running search.
class RunningSearch {
  public:
    explicit RunningSearch(const PythonSearchOptions& given);
    RunningSearch(const RunningSearch&) = delete;
    RunningSearch& operator=(const RunningSearch&) = delete;
    ~RunningSearch() = default;

    /// Valid as long as this object.
    const SearchOptions& options() const { return options_; }
    /// Exception of the function that gets the progress, if any.
    void rethrow() const { watch_.rethrow(); }

  private:
    Watch watch_;
    SearchOptions options_;
};

/// Calls `search` with its options while other threads of Python may run. Ctrl-C stops it, so that it returns the
/// results so far.
template <class Search>
auto run(const PythonSearchOptions& given, const Search& search) {
    RunningSearch running(given);
    auto found = [&] {
        const WithoutPython others;
        return search(running.options());
    }();
    running.rethrow();
    return found;
}

/// Declares PythonSearchOptions and SearchProgress.
void declare_options(nb::module_& module);

}  // namespace scrump::python

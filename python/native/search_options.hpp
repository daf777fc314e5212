#pragma once
// How a search that was called from Python runs: its options, and what comes of Ctrl-C and of exceptions meanwhile.

#include "lock.hpp"
#include "watch.hpp"

#include <scrump/runtime/session.hpp>
#include <scrump/search/options.hpp>

#include <nanobind/nanobind.h>

#include <string>

namespace scrump::python {

namespace nb = nanobind;

/// What Python's options say; `progress` is called with a SearchProgress, or is None.
struct PythonSearchOptions {
    SearchOptions search{};
    nb::object progress{};
};

/// The processes that run this program together: joined at the first search, left when Python ends. Null on another
/// thread than that of the first search, which searches by itself; throws UsageError there if there are several
/// processes.
Session* session();
/// Before the first search: makes it one with the processes of an MPI communicator, named by its Fortran number.
void use_communicator(int communicator);
/// Tells the other processes why this one ends, if there are any.
void fail(const std::string& why);
/// To be called when Python ends, without its lock: all searches come to an end.
void leave();

/// A search that goes on.
class RunningSearch {
  public:
    explicit RunningSearch(const PythonSearchOptions& given);
    RunningSearch(const RunningSearch&) = delete;
    RunningSearch& operator=(const RunningSearch&) = delete;
    ~RunningSearch() = default;

    /// Valid as long as this object.
    const SearchOptions& options() const { return options_; }
    /// What the function that is told of progress threw, if it did.
    void rethrow() const { watch_.rethrow(); }

  private:
    Watch watch_;
    SearchOptions options_;
};

/// Calls `search` with its options while other threads of Python may run. Ctrl-C stops it, so that it answers with what
/// it knows.
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

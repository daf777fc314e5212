#pragma once
// How a search that was called from Python runs: its options, and what comes of Ctrl-C and of exceptions meanwhile.

#include <scrump/runtime/session.hpp>
#include <scrump/search/options.hpp>

#include <nanobind/nanobind.h>

#include <exception>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace scrump::python {

namespace nb = nanobind;

/// What Python's options say; `progress` is called with a Progress, or is None.
struct SearchOptions {
    Options search{};
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
/// To be called when Python ends.
void leave();

/// A search that goes on.
class RunningSearch {
  public:
    explicit RunningSearch(const SearchOptions& given);
    RunningSearch(const RunningSearch&) = delete;
    RunningSearch& operator=(const RunningSearch&) = delete;
    /// Closes what is told of progress, if it can be closed, as bars can.
    ~RunningSearch();

    /// Valid as long as this object.
    const Options& options() const { return options_; }
    /// What the function that is told of progress threw, if it did.
    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

  private:
    void look_around(const Progress& now);

    const nb::object progress_;
    std::stop_source stop_;
    std::exception_ptr thrown_;
    Options options_;
};

/// Calls `search` with its options while other threads of Python may run. Ctrl-C stops it, so that it answers with what
/// it knows.
template <class Search>
auto run(const SearchOptions& given, const Search& search) {
    RunningSearch running(given);
    auto found = [&] {
        const nb::gil_scoped_release others;
        return search(running.options());
    }();
    running.rethrow();
    return found;
}

/// Declares SearchOptions and Progress.
void declare_options(nb::module_& module);

}  // namespace scrump::python

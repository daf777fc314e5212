#include "search_options.hpp"

#include "table_rows.hpp"

#include <scrump/search/estimate.hpp>
#include <scrump/search/option_table.hpp>

#include "calls.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/search/skeleton.hpp>
#include <scrump/stealing/policy.hpp>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <thread>
#include <utility>

namespace scrump::python {
namespace {

struct Joined {
    std::unique_ptr<Session> session;
    std::thread::id thread;
    pid_t process = 0;

    static Joined here(std::unique_ptr<Session> session) {
        return {std::move(session), std::this_thread::get_id(), ::getpid()};
    }
};

std::unique_ptr<Session> session_alone() {
    return std::make_unique<Session>(std::make_unique<detail::GroupOfOne>(detail::AccessMode::direct));
}

const pid_t importer = ::getpid();

// Whether this process is a child of one that runs Python, and has the launcher's environment from it: it was
// forked since the import, or made by multiprocessing, in whatever way.
bool is_child() {
    if (importer != ::getpid()) return true;
    const nb::object loaded = nb::module_::import_("sys").attr("modules");
    const nb::object multiprocessing = loaded.attr("get")("multiprocessing.process");
    return !multiprocessing.is_none() && !multiprocessing.attr("parent_process")().is_none();
}

// A forked process, such as multiprocessing makes, is not one of those that were started together: it lacks the
// threads of its parent, and must not use its MPI.
Joined& joined() {
    static Joined instance;
    if (instance.session && instance.process != ::getpid()) {
        static_cast<void>(instance.session.release());  // its end is up to the parent
        instance = Joined::here(session_alone());
    }
    return instance;
}

using Seconds = std::chrono::duration<double>;

std::string described(const SearchProgress& now) {
    char text[128];
    std::snprintf(text, sizeof text, "<%.1f s, %llu nodes", now.elapsed.count(),
                  static_cast<unsigned long long>(now.counters.nodes));
    std::string all = text;
    for (const auto& [name, value] : {std::pair("objective", now.incumbent), std::pair("bound", now.bound)}) {
        if (!value) continue;
        std::snprintf(text, sizeof text, ", %s %.10g", name, *value);
        all += text;
    }
    return all + ">";
}

double busy_share(const SearchProgress& now) {
    return now.workers > 0 ? static_cast<double>(now.busy_workers) / now.workers : 0;
}

}  // namespace

Session* session() {
    Joined& all = joined();
    if (!all.session) all = Joined::here(is_child() ? session_alone() : std::make_unique<Session>());
    if (all.thread == std::this_thread::get_id()) return all.session.get();
    if (all.session->size() > 1) {
        throw UsageError("where several processes search together, all searches have to come from the same thread");
    }
    return nullptr;
}

void use_communicator(int communicator) {
    if (joined().session) throw UsageError("call use_communicator() before the first search");
    joined() = Joined::here(std::unique_ptr<Session>(new Session(Session::of_communicator(communicator))));
}

void fail(const std::string& why) {
    if (joined().session) joined().session->fail(why);
}

void leave() {
    const bool all_ended = end_calls();
    std::unique_ptr<Session> session = std::move(joined().session);
    if (!all_ended) static_cast<void>(session.release());  // still in use
    nb::set_leak_warnings(false);                          // nor are objects leaks that threads of Python still hold
}

RunningSearch::RunningSearch(const PythonSearchOptions& given) : watch_(given.progress), options_(given.search) {
    options_.session = session();
    options_.stop = watch_.token();
    options_.progress = [this](const SearchProgress& now) { watch_.look_around(now); };
    options_.estimates = given.progress.is_valid() && !given.progress.is_none();
    options_.start_clock();
}

void declare_options(nb::module_& module) {
    nb::class_<SearchProgress>(module, "Progress", "Progress of a running search.")
        .def_prop_ro(
            "seconds", [](const SearchProgress& now) { return now.elapsed.count(); },
            "Time since the search began, in seconds.")
        .def_prop_ro(
            "nodes", [](const SearchProgress& now) { return now.counters.nodes; }, "Number of nodes visited so far.")
        .def_ro("nodes_per_second", &SearchProgress::nodes_per_second, "Rate since the last progress.")
        .def_prop_ro("busy", busy_share, "Share of workers that have a task, from 0 to 1.")
        .def_ro("objective", &SearchProgress::incumbent, "Objective of the best solution so far; None without one.")
        .def_ro("bound", &SearchProgress::bound, "Bound that no solution improves on; None if unknown.")
        .def_prop_ro(
            "estimate",
            [](const SearchProgress& now) { return now.estimate ? std::optional(*now.estimate) : std::nullopt; },
            "Estimate of the whole search; None while there is none.")
        .def("__repr__", described);

    const auto make = [](PythonSearchOptions* place, const TableTexts& table, bool enumerates, bool history,
                         nb::object progress, double progress_interval) {
        PythonSearchOptions options;
        set_options(options.search, table, enumerates ? in_enumerations : in_searches);
        options.search.history = history;
        options.search.progress_interval = std::chrono::ceil<std::chrono::milliseconds>(Seconds(progress_interval));
        options.progress = std::move(progress);
        new (place) PythonSearchOptions(std::move(options));
    };
    nb::class_<PythonSearchOptions>(module, "SearchOptions")
        .def("__init__", make, nb::kw_only(), nb::arg("table"), nb::arg("enumerates"), nb::arg("history"),
             nb::arg("progress").none(), nb::arg("progress_interval"))
        .def_prop_ro("skeleton", [](const PythonSearchOptions& it) { return it.search.skeleton.describe(); })
        .def_prop_ro("policy", [](const PythonSearchOptions& it) { return it.search.policy.describe(); })
        .def_prop_ro("paper", [](const PythonSearchOptions& it) { return paper_in_force(it.search); })
        .def_prop_ro("seed", [](const PythonSearchOptions& it) { return it.search.seed; });

    module.def("use_communicator", &use_communicator, nb::arg("communicator"));
    module.def("fail", &fail);
    module.def("leave", &leave, nb::call_guard<nb::gil_scoped_release>());  // ending threads may need it
    module.def("processes", [] { return session() != nullptr ? session()->size() : 1U; });
    module.def("take_interrupt", &take_interrupt);
    module.def("process", [] { return session() != nullptr ? session()->self() : 0U; });
}

}  // namespace scrump::python

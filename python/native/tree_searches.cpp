// Searches of trees that are written in Python: nodes are any objects, and what their children are is asked of Python.
// Workers take turns in it, as Python has one lock; several processes do not have to.

#include "tree_searches.hpp"

#include "outcomes.hpp"
#include "search_options.hpp"

#include <scrump/net/codec.hpp>
#include <scrump/search.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump::python {
namespace {

// A thread of Scrump's is known to Python from its first use of it until the thread ends: to be made known each time
// would take most of the time.
class KnownToPython {
  public:
    KnownToPython() {
        if (PyGILState_GetThisThreadState() != nullptr) return;  // Python's own
        state_ = PyGILState_Ensure();
        thread_ = PyEval_SaveThread();
    }
    KnownToPython(const KnownToPython&) = delete;
    KnownToPython& operator=(const KnownToPython&) = delete;
    ~KnownToPython() {
        if (thread_ == nullptr) return;
        PyEval_RestoreThread(thread_);
        PyGILState_Release(state_);
    }

  private:
    PyGILState_STATE state_{};
    PyThreadState* thread_ = nullptr;
};

// Holds Python's lock.
class WithPython {
  public:
    WithPython() {
        static thread_local const KnownToPython known;
        lock_.emplace();
    }

  private:
    std::optional<nb::gil_scoped_acquire> lock_;
};

// A Python object that any thread may copy and drop.
class Held {
  public:
    Held() = default;
    /// Python's lock is held.
    explicit Held(nb::object object) : object_(object.release().ptr()) {}
    Held(const Held& other) : object_(other.object_) {
        if (object_ == nullptr) return;
        const WithPython python;
        Py_INCREF(object_);
    }
    Held(Held&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Held& operator=(Held other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Held() {
        if (object_ == nullptr) return;
        const WithPython python;
        Py_DECREF(object_);
    }

    nb::handle get() const { return object_; }

  private:
    PyObject* object_ = nullptr;
};

// Goes to other processes as Python's pickle has it.
struct Node {
    Held value{};

    template <class Archive>
    void serialize(Archive& archive) {
        if constexpr (std::is_same_v<Archive, Decoder>) {
            std::string text;
            archive(text);
            const WithPython python;
            value = Held(nb::module_::import_("pickle").attr("loads")(nb::bytes(text.data(), text.size())));
        } else {
            archive(text());
        }
    }

  private:
    std::string text() const {
        const WithPython python;
        const nb::bytes bytes(nb::module_::import_("pickle").attr("dumps")(value.get()));
        return {bytes.c_str(), bytes.size()};
    }
};

// A problem's functions. All objectives are better than `worst`, and none is better than `best`.
struct Problem {
    nb::object children;
    nb::object objective;
    nb::object bound;  // None: there is none
    double worst;
    double best;
};

class Generator {
  public:
    using Space = Problem;
    using Node = python::Node;

    Generator(const Problem& problem, const Node& node) {
        const WithPython python;
        children_ = Held(nb::iter(problem.children(node.value.get())));
    }
    /// Each of both yields what is left: an iterator itself cannot be copied.
    Generator(const Generator& other) {
        const WithPython python;
        const nb::object both = nb::module_::import_("itertools").attr("tee")(other.children_.get());
        other.children_ = Held(both[0]);
        children_ = Held(both[1]);
    }
    Generator(Generator&&) noexcept = default;
    Generator& operator=(const Generator&) = delete;
    Generator& operator=(Generator&&) = delete;
    ~Generator() = default;

    bool next(Node& child) {
        const WithPython python;
        PyObject* const next = PyIter_Next(children_.get().ptr());
        if (next == nullptr && PyErr_Occurred() != nullptr) nb::raise_python_error();
        if (next == nullptr) return false;
        child.value = Held(nb::steal(next));
        return true;
    }

    static double objective(const Problem& problem, const Node& node) {
        const WithPython python;
        const nb::object value = problem.objective(node.value.get());
        return value.is_none() ? problem.worst : nb::cast<double>(value);
    }

    static double bound(const Problem& problem, const Node& node) {
        const WithPython python;
        if (problem.bound.is_none()) return problem.best;
        return nb::cast<double>(problem.bound(node.value.get()));
    }

  private:
    mutable Held children_;
};

constexpr double infinite = std::numeric_limits<double>::infinity();

// What a node is, if there is one.
nb::object value_of(const std::optional<Node>& node) {
    return node ? nb::borrow(node->value.get()) : nb::none();
}

template <bool greatest>
Outcome optimise(nb::object children, nb::object objective, nb::object bound, nb::object root,
                 const SearchOptions& options) {
    const Problem problem = {std::move(children), std::move(objective), std::move(bound),
                             greatest ? -infinite : infinite, greatest ? infinite : -infinite};
    const Node first{Held(std::move(root))};  // while Python's lock is held
    auto found = run(options, [&](const Options& search) {
        if constexpr (greatest) {
            return maximise<Generator>(problem, first, search);
        } else {
            return minimise<Generator>(problem, first, search);
        }
    });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = value_of(found.node);
    return outcome;
}

Outcome decide(nb::object children, nb::object objective, nb::object bound, nb::object root, double target,
               const SearchOptions& options) {
    const Problem problem = {std::move(children), std::move(objective), std::move(bound), -infinite, infinite};
    const Node first{Held(std::move(root))};
    auto found =
        run(options, [&](const Options& search) { return scrump::decide<Generator>(problem, first, target, search); });
    Outcome outcome = outcome_of(found);
    outcome["solution"] = value_of(found.node);
    return outcome;
}

Outcome enumerate(nb::object children, nb::object root, const SearchOptions& options) {
    const Problem problem = {std::move(children), nb::none(), nb::none(), 0, 0};
    const Node first{Held(std::move(root))};
    auto found = run(options, [&](const Options& search) {
        return scrump::enumerate<Generator>(problem, first, CountPerDepth{}, search);
    });
    std::uint64_t all = 0;
    for (const std::uint64_t count : found.value) all += count;
    Outcome outcome = outcome_of(found);
    outcome["objective"] = all;
    outcome["solution"] = found.value;
    return outcome;
}

}  // namespace

void declare_tree_searches(nb::module_& module) {
    module.def("maximise", &optimise<true>, nb::arg("children"), nb::arg("objective"), nb::arg("bound").none(),
               nb::arg("root").none(), nb::arg("options"));
    module.def("minimise", &optimise<false>, nb::arg("children"), nb::arg("objective"), nb::arg("bound").none(),
               nb::arg("root").none(), nb::arg("options"));
    module.def("decide", &decide, nb::arg("children"), nb::arg("objective"), nb::arg("bound").none(),
               nb::arg("root").none(), nb::arg("target"), nb::arg("options"));
    module.def("enumerate", &enumerate, nb::arg("children"), nb::arg("root").none(), nb::arg("options"));
}

}  // namespace scrump::python

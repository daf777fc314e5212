#pragma once
// Python's lock, taken and released by Scrump's threads. A Python that ends waits for them only for some seconds
// (end_calls()), and then ends a thread that takes the lock on the spot: unwound through C++, that would abort the
// process. Such a thread sleeps instead, until the process is gone.

#include <nanobind/nanobind.h>

#include <cxxabi.h>
#include <unistd.h>

#ifdef Py_LIMITED_API
// All versions of CPython have it, but it is not in the interface of modules that are compiled once for all of them.
extern "C" [[gnu::weak]] int PyGILState_Check();
#endif

namespace scrump::python {

namespace nb = nanobind;

/// Whether the calling thread has Python's lock.
inline bool has_lock() {
#ifdef Py_LIMITED_API
    if (&PyGILState_Check == nullptr) return true;
#endif
    return PyGILState_Check() == 1;
}

[[noreturn]] inline void sleep_for_good() {
    while (true) ::pause();
}

/// Takes the lock, as `take` does.
template <class Take>
auto take_lock(const Take& take) {
    try {
        return take();
    } catch (const abi::__forced_unwind&) {
        sleep_for_good();
    }
}

/// A thread of Scrump is registered with Python from its first use of it until the thread ends: registering it each
/// time would take most of the time.
class KnownToPython {
  public:
    KnownToPython() {
        if (PyGILState_GetThisThreadState() != nullptr) return;  // Python's own
        state_ = take_lock([] { return PyGILState_Ensure(); });
        thread_ = PyEval_SaveThread();
    }
    KnownToPython(const KnownToPython&) = delete;
    KnownToPython& operator=(const KnownToPython&) = delete;
    ~KnownToPython() {
        if (thread_ == nullptr) return;
        take_lock([&] { PyEval_RestoreThread(thread_); });
        PyGILState_Release(state_);
    }

  private:
    PyGILState_STATE state_{};
    PyThreadState* thread_ = nullptr;
};

/// Holds Python's lock.
class WithPython {
  public:
    WithPython() : state_((known(), take_lock([] { return PyGILState_Ensure(); }))) {}
    WithPython(const WithPython&) = delete;
    WithPython& operator=(const WithPython&) = delete;
    ~WithPython() {
        if (!has_lock()) sleep_for_good();  // the callee released it, and did not get it again
        PyGILState_Release(state_);
    }

  private:
    static void known() { static thread_local const KnownToPython thread; }

    const PyGILState_STATE state_;
};

/// Releases Python's lock, so that other threads of Python may run.
class WithoutPython {
  public:
    WithoutPython() : thread_(PyEval_SaveThread()) {}
    WithoutPython(const WithoutPython&) = delete;
    WithoutPython& operator=(const WithoutPython&) = delete;
    ~WithoutPython() {
        take_lock([&] { PyEval_RestoreThread(thread_); });
    }

  private:
    PyThreadState* const thread_;
};

}  // namespace scrump::python

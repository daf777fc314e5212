#pragma once
// What belongs to a thread besides its stack: the exceptions that are under way, its settings, and the call that it is
// in. Code that goes on on another stack as if on a thread of its own has a state of its own.

#include <scrump/base/detail/here.hpp>
#include <scrump/base/detail/thread.hpp>

#include <cxxabi.h>

#include <cstring>
#include <utility>

namespace scrump::detail {

/// At first that of a new thread.
class ThreadState {
  public:
    /// Exchanges it for that of the calling thread.
    void swap() {
        std::swap(works_under_, works_under);
        std::swap(here_, here);
        void* const present = abi::__cxa_get_globals();
        Exceptions other;
        std::memcpy(&other.caught, present, sizeof(other.caught));
        std::memcpy(&other.uncaught, static_cast<char*>(present) + sizeof(void*), sizeof(other.uncaught));
        std::memcpy(present, &exceptions_.caught, sizeof(other.caught));
        std::memcpy(static_cast<char*>(present) + sizeof(void*), &exceptions_.uncaught, sizeof(other.uncaught));
        exceptions_ = other;
    }

  private:
    // As in the C++ ABI for Itanium (2.2.2): those caught and not ended, and the number of uncaught ones.
    struct Exceptions {
        void* caught = nullptr;
        unsigned uncaught = 0;
    };

    Exceptions exceptions_;
    WorksUnder works_under_;
    Here here_;
};

}  // namespace scrump::detail

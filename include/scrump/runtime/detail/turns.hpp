#pragma once
// Runs of several processes take place one after another, each on the thread that made the session: all processes have
// to meet in the same one, and the thread serves the others meanwhile.

#include <scrump/base/detail/thread.hpp>

#include <cstdint>

namespace scrump::detail {

class Turns {
  public:
    /// The turn of a run, from its beginning to its end. Throws UsageError on another thread, and during another run.
    class Turn {
      public:
        explicit Turn(Turns& turns);
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;
        ~Turn() { turns_.taken_ = false; }

      private:
        Turns& turns_;
    };

  private:
    const std::uintptr_t thread_ = this_thread_number();
    bool taken_ = false;  // read and written by that thread
};

}  // namespace scrump::detail

#pragma once
// The threads of one locality: started together, pinned, joined on destruction.

#include <functional>
#include <thread>
#include <vector>

namespace scrump {

class Team {
  public:
    /// Starts `size` threads that each run `work(index)`, which must not throw. With `pin`, thread i is bound to the
    /// (`first_place` + i)-th place of this process; the caller sees to it that there are that many.
    Team(unsigned size, bool pin, unsigned first_place, std::function<void(unsigned)> work);

    /// Waits for all of them to return.
    void join();

  private:
    std::function<void(unsigned)> work_;
    std::vector<std::jthread> threads_;
};

}  // namespace scrump

#pragma once
// The programs of fork and join that rows measure, as functions of who does them.

#include <peers/fork_join.hpp>

#include <functional>
#include <string>
#include <vector>

#include "experiment.hpp"
#include "settings.hpp"

namespace scrump {
class Session;
}

namespace scrump::bench {

struct Program {
    std::string name;  ///< with its size: "fib 42"
    std::function<Sample()> by_hand;
    /// With the threads of a session, or with its own if there is none.
    std::function<Sample(unsigned workers, Session* session)> by_tasks;
    std::function<Sample(const peers::ForkJoinPeer& peer, unsigned workers)> by_peer;
    std::vector<std::string> arguments;  ///< of a program that does the same: name and size
};

Program fib_program(unsigned n);
Program queens_program(unsigned size);
Program uts_program(const std::string& tree);
Program matmul_program(unsigned size);
Program quicksort_program(std::uint32_t count);

/// What rayon's program measures of it; `Skipped` where that was not built.
std::function<Sample(unsigned workers)> by_rayon(const Settings& settings, const Program& program);

}  // namespace scrump::bench

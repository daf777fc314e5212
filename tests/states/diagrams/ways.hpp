#pragma once
// The ways in which decision diagrams are worked on: by how many workers, in how many localities, and whether these
// share memory. What is tested is tested in all of them.

#include "support/sanitized.hpp"

#include <scrump/diagrams.hpp>

#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/runtime/session.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace scrump::test {

struct Way {
    unsigned workers = 1;
    unsigned localities = 1;
    detail::AccessMode access_mode = detail::AccessMode::direct;
    bool spread = false;  // the nodes, where localities share no memory

    std::string name() const {
        return std::to_string(workers) + (workers == 1 ? "_worker_" : "_workers_") +
               (localities == 1                             ? "alone"
                : access_mode == detail::AccessMode::direct ? "in_" + std::to_string(localities) + "_localities"
                                                            : "in_" + std::to_string(localities) + "_hosts") +
               (spread ? "_spread" : "");
    }
    bool by_messages() const { return localities > 1 && access_mode == detail::AccessMode::messages; }
};

inline std::vector<Way> all_ways() {
    using detail::AccessMode;
    // Of three hosts sanitizers see what they see of two, only three times as slowly; and of one worker less than of
    // four.
    if (sanitized)
        return {{.workers = 4},
                {.workers = 2, .localities = 2},
                {.workers = 2, .localities = 2, .access_mode = AccessMode::messages},
                {.workers = 2, .localities = 2, .access_mode = AccessMode::messages, .spread = true}};
    return {{.workers = 1},
            {.workers = 2},
            {.workers = 4},
            {.workers = 1, .localities = 2},
            {.workers = 2, .localities = 3},
            {.workers = 1, .localities = 2, .access_mode = AccessMode::messages},
            {.workers = 2, .localities = 3, .access_mode = AccessMode::messages},
            {.workers = 2, .localities = 2, .access_mode = AccessMode::messages, .spread = true}};
}

/// Runs a program in one of the ways; returns what run_diagrams() does.
template <class Program>
auto run_in(const Way& way, DiagramOptions options, Program&& program) {
    Session session(std::make_unique<detail::GroupOfOne>(way.access_mode));
    options.tasks.workers = way.workers;
    options.tasks.localities = way.localities;
    options.tasks.session = &session;
    options.tasks.pin = false;
    options.spread_nodes = way.spread;
    options.travel_from = 1;
    return run_diagrams(options, std::forward<Program>(program));
}

/// Few enough to be made for each test.
inline DiagramOptions small_table() {
    return {.buckets = 1U << 16U, .max_buckets = 1U << 16U};
}

/// Tests that are done in all ways.
class InAllWays : public testing::TestWithParam<Way> {
  protected:
    template <class Program>
    auto run(Program&& program) {
        return run_in(GetParam(), small_table(), std::forward<Program>(program));
    }
};

}  // namespace scrump::test

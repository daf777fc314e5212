// State spaces over several processes: by shared memory on one host, by messages where SCRUMP_NET says so.

#include "session.hpp"
#include "states/explore/small_models.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "support/message_of.hpp"

namespace scrump::test {
namespace {

template <class Program>
void in_all_ways(const Program& program) {
    for (const unsigned workers : {1U, 2U}) {
        for (const ExplorationOrder order : {ExplorationOrder::breadth_first, ExplorationOrder::depth_first}) {
            SCOPED_TRACE(std::to_string(workers) + " workers, " + std::string(name(order)));
            program(ReachOptions{.order = order, .workers = workers, .session = &session(), .pin = false});
        }
    }
}

TEST(MpiReach, AllProcessesFindTheSameStates) {
    in_all_ways(expect_small_models);
}

TEST(MpiReach, WhatIsLookedForComesWithAPathInEachProcess) {
    in_all_ways(expect_findings);
}

TEST(MpiReach, TheGreatestFiguresAreThoseOfAllProcesses) {
    in_all_ways(expect_bounds);
}

}  // namespace
}  // namespace scrump::test

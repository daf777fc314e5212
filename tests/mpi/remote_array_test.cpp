// Remote memory between processes: direct on one host, by messages where SCRUMP_NET says so.

#include "runtime/remote_programs.hpp"
#include "session.hpp"

#include <gtest/gtest.h>

namespace scrump::test {
namespace {

template <class Program>
void with_workers(const Program& program) {
    for (const unsigned workers : {1U, 2U}) {
        SCOPED_TRACE(workers);
        program(Settings{.workers = workers, .session = &session(), .pin = false});
    }
}

TEST(MpiRemoteArray, NoAdditionIsLostAndEachComesInItsTurn) {
    for (const std::size_t outstanding : {1U, 64U})
        with_workers([&](const Settings& settings) { add_with_outstanding(settings, outstanding); });
}

TEST(MpiRemoteArray, AListIsBuiltBySwaps) {
    with_workers(push_onto_a_list);
}

TEST(MpiRemoteArray, ALockExcludes) {
    with_workers(count_under_a_lock);
}

TEST(MpiRemoteArray, WhatIsPutIsGot) {
    with_workers(exchange_pieces);
}

TEST(MpiRemoteArray, ARunEndsWhateverIsUnderWay) {
    with_workers(fail_meanwhile);
}

TEST(MpiRemoteArray, ToReachBeyondEndsTheRun) {
    with_workers(reach_beyond);
}

}  // namespace
}  // namespace scrump::test

// A table of states over several processes: direct on one host, by messages where SCRUMP_NET says so.

#include "session.hpp"
#include "states/table/table_programs.hpp"

#include <gtest/gtest.h>

#include <string>

namespace scrump::test {
namespace {

template <class Program>
void with_states(const Program& program) {
    for (const unsigned workers : {1U, 2U}) {
        for (const States& states : States::all()) {
            SCOPED_TRACE(std::to_string(workers) + " workers, " + states.name());
            program(Settings{.workers = workers, .session = &session(), .pin = false}, states);
        }
    }
}

TEST(MpiTable, AStateIsInsertedOnceAndFoundEverAfter) {
    with_states(
        [](const Settings& settings, const States& states) { put_the_same(settings, states, {.buckets = 400}, 300); });
}

TEST(MpiTable, AStreamTellsOfEachStateOnce) {
    with_states([](const Settings& settings, const States& states) { stream_the_same(settings, states, {}, 300); });
}

TEST(MpiTable, TheSharesOfAllWorkersAreAllStates) {
    with_states([](const Settings& settings, const States& states) { visit_all(settings, states, 200); });
}

TEST(MpiTable, AGrownTableHasWhatWasInIt) {
    with_states(grow_and_clear);
}

TEST(MpiTable, AFullTableSaysSo) {
    with_states(fill_up);
}

TEST(MpiTable, ARunEndsWhateverIsUnderWay) {
    with_states(fail_table_meanwhile);
}

}  // namespace
}  // namespace scrump::test

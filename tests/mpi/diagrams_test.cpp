// Decision diagrams of several processes: nodes lie in memory that they share, or each has its own, where SCRUMP_NET
// says that they share none.

#include "session.hpp"
#include "states/diagrams/changing_functions.hpp"
#include "states/diagrams/explicit_states.hpp"
#include "tasks/remote_programs.hpp"

#include <scrump/base/error.hpp>
#include <scrump/diagrams.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace scrump::test {
namespace {

// Of all processes, or of two localities in one that is alone.
DiagramOptions options_of(unsigned workers, std::uint64_t buckets, std::uint64_t max_buckets) {
    return {.tasks = {.workers = workers,
                      .localities = session().size() == 1 ? 2U : 1U,
                      .session = &session(),
                      .pin = false},
            .buckets = buckets,
            .max_buckets = max_buckets,
            .travel_from = 1};
}

// Whether all functions were right, and what became of nodes.
struct Outcome {
    bool right = true;
    DiagramStatistics statistics{};
};

Outcome change(Diagrams& diagrams, unsigned variables, int steps, std::uint64_t seed) {
    ChangingFunctions functions(diagrams, variables, 4, seed);
    Outcome outcome;
    for (int step = 0; step < steps; ++step) outcome.right = functions.change() && outcome.right;
    outcome.right = functions.are_right() && outcome.right;
    outcome.statistics = diagrams.statistics();
    return outcome;
}

TEST(MpiDiagrams, AreRightWhateverOtherProcessesSteal) {
    for (const unsigned workers : {1U, 2U}) {
        std::uint64_t stolen = 0;
        for (std::uint64_t seed = 1; stolen < 10; ++seed) {
            const auto result = run_diagrams(options_of(workers, 1U << 16U, 1U << 16U),
                                             [&](Diagrams& diagrams) { return change(diagrams, 9, 15, seed).right; });
            ASSERT_EQ(result.value, true);
            stolen += of_the_first(stolen_from_others(result.statistics));
        }
    }
}

TEST(MpiDiagrams, AreCollectedWhereTheTableIsFull) {
    const auto result = run_diagrams(options_of(2, 1024, 1024), [&](Diagrams& diagrams) {
        std::uint64_t collections = 0;
        for (std::uint64_t seed = 1; collections == 0; ++seed) {
            const Outcome outcome = change(diagrams, 8, 60, seed);
            if (!outcome.right) return false;
            collections += outcome.statistics.collections;
            if (!by_messages() && outcome.statistics.begun_again > 0) return false;
        }
        return true;
    });
    EXPECT_EQ(result.value, true);
}

TEST(MpiDiagrams, Grow) {
    const auto result = run_diagrams(options_of(1, 1024, 1U << 16U), [&](Diagrams& diagrams) {
        const Outcome outcome = change(diagrams, 11, 12, 1);
        return outcome.right && outcome.statistics.begun_again == 0 ? outcome.statistics.growths : 0;
    });
    EXPECT_GT(result.value, 0U);
}

TEST(MpiDiagrams, ThatFindNoRoomSaySoInAllProcesses) {
    try {
        run_diagrams(options_of(1, 1024, 1024), [&](Diagrams& diagrams) { return change(diagrams, 14, 1, 1).right; });
        ADD_FAILURE() << "there was room";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("the table of decision diagrams is full"), std::string::npos)
            << error.what();
    }
}

TEST(MpiDiagrams, SaturationAndStepsReachTheSame) {
    for (const unsigned workers : {1U, 2U}) {
        const auto result = run_diagrams(options_of(workers, 1U << 14U, 1U << 14U), [&](Diagrams& diagrams) {
            std::string wrong;
            for (unsigned round = 0; round < 12; ++round) {
                const unsigned variables = 3 + round % 4;
                RandomSteps random(variables, round);
                StatesOfVariables made(diagrams, variables);
                const States from = random.states(8);
                const std::vector<Steps> steps = random.several(1 + variables, 12);
                const std::vector<TransitionRelation> relations = made.relations(steps);
                if (diagrams.saturate(made.states(from), relations) != made.states(reachable(from, steps)))
                    wrong += " saturation " + std::to_string(round);
                if (diagrams.successors(made.states(from), relations) != made.states(successors(from, steps)))
                    wrong += " successors " + std::to_string(round);
            }
            return wrong;
        });
        EXPECT_EQ(result.value, "");
    }
}

}  // namespace
}  // namespace scrump::test

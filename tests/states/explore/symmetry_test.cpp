#include <scrump/base/error.hpp>
#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/states.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "support/folder.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"
#include "symmetric_processes.hpp"

namespace scrump::test {
namespace {

using detail::AccessMode;

class Symmetry : public testing::TestWithParam<AccessMode> {
  protected:
    template <class Program>
    void in_all_ways(const Program& program) {
        for (const ExplorationOrder order : {ExplorationOrder::breadth_first, ExplorationOrder::depth_first}) {
            for (unsigned localities = 1; localities <= 2; ++localities) {
                for (unsigned workers = 1; workers * localities <= 4; ++workers) {
                    if (sanitized && workers * localities < 4) continue;
                    SCOPED_TRACE(std::string(name(order)) + ", " + std::to_string(localities) + " localities of " +
                                 std::to_string(workers));
                    program(ExploreOptions{
                        .order = order, .workers = workers, .localities = localities, .session = &session_});
                }
            }
        }
    }

    Session session_{std::make_unique<detail::GroupOfOne>(GetParam())};
};

INSTANTIATE_TEST_SUITE_P(AccessModes, Symmetry, testing::Values(AccessMode::direct, AccessMode::messages),
                         [](const testing::TestParamInfo<AccessMode>& tested) {
                             return tested.param == AccessMode::direct ? "direct" : "messages";
                         });

TEST_P(Symmetry, OneStateOfEachOrbitIsVisited) {
    in_all_ways([](const ExploreOptions& options) {
        for (unsigned seed = 0; seed < 3; ++seed) expect_orbits(options, 3 + seed, seed);
    });
}

TEST_P(Symmetry, FindingsAreThoseOfTheWholeSpaceWithPathsOfIt) {
    in_all_ways([](const ExploreOptions& options) {
        for (unsigned seed = 0; seed < 5; ++seed) expect_findings_by_orbits(options, 3 + seed % 3, seed);
    });
}

// Two counters to 9, which may be exchanged.
using Pair = std::array<std::uint8_t, 2>;

void count_up(const Pair& pair, const Yield<Pair>& yield) {
    for (const std::size_t i : {0U, 1U}) {
        Pair next = pair;
        if (++next[i] < 10) yield(next);
    }
}
Pair sorted(const Pair& pair) {
    return {std::min(pair[0], pair[1]), std::max(pair[0], pair[1])};
}

TEST_P(Symmetry, InitialStatesHaveRepresentativesAndPathsBeginInThemselves) {
    in_all_ways([](const ExploreOptions& options) {
        const auto result = explore({Pair{7, 2}, Pair{2, 7}, Pair{5, 5}}, count_up, options,
                                    {.goal =
                                         [](const Pair& pair) {
                                             return pair == Pair{9, 9};
                                         },
                                     .canonical = sorted});
        ASSERT_TRUE(result.finding);
        const auto& path = result.finding->path;
        EXPECT_EQ(result.finding->state, (Pair{9, 9}));
        EXPECT_TRUE(path.front() == (Pair{7, 2}) || path.front() == (Pair{5, 5})) << "the first one of those alike";
        for (std::size_t i = 1; i < path.size(); ++i)
            EXPECT_EQ(path[i][0] + path[i][1], path[i - 1][0] + path[i - 1][1] + 1);
        for (std::size_t i = 1; i < path.size(); ++i)
            EXPECT_TRUE(path[i][0] == path[i - 1][0] || path[i][1] == path[i - 1][1]);
    });
    const auto all = explore({Pair{7, 2}, Pair{2, 7}}, count_up, {}, {.canonical = sorted});
    EXPECT_EQ(all.statistics.levels.front(), 1U);
}

TEST_P(Symmetry, WithoutPathsTheRepresentativeIsFound) {
    in_all_ways([](ExploreOptions options) {
        options.paths = false;
        const auto result =
            explore(Pair{3, 0}, count_up, options,
                    {.goal = [](const Pair& pair) { return pair[0] + pair[1] == 14; }, .canonical = sorted});
        ASSERT_TRUE(result.finding);
        EXPECT_TRUE(result.finding->path.empty());
        EXPECT_EQ(result.finding->state, sorted(result.finding->state));
    });
}

TEST(SymmetryAlone, FiguresAreThoseOfRepresentatives) {
    const auto raise = [](const Pair& pair, std::span<std::uint64_t> most) {
        for (const std::size_t i : {0U, 1U}) most[i] = std::max<std::uint64_t>(most[i], pair[i]);
    };
    const auto result = explore(Pair{0, 0}, count_up, {.level_limit = 4},
                                {.greatest = {.count = 2, .raise = raise}, .canonical = sorted});
    EXPECT_EQ(result.greatest, (std::vector<std::uint64_t>{2, 4}));
    EXPECT_EQ(result.statistics.levels, (std::vector<std::uint64_t>{1, 1, 2, 2, 3}));
}

TEST(SymmetryAlone, WithoutRepresentativesNoneAreSaid) {
    EXPECT_FALSE(explore(Pair{0, 0}, count_up).representatives);
    EXPECT_TRUE(explore(Pair{0, 0}, count_up, {}, {.canonical = sorted}).representatives);
}

TEST(SymmetryAlone, ThePropertyGoesBeforeTheModel) {
    const SymmetricProcesses model(4, 3);
    const auto own = explore(
        model, {}, {.canonical = [](std::span<const char> state) { return std::string(state.begin(), state.end()); }});
    EXPECT_EQ(own.statistics.states, explore_plainly(model).size());
    EXPECT_LT(explore(model).statistics.states, own.statistics.states);
}

template <class Canonical>
std::string complaint(const Canonical& canonical, const Properties<Pair>& properties = {},
                      const ExploreOptions& options = {.workers = 2}) {
    try {
        Properties<Pair> all = properties;
        all.canonical = canonical;
        static_cast<void>(explore(Pair{3, 4}, count_up, options, all));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "none";
}

TEST(SymmetryAlone, ARepresentativeWithAnotherOneIsRefused) {
    const std::string expected =
        "canonical(): the representative of a representative is another state; expected canonical(canonical(state)) == "
        "canonical(state)";
    const auto exchanged = [](const Pair& pair) { return Pair{pair[1], pair[0]}; };
    EXPECT_EQ(complaint(exchanged, {}, {.level_limit = 0}), expected) << "the initial one, which is not expanded";
    const auto late = [](const Pair& pair) { return pair[0] + pair[1] == 15 ? Pair{pair[1], pair[0]} : pair; };
    EXPECT_EQ(complaint(late), expected) << "one that is found later";
    EXPECT_EQ(complaint(sorted), "none");
}

TEST(SymmetryAlone, StatesThatAreNotAlikeAreNoticedOnAPath) {
    // Of all pairs whose sum is 12, one that cannot be reached is taken: what follows it follows none of them.
    const auto sum = [](const Pair& pair) { return pair[0] + pair[1] == 12 ? Pair{0, 12} : pair; };
    const auto goal = [](const Pair& pair) { return pair == Pair{1, 12}; };
    EXPECT_NE(complaint(sum, {.goal = goal}).find("successors that are not alike"), std::string::npos)
        << complaint(sum, {.goal = goal});
}

TEST(SymmetryAlone, PropertiesThatTellApartWhatIsAlikeAreNoticed) {
    const auto goal = [](const Pair& pair) { return pair[0] == 3 && pair[1] == 9; };
    EXPECT_EQ(message_of([&] {
                  static_cast<void>(explore(Pair{8, 3}, count_up, {}, {.goal = goal, .canonical = sorted}));
              }),
              "canonical(): a goal is found in a representative and not in a state alike; expected properties that are "
              "the same for all states that are alike");
}

TEST(SymmetryAlone, RepresentativesResumeFromACheckpoint) {
    const Folder folder;
    const SymmetricProcesses model(6, 4);
    const auto all = explore(model);
    ASSERT_GT(all.statistics.levels.size(), 4U);
    ExploreOptions options{.workers = 2, .level_limit = 3};
    options.checkpoints = {.file = folder / "states", .model = "processes"};
    EXPECT_EQ(explore(model, options).statistics.checkpoints.written, 1U);
    options.level_limit = ExploreOptions().level_limit;
    options.checkpoints = {.resume = folder / "states", .model = "processes"};
    const auto rest = explore(model, options);
    EXPECT_EQ(rest.statistics.states, all.statistics.states);
    EXPECT_EQ(rest.statistics.transitions, all.statistics.transitions);
    EXPECT_EQ(rest.statistics.levels, all.statistics.levels);
}

}  // namespace
}  // namespace scrump::test

#include <scrump/base/error.hpp>
#include <scrump/problems/philosophers/philosophers.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "problems/exploration.hpp"

namespace scrump::philosophers {
namespace {

static_assert(StateModel<Philosophers>);

TEST(Philosophers, ThereAreAsManyStatesAsPellLucasNumbersSay) {
    std::uint64_t before =
        2;  // (1 + √2)^n + (1 - √2)^n for 0 and 1: each is twice the one before and the one before that
    std::uint64_t number = 2;
    for (unsigned n = 2; n <= 9; ++n) {
        before = std::exchange(number, 2 * number + before);
        EXPECT_EQ(test::explore_plainly(Philosophers(n)).size(), number) << n;
    }
}

TEST(Philosophers, TheOnlyDeadlockIsThatAllHoldTheLeftFork) {
    for (unsigned n = 2; n <= 8; ++n) {
        const Philosophers model(n);
        const auto all = test::explore_plainly(model);
        EXPECT_EQ(all.deadlocks, 1U) << n;
        const auto dead = all.nearest([&](State state) {
            bool goes_on = false;
            model.successors(state, [&](State) { goes_on = true; });
            return !goes_on;
        });
        ASSERT_TRUE(dead) << n;
        EXPECT_EQ(model.to_string(*dead), std::string(n, 'H'));
        EXPECT_EQ(all.path_to(*dead).size(), n + 1) << "each takes one fork";
    }
}

TEST(Philosophers, OneWhoTakesTheRightForkFirstKeepsAllFromStarving) {
    for (unsigned n = 2; n <= 8; ++n) EXPECT_EQ(test::explore_plainly(Philosophers(n, true)).deadlocks, 0U) << n;
}

TEST(Philosophers, NoForkIsInTwoHands) {
    for (const bool contrary : {false, true}) {
        const Philosophers model(5, contrary);
        for (const auto& [state, found] : test::explore_plainly(model).states) {
            for (unsigned i = 0; i < 5; ++i) {
                const bool both_eat = Philosophers::doing(state, i) == Doing::eating &&
                                      Philosophers::doing(state, (i + 1) % 5) == Doing::eating;
                EXPECT_FALSE(both_eat) << model.to_string(state);
            }
        }
    }
}

TEST(Philosophers, StatesOfATurnedTableHaveOneRepresentative) {
    for (const unsigned n : {2U, 5U, 32U}) {
        const Philosophers model(n);
        std::mt19937_64 random(n);
        for (unsigned round = 0; round < 20; ++round) {
            std::string text(n, 'T');
            for (char& each : text) each = "THE"[random() % 3];
            const auto state_of = [](const std::string& doing) {
                State state = 0;
                for (std::size_t i = doing.size(); i-- > 0;)
                    state = (state << 2U) | std::string_view("THE").find(doing[i]);
                return state;
            };
            ASSERT_EQ(model.to_string(state_of(text)), text);
            State least = state_of(text);
            for (unsigned turn = 0; turn < n; ++turn) {
                std::ranges::rotate(text, text.begin() + 1);
                least = std::min(least, state_of(text));
            }
            for (unsigned turn = 0; turn < n; ++turn) {
                std::ranges::rotate(text, text.begin() + 1);
                EXPECT_EQ(model.first_rotation(state_of(text)), least) << text;
            }
        }
    }
}

TEST(Philosophers, OtherNumbersAreRefused) {
    EXPECT_THROW(Philosophers(1), UsageError);
    EXPECT_THROW(Philosophers(33), UsageError);
}

}  // namespace
}  // namespace scrump::philosophers

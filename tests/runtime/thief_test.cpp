// A thief's patience, on times that the test makes up: whom it asks, when it pauses, what it learns in between.

#include <scrump/net/detail/in_process.hpp>
#include <scrump/runtime/detail/published_load.hpp>
#include <scrump/runtime/detail/thief.hpp>
#include <scrump/stealing/detail/equations.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace scrump::detail {
namespace {

using Time = Clock::time_point;
using std::chrono::microseconds;

// Far from the beginning of time, where pauses would begin.
const Time began = Time() + std::chrono::hours(1);

struct Localities {
    Localities(const char* policy, unsigned size, std::optional<unsigned> owner = std::nullopt,
               AccessMode access = AccessMode::direct)
        : network(Topology::one_host(size), access) {
        for (unsigned self = 0; self < size; ++self) {
            thieves.push_back(std::make_unique<Thief>(Policy::parse(policy), network.endpoint(self), 1, 1, owner));
        }
    }
    InProcessNetwork network;
    std::vector<std::unique_ptr<Thief>> thieves;
};

TEST(Thief, AsksOneAtATime) {
    Localities two("random", 2);
    Thief& thief = *two.thieves[0];
    EXPECT_EQ(thief.next_victim(began), 1U);
    EXPECT_FALSE(thief.next_victim(began));
    EXPECT_EQ(thief.asked_at(), began);
    thief.received(1, 3, {}, began + microseconds(40));
    EXPECT_EQ(thief.next_victim(began + microseconds(40)), 1U);
    EXPECT_EQ(thief.traffic().steals_tried, 2U);
    EXPECT_EQ(thief.traffic().steals_won, 1U);
    EXPECT_EQ(thief.traffic().tasks_received, 3U);
    EXPECT_EQ(thief.traffic().steal_latency.max(), microseconds(40));
}

// Whom it asks is what the policy chooses for this locality, with these places and this seed, after what came before.
TEST(Thief, AsksWhomItsPolicyChooses) {
    for (const char* text :
         {"random", "sticky-random", "round-robin", "hierarchical", "locality-aware", "naive-locality-aware"}) {
        Topology topology = Topology::one_host(9);
        for (unsigned other = 5; other < 9; ++other) topology.places[other].host = 1;
        InProcessNetwork network(topology);
        Thief thief(Policy::parse(text), network.endpoint(3), 1, 77, std::nullopt);
        const auto chosen = make_selector(Policy::parse(text), 3, topology, 77);
        Time now = began;
        for (int i = 0; i < 200; ++i) {
            now = std::max(now, thief.next_try());
            const std::optional<unsigned> victim = thief.next_victim(now);
            ASSERT_TRUE(victim) << text;
            ASSERT_EQ(victim, chosen->choose()) << text;
            if (i % 3 == 0) {
                thief.received(*victim, 1, {}, now);
                chosen->succeeded(*victim);
            } else {
                thief.refused(*victim, {}, now);
                chosen->failed(*victim);
            }
        }
    }
}

TEST(Thief, PausesLongerAndLongerUntilItSucceeds) {
    Localities two("round-robin", 2);
    Thief& thief = *two.thieves[0];
    Time now = began;
    Time::duration last{};
    for (int i = 0; i < 10; ++i) {
        ASSERT_EQ(thief.next_victim(now), 1U);
        thief.refused(1, {}, now);
        EXPECT_FALSE(thief.next_victim(now));
        const Time::duration pause = thief.next_try() - now;
        EXPECT_GE(pause, last);
        EXPECT_LE(pause, microseconds(2000));
        last = pause;
        now = thief.next_try();
    }
    EXPECT_EQ(last, microseconds(2000));
    ASSERT_EQ(thief.next_victim(now), 1U);
    thief.received(1, 1, {}, now);
    ASSERT_EQ(thief.next_victim(now), 1U);
    thief.refused(1, {}, now);
    EXPECT_EQ(thief.next_try() - now, microseconds(50));
}

// Where nobody has anything for long, as when all wait for a host that does not answer, messages would be all that
// happens.
TEST(Thief, PausesAreAFiftiethOfALongTimeWithoutSuccess) {
    Localities two("round-robin", 2);
    Thief& thief = *two.thieves[0];
    Time now = began;
    unsigned tries = 0;
    while (now < began + std::chrono::seconds(2)) {
        ++tries;
        ASSERT_EQ(thief.next_victim(now), 1U);
        thief.refused(1, {}, now);
        EXPECT_LE(thief.next_try() - now, std::max<Time::duration>(microseconds(2000), (now - began) / 50));
        now = thief.next_try();
    }
    EXPECT_LT(tries, 300U);
    while (now < began + std::chrono::seconds(20)) {
        ++tries;
        ASSERT_EQ(thief.next_victim(now), 1U);
        thief.refused(1, {}, now);
        EXPECT_LE(thief.next_try() - now, microseconds(50'000));
        now = thief.next_try();
    }
    EXPECT_LT(tries, 800U);
    // It had something to do itself: a new search for work begins.
    now += std::chrono::seconds(1);
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(thief.next_victim(now), 1U);
        thief.refused(1, {}, now);
        now = thief.next_try();
    }
    EXPECT_EQ(thief.next_victim(now), 1U);
    thief.refused(1, {}, now);
    EXPECT_LE(thief.next_try() - now, microseconds(2000));
}

TEST(Thief, TriesAFewOfManyBeforeItPauses) {
    Localities many("round-robin", 9);
    Thief& thief = *many.thieves[0];
    for (unsigned victim = 1; victim <= 4; ++victim) {
        ASSERT_EQ(thief.next_victim(began), victim);
        thief.refused(victim, {}, began);
    }
    EXPECT_FALSE(thief.next_victim(began));
}

TEST(Thief, TurnsToTheOwnerOfTheOrder) {
    Localities three("round-robin", 3, 0U);
    Thief& thief = *three.thieves[1];
    ASSERT_EQ(thief.next_victim(began), 2U);
    thief.refused(2, {}, began);
    ASSERT_EQ(thief.next_victim(began), 0U);
    thief.refused(0, {}, began);
    EXPECT_FALSE(thief.next_victim(began));
}

TEST(Thief, FindsOutWhoHasWork) {
    Localities three("performance-driven", 3);
    Thief& thief = *three.thieves[0];
    ASSERT_TRUE(thief.uses_load_information());
    EXPECT_FALSE(thief.next_victim(began)) << "nobody shows anything";
    EXPECT_GE(thief.traffic().refreshes, 1U);

    PublishedLoad loaded(three.thieves[2]->shown());
    loaded.waiting_tasks() = 5;
    loaded.publish(0, 0, 8.0, 0);
    const Time later = thief.next_try();
    EXPECT_EQ(thief.next_victim(later), 2U);
    thief.refused(2, loaded.read(), later);
    EXPECT_EQ(thief.traffic().monitor_messages, 0U) << "all is read directly";
}

// A victim that has not joined the run yet answers late; meanwhile there are others.
TEST(Thief, DoesNotWaitForThoseWhoDoNotAnswer) {
    Localities three("round-robin", 3);
    Thief& thief = *three.thieves[0];
    ASSERT_EQ(thief.next_victim(began), 1U);
    EXPECT_FALSE(thief.next_victim(began + microseconds(100)));
    const Time later = thief.next_try();
    EXPECT_EQ(later - began, std::chrono::milliseconds(1));
    ASSERT_EQ(thief.next_victim(later), 2U);
    thief.refused(2, {}, later);
    EXPECT_FALSE(thief.next_victim(thief.next_try())) << "1 still owes an answer, so there is nobody new to ask";
    EXPECT_TRUE(thief.awaits_reply());
    const Time late = began + std::chrono::seconds(3);
    thief.received(1, 1, {}, late);
    EXPECT_FALSE(thief.awaits_reply());
    EXPECT_EQ(thief.traffic().steal_latency.max(), late - began);
    EXPECT_TRUE(thief.next_victim(late));
}

// One of two far ones says what it has; the other one is silent.
TEST(Thief, AsksWhoeverIsKnownToHaveWorkBeforeTheLastAnswerIsHere) {
    Localities three("performance-driven", 3, std::nullopt, AccessMode::messages);
    Thief& thief = *three.thieves[0];
    EXPECT_FALSE(thief.next_victim(began));
    EXPECT_EQ(thief.traffic().monitor_messages, 2U);
    EXPECT_EQ(thief.next_try() - began, std::chrono::milliseconds(1)) << "until all have answered, or are late";

    PublishedLoad loaded(three.thieves[2]->shown());
    loaded.waiting_tasks() = 5;
    loaded.publish(0, 0, 8.0, 0);
    const Time later = began + microseconds(100);
    thief.look(later);
    for (const unsigned each : {2U, 0U}) EXPECT_FALSE(three.network.endpoint(each).receive());
    EXPECT_EQ(thief.next_victim(later), 2U);
}

TEST(Thief, PausesIfNobodyAnswers) {
    Localities three("performance-driven", 3, std::nullopt, AccessMode::messages);
    Thief& thief = *three.thieves[0];
    EXPECT_FALSE(thief.next_victim(began));
    const Time late = thief.next_try();
    EXPECT_EQ(late - began, std::chrono::milliseconds(1));
    EXPECT_FALSE(thief.next_victim(late));
    EXPECT_GT(thief.next_try(), late);
}

TEST(Thief, EndsARefreshWithoutThoseWhoDoNotAnswer) {
    Localities two("performance-driven", 2, std::nullopt, AccessMode::messages);
    Thief& thief = *two.thieves[0];
    thief.refresh_if_due(began);
    EXPECT_EQ(thief.traffic().refreshes, 1U);
    ASSERT_EQ(thief.next_refresh(), began + std::chrono::milliseconds(1));
    thief.refresh_if_due(began + std::chrono::milliseconds(1));
    EXPECT_EQ(thief.traffic().refreshes, 1U);
    EXPECT_FALSE(thief.awaits_reply());
    EXPECT_GE(*thief.next_refresh() - began, std::chrono::milliseconds(11)) << "it took one: rests for ten";
    // What comes late is news all the same.
    PublishedLoad loaded(two.thieves[1]->shown());
    loaded.waiting_tasks() = 5;
    loaded.publish(0, 0, 8.0, 0);
    thief.look(began + std::chrono::milliseconds(2));
    for (const unsigned each : {1U, 0U}) EXPECT_FALSE(two.network.endpoint(each).receive());
    EXPECT_EQ(thief.next_victim(began + std::chrono::milliseconds(2)), 1U);
}

// A request says what the other one has as well as an answer to a refresh does.
TEST(Thief, AsksOthersAsTheyComeWhileItRestsFromRefreshes) {
    Localities nine("performance-driven", 9, std::nullopt, AccessMode::messages);
    Thief& thief = *nine.thieves[0];
    thief.refresh_if_due(began);
    const Time late = began + std::chrono::milliseconds(1);
    thief.refresh_if_due(late);
    ASSERT_FALSE(thief.awaits_reply());
    std::vector<unsigned> asked;
    for (int i = 0; i < 3; ++i) {
        const std::optional<unsigned> victim = thief.next_victim(late);
        ASSERT_TRUE(victim);
        thief.refused(*victim, {}, late);
        asked.push_back(*victim);
    }
    EXPECT_FALSE(thief.next_victim(late)) << "pauses";
    EXPECT_EQ(thief.traffic().refreshes, 1U);
    std::sort(asked.begin(), asked.end());
    EXPECT_EQ(std::unique(asked.begin(), asked.end()), asked.end()) << "nobody twice";

    const Time rested = late + std::chrono::milliseconds(10);
    EXPECT_FALSE(thief.next_victim(rested)) << "waits for what the refresh tells";
    EXPECT_EQ(thief.traffic().refreshes, 2U);
}

// Section 3.4 of Xie (2023): a failed steal, a refresh that reads all others, one more attempt, a pause.
TEST(Thief, RefreshesAndTriesOnceMoreAsInThePaper) {
    constexpr unsigned size = 9;
    Localities nine("performance-driven:paper", size, std::nullopt, AccessMode::messages);
    Thief& thief = *nine.thieves[0];
    const auto show = [&](unsigned other, std::uint64_t tasks) {
        PublishedLoad loaded(nine.thieves[other]->shown());
        loaded.waiting_tasks() = tasks;
        loaded.publish(0, 0, 8.0, 0);
        return loaded.read();
    };
    const auto answer_reads = [&](Time now) {
        thief.look(now);
        for (unsigned each = 1; each <= size; ++each) EXPECT_FALSE(nine.network.endpoint(each % size).receive());
    };
    show(3, 9);
    show(5, 5);
    thief.refresh_if_due(began);
    EXPECT_EQ(thief.traffic().monitor_messages, size - 1);
    answer_reads(began + microseconds(100));
    EXPECT_EQ(thief.next_victim(began + microseconds(100)), 3U);

    show(3, 0);
    thief.refused(3, {.work_rate = 8, .tasks = 9}, began + microseconds(200));
    EXPECT_FALSE(thief.next_victim(began + microseconds(200))) << "waits for all";
    EXPECT_EQ(thief.traffic().monitor_messages, 2 * (size - 1));
    answer_reads(began + microseconds(300));
    EXPECT_EQ(thief.next_victim(began + microseconds(300)), 5U);
    thief.refused(5, {.work_rate = 8, .tasks = 9}, began + microseconds(400));
    EXPECT_FALSE(thief.next_victim(began + microseconds(400)));
    EXPECT_GT(thief.next_try(), began + microseconds(400)) << "pauses";
    EXPECT_EQ(thief.traffic().steals_tried, 2U);
}

// The refresh was quick, so that the next one is near: nobody is bothered until then.
TEST(Thief, WaitsForTheNextRefreshIfTheLastOneWasQuick) {
    Localities nine("performance-driven", 9, std::nullopt, AccessMode::messages);
    Thief& thief = *nine.thieves[0];
    thief.refresh_if_due(began);
    const Time quick = began + microseconds(100);
    thief.look(quick);
    for (unsigned each = 1; each <= 9; ++each) EXPECT_FALSE(nine.network.endpoint(each % 9).receive());
    ASSERT_FALSE(thief.awaits_reply());
    EXPECT_FALSE(thief.next_victim(quick));
    EXPECT_EQ(thief.next_try(), quick + microseconds(1000)) << "ten times as long as it took";
    EXPECT_EQ(thief.traffic().steals_tried, 0U);
    EXPECT_FALSE(thief.next_victim(thief.next_try()));
    EXPECT_EQ(thief.traffic().refreshes, 2U);
    EXPECT_EQ(thief.traffic().steals_tried, 0U);
}

TEST(Thief, AsksAsManyAtOnceAsItLacksTasks) {
    InProcessNetwork network(Topology::one_host(6));
    std::vector<std::unique_ptr<Thief>> thieves;
    for (unsigned self = 0; self < 6; ++self) {
        const char* const policy = "performance-driven:steal=one,requests=3";
        thieves.push_back(std::make_unique<Thief>(Policy::parse(policy), network.endpoint(self), 15, 1, std::nullopt));
    }
    for (unsigned other = 1; other < 6; ++other) {
        PublishedLoad loaded(thieves[other]->shown());
        loaded.waiting_tasks() = 10 - other;
        loaded.publish(0, 0, 8.0, 0);
    }
    Thief& thief = *thieves[0];
    thief.refresh_if_due(began);
    EXPECT_EQ(thief.next_victim(began, 2), 1U) << "has most";
    ASSERT_EQ(thief.next_victim(began, 2), 2U) << "has most of those that are not asked";
    EXPECT_FALSE(thief.next_victim(began, 2)) << "each gives one: enough";
    ASSERT_EQ(thief.next_victim(began, 15), 3U);
    EXPECT_FALSE(thief.next_victim(began, 15)) << "as many as it may";
    thief.received(2, 1, {.work_rate = 8, .tasks = 7}, began + microseconds(10));
    EXPECT_EQ(thief.next_victim(began + microseconds(10), 15), 2U) << "has answered, and has more";
    EXPECT_EQ(thief.traffic().steals_tried, 4U);
}

TEST(Thief, AsksNoOtherIfOneMayGiveEnough) {
    Localities three("performance-driven:requests=3", 3);
    for (const unsigned other : {1U, 2U}) {
        PublishedLoad loaded(three.thieves[other]->shown());
        loaded.waiting_tasks() = 8 / other;
        loaded.publish(0, 0, 8.0, 0);
    }
    Thief& thief = *three.thieves[0];
    thief.refresh_if_due(began);
    EXPECT_EQ(thief.next_victim(began, 4), 1U);
    EXPECT_FALSE(thief.next_victim(began, 4)) << "half of eight";
    EXPECT_EQ(thief.next_victim(began, 5), 2U);
}

TEST(Thief, TellsHowItJudgesThoseThatItAsked) {
    Localities three("performance-driven", 3);
    Thief& thief = *three.thieves[0];
    PublishedLoad loaded(three.thieves[2]->shown());
    loaded.waiting_tasks() = 5;
    loaded.publish(0, 0, 8.0, 0);
    thief.refresh_if_due(began);
    ASSERT_TRUE(thief.target());
    EXPECT_DOUBLE_EQ(thief.target()->score, 8 * 5);
    ASSERT_EQ(thief.next_victim(began), 2U);
    thief.received(2, 3, {.work_rate = 8, .tasks = 2}, began + microseconds(100));
    const std::map<unsigned, StealTarget> targets = thief.targets();
    ASSERT_EQ(targets.size(), 1U);
    EXPECT_EQ(targets.at(2).tried, 1U);
    EXPECT_DOUBLE_EQ(targets.at(2).delay, smoothed_delay(100, 1, 0));
    EXPECT_DOUBLE_EQ(targets.at(2).score, 8 * 2 - smoothed_delay(100, 1, 0));

    Localities two("random", 2);
    EXPECT_TRUE(two.thieves[0]->next_victim(began));
    EXPECT_TRUE(two.thieves[0]->targets().empty()) << "random judges nobody";
    EXPECT_FALSE(two.thieves[0]->target());
}

TEST(Thief, AloneHasNobodyToAsk) {
    Localities one("performance-driven", 1);
    EXPECT_FALSE(one.thieves[0]->uses_load_information());
    EXPECT_EQ(one.thieves[0]->shown(), nullptr);
    EXPECT_FALSE(one.thieves[0]->next_victim(began));
    EXPECT_FALSE(one.thieves[0]->next_refresh());
}

// As in the paper, which measures what its monitor costs with one locality (section 4.5).
TEST(Thief, AloneRefreshesIfItIsAlwaysTo) {
    Localities one("performance-driven:always", 1);
    Thief& thief = *one.thieves[0];
    ASSERT_TRUE(thief.uses_load_information());
    Time now = began;
    for (std::uint64_t refreshes = 1; refreshes <= 5; ++refreshes) {
        thief.refresh_if_due(now);
        EXPECT_EQ(thief.traffic().refreshes, refreshes);
        ASSERT_TRUE(thief.next_refresh());
        EXPECT_GT(*thief.next_refresh(), now);
        now = *thief.next_refresh();
    }
    EXPECT_FALSE(thief.next_victim(now));
    EXPECT_EQ(thief.traffic().steals_tried, 0U);
    EXPECT_EQ(thief.traffic().monitor_messages, 0U);
}

TEST(PublishedLoad, CountsWaitingTasksAndWorkersThatWouldSplit) {
    PublishedLoad load;
    load.waiting_tasks() = 7;
    load.idle_workers() = 1;
    load.publish(4, 2, 1.5, 42);
    EXPECT_EQ(load.read().tasks, 7U + 2U + 3U);
    EXPECT_EQ(load.read().work_rate, 1.5);
    EXPECT_EQ(load.read().first_task, 42U);
    load.publish(0, 0, 1.5, 42);  // workers that do not split are no tasks
    EXPECT_EQ(load.read().tasks, 7U);
}

}  // namespace
}  // namespace scrump::detail

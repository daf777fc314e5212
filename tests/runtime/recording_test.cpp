#include <scrump/runtime/detail/recording.hpp>

#include <gtest/gtest.h>

#include <deque>

namespace scrump::detail {
namespace {

TEST(Recording, IsOnlyThereIfWanted) {
    Recording none(0, 0, Topology::apart(3));
    EXPECT_FALSE(none.wanted());
    EXPECT_EQ(none.timeline(), nullptr);
    EXPECT_TRUE(Recording(10, 0, Topology::apart(3)).wanted());
}

TEST(Recording, AsksOnlyOtherHostsForTheTime) {
    Recording recording(10, 0, Topology::one_host(3));
    recording.compare(ClockOffset::When::beginning, [](unsigned, const Bytes&) { FAIL(); });
    EXPECT_FALSE(recording.comparing());
}

TEST(Recording, AsksSeveralTimesOneAfterAnother) {
    Recording recording(10, 0, Topology::apart(3));
    std::deque<std::pair<unsigned, Bytes>> asked;
    std::vector<unsigned> questions(3);
    const Recording::Send ask = [&](unsigned to, Bytes question) {
        asked.emplace_back(to, std::move(question));
        ++questions[to];
    };
    for (const auto when : {ClockOffset::When::beginning, ClockOffset::When::end}) {
        recording.compare(when, ask);
        EXPECT_EQ(asked.size(), 2U);
        while (!asked.empty()) {
            EXPECT_TRUE(recording.comparing());
            auto [from, question] = std::move(asked.front());
            asked.pop_front();
            recording.learn(from, Recording::answer(question), ask);
        }
        EXPECT_FALSE(recording.comparing());
    }
    EXPECT_EQ(questions, (std::vector<unsigned>{0, 16, 16}));
}

TEST(Recording, IsNotConfusedByALateAnswer) {
    Recording recording(10, 0, Topology::apart(2));
    std::vector<Bytes> asked;
    const Recording::Send ask = [&](unsigned, Bytes question) { asked.push_back(std::move(question)); };
    recording.compare(ClockOffset::When::beginning, ask);
    recording.compare(ClockOffset::When::end, ask);
    ASSERT_EQ(asked.size(), 2U);
    recording.learn(1, Recording::answer(asked[0]), ask);
    EXPECT_EQ(asked.size(), 2U);
    EXPECT_TRUE(recording.comparing());
}

TEST(Recording, GathersLanesInPieces) {
    constexpr std::size_t events = 600'000;
    Recording there(events, 1, Topology::one_host(2));
    Timeline busy(events);
    for (std::size_t i = 0; i < events + 5; ++i) busy.add({.start = static_cast<std::int64_t>(i)});
    there.timeline()->add({.start = 7, .kind = TimelineEvent::Kind::send});

    Recording here(events, 0, Topology::one_host(2));
    unsigned pieces = 0;
    const auto take = [&](Bytes piece) {
        ++pieces;
        EXPECT_LT(piece.size(), std::size_t{16} << 20U);
        here.take(1, std::move(piece));
    };
    there.deliver(TraceLane::communication, *there.timeline(), take);
    there.deliver(0, busy, take);
    there.deliver(1, Timeline(3), take);
    EXPECT_EQ(pieces, 5U);
    const std::vector<TraceLane> lanes = here.lanes();
    ASSERT_EQ(lanes.size(), 3U);
    EXPECT_EQ(lanes[0].worker, 0U);
    EXPECT_EQ(lanes[0].dropped, 5U);
    ASSERT_EQ(lanes[0].events.size(), events);
    EXPECT_EQ(lanes[0].events.front().start, 5);
    EXPECT_EQ(lanes[0].events.back().start, static_cast<std::int64_t>(events) + 4);
    EXPECT_EQ(lanes[1].worker, 1U);
    EXPECT_TRUE(lanes[1].events.empty());
    EXPECT_EQ(lanes[2].worker, TraceLane::communication);
    EXPECT_EQ(lanes[2].events, there.timeline()->events());
}

}  // namespace
}  // namespace scrump::detail

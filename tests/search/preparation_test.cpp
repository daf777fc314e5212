// What comes before a search under a deadline, of one process and of several.

#include "search/problems.hpp"

#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search/ext/preparation.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using namespace std::chrono_literals;

std::stop_token requested() {
    std::stop_source source;
    source.request_stop();
    return source.get_token();
}

// What came of it, in the order in which it happened.
struct Story {
    std::string text;

    auto solve(unsigned looks = 1) {
        return [this, looks] {
            text += "prepare ";
            for (unsigned look = 0; look < looks; ++look) Deadline::look();
            Preparation::over();
            text += "search ";
            return 1;
        };
    }
    auto give_up() {
        return [this](Status status, const Statistics&) {
            text += name(status);
            return 0;
        };
    }
};

TEST(Preparation, ThatIsInTimeIsFollowedByTheSearch) {
    Story story;
    EXPECT_EQ(prepare_and({.time_limit = std::chrono::hours(1)}, story.solve(), story.give_up()), 1);
    EXPECT_EQ(story.text, "prepare search ");
}

TEST(Preparation, IsGivenUpWhenItsTimeIsOver) {
    Story story;
    EXPECT_EQ(prepare_and({.time_limit = 0ns}, story.solve(), story.give_up()), 0);
    EXPECT_EQ(story.text, "prepare time-limit");
}

TEST(Preparation, IsGivenUpWhenItIsCancelled) {
    Story story;
    EXPECT_EQ(prepare_and({.stop = requested()}, story.solve(), story.give_up()), 0);
    EXPECT_EQ(story.text, "prepare cancelled");
}

TEST(Preparation, IsNotGivenUpOnceItIsDone) {
    Story story;
    EXPECT_EQ(prepare_and({.time_limit = 0ns}, story.solve(0), story.give_up()), 1);
    EXPECT_EQ(story.text, "prepare search ");
}

TEST(Preparation, EndsWhereARunBegins) {
    const test::RandomTree tree{.seed = 2};
    const SearchOptions options{.workers = 1, .stop = requested()};
    const auto solve = [&] {
        const auto result = enumerate<test::TreeGenerator<true>>(tree, tree.root(), CountNodes{}, options);
        EXPECT_NO_THROW(Deadline::look());
        return result.status;
    };
    const auto give_up = [](Status, const Statistics&) { return Status::node_limit; };
    EXPECT_EQ(prepare_and(options, solve, give_up), Status::cancelled);
}

TEST(Preparation, OfAnotherOneInsideLeavesTheOuterOneNoDeadline) {
    Story outer, inner;
    const SearchOptions none;
    const auto solve = [&] {
        prepare_and(none, inner.solve(), inner.give_up());
        Deadline::look();
        return 1;
    };
    EXPECT_EQ(prepare_and({.stop = requested()}, solve, outer.give_up()), 1);
    EXPECT_EQ(outer.text, "");
    EXPECT_EQ(inner.text, "prepare search ");
}

TEST(Preparation, CostsWhatItTook) {
    const SearchOptions options{.workers = 2, .localities = 3, .pin = false, .stop = requested()};
    const auto look = [] {
        Deadline::look();
        return Statistics();
    };
    const auto cost = prepare_and(options, look, [](Status, Statistics statistics) { return statistics; });
    EXPECT_EQ(cost.localities.size(), 3U);
    EXPECT_EQ(cost.workers(), 6U);
    EXPECT_EQ(cost.total.nodes, 0U);
    EXPECT_GT(cost.seconds, 0);
}

TEST(Preparation, OfARunThatLeavesACheckpointIsMadeInFull) {
    Story story;
    SearchOptions options{.time_limit = 0ns, .stop = requested()};
    options.checkpoints.file = "somewhere";
    EXPECT_EQ(prepare_and(options, story.solve(), story.give_up()), 1);
    EXPECT_EQ(story.text, "prepare search ");
}

// A process among three, told what the first one says.
class ToldGroup final : public Group {
  public:
    ToldGroup(unsigned self, Status first, std::vector<Bytes>& given) : self_(self), first_(first), given_(given) {}

    unsigned self() const override { return self_; }
    unsigned size() const override { return 3; }
    std::string title_of(unsigned) const override { return ""; }
    Bytes broadcast(Bytes bytes) override {
        given_.push_back(bytes);
        return self_ == 0 ? bytes : Encoder().put(first_).take();
    }
    std::unique_ptr<Network> connect(unsigned localities) override { return GroupOfOne().connect(localities); }
    const std::vector<unsigned>& processing_units() const override { return processing_units_; }
    void fail(const std::string&, FailureKind) noexcept override {}
    void mark_dead(unsigned, const std::string&) noexcept override {}
    void leave() override {}

  private:
    unsigned self_;
    Status first_;
    std::vector<Bytes>& given_;
    std::vector<unsigned> processing_units_;
};

struct Told {
    std::string story;
    std::size_t broadcasts;
    bool operator==(const Told&) const = default;
};

Told told(unsigned self, Status first, std::stop_token stop) {
    std::vector<Bytes> given;
    Session session(std::make_unique<ToldGroup>(self, first, given));
    Story story;
    prepare_and({.workers = 1, .session = &session, .pin = false, .stop = std::move(stop)}, story.solve(),
                story.give_up());
    return {story.text, given.size()};
}

TEST(Preparation, OfTheFirstProcessDecides) {
    EXPECT_EQ(told(0, Status::complete, {}), (Told{"prepare search ", 1}));
    EXPECT_EQ(told(0, Status::complete, requested()), (Told{"prepare cancelled", 1}));
}

TEST(Preparation, OfAnotherProcessEndsAsTheFirstOneDoes) {
    EXPECT_EQ(told(1, Status::complete, {}), (Told{"prepare search ", 1}));
    EXPECT_EQ(told(1, Status::time_limit, {}), (Told{"prepare time-limit", 1})) << "though it was in time itself";
    EXPECT_EQ(told(1, Status::time_limit, requested()), (Told{"prepare time-limit", 1}));
}

TEST(Preparation, IsMadeAgainInFullWhereOnlyTheFirstProcessWasInTime) {
    EXPECT_EQ(told(1, Status::complete, requested()), (Told{"prepare prepare search ", 1}));
}

}  // namespace
}  // namespace scrump::detail

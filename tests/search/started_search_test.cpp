#include <scrump/search/started_search.hpp>

#include "problems.hpp"

#include <scrump/base/error.hpp>
#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using test::RandomTree;
using test::TreeGenerator;

const RandomTree started_tree{.depth = 10, .seed = 3};

auto count_started(const SearchOptions& options) {
    return enumerate<TreeGenerator<true>>(started_tree, started_tree.root(), CountNodes{}, options);
}

// Goes on until it is let go: a search that is seen running.
struct StartGate {
    std::atomic<bool> reached = false;
    std::atomic<bool> open = false;
};
struct WaitAtGate {
    using Value = std::uint64_t;
    StartGate* gate;

    Value identity() const { return 0; }
    void add(Value& value, const RandomTree::Node&, unsigned) const {
        gate->reached = true;
        gate->reached.notify_all();
        gate->open.wait(false);
        ++value;
    }
    void merge(Value& value, const Value& other) const { value += other; }
};
auto wait_at(StartGate& gate) {
    return [&gate](const SearchOptions& options) {
        return enumerate<TreeGenerator<false>>(started_tree, started_tree.root(), WaitAtGate{&gate}, options);
    };
}
void let_go(StartGate& gate) {
    gate.open = true;
    gate.open.notify_all();
}

TEST(StartedSearch, ComesToTheSameAsOneThatIsWaitedFor) {
    auto search = start({.workers = 2}, count_started);
    const auto found = search.get();
    EXPECT_EQ(found.status, Status::complete);
    EXPECT_EQ(found.value, count_started({}).value);
    search.wait();
    EXPECT_TRUE(search.done());
}

TEST(StartedSearch, GoesOnBesideItsCallerAndBesideOthers) {
    StartGate gate;
    auto search = start({.workers = 2, .pin = false}, wait_at(gate));
    gate.reached.wait(false);
    EXPECT_FALSE(search.done());
    EXPECT_EQ(start({.workers = 2, .pin = false}, count_started).get().value, count_started({.pin = false}).value);
    EXPECT_FALSE(search.done());
    let_go(gate);
    search.wait();
    EXPECT_TRUE(search.done());
    EXPECT_EQ(search.get().value, count_started({}).value);
}

// Two children each, down to a depth that nobody sees the end of.
class DoublingGenerator {
  public:
    using Space = StartGate*;
    using Node = std::uint64_t;
    DoublingGenerator(const Space& gate, const Node& /*parent*/) {
        gate->reached = true;
        gate->reached.notify_all();
    }
    bool next(Node& child) {
        child = made_;
        return made_++ < 2;
    }

  private:
    std::uint64_t made_ = 0;
};
auto without_end(StartGate& gate) {
    return [space = &gate](SearchOptions options) {
        options.depth_limit = 200;
        return enumerate<DoublingGenerator>(space, 0, CountNodes{}, options);
    };
}

TEST(StartedSearch, IsCancelledByItsHandleOrItsCallersToken) {
    for (const bool by_token : {false, true}) {
        StartGate gate;
        std::stop_source stop;
        auto search = start({.workers = 2, .stop = stop.get_token()}, without_end(gate));
        gate.reached.wait(false);
        if (by_token) {
            stop.request_stop();
        } else {
            search.cancel();
        }
        EXPECT_EQ(search.get().status, Status::cancelled);
    }
}

TEST(StartedSearch, StopsWhenItsHandleGoes) {
    StartGate gate;
    std::atomic<Status> ended = Status::complete;
    {
        const auto search = start({.workers = 1}, [&](const SearchOptions& options) {
            const auto found = without_end(gate)(options);
            ended = found.status;
            return found;
        });
        gate.reached.wait(false);
    }
    EXPECT_EQ(ended, Status::cancelled);
}

TEST(StartedSearch, ThrowsWhatTheSearchThrows) {
    auto search = start({}, [](const SearchOptions&) -> int { throw std::runtime_error("no"); });
    EXPECT_THROW(search.get(), std::runtime_error);
}

TEST(StartedSearch, ShowsProgressAndTellsTheCallersFunctionToo) {
    std::atomic<unsigned> told = 0;
    StartGate gate;
    SearchOptions options{.workers = 1};
    options.progress_interval = std::chrono::milliseconds(1);
    options.progress = [&](const SearchProgress&) {
        ++told;
        told.notify_all();
    };
    auto search = start(options, wait_at(gate));
    told.wait(0);
    ASSERT_TRUE(search.progress());
    EXPECT_EQ(search.progress()->workers, 1U);
    let_go(gate);
    search.get();
}

// A session of three processes, as far as the search gets.
class GroupOfThree final : public GroupOfOne {
  public:
    unsigned size() const override { return 3; }
};

TEST(StartedSearch, IsRefusedWhereProcessesSearchTogether) {
    Session session(std::make_unique<GroupOfThree>());
    EXPECT_THROW(start({.session = &session}, count_started), UsageError);
}

TEST(StartedSearch, DoesNotNeedTheSessionOfOneProcess) {
    Session session(std::make_unique<GroupOfOne>());
    EXPECT_EQ(start({.session = &session}, count_started).get().value, count_started({}).value);
}

// --- Watching

TEST(OnIncumbent, IsToldOfEachBetterNodeAndOfTheBestLast) {
    for (const test::Way& way : test::all_ways()) {
        std::vector<std::pair<RandomTree::Node, std::int64_t>> told;
        const auto best =
            maximise<TreeGenerator<true>>(started_tree, started_tree.root(), way.options(),
                                          {.on_incumbent = [&](const RandomTree::Node& node, std::int64_t objective) {
                                              told.emplace_back(node, objective);
                                          }});
        ASSERT_FALSE(told.empty()) << way.skeleton.describe();
        for (std::size_t i = 0; i < told.size(); ++i) {
            EXPECT_EQ(TreeGenerator<true>::objective(started_tree, told[i].first), told[i].second);
            if (i > 0) {
                EXPECT_GT(told[i].second, told[i - 1].second);
            }
        }
        EXPECT_EQ(told.back().second, best.objective) << way.skeleton.describe();
    }
}

TEST(OnIncumbent, WhatItThrowsEndsTheSearch) {
    for (const unsigned localities : {1U, 3U}) {
        const auto search = [&] {
            maximise<TreeGenerator<true>>(started_tree, started_tree.root(), {.workers = 2, .localities = localities},
                                          {.on_incumbent = [](const auto&, auto) { throw std::runtime_error("no"); }});
        };
        EXPECT_THROW(search(), std::runtime_error);
    }
}

TEST(OnIncumbent, IsToldOfTheWitnessOfADecision) {
    const std::int64_t best = maximise<TreeGenerator<true>>(started_tree, started_tree.root()).objective;
    for (const unsigned localities : {1U, 3U}) {
        std::vector<std::int64_t> told;
        const auto found = decide<TreeGenerator<true>>(
            started_tree, started_tree.root(), best, {.workers = 2, .localities = localities},
            {.on_incumbent = [&](const auto&, std::int64_t objective) { told.push_back(objective); }});
        ASSERT_TRUE(found.node);
        ASSERT_EQ(told.size(), 1U);
        EXPECT_EQ(told.front(), best);
    }
}

}  // namespace
}  // namespace scrump::detail

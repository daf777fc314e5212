#include <scrump/search/detail/search_agreement.hpp>

#include "search/problems.hpp"

#include <scrump/runtime/detail/agreement.hpp>
#include <scrump/search.hpp>
#include <scrump/search/best.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::Knapsack;
using test::KnapsackGenerator;
using test::RandomTree;
using test::TreeGenerator;

std::string difference(const Agreement& one, const Agreement& other) {
    // As it travels.
    return Agreement(one.bytes()).difference_from(Agreement(other.bytes())).value_or("none");
}

std::string difference(const SearchOptions& one, const SearchOptions& other) {
    return difference(search_agreement(one, {}), search_agreement(other, {}));
}

TEST(Agreement, NamesEachOptionThatMustBeTheSameAndBothValues) {
    struct Change {
        std::function<void(SearchOptions&)> make;
        std::string difference;
    };
    using namespace std::chrono_literals;
    const std::vector<Change> changes = {
        {[](SearchOptions& it) { it.checkpoints.problem = "queens"; }, "problem: 'queens' instead of 'kings'"},
        {[](SearchOptions& it) { it.depth_limit = 7; }, "depth limit: '7' instead of 'none'"},
        {[](SearchOptions& it) { it.skeleton = Skeleton::ordered(3, 8); },
         "skeleton: 'ordered:depth=3,window=8' instead of 'adaptive'"},
        {[](SearchOptions& it) { it.policy = Policy::parse("round-robin"); },
         "policy: 'round-robin' instead of 'sticky-random'"},
        {[](SearchOptions& it) { it.skeleton = test::splitting_now_and_then(5); },
         "skeleton: 'now-and-then:backtracks=5' instead of 'adaptive'"},
        {[](SearchOptions& it) { it.node_limit = 9; }, "node limit: '9' instead of 'none'"},
        {[](SearchOptions& it) { it.dead_after = 3s; },
         "time of silence after which a process is given up: '3 s' instead of '120 s'"},
        {[](SearchOptions& it) { it.checkpoints.file = "f"; }, "checkpoints: 'written' instead of 'not written'"},
        {[](SearchOptions& it) { it.checkpoints.resume = "f"; },
         "checkpoints: 'not written, one resumed' instead of 'not written'"},
        {[](SearchOptions& it) { it.history = true; }, "history: 'yes' instead of 'no'"},
        {[](SearchOptions& it) { it.trace.file = "f"; }, "trace: 'yes' instead of 'no'"},
    };
    const SearchOptions usual{.checkpoints = {.problem = "kings"}};
    EXPECT_EQ(difference(usual, usual), "none");
    for (const Change& change : changes) {
        SearchOptions changed = usual;
        change.make(changed);
        EXPECT_EQ(difference(changed, usual), change.difference);
    }
}

// Machines differ, and so may what only the first process looks at.
TEST(Agreement, LeavesOutWhatMayDiffer) {
    SearchOptions other{.workers = 7, .pin = false, .seed = 5, .progress = [](const SearchProgress&) {}};
    other.time_limit = std::chrono::seconds(3);
    EXPECT_EQ(difference(SearchOptions{}, other), "none");
    SearchOptions one;
    one.checkpoints.file = "a";
    other.checkpoints.file = "b";
    EXPECT_EQ(difference(one, other), "none");
}

template <class Search, class... Arguments>
Agreement of(const typename Search::Space& space, const Arguments&... arguments) {
    const Search search(space, arguments...);
    return search_agreement(
        SearchOptions{},
        {.kind = search.kind(), .types = search.type_names(), .space = space_digest(space), .signature = {}});
}

TEST(Agreement, TellsSearchesOfOtherKindsAndTypesApart) {
    const RandomTree tree;
    const Knapsack knapsack = Knapsack::random(5, 1);
    using Count = Enumeration<TreeGenerator<false>, CountNodes>;
    using CountByDepth = Enumeration<TreeGenerator<false>, CountPerDepth>;
    using Best = BranchAndBound<KnapsackGenerator, Maximise>;
    const Agreement count = of<Count>(tree, CountNodes{});
    const Agreement best = of<Best>(knapsack, Best::Settings{});
    const Agreement some = of<Best>(knapsack, Best::Settings{.to_beat = 6, .first_ends = true});
    const Agreement more = of<Best>(knapsack, Best::Settings{.to_beat = 7, .first_ends = true});
    EXPECT_EQ(difference(count, count), "none");
    EXPECT_EQ(difference(best, count), "kind of search: 'maximisation' instead of 'enumeration'");
    EXPECT_EQ(difference(of<BranchAndBound<KnapsackGenerator, Minimise>>(
                             knapsack, BranchAndBound<KnapsackGenerator, Minimise>::Settings{}),
                         best),
              "kind of search: 'minimisation' instead of 'maximisation'");
    EXPECT_EQ(difference(some, more),
              "kind of search: 'decision whether anything is better than 6' instead of 'decision whether anything is "
              "better than 7'");
    EXPECT_TRUE(difference(of<CountByDepth>(tree, CountPerDepth{}), count).starts_with("types of the search: "));
}

// The limit that nobody wants is any bytes.
TEST(Agreement, OfSeveralSolutionsDependsOnWhatIsWantedAlone) {
    const Knapsack knapsack = Knapsack::random(5, 1);
    using Several = BestSeveral<KnapsackGenerator, Maximise>;
    const auto wanted = [&](unsigned char dirt) {
        BestWanted<std::int64_t> some{.most = 3};
        std::memset(static_cast<void*>(&some.at_least), dirt, sizeof(std::int64_t));
        EXPECT_FALSE(some.at_least);
        return some;
    };
    const auto agreement = [&](const auto& some) { return of<Several>(knapsack, some); };
    EXPECT_EQ(difference(agreement(wanted(1)), agreement(wanted(2))), "none");
    auto limited = wanted(1);
    limited.at_least = 0;
    EXPECT_NE(difference(agreement(limited), agreement(wanted(1))), "none");
}

// Where a space is made of numbers alone, nothing needs to be said of it.
TEST(Agreement, ComparesSpacesThatAreNumbers) {
    EXPECT_NE(space_digest(20U), space_digest(21U));
    EXPECT_EQ(space_digest(20U), space_digest(20U));
    EXPECT_NE(space_digest(std::vector<int>{1, 2}), space_digest(std::vector<int>{1, 3}));
    EXPECT_NE(space_digest(std::string("a")), space_digest(std::string("b")));
    struct Pointing {
        const int* at;
    };
    EXPECT_EQ(space_digest(Pointing{nullptr}), "");
    EXPECT_EQ(space_digest(std::vector<Pointing>(1)), "");
}

}  // namespace
}  // namespace scrump::detail

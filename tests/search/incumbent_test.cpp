// What is better than what, and what a locality keeps of it.

#include <scrump/search/detail/branch_and_bound.hpp>
#include <scrump/search/detail/incumbent.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace scrump::detail {
namespace {

TEST(Incumbent, TakesOnlyWhatIsBetter) {
    Incumbent<char, int, Maximise> greatest(10);
    EXPECT_FALSE(greatest.offer(9, 'a'));
    EXPECT_FALSE(greatest.offer(10, 'b')) << "as good is not better";
    EXPECT_FALSE(greatest.best());
    EXPECT_TRUE(greatest.offer(12, 'c'));
    EXPECT_FALSE(greatest.offer(11, 'd'));
    EXPECT_FALSE(greatest.offer(12, 'e')) << "the first of equals stays";
    EXPECT_EQ(greatest.value(), 12);
    EXPECT_EQ(greatest.best()->objective, 12);
    EXPECT_EQ(greatest.best()->node, 'c');

    Incumbent<char, double, Minimise> least(Minimise::worst<double>());
    EXPECT_TRUE(least.offer(1e300, 'a'));
    EXPECT_FALSE(least.offer(1e301, 'b'));
    EXPECT_EQ(least.best()->node, 'a');
}

// To reach a value is to beat the one next to it, and no other.
TEST(JustWorse, IsTheNextOne) {
    EXPECT_EQ((just_worse<Maximise>(5)), 4);
    EXPECT_EQ((just_worse<Minimise>(5)), 6);
    EXPECT_LT((just_worse<Maximise>(5.0)), 5.0);
    EXPECT_GT((just_worse<Maximise>(5.0)), 5.0 - 1e-12);
    EXPECT_GT((just_worse<Minimise>(5.0)), 5.0);
    EXPECT_EQ((just_worse<Maximise>(std::numeric_limits<int>::lowest())), std::numeric_limits<int>::lowest());
    EXPECT_EQ((just_worse<Minimise>(std::numeric_limits<unsigned>::max())), std::numeric_limits<unsigned>::max());
}

struct Plain {
    struct Space {};
    struct Node {
        int value = 0;
    };
    Plain(const Space&, const Node&) {}
    bool next(Node&) { return false; }
    static int objective(const Space&, const Node& node) { return node.value; }
};

// A task whose window ends later may have found less than one before.
TEST(BranchAndBound, AnOrderedTaskStartsFromTheBestOfThoseBefore) {
    using Search = BranchAndBound<Plain, Maximise>;
    const auto found = [](int value) { return Search::Finish(Search::Found{value, {value}}); };
    EXPECT_EQ(Search::next_start(5, found(7)), 7);
    EXPECT_EQ(Search::next_start(5, found(3)), 5);
    EXPECT_EQ(Search::next_start(5, std::nullopt), 5);
}

TEST(BranchAndBound, SendsItsIncumbentOnceForEachImprovement) {
    const Plain::Space space;
    BranchAndBound<Plain, Maximise> here(space, {});
    BranchAndBound<Plain, Maximise> there(space, {});
    EXPECT_FALSE(here.improvement());
    here.improve(3, {3});
    here.improve(2, {2});
    const std::optional<Bytes> message = here.improvement();
    ASSERT_TRUE(message);
    EXPECT_FALSE(here.improvement());
    EXPECT_TRUE(there.learn(*message));
    EXPECT_FALSE(there.learn(*message)) << "known";
    EXPECT_EQ(there.incumbent(), 3);
    EXPECT_FALSE(there.answer()) << "the node stays where it was found";
    EXPECT_FALSE(there.improvement()) << "others have got it from who found it";
    there.merge(here.answer());
    EXPECT_EQ(there.answer()->objective, 3);
    EXPECT_EQ(there.take_answer()->node.value, 3);
}

}  // namespace
}  // namespace scrump::detail

// What searches look at by themselves in programs that are compiled without NDEBUG, as this file is.

#include <scrump/net/detail/group_of_one.hpp>
#include <scrump/runtime/session.hpp>
#include <scrump/search.hpp>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>

#ifdef NDEBUG
#error "is to be compiled without NDEBUG"
#endif

namespace scrump {
namespace {

const SearchOptions by_one{.skeleton = Skeleton::sequential()};

/// Binary trees, and how many generators were made in them.
struct CopiedSpace {
    unsigned depth = 6;
    std::shared_ptr<std::atomic<unsigned>> made = std::make_shared<std::atomic<unsigned>>(0);
    unsigned throws_at = 100;
};
struct UncopiedSpace {
    unsigned depth = 6;
    std::unique_ptr<std::atomic<unsigned>> made = std::make_unique<std::atomic<unsigned>>(0);
    unsigned throws_at = 100;
};

/// `Kind` makes it another one: the first search of each is looked at.
template <int Kind, class SpaceType, int excess = 0>
class Branch {
  public:
    using Space = SpaceType;
    using Node = unsigned;  // depth
    Branch(const Space& space, const Node& parent) : depth_(parent), left_(parent < space.depth ? 2 : 0) {
        if (parent == space.throws_at) throw std::logic_error("this far, and no further");
        ++*space.made;
    }
    bool next(Node& child) {
        if (left_ == 0) return false;
        --left_;
        child = depth_ + 1;
        return true;
    }
    std::uint64_t remaining() const { return left_; }
    static int objective(const Space&, const Node& node) { return static_cast<int>(node); }
    static int bound(const Space& space, const Node&) { return static_cast<int>(space.depth) - excess; }

  private:
    unsigned depth_;
    unsigned left_;
};

constexpr const char* low_bound =
    "the node generator breaks the contract of a search, bound: the node at depth 6, path 0 0 0 0 0 0 has the bound 5, "
    "but has the objective 6, which is better as the greatest is sought (SearchOptions::check = false, or "
    "SCRUMP_CHECK=0, "
    "searches all the same)";

template <int Kind>
using Wrong = Branch<Kind, CopiedSpace, 1>;

TEST(DebugCheck, RefusesWhatIsWrong) {
    EXPECT_EQ(test::message_of([] { maximise<Wrong<0>>({}, 0, by_one); }), low_bound);
    EXPECT_EQ(test::message_of([] { decide<Wrong<1>>({}, 0, 3, by_one); }), low_bound);
}

TEST(DebugCheck, IsLeftOutWhereTheUserSaysSo) {
    SearchOptions unchecked = by_one;
    unchecked.check = false;
    EXPECT_EQ(maximise<Wrong<2>>({}, 0, unchecked).status, Status::complete);
    ::setenv("SCRUMP_CHECK", "0", 1);
    EXPECT_EQ(maximise<Wrong<3>>({}, 0, by_one).status, Status::complete);
    ::unsetenv("SCRUMP_CHECK");
}

TEST(DebugCheck, AsksOfAnEnumerationWhatConcernsIt) {
    EXPECT_EQ(enumerate<Wrong<4>>({}, 0, CountNodes{}, by_one).value, 127U);
}

template <class G>
unsigned made_in_a_search() {
    const typename G::Space space;
    enumerate<G>(space, 0, CountNodes{}, by_one);
    return *space.made;
}

TEST(DebugCheck, LooksAtTheFirstSearchTheSecondAndTheFourth) {
    using Right = Branch<5, CopiedSpace>;
    for (const bool looked_at : {true, true, false, true, false, false, false, true, false})
        EXPECT_EQ(made_in_a_search<Right>() > 127, looked_at);
}

TEST(DebugCheck, LeavesSpacesAloneThatMayKeepAState) {
    EXPECT_EQ((made_in_a_search<Branch<6, UncopiedSpace>>()), 127U);
    static_assert(detail::KeepsNoState<CopiedSpace> && !detail::KeepsNoState<UncopiedSpace> &&
                  !detail::KeepsNoState<CopiedSpace*> && !detail::KeepsNoState<std::atomic<int>>);
}

TEST(DebugCheck, LeavesExceptionsToTheSearch) {
    const CopiedSpace space{.throws_at = 3};
    EXPECT_THROW((enumerate<Branch<7, CopiedSpace>>(space, 0, CountNodes{}, by_one)), std::logic_error);
    using Decided = Branch<8, CopiedSpace>;
    EXPECT_TRUE(decide<Decided>(space, 0, 2, by_one).node) << "it never comes so deep";
}

TEST(DebugCheck, MakesNoNodesThatTheSearchDoesNotMake) {
    // Those at the limit are counted when their parent is expanded: a check that made them would throw.
    struct Deep {
        unsigned depth = 100;
        unsigned throws_at = 3;
        std::shared_ptr<std::atomic<unsigned>> made = std::make_shared<std::atomic<unsigned>>(0);
    };
    SearchOptions limited = by_one;
    limited.depth_limit = 3;
    EXPECT_EQ((enumerate<Branch<9, Deep>>({}, 0, CountNodes{}, limited).value), 15U);
}

// The second of two processes, as far as a search gets.
class Second final : public detail::GroupOfOne {
  public:
    unsigned self() const override { return 1; }
};

TEST(DebugCheck, IsTheFirstProcesssBusiness) {
    Session session(std::make_unique<Second>());
    EXPECT_FALSE(detail::is_to_be_checked({.session = &session}, 1));
    Session first(std::make_unique<detail::GroupOfOne>());
    EXPECT_TRUE(detail::is_to_be_checked({.session = &first}, 1));
    EXPECT_FALSE(detail::is_to_be_checked({.checkpoints = {.resume = "file"}}, 1)) << "who knows where it goes on";
}

}  // namespace
}  // namespace scrump

// What the search functions refuse to compile, and what they do not.

#include "support/compiler.hpp"

#include <gtest/gtest.h>
#include <scrump/search/detail/branch_and_bound.hpp>
#include <scrump/search/detail/enumeration.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace scrump::detail {
namespace {

struct Node {
    int number = 0;
};

class WithoutMembers {
  public:
    using Space = int;
    using Node = detail::Node;

    WithoutMembers(const int&, const Node&) {}
    bool next(Node&) { return false; }
    static int objective(const int&, const Node& node) { return node.number; }
};
class Inherits : public WithoutMembers {
  public:
    using WithoutMembers::WithoutMembers;
    static constexpr bool bounds_never_improve = false;
    template <class Number = int>
    static Number bound(const int&, const Node& node) {
        return node.number;
    }
    static int bound(const int&) { return 0; }
};
class Final final : public Inherits {
  public:
    Final(const int& space, const Node& node, const int&) : Inherits(space, node) {}
    Final(const int& space, const Node& node, long, long = 0) : Inherits(space, node) {}
    std::uint32_t remaining() const noexcept { return 0; }
};
template <bool counted>
class MayCount : public WithoutMembers {
  public:
    using WithoutMembers::WithoutMembers;
    std::uint64_t remaining() const requires counted { return 0; }
    static void enter(void (*loop)()) requires counted { loop(); }
};
/// Names like those that are looked for, beside these, private, or with other parameters.
class HasHelpers : public Inherits {
  public:
    using Inherits::Inherits;
    static int upper_bound(const int&, const Node&) { return 0; }
    static bool is_valid(int) { return true; }

  private:
    static bool is_valid(const int&, const Node&) { return true; }
};
class NeverLooksAtIt : public WithoutMembers {
  public:
    using WithoutMembers::WithoutMembers;
    bool bound = false;  // of no concern to an enumeration
};

struct Aggregate {
    using Space = int;
    using Node = detail::Node;

    const int& space;
    Node node;
    std::string text{};

    bool next(Node&) { return false; }
    static int objective(const int&, const Node& each) { return each.number; }
};

static_assert(detail::bounding_members_fit<Aggregate>());
static_assert(detail::bounding_members_fit<WithoutMembers>() && detail::bounding_members_fit<Inherits>() &&
              detail::bounding_members_fit<Final>());
static_assert(detail::counting_members_fit<NeverLooksAtIt, CountPerDepth>());
static_assert(detail::counting_members_fit<MayCount<false>, CountNodes>() && !CountsChildren<MayCount<false>> &&
              !EntersInstructionSet<MayCount<false>>);
static_assert(detail::counting_members_fit<MayCount<true>, CountNodes>() && CountsChildren<MayCount<true>>);
static_assert(HasBound<Inherits> && KnowsIncumbent<Final>);

TEST(OptionalMembers, ThatAreThereAndCannotBeUsedAreErrorsThatSaySo) {
    const std::string output = test::compile("search/refused/optional_members.cpp");
    const auto errors = [&](std::string_view text) { return test::count_errors(output, text); };
    EXPECT_EQ(errors("an objective is a number of at most 8 bytes"), 1U);
    EXPECT_EQ(errors("has a member `bound` that is not used: it must be a public static member"), 8U);
    EXPECT_EQ(errors("has a constructor with three parameters that is not used"), 9U);
    EXPECT_EQ(errors("`bounds_never_improve` is said of `bound(space, node)`"), 1U);
    for (const char* name : {"dual_bound", "bounds_never_improve", "remaining", "pruned", "enter", "expand",
                             "append_inner", "batch_size", "steal_stacks", "add_many", "add_columns"}) {
        EXPECT_EQ(errors(std::string("has a member `") + name + "` that is not used"), 1U) << name;
    }
    EXPECT_EQ(errors("the generator has a member `valid` that is not used"), 1U);
    EXPECT_EQ(errors("the fold has a member `valid` that is not used"), 1U);
    for (const char* const name :
         {"bound", "dual_bound", "bounds_never_improve", "pruned", "remaining", "valid", "steal_stacks"})
        EXPECT_EQ(errors(std::string("has a member whose name is like `") + name + "`"), 1U) << name;
    EXPECT_EQ(errors(""), 39U) << output;
}

}  // namespace
}  // namespace scrump::detail

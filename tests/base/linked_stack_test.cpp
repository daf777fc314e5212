#include <scrump/base/detail/linked_stack.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace scrump::detail {
namespace {

TEST(LinkedStack, PlacesStayWhereTheyAreAndKnowTheirNeighbours) {
    LinkedStack<int> stack;
    std::vector<LinkedStack<int>::Place*> places = {stack.bottom()};
    EXPECT_EQ(stack.bottom()->below, nullptr);
    for (int i = 1; i < 10'000; ++i) {
        places.push_back(stack.above(places.back()));
        places.back()->value = i;
        ASSERT_EQ(places.back()->below, places[places.size() - 2]);
    }
    for (std::size_t i = 1; i < places.size(); ++i) {
        ASSERT_EQ(stack.above(places[i - 1]), places[i]);
        ASSERT_EQ(places[i]->value, static_cast<int>(i));
    }
}

}  // namespace
}  // namespace scrump::detail

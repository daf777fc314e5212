#include <scrump/net/detail/tag.hpp>
#include <scrump/net/detail/transport.hpp>

#include <gtest/gtest.h>

namespace scrump::detail {
namespace {

// Computed by hand: FNV-1a of one letter, halved.
TEST(Tag, IsTheDigestOfItsName) {
    static_assert(Tag("").number() == 2166136261U / 2);
    static_assert(Tag("a").number() == 0xe40c292cU / 2);
    static_assert(Tag("steal").number() != Tag("tasks").number());
    EXPECT_STREQ(Tag("steal").name(), "steal");
    for (const char* const name : {"", "a", "steal", "a name that is longer than any other"})
        EXPECT_LT(Tag(name).number(), first_reserved_tag);
}

}  // namespace
}  // namespace scrump::detail

#include <scrump/loops/detail/received_elements.hpp>

#include <scrump/base/error.hpp>
#include <scrump/loops/data.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

struct alignas(64) Aligned {
    std::uint32_t value = 0;
};

template <class T>
Bytes packed(std::vector<T>& elements) {
    return LoopElements<T>(elements).pack({0, elements.size()});
}

TEST(ReceivedElements, StayInTheirMessage) {
    std::vector<std::uint64_t> sent(1000);
    for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = i * i;
    Bytes message = packed(sent);
    const void* const place = message.data();
    ReceivedElements<std::uint64_t> received(sent.size(), std::move(message));
    EXPECT_EQ(received.elements().data(), place);
    EXPECT_TRUE(std::ranges::equal(received.elements(), sent));
}

TEST(ReceivedElements, AreWhereTheirTypeMayBe) {
    std::vector<Aligned> sent = {{1}, {2}, {3}};
    ReceivedElements<Aligned> received(sent.size(), packed(sent));
    const std::span<Aligned> elements = received.elements();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(elements.data()) % alignof(Aligned), 0U);
    ASSERT_EQ(elements.size(), 3U);
    EXPECT_EQ(elements[2].value, 3U);
}

// Those of a short message lie in the string itself.
TEST(ReceivedElements, MayMove) {
    std::vector<std::uint16_t> sent = {7, 8};
    ReceivedElements<std::uint16_t> received(sent.size(), packed(sent));
    received.elements()[0] = 9;
    ReceivedElements<std::uint16_t> moved(std::move(received));
    EXPECT_EQ(moved.elements()[0], 9U);
    EXPECT_EQ(moved.elements()[1], 8U);
}

TEST(ReceivedElements, OfAnotherSizeAreRefused) {
    EXPECT_THROW(ReceivedElements<int>(2, Bytes("abcdefg")), Error);
    EXPECT_THROW(ReceivedElements<Aligned>(1, Bytes("abcdefg")), Error);
}

}  // namespace
}  // namespace scrump::detail

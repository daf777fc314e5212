#include <scrump/net/codec.hpp>

#include <gtest/gtest.h>

namespace scrump {
namespace {

struct Plain {
    int a = 0;
    double b = 0;
};
struct Owning {
    std::vector<int> numbers;
    std::string text;
    template <class Archive>
    void serialize(Archive& archive) {
        archive(numbers, text);
    }
};
struct Opaque {
    std::vector<int> numbers;
};

static_assert(Transferable<Plain>);
static_assert(Transferable<Owning>);
static_assert(Transferable<std::vector<std::uint64_t>>);
static_assert(!Transferable<Opaque>);

TEST(Codec, ValuesComeOutAsTheyWentIn) {
    Encoder to;
    to.put(Plain{1, 2.5}).put(Owning{{1, 2, 3}, "four"}).put(std::uint64_t{5}).put(std::vector<std::uint64_t>{6, 7});
    Decoder from(to.take());
    const Plain plain = from.get<Plain>();
    EXPECT_EQ(plain.a, 1);
    EXPECT_EQ(plain.b, 2.5);
    const Owning owning = from.get<Owning>();
    EXPECT_EQ(owning.numbers, (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(owning.text, "four");
    EXPECT_EQ(from.get<std::uint64_t>(), 5U);
    EXPECT_EQ(from.get<std::vector<std::uint64_t>>(), (std::vector<std::uint64_t>{6, 7}));
}

TEST(Codec, AShortMessageIsAnError) {
    Decoder from(Encoder().put(std::uint32_t{1}).take());
    EXPECT_THROW(from.get<std::uint64_t>(), cereal::Exception);
    Decoder empty(Bytes{});
    EXPECT_THROW(empty.get<Owning>(), cereal::Exception);
}

TEST(Codec, AVectorLongerThanItsMessageTakesNoMemory) {
    Decoder from(Encoder().put(std::uint64_t{1} << 60U).put(std::uint64_t{1}).take());
    EXPECT_THROW(from.get<std::vector<std::uint64_t>>(), cereal::Exception);
}

TEST(Codec, NonsenseIsNoTruth) {
    Decoder from(Encoder().put(true).put(false).put('b').take());
    EXPECT_TRUE(from.get<bool>());
    EXPECT_FALSE(from.get<bool>());
    EXPECT_THROW(from.get<bool>(), cereal::Exception);
}

TEST(Codec, TheEndIsKnown) {
    Decoder from(Encoder().put('a').put(std::vector<std::uint64_t>{}).take());
    EXPECT_FALSE(from.at_end());
    from.get<char>();
    EXPECT_FALSE(from.at_end());
    EXPECT_TRUE(from.get<std::vector<std::uint64_t>>().empty());
    EXPECT_TRUE(from.at_end());
}

}  // namespace
}  // namespace scrump

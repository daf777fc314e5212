#include <scrump/base/error.hpp>
#include <scrump/net/codec.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
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
static_assert(Transferable<std::map<std::string, std::optional<Owning>>>);
static_assert(!Transferable<Opaque>);
static_assert(!Transferable<std::vector<Opaque>>);
static_assert(!Transferable<std::unique_ptr<int>>);

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

TEST(Codec, PartsOfPartsComeOutAsTheyWentIn) {
    using Deep = std::map<std::string, std::vector<std::pair<std::optional<std::string>, std::vector<bool>>>>;
    const Deep deep = {{"a", {{"one", {true, false}}, {std::nullopt, {}}}}, {"b", {}}};
    Decoder from(Encoder().put(deep).take());
    EXPECT_EQ(from.get<Deep>(), deep);
    EXPECT_TRUE(from.at_end());
}

struct WithTurn {
    int length = 0;
    std::optional<int> turn;
    std::vector<std::pair<char, int>> way;
    Plain plain;
    template <class Archive>
    void serialize(Archive& archive) {
        archive(length, turn, way, plain);
    }
};

// What an optional has where nothing is, and the bytes between members, are anything.
TEST(Codec, ForComparisonEqualValuesAreEqualBytes) {
    const auto with_dirt = [](unsigned char dirt) {
        WithTurn value{.length = 1, .turn = {}, .way = {{'a', 2}}, .plain = {3, 4.5}};
        std::memset(static_cast<void*>(&value.turn), dirt, sizeof(int));  // the number that is not there
        std::memset(reinterpret_cast<char*>(&value.plain) + sizeof(int), dirt, sizeof(int));
        EXPECT_FALSE(value.turn);
        return value;
    };
    const auto bytes = [](const auto& value) { return Encoder(Encoder::ForComparison{}).put(value).take(); };
    EXPECT_EQ(bytes(with_dirt(1)), bytes(with_dirt(2)));
    EXPECT_EQ(bytes(with_dirt(1).turn), bytes(with_dirt(2).turn));
    EXPECT_EQ(bytes(std::vector(3, with_dirt(1).turn)), bytes(std::vector(3, with_dirt(2).turn)));
    EXPECT_NE(Encoder().put(with_dirt(1).turn).take(), Encoder().put(with_dirt(2).turn).take());
    WithTurn other = with_dirt(1);
    other.turn = 0;
    EXPECT_NE(bytes(other), bytes(with_dirt(1)));
    other = with_dirt(1);
    other.way.front().second = 3;
    EXPECT_NE(bytes(other), bytes(with_dirt(1)));
    EXPECT_EQ(bytes(5), Encoder().put(5).take());
    EXPECT_EQ(bytes(2.5), Encoder().put(2.5).take());
}

TEST(Codec, AShortMessageIsAnError) {
    Decoder from(Encoder().put(std::uint32_t{1}).take());
    EXPECT_THROW(from.get<std::uint64_t>(), Error);
    Decoder empty(Bytes{});
    EXPECT_THROW(empty.get<Owning>(), Error);
}

TEST(Codec, AVectorLongerThanItsMessageTakesNoMemory) {
    Decoder from(Encoder().put(std::uint64_t{1} << 60U).put(std::uint64_t{1}).take());
    EXPECT_THROW(from.get<std::vector<std::uint64_t>>(), Error);
}

// Each of them takes a byte at least.
TEST(Codec, AVectorOfVectorsLongerThanItsMessageTakesNoMemory) {
    Decoder from(Encoder().put(std::uint64_t{1} << 60U).put(std::uint64_t{0}).take());
    EXPECT_THROW(from.get<std::vector<std::vector<std::uint64_t>>>(), Error);
}

TEST(Codec, ATextLongerThanItsMessageTakesNoMemory) {
    Decoder from(Encoder().put(std::uint64_t{1} << 60U).put('a').take());
    EXPECT_THROW(from.get<std::string>(), Error);
}

TEST(Codec, NonsenseIsNoTruth) {
    Decoder from(Encoder().put(true).put(false).put('b').take());
    EXPECT_TRUE(from.get<bool>());
    EXPECT_FALSE(from.get<bool>());
    EXPECT_THROW(from.get<bool>(), Error);
}

TEST(Codec, WhatWasPutBehindBytesIsTakenOffTheirEnd) {
    Decoder from(Encoder(Bytes("data")).put(std::uint32_t{1}).put(std::uint64_t{2}).take());
    EXPECT_EQ(from.get_last<std::uint64_t>(), 2U);
    EXPECT_EQ(from.get_last<std::uint32_t>(), 1U);
    EXPECT_THROW(from.get_last<std::uint64_t>(), Error);
    EXPECT_EQ(from.rest(), "data");
    EXPECT_TRUE(from.at_end());
    EXPECT_EQ(from.rest(), "");
}

TEST(Codec, TheRestIsWhatIsBetween) {
    Decoder from(Encoder().put('a').append("data").put('z').take());
    EXPECT_EQ(from.get<char>(), 'a');
    EXPECT_EQ(from.get_last<char>(), 'z');
    EXPECT_EQ(from.rest(), "data");
    EXPECT_TRUE(from.at_end());
    EXPECT_THROW(from.get_last<char>(), Error);
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
}  // namespace scrump::detail

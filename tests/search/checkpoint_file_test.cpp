#include <scrump/base/digest.hpp>
#include <scrump/base/error.hpp>
#include <scrump/search/detail/checkpoint_file.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace scrump::detail {
namespace {

constexpr std::size_t header_size = 32;
constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();

// Where the numbers of the small file are.
constexpr std::size_t version_at = 8;
constexpr std::size_t byte_order_at = 12;
constexpr std::size_t length_at = 16;
constexpr std::size_t problem_at = 32;
constexpr std::size_t signature_at = problem_at + 8 + 5;
constexpr std::size_t counters_at = signature_at + 8 + 9;
constexpr std::size_t seconds_at = counters_at + 7 * 8;
constexpr std::size_t runs_at = seconds_at + 8;
constexpr std::size_t parts_at = runs_at + 8;
constexpr std::size_t first_part_at = parts_at + 8;

CheckpointFile small() {
    return {.problem = "queen",
            .signature = "signature",
            .counters =
                {.nodes = 1, .prunes = 2, .backtracks = 3, .tasks = 4, .spawns = 5, .steals_tried = 6, .steals_won = 7},
            .seconds = 8.5,
            .runs = 9,
            .parts = {"first", "", std::string("\0x", 2)}};
}

template <class T>
void set(Bytes& bytes, std::size_t at, T number) {
    std::memcpy(bytes.data() + at, &number, sizeof(number));
}

/// A file with this body, whatever that is, and a header that fits.
Bytes with_header(const Bytes& body) {
    Bytes file = pack({}).substr(0, length_at) + Bytes(16, '\0') + body;
    set<std::uint64_t>(file, length_at, body.size());
    set<std::uint64_t>(file, length_at + 8, checksum(body));
    return file;
}

/// The small file with another number in its body.
template <class T>
Bytes with(std::size_t at, T number) {
    Bytes bytes = pack(small());
    set(bytes, at, number);
    return with_header(bytes.substr(header_size));
}

std::string refusal(const Bytes& bytes) {
    try {
        unpack(bytes, "NAME");
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

std::string damage(const Bytes& bytes) {
    const std::string message = refusal(bytes);
    const std::string start = "NAME: is damaged: ";
    return message.starts_with(start) ? message.substr(start.size()) : message;
}

TEST(CheckpointFile, ComesBackAsItWasPacked) {
    CheckpointFile large = small();
    large.parts = {Bytes(3'000'000, 'x'), {}, Bytes(70'000, '\0')};
    large.counters.nodes = huge;
    for (const CheckpointFile& contents : {small(), CheckpointFile{}, large}) {
        const Bytes bytes = pack(contents);
        EXPECT_TRUE(unpack(bytes, "NAME") == contents);
        EXPECT_TRUE(pack(unpack(bytes, "NAME")) == bytes);
        EXPECT_EQ(bytes, with_header(bytes.substr(header_size)));
    }
}

TEST(CheckpointFile, TruncatedIsRefused) {
    const Bytes bytes = pack(small());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const std::string truncated = "NAME: is truncated: it has " + std::to_string(size) + " bytes instead of ";
        const std::string expected = size < 8             ? "NAME: is not a checkpoint of Scrump"
                                     : size < header_size ? truncated + "at least 32"
                                                          : truncated + std::to_string(bytes.size());
        ASSERT_EQ(refusal(bytes.substr(0, size)), expected);
    }
}

TEST(CheckpointFile, WithAnyBitFlippedIsRefused) {
    const Bytes bytes = pack(small());
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        Bytes flipped = bytes;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
        ASSERT_TRUE(refusal(flipped).starts_with("NAME: ")) << bit;
        if (bit / 8 >= header_size - 8) {
            ASSERT_EQ(damage(flipped), "its checksum does not match") << bit;
        }
    }
}

TEST(CheckpointFile, OfOthersIsRefused) {
    EXPECT_EQ(refusal("p edge 3 2\ne 1 2\ne 2 3\n"), "NAME: is not a checkpoint of Scrump");
    Bytes bytes = pack(small());
    set<std::uint32_t>(bytes, version_at, 7);
    EXPECT_EQ(refusal(bytes), "NAME: is a checkpoint of format 7; this program reads format 1");
    set<std::uint32_t>(bytes, version_at, 0x01000000);
    set<std::uint32_t>(bytes, byte_order_at, 0x04030201);
    EXPECT_EQ(refusal(bytes), "NAME: was written on a machine with another byte order");
    set<std::uint32_t>(bytes, byte_order_at, 0x01020305);
    EXPECT_EQ(damage(bytes), "its byte order mark is wrong");
}

TEST(CheckpointFile, OfAnotherLengthThanItsOwnIsRefused) {
    Bytes bytes = pack(small());
    const std::string size = std::to_string(bytes.size());
    EXPECT_EQ(damage(bytes + "x"), "it has " + std::to_string(bytes.size() + 1) + " bytes instead of " + size);
    set<std::uint64_t>(bytes, length_at, 1ULL << 40);
    EXPECT_EQ(refusal(bytes), "NAME: is truncated: it has " + size + " bytes instead of 1099511627808");
    for (const std::uint64_t length : {huge, huge - header_size, huge / 2}) {
        set<std::uint64_t>(bytes, length_at, length);
        EXPECT_EQ(damage(bytes), "its length is absurd");
    }
}

// A checksum shows what happened to a file, not what made it.
TEST(CheckpointFile, ThatMakesNoSenseIsRefused) {
    const Bytes body = pack(small()).substr(header_size);
    for (std::size_t size = 0; size < body.size(); ++size)
        ASSERT_TRUE(damage(with_header(body.substr(0, size))).starts_with("it ends within ")) << size;
    EXPECT_EQ(damage(with_header(body + "xy")), "2 bytes follow its last part");

    for (const std::uint64_t length : {huge, huge / 2, std::uint64_t{1000}}) {
        EXPECT_EQ(damage(with(problem_at, length)), "it ends within the problem's name");
        EXPECT_EQ(damage(with(signature_at, length)), "it ends within the signature");
        EXPECT_EQ(damage(with(parts_at, length)), "it ends within the parts");
        EXPECT_EQ(damage(with(first_part_at, length)), "it ends within the parts");
    }
    EXPECT_EQ(damage(with(parts_at, std::uint64_t{4})), "it ends within the parts");
    EXPECT_EQ(damage(with(parts_at, std::uint64_t{2})), "10 bytes follow its last part");

    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const double seconds : {-1.0, -5e-324, infinity, -infinity, std::nan("")})
        EXPECT_EQ(damage(with(seconds_at, seconds)), "its seconds are not a duration");
    EXPECT_EQ(damage(with(runs_at, std::uint64_t{0})), "it comes from no run");
    EXPECT_EQ(refusal(with(counters_at, huge)), "no error");
}

TEST(CheckpointFile, IsKnownByItsBeginning) {
    const Bytes file = pack({});
    for (std::size_t size = 0; size <= file.size(); ++size)
        EXPECT_TRUE(may_be_checkpoint(file.substr(0, size))) << size;
    EXPECT_FALSE(may_be_checkpoint("S!"));
    EXPECT_FALSE(may_be_checkpoint("p edge 3 1"));
}

}  // namespace
}  // namespace scrump::detail

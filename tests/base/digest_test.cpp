#include <scrump/base/digest.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace scrump::detail {
namespace {

// Each length takes another way through XXH3. The expected values are those that `xxhsum` prints.
TEST(Digest, IsWhatXxhsumPrints) {
    EXPECT_EQ(digest(""), "99aa06d3014798d86001c324468d497f");
    EXPECT_EQ(digest("a"), "a96faf705af16834e6c632b61e964e1f");
    EXPECT_EQ(digest("abc"), "06b05ab6733a618578af5f94892f3950");
    EXPECT_EQ(digest("The quick brown fox jumps over the lazy dog"), "ddd650205ca3e7fa24a1cc2e3a8a7651");
    EXPECT_EQ(digest(std::string(1000, '\0')), "3fb94aea6d09b97224c1ea6074dd588c");
}

TEST(Digest, ChecksumIsWhatXxhsumPrints) {
    EXPECT_EQ(checksum(""), 0x2d06800538d394c2U);
    EXPECT_EQ(checksum("a"), 0xe6c632b61e964e1fU);
    EXPECT_EQ(checksum("abc"), 0x78af5f94892f3950U);
    EXPECT_EQ(checksum("The quick brown fox jumps over the lazy dog"), 0xce7d19a5418fb365U);
    EXPECT_EQ(checksum(std::string(1000, '\0')), 0x24c1ea6074dd588cU);
}

TEST(Digest, TellsZerosOfAllLengthsApart) {
    std::set<std::string> digests;
    std::set<std::uint64_t> checksums;
    for (std::size_t length = 0; length < 1000; ++length) {
        digests.insert(digest(std::string(length, '\0')));
        checksums.insert(checksum(std::string(length, '\0')));
    }
    EXPECT_EQ(digests.size(), 1000U);
    EXPECT_EQ(checksums.size(), 1000U);
}

}  // namespace
}  // namespace scrump::detail

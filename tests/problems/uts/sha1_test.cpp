#include <scrump/problems/uts/detail/sha1.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump::uts {
namespace {

// SHA-1 of any message, block by block.
State sha1(std::string message) {
    const std::uint64_t bits = 8 * message.size();
    message.push_back(static_cast<char>(0x80));
    while (message.size() % 64 != 56) message.push_back(0);
    for (int shift = 56; shift >= 0; shift -= 8) message.push_back(static_cast<char>((bits >> shift) & 0xff));
    State state = sha1_start;
    for (std::size_t at = 0; at < message.size(); at += 64) {
        std::array<std::uint32_t, 16> words{};
        for (std::size_t i = 0; i < 64; ++i)
            words[i / 4] = words[i / 4] << 8 | static_cast<std::uint8_t>(message[at + i]);
        state = PortableSha1::compress(state, words);
    }
    return state;
}

// FIPS 180-4 examples.
TEST(Sha1, GivesThePublishedDigests) {
    EXPECT_EQ(sha1("abc"), (State{0xa9993e36, 0x4706816a, 0xba3e2571, 0x7850c26c, 0x9cd0d89d}));
    EXPECT_EQ(sha1(""), (State{0xda39a3ee, 0x5e6b4b0d, 0x3255bfef, 0x95601890, 0xafd80709}));
    EXPECT_EQ(sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              (State{0x84983e44, 0x1c3bd26e, 0xbaae4aa1, 0xf95129e5, 0xe54670f1}));
}

// The parent is the bytes 1, 2, … 20; the digests are those of Python's hashlib.
constexpr State parent = {0x01020304, 0x05060708, 0x090a0b0c, 0x0d0e0f10, 0x11121314};
constexpr std::array<State, 3> children = {{{0x856d469d, 0x04144898, 0x549747d1, 0xf642f06e, 0xc10790ee},
                                            {0x218d06f5, 0x77154486, 0xfa8d3003, 0xf1785c08, 0xf66bc237},
                                            {0xdaeec1f6, 0x442ed5ae, 0x1b6f6eca, 0x7cbbc2c7, 0xabfea00a}}};
constexpr State late_child = {0x84b7720b, 0x059f8fe7, 0x8c9d91f4, 0xd4d8b9d5, 0xe2833629};  // number 0x12345678

template <class Hash>
void check_children() {
    if (!Hash::available()) GTEST_SKIP() << "this processor lacks the hash";
    State a{};
    State b{};
    State c{};
    Hash::children(parent, 0, a);
    EXPECT_EQ(a, children[0]);
    Hash::children(parent, 1, a, b);
    EXPECT_EQ(a, children[1]);
    EXPECT_EQ(b, children[2]);
    Hash::children(parent, 0, a, b, c);
    EXPECT_EQ(a, children[0]);
    EXPECT_EQ(b, children[1]);
    EXPECT_EQ(c, children[2]);
    Hash::children(parent, 0x12345678, a);
    EXPECT_EQ(a, late_child);
    Hash::children(parent, 0x12345676, a, b, c);
    EXPECT_EQ(c, late_child);
}

TEST(Sha1, PortableHashesSiblings) {
    check_children<PortableSha1>();
}

#if defined(__x86_64__)
TEST(Sha1, ShaNiHashesSiblings) {
    check_children<ShaNi>();
}
#endif

}  // namespace
}  // namespace scrump::uts

// The kernels against published digests, against each other, and against what they may touch.

#include <scrump/base/random.hpp>
#include <scrump/problems/uts/detail/sha1.hpp>
#include <scrump/problems/uts/detail/sha1_many.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "problems/uts/identifier.hpp"

namespace scrump::uts {
namespace {

constexpr std::uint32_t untouched = 0xdeadbeef;
constexpr std::size_t room = 128;

template <std::size_t N>
using Columns = std::array<std::vector<std::uint32_t>, N>;

template <std::size_t N>
Columns<N> columns() {
    Columns<N> made;
    made.fill(std::vector<std::uint32_t>(room, untouched));
    return made;
}

// The digests of the first `count` messages, between entries that must stay as they are. `shift`: columns that begin
// so many entries later, for alignment is no condition.
Columns<5> digests_of(const Kernel& kernel, const Columns<6>& messages, std::size_t count, std::size_t shift = 0) {
    Columns<5> digests = columns<5>();
    Messages in;
    Digests out;
    for (std::size_t word = 0; word < 6; ++word) in[word] = messages[word].data() + shift;
    for (std::size_t word = 0; word < 5; ++word) out[word] = digests[word].data() + shift;
    kernel.hash(in, out, count);
    return digests;
}

Columns<6> random_messages(std::uint64_t seed) {
    SplitMix64 random(seed);
    Columns<6> messages = columns<6>();
    for (auto& column : messages) {
        for (std::uint32_t& word : column) word = static_cast<std::uint32_t>(random());
    }
    return messages;
}

class Kernels : public testing::TestWithParam<HashChoice> {
  protected:
    void SetUp() override {
        kernel_ = find_kernel(GetParam());
        if (kernel_ == nullptr || !kernel_->available()) GTEST_SKIP() << "this processor lacks " << name_of(GetParam());
    }
    const Kernel& kernel() const { return *kernel_; }

  private:
    const Kernel* kernel_ = nullptr;
};

// Messages of 24 bytes; the digests are those of Python's hashlib.
TEST_P(Kernels, GivePublishedDigests) {
    struct Known {
        std::array<std::uint32_t, 6> message;
        State digest;
    };
    const std::vector<Known> known = {
        {{0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000},
         {0xd3399b72, 0x62fb56cb, 0x9ed053d6, 0x8db9291c, 0x410839c4}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0x9ad17209, 0x6f02d45f, 0x2422e784, 0x56bb0b7f, 0xef4dbabe}},
        {{0x01020304, 0x05060708, 0x090a0b0c, 0x0d0e0f10, 0x11121314, 0x00000000},
         {0x856d469d, 0x04144898, 0x549747d1, 0xf642f06e, 0xc10790ee}},
        {{0x01020304, 0x05060708, 0x090a0b0c, 0x0d0e0f10, 0x11121314, 0x12345678},
         {0x84b7720b, 0x059f8fe7, 0x8c9d91f4, 0xd4d8b9d5, 0xe2833629}},
        {{0x61626364, 0x65666768, 0x696a6b6c, 0x6d6e6f70, 0x71727374, 0x75767778},
         {0xd717e22e, 0x1659305f, 0xad6ef088, 0x64923db6, 0x4aba9c08}},
    };
    Columns<6> messages = columns<6>();
    for (std::size_t i = 0; i < room; ++i) {
        for (std::size_t word = 0; word < 6; ++word) messages[word][i] = known[i % known.size()].message[word];
    }
    const Columns<5> digests = digests_of(kernel(), messages, 64);
    for (std::size_t i = 0; i < 64; ++i) {
        for (std::size_t word = 0; word < 5; ++word)
            EXPECT_EQ(digests[word][i], known[i % known.size()].digest[word]) << i << ' ' << word;
    }
}

TEST_P(Kernels, HashAnyNumberOfMessagesAndTouchNoMore) {
    for (std::size_t count = 0; count <= 70; ++count) {
        const std::size_t shift = count % 5;
        const Columns<6> messages = random_messages(count);
        const Columns<5> digests = digests_of(kernel(), messages, count, shift);
        for (std::size_t i = 0; i < count; ++i) {
            State parent;
            for (std::size_t word = 0; word < 5; ++word) parent[word] = messages[word][i + shift];
            State expected;
            PortableSha1::children(parent, messages[5][i + shift], expected);
            for (std::size_t word = 0; word < 5; ++word)
                ASSERT_EQ(digests[word][i + shift], expected[word]) << count << ' ' << i << ' ' << word;
        }
        const std::size_t end = (count + Kernel::granularity - 1) / Kernel::granularity * Kernel::granularity;
        for (const auto& column : digests) {
            for (std::size_t i = 0; i < shift; ++i) ASSERT_EQ(column[i], untouched) << count << ' ' << i;
            for (std::size_t i = end + shift; i < room; ++i) ASSERT_EQ(column[i], untouched) << count << ' ' << i;
        }
    }
}

TEST_P(Kernels, HashManyRandomMessagesAlike) {
    const Kernel& portable = kernels().back();
    ASSERT_TRUE(portable.available());
    for (std::uint64_t seed = 1000; seed < 1200; ++seed) {
        const Columns<6> messages = random_messages(seed);
        ASSERT_EQ(digests_of(kernel(), messages, 112), digests_of(portable, messages, 112)) << seed;
    }
}

INSTANTIATE_TEST_SUITE_P(All, Kernels,
                         testing::Values(HashChoice::avx512, HashChoice::avx2, HashChoice::sha_ni,
                                         HashChoice::portable),
                         test::identifier);

TEST(HashChoices, HaveNamesAndAnAutomaticOne) {
    EXPECT_EQ(hash_choices().front(), HashChoice::automatic);
    EXPECT_TRUE(available(HashChoice::automatic));
    EXPECT_TRUE(available(HashChoice::portable));
    const HashChoice best = resolve(HashChoice::automatic);
    EXPECT_NE(best, HashChoice::automatic);
    EXPECT_TRUE(available(best));
    for (const Kernel& kernel : kernels()) {
        EXPECT_EQ(kernel.name, name_of(kernel.choice));
        EXPECT_EQ(kernel.available(), available(kernel.choice));
        EXPECT_EQ(find_kernel(kernel.choice), &kernel);
        EXPECT_EQ(resolve(kernel.choice), kernel.choice);
    }
    const auto first = std::find_if(kernels().begin(), kernels().end(), [](const Kernel& k) { return k.available(); });
    EXPECT_EQ(first->choice, best);
}

}  // namespace
}  // namespace scrump::uts

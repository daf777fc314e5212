// What loops refuse to compile, and that they say why.

#include "support/compiler.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace scrump {
namespace {

TEST(RefusedLoops, AreErrorsThatSayWhy) {
    const std::string output = test::compile("loops/refused/bodies.cpp");
    const auto errors = [&](std::string_view text) { return test::count_errors(output, text); };
    EXPECT_EQ(errors("the body of a loop is a function of a std::uint64_t or of a scrump::LoopChunk&"), 2U);
    EXPECT_EQ(errors("the body of a loop over data takes what these say, one at a time or those of a chunk"), 1U);
}

}  // namespace
}  // namespace scrump

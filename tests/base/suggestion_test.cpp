#include <scrump/base/suggestion.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace scrump::detail {
namespace {

const std::vector<std::string> options = {"--gap", "--stats", "--time-limit", "--workers", "budget", "fib", "random"};

TEST(DidYouMean, NamesWhatASlipOrTwoMakeOfIt) {
    EXPECT_EQ(did_you_mean("--wrokers", options), "; did you mean --workers?");
    EXPECT_EQ(did_you_mean("budgt", options), "; did you mean budget?");
    EXPECT_EQ(did_you_mean("randm", options), "; did you mean random?");
    EXPECT_EQ(did_you_mean("fbi", options), "; did you mean fib?");
    EXPECT_EQ(did_you_mean("--time", options), "; did you mean --time-limit?");
}

TEST(DidYouMean, SaysNothingOfWhatIsTooFarAway) {
    for (const char* word : {"--bad", "--start", "hello", "", "-", "x", "fx", "buffet"})
        EXPECT_EQ(did_you_mean(word, options), "") << word;
}

}  // namespace
}  // namespace scrump::detail

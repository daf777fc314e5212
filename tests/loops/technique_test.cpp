#include <scrump/loops/technique.hpp>

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <memory>
#include <string>

namespace scrump {
namespace {

std::string complaint(const std::string& text, const LoopShape& shape = {.iterations = 10, .workers = 2}) {
    try {
        Technique::parse(text).rule(shape);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "none";
}

TEST(Technique, HasTheNumbersOfTheTable) {
    const std::map<std::string, std::string> numbers = {
        {"0", "static"}, {"1", "ss"},     {"2", "fsc"},    {"3", "mfsc"}, {"4", "gss"},
        {"5", "tss"},    {"7", "fac"},    {"8", "wf"},     {"9", "awf"},  {"10", "awf-b"},
        {"11", "awf-c"}, {"12", "awf-d"}, {"13", "awf-e"}, {"14", "af"},  {"15", "simas"}};
    for (const auto& [number, name] : numbers) EXPECT_EQ(Technique::parse(number), Technique::parse(name)) << number;
}

TEST(Technique, IsReadBackFromItsDescription) {
    for (const std::string& name : Technique::names()) {
        if (name == "block-cyclic") continue;
        const Technique technique = Technique::parse(name);
        EXPECT_EQ(technique.describe(), name);
        EXPECT_NE(Technique::help().find("  " + name + " ("), std::string::npos);
    }
    for (const char* const text :
         {"block-cyclic:size=16", "gss:min=4", "tss:first=40,last=10", "fsc:size=7", "fac:mean=0.125,sigma=0.5",
          "bold:mean=1,sigma=0.1,overhead=3.0000000000000001e-06"}) {
        EXPECT_EQ(Technique::parse(Technique::parse(text).describe()), Technique::parse(text));
    }
}

TEST(Technique, SaysWhatIsWrong) {
    EXPECT_NE(complaint("guided").find("unknown technique 'guided'; there are static, cyclic"), std::string::npos);
    EXPECT_NE(complaint("6").find("unknown technique '6'"), std::string::npos);
    EXPECT_NE(complaint("gss:min=0").find("min"), std::string::npos);
    EXPECT_NE(complaint("ss:min=2").find("min"), std::string::npos);
    EXPECT_NE(complaint("block-cyclic").find("size"), std::string::npos);
    EXPECT_EQ(complaint("fac"),
              "fac has to know the mean of an iteration's time beforehand: give it as "
              "fac:mean=SECONDS, or among the costs of the loop (LoopOptions::costs, SCRUMP_CostsSetup())");
    EXPECT_EQ(complaint("bold"),
              "bold has to know the mean of an iteration's time beforehand: give it as "
              "bold:mean=SECONDS, or among the costs of the loop (LoopOptions::costs, SCRUMP_CostsSetup())");
    EXPECT_EQ(complaint("fsc:sigma=1"),
              "fsc:sigma=1 has to know the overhead of a chunk beforehand: give it as "
              "fsc:sigma=1,overhead=SECONDS, or among the costs of the loop (LoopOptions::costs, SCRUMP_CostsSetup())");
    EXPECT_EQ(complaint("fsc:overhead=1"),
              "fsc:overhead=1 has to know the standard deviation of an iteration's time beforehand: give it as "
              "fsc:overhead=1,sigma=SECONDS, or among the costs of the loop (LoopOptions::costs, SCRUMP_CostsSetup())");
    EXPECT_EQ(complaint("wf", {.iterations = 1, .workers = 2, .weights = {1, -1}}),
              "the weight of worker 1 is -1; weights are positive");
    EXPECT_EQ(complaint("ss", {.iterations = 1, .workers = 3, .weights = {1, 1}}), "there are 2 weights for 3 workers");
    EXPECT_EQ(complaint("ss", {.iterations = 1, .workers = 0}), "a loop needs a worker");
    EXPECT_NE(complaint("ss", {.iterations = std::numeric_limits<std::uint64_t>::max(), .workers = 1}).find("at most"),
              std::string::npos);
}

class Pairs final : public ChunkRule {
  public:
    Depends depends() const override { return Depends::steps; }
    std::uint64_t size(const ChunkRequest&) const override { return 2; }
};

TEST(Technique, MayBeAUsersOwn) {
    const Technique pairs = Technique::custom("pairs", [](const LoopShape&) { return std::make_unique<Pairs>(); });
    EXPECT_EQ(pairs.describe(), "pairs");
    EXPECT_EQ(pairs.rule({.iterations = 9})->size({}), 2U);
    EXPECT_THROW(Technique::custom("", nullptr), UsageError);
    EXPECT_THROW(Technique::custom("gss", nullptr), UsageError);
    EXPECT_THROW(Technique::custom("mine", nullptr).rule({}), UsageError);
}

}  // namespace
}  // namespace scrump

#include "../../../src/states/explore/victims.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

namespace scrump::detail {
namespace {

// Always names the same one, and writes down what came of it.
class Stubborn final : public VictimSelector {
  public:
    Stubborn(std::optional<unsigned> victim, std::vector<bool>& outcomes) : victim_(victim), outcomes_(outcomes) {}

    std::optional<unsigned> choose() override { return victim_; }
    void succeeded(unsigned /*victim*/) override { outcomes_.push_back(true); }
    void failed(unsigned /*victim*/) override { outcomes_.push_back(false); }

  private:
    std::optional<unsigned> victim_;
    std::vector<bool>& outcomes_;
};

Policy stubborn(std::optional<unsigned> victim, std::vector<bool>& outcomes) {
    return Policy::custom(
        "stubborn", [victim, &outcomes](const Policy::Thief&) { return std::make_unique<Stubborn>(victim, outcomes); });
}

// Who is looked at by 2 of 6, of whom 0 and 5 are nearby, until `giver` has been.
std::vector<unsigned> looked_at(const Policy& policy, std::optional<unsigned> giver) {
    Victims victims(policy, 2, Topology::one_host(6), 1, [](unsigned other) { return other % 5 == 0; });
    std::vector<unsigned> all;
    const bool taken = victims.take_from_any([&](unsigned victim) {
        all.push_back(victim);
        return victim == giver;
    });
    EXPECT_EQ(taken, giver.has_value());
    return all;
}

TEST(Victims, WhomThePolicyNamesIsLookedAtFirst) {
    std::vector<bool> outcomes;
    EXPECT_EQ(looked_at(stubborn(4, outcomes), 4), std::vector<unsigned>{4});
    EXPECT_EQ(outcomes, std::vector<bool>{true});
}

TEST(Victims, AllOthersAreLookedAtOnceThoseNearbyFirst) {
    std::vector<bool> outcomes;
    std::vector<unsigned> all = looked_at(stubborn(4, outcomes), std::nullopt);
    EXPECT_EQ(outcomes, std::vector<bool>{false});
    ASSERT_EQ(all.size(), 5U);
    EXPECT_EQ(all[0], 4U);
    EXPECT_EQ(all[1] + all[2], 5U) << "0 and 5";
    EXPECT_EQ(all[3] + all[4], 4U) << "1 and 3";
    EXPECT_EQ(all[1] * all[2], 0U);
    EXPECT_EQ(all[3] * all[4], 3U);
}

TEST(Victims, WhereThePolicyNamesNobodyAllOthersAreLookedAt) {
    std::vector<bool> outcomes;
    EXPECT_EQ(looked_at(stubborn(std::nullopt, outcomes), std::nullopt).size(), 5U);
    EXPECT_TRUE(outcomes.empty());
}

TEST(Victims, WhoIsAloneLooksAtNobody) {
    Victims victims({.kind = Policy::Kind::random}, 0, Topology::one_host(1), 1, [](unsigned) { return true; });
    EXPECT_FALSE(victims.take_from_any([](unsigned) { return true; }));
}

TEST(Victims, EveryPolicyWillDo) {
    for (const char* name : {"random", "sticky-random", "round-robin", "hierarchical", "locality-aware",
                             "naive-locality-aware", "performance-driven"}) {
        const auto all = looked_at(Policy::parse(name), std::nullopt);
        EXPECT_EQ(all.size(), 5U) << name;
    }
}

}  // namespace
}  // namespace scrump::detail

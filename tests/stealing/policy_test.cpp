#include "selectors.hpp"

#include <scrump/base/error.hpp>
#include <scrump/stealing/detail/monitor_settings.hpp>
#include <scrump/stealing/policy.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace scrump::detail {
namespace {

using Kind = Policy::Kind;

constexpr unsigned all_kinds = 7;

TEST(Policy, ReadsNamesFlagsAndAmounts) {
    EXPECT_EQ(Policy::parse("sticky-random"), Policy{});
    EXPECT_EQ(Policy::parse("performance-driven:tuned"), (Policy{.kind = Kind::performance_driven, .tuned = true}));
    EXPECT_EQ(Policy::parse("performance-driven:ordered,steal=half"),
              (Policy{.kind = Kind::performance_driven, .ordered = true, .steal = StealAmount{}}));
    EXPECT_EQ(Policy::parse("random:steal=one"),
              (Policy{.kind = Kind::random, .steal = StealAmount{.kind = StealAmount::Kind::one}}));
    EXPECT_EQ(Policy::parse("random:steal=chunk,chunk=5").amount(),
              (StealAmount{.kind = StealAmount::Kind::chunk, .chunk = 5}));
    EXPECT_EQ(Policy::parse("random:steal=chunk").amount().chunk, 8U);
    EXPECT_EQ(Policy::parse("hierarchical:steal=all").amount().kind, StealAmount::Kind::all);
}

TEST(Policy, ReadsTheMonitorsParameters) {
    const MonitorParameters given = Policy::parse(
                                        "performance-driven:history=0.5,offset=3,least-rate=0.1,delay=2.5,"
                                        "shortest=0.5,longest=50,reads=8,requests=2")
                                        .monitor;
    EXPECT_EQ(given, (MonitorParameters{.history = 0.5,
                                        .offset = 3,
                                        .least_rate = 0.1,
                                        .delay = 2.5,
                                        .shortest = 0.5,
                                        .longest = 50,
                                        .reads = 8,
                                        .requests = 2}));
    EXPECT_EQ(Policy::parse("performance-driven").monitor, MonitorParameters{});
}

TEST(Policy, DescribesItselfSoThatItReadsItBack) {
    for (const std::string name : {"random", "sticky-random", "round-robin", "hierarchical", "locality-aware",
                                   "naive-locality-aware", "performance-driven"}) {
        for (const std::string rest : {"", ":steal=one", ":steal=half", ":steal=all", ":steal=chunk,chunk=3"}) {
            EXPECT_EQ(Policy::parse(name + rest).describe(), name + rest);
        }
    }
    for (const std::string text :
         {"performance-driven:tuned", "performance-driven:ordered", "performance-driven:always",
          "performance-driven:tuned,ordered,always,steal=chunk,chunk=12", "performance-driven:always,paper,longest=240",
          "performance-driven:history=0.25,offset=3,least-rate=0.1,delay=0.5,shortest=2,longest=50.5,reads=8,requests="
          "1"}) {
        EXPECT_EQ(Policy::parse(text).describe(), text);
    }
}

std::string parse_error(const std::string& text) {
    try {
        Policy::parse(text);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no error";
}

TEST(Policy, SaysWhatIsWrong) {
    EXPECT_EQ(parse_error("rand"),
              "unknown policy 'rand'; there are random, sticky-random, round-robin, hierarchical, locality-aware, "
              "naive-locality-aware, performance-driven; did you mean random?");
    EXPECT_EQ(parse_error("random:tuned"), "random: unknown parameter 'tuned'; expected steal, chunk");
    EXPECT_EQ(parse_error("performance-driven:tuned=1"), "performance-driven: tuned=1: expected no value");
    EXPECT_EQ(parse_error("performance-driven:history=2"),
              "performance-driven: history=2: expected a number from 0 to 1");
    for (const std::string given : {"tuned", "ordered", "reads=4", "requests=4"}) {
        EXPECT_EQ(parse_error("performance-driven:paper," + given),
                  "performance-driven: paper does not have '" + given.substr(0, given.find('=')) + "'");
    }
    EXPECT_EQ(parse_error("performance-driven:shortest=200"),
              "performance-driven: shortest=200 is greater than longest=100");
    EXPECT_EQ(parse_error("performance-driven:paper,longest=4.5"),
              "performance-driven: shortest=5 is greater than longest=4.5");
    EXPECT_EQ(parse_error("random:steal"),
              "'random:steal': 'steal' has no '='; expected name or name:key=value,key=value");
    EXPECT_EQ(parse_error("random:steal=some"), "random: steal=some: expected one, half, chunk or all");
    EXPECT_EQ(parse_error("random:steal=chunk,chunk=0"), "random: chunk=0: expected an integer from 1 to 4294967295");
    EXPECT_EQ(parse_error("random:chunk=4"), "random: chunk needs steal=chunk");
    EXPECT_EQ(parse_error("random:steal=half,chunk=4"), "random: chunk needs steal=chunk");
}

TEST(Policy, HelpsWithEveryNameAndParameter) {
    const std::string help = Policy::help();
    for (const std::string line :
         {"  random: anybody", "  performance-driven: ", "    tuned: ", "    ordered: ", "    always: ", "    paper: ",
          "    history: weight of earlier work rates and delays (0.35 if left out), a number from 0 to 1\n",
          "    steal: how many tasks a victim gives, shallowest first; all: at the shallowest ",
          " depth (half if left out), one, half, chunk or all\n", "    chunk: how many"}) {
        EXPECT_NE(help.find(line), std::string::npos) << line;
    }
}

TEST(Policy, GivesHalfUnlessTasksAreInOrder) {
    EXPECT_EQ(Policy{}.amount().kind, StealAmount::Kind::half);
    EXPECT_EQ(Policy{}.amount(true).kind, StealAmount::Kind::one);
    EXPECT_EQ(Policy::parse("random:steal=all").amount(true).kind, StealAmount::Kind::all);
}

TEST(Policy, GivesOneTaskAsInThePaper) {
    EXPECT_EQ(Policy::parse("performance-driven").amount().kind, StealAmount::Kind::half);
    EXPECT_EQ(Policy::parse("performance-driven:paper").amount().kind, StealAmount::Kind::one);
    EXPECT_EQ(Policy::parse("performance-driven:paper,steal=all").amount().kind, StealAmount::Kind::all);
}

TEST(MonitorSettings, AreThePolicys) {
    EXPECT_EQ(monitor_settings(Policy::parse("performance-driven")), MonitorSettings{});
    const MonitorSettings paper = monitor_settings(Policy::parse("performance-driven:paper"));
    EXPECT_EQ(paper.weights, Weights{});
    EXPECT_EQ(paper.shortest_interval, 5'000);
    EXPECT_EQ(paper.longest_interval, 240'000);
    EXPECT_TRUE(paper.complete_cycles);
    const MonitorSettings given = monitor_settings(Policy::parse(
        "performance-driven:history=0.5,offset=3,least-rate=0.1,delay=2.5,shortest=0.5,longest=50,reads=8,requests=2"));
    EXPECT_EQ(given,
              (MonitorSettings{.weights = {.fresh = 0.5, .history = 0.5, .offset = 3, .least_rate = 0.1, .delay = 2.5},
                               .shortest_interval = 500,
                               .longest_interval = 50'000,
                               .far_reads = 8,
                               .requests = 2}));
}

TEST(Policy, GathersNothingAmongWorkers) {
    EXPECT_EQ(Policy::parse("performance-driven:tuned,steal=all").among_workers(), Policy{});
    EXPECT_EQ(Policy::parse("round-robin").among_workers().kind, Kind::round_robin);
}

/// Always the same one, whose load it wants to know or not.
class Faithful final : public VictimSelector {
  public:
    Faithful(unsigned victim, bool gathers) : victim_(victim), gathers_(gathers) {}

    std::optional<unsigned> choose() override { return victim_; }
    bool uses_load_information() const override { return gathers_; }

  private:
    unsigned victim_;
    bool gathers_;
};

Policy faithful(bool gathers) {
    return Policy::custom("faithful", [=](const Policy::Thief& thief) {
        return std::make_unique<Faithful>((thief.self + thief.seed + thief.workers) % thief.topology.size(), gathers);
    });
}

TEST(Policy, MayBeAUsersOwn) {
    const Policy policy = faithful(false);
    EXPECT_EQ(policy.describe(), "faithful");
    EXPECT_EQ(make_selector(policy, 2, Topology::one_host(100), 30, 4)->choose(), 36U);
    EXPECT_EQ(make_selector(policy.among_workers(), 2, Topology::one_host(100), 30)->choose(), 33U);
    const Policy copy = policy;
    EXPECT_EQ(copy, policy);
    EXPECT_NE(copy, faithful(false));
    EXPECT_NE(copy, Policy{});
    Policy with_amount = policy;
    with_amount.steal = StealAmount{.kind = StealAmount::Kind::all};
    EXPECT_EQ(with_amount.describe(), "faithful:steal=all");
    EXPECT_EQ(with_amount.amount().kind, StealAmount::Kind::all);
}

TEST(Policy, OfAUsersOwnGathersAsItsSelectorsSay) {
    EXPECT_FALSE(faithful(false).uses_load_information());
    EXPECT_TRUE(faithful(true).uses_load_information());
    EXPECT_EQ(faithful(true).among_workers(), Policy{});
}

TEST(Policy, OfAUsersOwnNeedsANameThatIsFreeAndSelectors) {
    const auto make = [](const Policy::Thief&) { return std::make_unique<Faithful>(0, false); };
    for (const char* name : {"", "random", "performance-driven:tuned"})
        EXPECT_THROW(Policy::custom(name, make), UsageError) << name;
    EXPECT_THROW(Policy::custom("none", nullptr), UsageError);
    EXPECT_THROW(Policy::custom("none", [](const Policy::Thief&) { return std::unique_ptr<VictimSelector>(); }),
                 UsageError);
    const Policy once = Policy::custom("once", [made = false](const Policy::Thief&) mutable {
        return std::exchange(made, true) ? nullptr : std::make_unique<Faithful>(0, false);
    });
    EXPECT_THROW(make_selector(once, 0, Topology::one_host(2), 1), UsageError);
}

TEST(StealAmount, IsNeverMoreThanThereIs) {
    const auto amounts = [](std::size_t shallowest, std::size_t n) {
        using Amount = StealAmount::Kind;
        std::vector<std::size_t> each;
        for (const Amount kind : {Amount::one, Amount::half, Amount::chunk, Amount::all}) {
            each.push_back(StealAmount{.kind = kind, .chunk = 4}(shallowest, n));
        }
        return each;
    };
    EXPECT_EQ(amounts(0, 0), (std::vector<std::size_t>{0, 0, 0, 0}));
    EXPECT_EQ(amounts(1, 1), (std::vector<std::size_t>{1, 1, 1, 1}));
    EXPECT_EQ(amounts(7, 7), (std::vector<std::size_t>{1, 4, 4, 7}));
    EXPECT_EQ(amounts(2, 11), (std::vector<std::size_t>{1, 6, 4, 2}));
}

TEST(MakeSelector, ChoosesNobodyAlone) {
    for (unsigned kind = 0; kind < all_kinds; ++kind) {
        const auto selector = make_selector({.kind = static_cast<Kind>(kind)}, 0, Topology::one_host(1), 1);
        EXPECT_FALSE(selector->choose());
        EXPECT_TRUE(selector->begin_refresh(0, {true}).empty());
    }
}

TEST(MakeSelector, GathersAsThePolicySays) {
    for (unsigned kind = 0; kind < all_kinds; ++kind) {
        const Policy policy{.kind = static_cast<Kind>(kind)};
        EXPECT_EQ(make_selector(policy, 0, Topology::one_host(2), 1)->uses_load_information(),
                  policy.uses_load_information());
    }
}

// Whoever holds all the work is found, by every policy that draws, on one host and on several, wherever the thief is.
TEST(MakeSelector, FindsTheOnlyOneWithWork) {
    for (const Topology& topology : {Topology::one_host(2), Topology::one_host(3), machine(1, 2, 4), machine(4, 1, 2),
                                     machine(6, 1, 1), machine(3, 2, 3)}) {
        for (unsigned kind = 0; kind + 1 < all_kinds; ++kind) {
            for (unsigned self = 0; self < topology.size(); ++self) {
                for (unsigned loaded = 0; loaded < topology.size(); ++loaded) {
                    if (loaded == self) continue;
                    const auto selector = make_selector({.kind = static_cast<Kind>(kind)}, self, topology, 99);
                    EXPECT_TRUE(attempts_to_find(*selector, loaded, 40 * topology.size()))
                        << "kind " << kind << ", " << self << " from " << loaded;
                }
            }
        }
    }
}

TEST(MakeSelector, FindsItWithinTheBoundWhereThereIsOne) {
    const Topology topology = machine(3, 2, 3);
    for (unsigned loaded = 1; loaded < 18; ++loaded) {
        for (const Kind kind : {Kind::round_robin, Kind::hierarchical}) {
            EXPECT_TRUE(attempts_to_find(*make_selector({.kind = kind}, 0, topology, loaded), loaded, 17));
        }
    }
    for (unsigned loaded = 6; loaded < 18; ++loaded) {  // 5 near, 12 far
        const auto selector = make_selector({.kind = Kind::locality_aware}, 0, topology, loaded);
        EXPECT_TRUE(attempts_to_find(*selector, loaded, (5 + 1) * 12));
    }
}

TEST(MakeSelector, NeverChoosesTheThief) {
    const Topology topology = machine(2, 2, 2);
    for (unsigned kind = 0; kind + 1 < all_kinds; ++kind) {
        for (unsigned self = 0; self < topology.size(); ++self) {
            const auto selector = make_selector({.kind = static_cast<Kind>(kind)}, self, topology, kind);
            for (unsigned i = 0; i < 200; ++i) {
                const unsigned victim = selector->choose().value();
                ASSERT_NE(victim, self);
                ASSERT_LT(victim, topology.size());
                if (i % 3 == 0)
                    selector->succeeded(victim);
                else
                    selector->failed(victim);
            }
        }
    }
}

// --- Each policy told from every other by what it chooses

// Two hosts of two domains of three, 0 1 2 | 3 4 5 || 6 7 8 | 9 10 11, and thief 4, whose window of near numbers is 0
// to 6.
const Topology twelve = machine(2, 2, 3);
constexpr unsigned four = 4;

// Nobody's turn, and whoever gave before is as likely as any.
bool anybody(VictimSelector& selector) {
    selector.succeeded(11);
    std::vector<unsigned> chosen;
    for (int i = 0; i < 11'000; ++i) chosen.push_back(selector.choose().value());
    for (unsigned other = 0; other < 12; ++other) {
        const auto times = std::ranges::count(chosen, other);
        if (other != four && (times < 800 || times > 1200)) return false;  // 6 standard deviations
    }
    return std::ranges::adjacent_find(chosen) != chosen.end();
}
bool whoever_gave(VictimSelector& selector) {
    selector.succeeded(11);
    for (int i = 0; i < 20; ++i) {
        if (selector.choose() != 11U) return false;
    }
    return true;
}
bool in_turn(VictimSelector& selector) {
    return failing_choices(selector, 11) == std::vector<unsigned>{5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3};
}
bool by_level(VictimSelector& selector) {
    const std::vector<unsigned> chosen = failing_choices(selector, 11);
    const std::set<unsigned> domain(chosen.begin(), chosen.begin() + 2);
    const std::set<unsigned> host(chosen.begin() + 2, chosen.begin() + 5);
    return domain == std::set<unsigned>{3, 5} && host == std::set<unsigned>{0, 1, 2};
}
// Rounds of as many near ones as there are, and one far one.
template <class Near>
bool near_first(VictimSelector& selector, unsigned count, const Near& near) {
    const std::vector<unsigned> chosen = failing_choices(selector, 20 * (count + 1));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (near(chosen[i]) != (i % (count + 1) < count)) return false;
    }
    return true;
}
bool on_its_host(VictimSelector& selector) {
    return near_first(selector, 5, [](unsigned victim) { return victim < 6; });
}
bool in_its_window(VictimSelector& selector) {
    return near_first(selector, 6, [](unsigned victim) { return victim < 7; });
}
bool whoever_is_worth_most(VictimSelector& selector) {
    selector.learn(9, {.work_rate = 2, .tasks = 3});
    selector.learn(7, {.work_rate = 2, .tasks = 4});
    return selector.choose() == 7U;
}

TEST(MakeSelector, MakesTheOneThatThePolicyNames) {
    struct Habit {
        Kind kind;
        bool (*shown)(VictimSelector&);
    };
    const std::array<Habit, all_kinds> habits = {{{Kind::random, anybody},
                                                  {Kind::sticky_random, whoever_gave},
                                                  {Kind::round_robin, in_turn},
                                                  {Kind::hierarchical, by_level},
                                                  {Kind::locality_aware, on_its_host},
                                                  {Kind::naive_locality_aware, in_its_window},
                                                  {Kind::performance_driven, whoever_is_worth_most}}};
    for (const Habit& made : habits) {
        for (const Habit& habit : habits) {
            const Policy policy{.kind = made.kind};
            const auto selector = make_selector(policy, four, twelve, 5);
            const bool uses = habit.kind == Kind::performance_driven;
            const bool shown = selector->uses_load_information() == uses && habit.shown(*selector);
            EXPECT_EQ(shown, made.kind == habit.kind)
                << policy.describe() << " has the habit of " << Policy{.kind = habit.kind}.describe();
        }
    }
}

// A delay of 1000 µs counts 0.65 ln(2.72 + 1000 workers): 4.49, or 5.84 with 8 workers. Tuned, it counts half after
// time without work.
TEST(MakeSelector, HandsOnWhatTheMonitorGoesBy) {
    const auto asks = [](const char* text, unsigned workers) {
        const auto selector = make_selector(Policy::parse(text), 0, Topology::one_host(2), 1, workers);
        for (int i = 0; i < 2; ++i) {
            selector->begin_refresh(0, {false, false});
            selector->end_refresh(0, 1);
        }
        selector->answered(1, 1000);
        selector->learn(1, {.work_rate = 1, .tasks = 5});
        selector->begin_refresh(1, {false, false});
        selector->end_refresh(1, 1);
        return selector->choose().has_value();
    };
    EXPECT_TRUE(asks("performance-driven:paper", 1));
    EXPECT_FALSE(asks("performance-driven:paper", 8));
    EXPECT_TRUE(asks("performance-driven:paper,delay=0.5", 8));
    EXPECT_TRUE(asks("performance-driven", 8)) << "worth its delay or not";

    const auto score = [](const char* text, unsigned workers) {
        const auto selector = make_selector(Policy::parse(text), 0, Topology::one_host(2), 1, workers);
        for (int i = 0; i < 2; ++i) {
            selector->begin_refresh(0, {false, false});
            selector->end_refresh(0, 1);
        }
        selector->answered(1, 1000);
        selector->learn(1, {.work_rate = 1, .tasks = 5});
        return selector->assess(1)->score;
    };
    EXPECT_NEAR(score("performance-driven", 1), 5 - 4.49, 0.01);
    EXPECT_NEAR(score("performance-driven", 8), 5 - 5.84, 0.01);
    EXPECT_GT(score("performance-driven:tuned", 8), 0);
    EXPECT_NEAR(score("performance-driven:delay=0", 8), 5, 1e-12);

    for (const bool ordered : {false, true}) {
        const auto selector =
            make_selector({.kind = Kind::performance_driven, .ordered = ordered}, 0, Topology::one_host(3), 1);
        selector->learn(1, {.work_rate = 10, .tasks = 10, .first_task = 7});
        selector->learn(2, {.work_rate = 8, .tasks = 10, .first_task = 3});
        EXPECT_EQ(selector->choose(), ordered ? 2U : 1U);
    }
}

}  // namespace
}  // namespace scrump::detail

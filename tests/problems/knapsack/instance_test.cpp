#include <scrump/base/error.hpp>
#include <scrump/problems/knapsack/generate.hpp>
#include <scrump/problems/knapsack/instance.hpp>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

#include <limits>
#include <string>

namespace scrump::knapsack {
namespace {

const Instance three{{{60, 10}, {100, 20}, {120, 30}}, 50};

std::string error_of(const std::string& text) {
    return test::message_of([&] { parse(text, "in.kp"); });
}

TEST(KnapsackReader, ReadsWhatFilesContain) {
    EXPECT_EQ(parse("3 50\n60 10\n100 20\n120 30\n", "in").instance, three);
    EXPECT_EQ(parse("3 50\n60 10\n100 20\n120 30", "no newline at the end").instance, three);
    EXPECT_EQ(parse("\r\n3 50\r\n\r\n60 10\r\n  100\t20 \r\n120 30\r\n\r\n", "in").instance, three);
    EXPECT_EQ(parse("0 0\n", "in").instance, Instance());
    EXPECT_EQ(parse("1 0\n0 0\n", "in").instance, (Instance{{{0, 0}}, 0}));
    EXPECT_EQ(parse(to_text(three), "in").instance, three);
}

TEST(KnapsackReader, SaysWhatIsWrong) {
    const std::string number = ", a whole number from 0 to 1152921504606846976, ";
    EXPECT_EQ(error_of(""), "in.kp:1: the file ends without a line '<items> <capacity>'");
    EXPECT_EQ(error_of("\n\n"), "in.kp:2: the file ends without a line '<items> <capacity>'");
    EXPECT_EQ(error_of("three 50\n"), "in.kp:1: expected the number of items" + number + "found 'three'");
    EXPECT_EQ(error_of("1 -5\n"), "in.kp:1: expected the capacity" + number + "found '-5'");
    EXPECT_EQ(error_of("1\n5 5\n"), "in.kp:2: the file ends without the capacity, after its items");
    EXPECT_EQ(error_of("1\n"), "in.kp:1: the file ends without the capacity");
    EXPECT_EQ(error_of("1 2 3\n"), "in.kp:1: expected the end of the line, found '3'");
    EXPECT_EQ(error_of("9999999999 5\n"), "in.kp:1: 9999999999 items; expected at most 131072");
    EXPECT_EQ(error_of("2 50\n60 10\n"), "in.kp:2: the file ends after 1 of 2 items");
    EXPECT_EQ(error_of("1 50\n60.5 10\n"), "in.kp:2: expected a profit" + number + "found '60.5'");
    EXPECT_EQ(error_of("1 50\r\n60\r\n"), "in.kp:2: expected a weight" + number + "found the end of the line");
    EXPECT_EQ(error_of("1 50\n60 10 1\n"), "in.kp:2: expected the end of the line, found '1'");
    EXPECT_EQ(error_of("1 50\n60 1152921504606846977\n"),
              "in.kp:2: expected a weight" + number + "found '1152921504606846977'");
    EXPECT_EQ(error_of("1 50\n60 99999999999999999999\n"),
              "in.kp:2: expected a weight" + number + "found '99999999999999999999'");
    EXPECT_EQ(error_of("1 50\n60 10\n\n70 10\n"),
              "in.kp:4: expected the end of the file or a solution, a 0 or a 1 for each item, found '70'");
    EXPECT_EQ(error_of("2 50\n1152921504606846976 1\n1 1\n"),
              "in.kp:3: the profits add up to more than 1152921504606846976");
    EXPECT_EQ(error_of("2 50\n1 1152921504606846976\n1 1\n"),
              "in.kp:3: the weights add up to more than 1152921504606846976");
}

TEST(KnapsackReader, TakesTheLayoutsThatCirculate) {
    EXPECT_EQ(parse("\n3\n50\n\n60 10\n100 20\n120 30\n", "kplib").instance, three);
    EXPECT_EQ(parse("\n\n3\r\n\r\n50\r\n60 10\r\n100 20\r\n120 30", "kplib").instance, three);
    EXPECT_EQ(parse("3\n1 60 10\n2 100 20\n3 120 30\n50\n", "Jooken").instance, three);
    EXPECT_EQ(parse("3\n0 60 10\n1 100 20\n2 120 30\n50\n", "from 0").instance, three);
    EXPECT_EQ(parse("3\n60 10\n100 20\n120 30\n50\n", "capacity last").instance, three);
    EXPECT_EQ(parse("1\n7\n5 3\n", "kplib").instance, (Instance{{{5, 3}}, 7})) << "one item";
    EXPECT_EQ(parse("1\n1 5 3\n7\n", "Jooken").instance, (Instance{{{5, 3}}, 7}));
    EXPECT_EQ(parse("0\n7\n", "nothing").instance, (Instance{{}, 7}));
    const std::string generated =
        "knapPI_1_3_50_1\nn 3\nc 50\nz 220\ntime 0.00\n1,60,10,0\n2,100,20,1\n3,120,30,1\n-----\n\n";
    const File file = parse(generated, "Pisinger");
    EXPECT_EQ(file.instance, three);
    EXPECT_EQ(file.optimum->profit, 220);
    EXPECT_EQ(file.solution->profit, 220);
    EXPECT_EQ(error_of(generated + generated),
              "in.kp:11: a second instance; expected one in a file, found 'knapPI_1_3_50_1'");
    EXPECT_EQ(error_of("3\n1 60 10\n3 100 20\n2 120 30\n50\n"), "in.kp:3: expected item 2, found '3'");
    EXPECT_EQ(error_of("2\n1 60 10\n2 100 20\n"), "in.kp:3: the file ends without the capacity, after its items");
    EXPECT_EQ(error_of("knap\nn 1\n"), "in.kp:2: the file ends; expected a line 'c <capacity>'");
}

TEST(KnapsackReader, TakesTheSolutionThatFilesEndWith) {
    const File file = parse("3 50\r\n60 10\r\n100 20\r\n120 30\r\n1 0 1 \r\n", "in");
    EXPECT_EQ(file.instance, three);
    ASSERT_TRUE(file.solution);
    EXPECT_EQ(file.solution->profit, 180);
    EXPECT_EQ(file.solution->line, 5U);
    EXPECT_FALSE(file.optimum);
    EXPECT_EQ(parse("3 50\n60 10\n100 20\n120 30\n0\n\n1 1", "in").solution->profit, 220);
    EXPECT_EQ(parse("1 0\n0 0\n1\n", "in").solution->profit, 0);
    EXPECT_FALSE(parse(to_text(three), "in").solution);
}

TEST(KnapsackReader, RefusesASolutionThatIsNone) {
    const std::string items = "3 50\n60 10\n100 20\n120 30\n";
    EXPECT_EQ(error_of(items + "1 1 1\n"), "in.kp:5: the solution weighs 60, but the capacity is 50");
    EXPECT_EQ(error_of(items + "1 1\n"), "in.kp:5: the file ends after 2 of 3 zeros and ones of its solution");
    EXPECT_EQ(error_of(items + "1 0 0 0\n"), "in.kp:5: expected the end of the solution after 3 items, found '0'");
    EXPECT_EQ(error_of(items + "1 0 2\n"), "in.kp:5: expected a 0 or a 1 of the solution for item 3, found '2'");
    EXPECT_EQ(error_of(items + "0 1 1\n0 1 1\n"),
              "in.kp:6: expected the end of the file after its solution, found '0'");
    EXPECT_EQ(error_of("0 0\n0\n"), "in.kp:2: expected the end of the file, as there are no items, found '0'");
}

TEST(KnapsackReader, TakesTheOptimumThatACommentNames) {
    const std::string items = "3 50\n60 10\n100 20\n120 30\n";
    const auto optimum = [&](const std::string& comment) {
        const auto claim = parse(comment + "\n" + items, "in").optimum;
        return claim ? claim->profit : -1;
    };
    for (const char* comment : {"# optimum 220", "#optimum: 220", "# Optimal profit = 220", "# OPTIMUM=220",
                                "  # optimal value: 220 \r", "# optimal solution 220", "# optimal 220"})
        EXPECT_EQ(optimum(comment), 220) << comment;
    for (const char* comment : {"#", "# 220", "# optimum", "# optimum unknown", "# optimal profit 220 in 3 s",
                                "# the optimum is 220", "# optimum -220", "# optimum 99999999999999999999"})
        EXPECT_EQ(optimum(comment), -1) << comment;
    const File file = parse("# three\n3 50\n60 10\n# two more\n100 20\n120 30\n# optimum 220\n0 1 1\n# end\n", "in");
    EXPECT_EQ(file.instance, three);
    EXPECT_EQ(file.optimum->line, 7U);
    EXPECT_EQ(file.solution->line, 8U);
    EXPECT_EQ(error_of("# optimum 220\n# optimum 221\n" + items),
              "in.kp:2: the optimum is said to be 221, but in line 1 220");
    EXPECT_EQ(error_of("# optimum 219\n" + items + "0 1 1\n"),
              "in.kp:1: the optimum is said to be 219, but there is a packing worth 220");
}

TEST(KnapsackReader, ComparesAnAnswerWithWhatTheFileSays) {
    const File file{.name = "in.kp", .instance = three, .solution = Claim{180, 5}, .optimum = Claim{220, 1}};
    const auto error = [&](const Shown& shown) { return test::message_of([&] { check_answer(file, shown); }); };
    for (const Shown fits : {Shown{220, 220}, Shown{180}, Shown{220}, Shown{0, 220}})
        EXPECT_EQ(error(fits), "no error");
    EXPECT_EQ(error({.least = 221}), "in.kp:1: the optimum is said to be 220, but there is a packing worth 221");
    EXPECT_EQ(error({.least = 200, .most = 200}),
              "in.kp:1: the optimum is said to be 220, but it is proved that none is worth more than 200");
    EXPECT_EQ(error({.most = 179}),
              "in.kp:5: the solution is worth 180, but the search proved that none is worth more than 179; this is a "
              "defect of Scrump");
}

TEST(KnapsackCheck, RefusesWhatCannotBe) {
    EXPECT_NO_THROW(check(three));
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    EXPECT_THROW(check({{{1, 1}}, -1}), Error);
    EXPECT_THROW(check({{{1, 1}}, huge}), Error);
    EXPECT_THROW(check({{{-1, 1}}, 1}), Error);
    EXPECT_THROW(check({{{huge, 1}, {huge, 1}}, 1}), Error);
    EXPECT_EQ(test::message_of([] {
                  check({{{1, 1}, {1, -2}}, 1});
              }),
              "knapsack: item 1 has profit 1 and weight -2; expected 0 to 1152921504606846976");
    EXPECT_THROW(check({std::vector<Item>(max_items + 1), 1}), Error);
}

TEST(KnapsackFamilies, AreWhatTheirNamesSay) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const auto items = [&](const std::string& family) {
            return generate(family + ":n=300,range=2000,instance=3,series=5", seed).items;
        };
        for (const Item& item : items("weakly-correlated")) EXPECT_LE(std::abs(item.profit - item.weight), 200);
        for (const Item& item : items("strongly-correlated")) EXPECT_EQ(item.profit, item.weight + 200);
        for (const Item& item : items("inverse-strongly-correlated")) EXPECT_EQ(item.weight, item.profit + 200);
        for (const Item& item : items("almost-strongly-correlated"))
            EXPECT_LE(std::abs(item.profit - item.weight - 200), 4);
        for (const Item& item : items("subset-sum")) EXPECT_EQ(item.profit, item.weight);
        for (const Item& item : items("multiple-strongly-correlated"))
            EXPECT_EQ(item.profit, item.weight + (item.weight % 6 == 0 ? 600 : 400));
        for (const Item& item : items("profit-ceiling")) {
            EXPECT_EQ(item.profit % 3, 0);
            EXPECT_GE(item.profit, item.weight);
            EXPECT_LT(item.profit, item.weight + 3);
        }
        for (const Item& item : items("circle")) {
            // profit = 2/3 · sqrt(w (4R − w)), rounded down
            EXPECT_LE(9 * item.profit * item.profit, 4 * item.weight * (8000 - item.weight));
            EXPECT_GT(9 * (item.profit + 1) * (item.profit + 1), 4 * item.weight * (8000 - item.weight));
        }
        for (const Item& item : generate("similar-weights:n=300", seed).items) {
            EXPECT_TRUE(item.weight >= 100'000 && item.weight <= 100'100);
            EXPECT_TRUE(item.profit >= 1 && item.profit <= 1000);
        }
        for (const char* family : {"uncorrelated-span", "weakly-correlated-span", "strongly-correlated-span"}) {
            std::vector<Item> kinds = items(family);
            std::sort(kinds.begin(), kinds.end(), [](const Item& a, const Item& b) {
                return std::pair(a.weight, a.profit) < std::pair(b.weight, b.profit);
            });
            EXPECT_LE(std::unique(kinds.begin(), kinds.end()) - kinds.begin(), 20) << family;
        }
        for (const Family& family : families()) {
            const Instance instance = generate(std::string(family.name) + ":n=100,instance=3,series=5", seed);
            EXPECT_NO_THROW(check(instance));
            std::int64_t weight = 0;
            for (const Item& item : instance.items) {
                EXPECT_TRUE(item.profit >= 1 && item.weight >= 1) << family.name;
                weight += item.weight;
            }
            EXPECT_EQ(instance.capacity, weight / 2) << family.name;
        }
    }
}

TEST(KnapsackFamilies, TheSameSeedGivesTheSame) {
    EXPECT_EQ(generate("uncorrelated:n=50", 7), generate("uncorrelated:n=50,seed=7", 1));
    EXPECT_NE(generate("uncorrelated:n=50", 7), generate("uncorrelated:n=50", 8));
    // Known for good: the instances of a seed do not change.
    EXPECT_EQ(to_text(generate("strongly-correlated:n=3,range=100,seed=1", 0)), "3 113\n67 57\n85 75\n108 98\n");
}

TEST(KnapsackFamilies, TheLargestAreAccepted) {
    for (const char* family : {"circle", "multiple-strongly-correlated", "strongly-correlated-span"}) {
        const Instance instance =
            generate(std::string(family) + ":n=1000,range=1000000000,instance=1000000,series=999999", 1);
        EXPECT_NO_THROW(check(instance));
        std::int64_t weight = 0;
        for (const Item& item : instance.items) weight += item.weight;
        EXPECT_EQ(instance.capacity, weight);
    }
    EXPECT_EQ(generate("uncorrelated:n=0", 1), Instance());
}

TEST(KnapsackFamilies, WrongSpecsAreRefused) {
    const auto error = [](const std::string& spec) { return test::message_of<UsageError>([&] { generate(spec, 1); }); };
    EXPECT_EQ(error("circle:n=5,radius=3"),
              "circle: unknown parameter 'radius'; expected n, range, instance, series, seed");
    EXPECT_EQ(error("similar-weights:range=3"),
              "similar-weights: unknown parameter 'range'; expected n, instance, series, seed");
    EXPECT_EQ(error("circle:range=0"), "circle: range=0: expected an integer from 1 to 1000000000");
    EXPECT_EQ(error("circle:instance=7,series=5"), "knapsack: instance=7: expected at most series + 1, which is 6");
    EXPECT_EQ(error("round").substr(0, 37), "unknown family of knapsacks 'round'; ");
}

TEST(KnapsackSource, IsAFileOrAFamily) {
    EXPECT_TRUE(names_file("-"));
    EXPECT_TRUE(names_file("/"));
    EXPECT_FALSE(names_file("circle:n=5"));
    EXPECT_EQ(test::message_of([] { names_file("no/such.kp"); }).substr(0, 84),
              "no/such.kp: no such file, and no family of knapsacks has that name; expected a file,");
}

}  // namespace
}  // namespace scrump::knapsack

// Options as rows of a table: how their texts are read, shown and refused.

#include <scrump/base/error.hpp>
#include <scrump/base/option.hpp>

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>

#include "support/message_of.hpp"

namespace scrump {
namespace {

using namespace std::chrono_literals;

struct Chosen {
    unsigned workers = 2;
    bool pin = true;
    bool loud = false;
    std::optional<std::chrono::nanoseconds> limit{};
    std::chrono::nanoseconds every = 60s;
    std::string file{};
    double ratio = 0.5;
    std::optional<std::uint64_t> bytes{};
    std::optional<std::int64_t> shift{};
};

constexpr std::array table = {
    option<Chosen>(
        {.name = "workers", .value = "N", .help = "Workers", .kind = OptionKind::count, .min = 1, .max = 8},
        [](auto& chosen) -> auto& { return chosen.workers; }),
    option<Chosen>(
        {.name = "no-pin", .help = "Do not bind", .kind = OptionKind::off_flag},
        [](auto& chosen) -> auto& { return chosen.pin; }),
    option<Chosen>(
        {.name = "loud", .help = "Say more"}, [](auto& chosen) -> auto& { return chosen.loud; }),
    option<Chosen>(
        {.name = "limit",
         .value = "TIME",
         .help = "Stop",
         .kind = OptionKind::duration,
         .min = 1,
         .advice = "leave it out for no limit"},
        [](auto& chosen) -> auto& { return chosen.limit; }),
    option<Chosen>(
        {.name = "every", .value = "TIME", .help = "Interval", .kind = OptionKind::duration},
        [](auto& chosen) -> auto& { return chosen.every; }),
    option<Chosen>(
        {.name = "file", .value = "FILE", .help = "File", .kind = OptionKind::file},
        [](auto& chosen) -> auto& { return chosen.file; }),
    option<Chosen>(
        {.name = "ratio", .value = "FRACTION", .help = "Part", .kind = OptionKind::fraction},
        [](auto& chosen) -> auto& { return chosen.ratio; }),
    option<Chosen>(
        {.name = "bytes", .value = "BYTES", .help = "Memory", .kind = OptionKind::bytes},
        [](auto& chosen) -> auto& { return chosen.bytes; }),
    option<Chosen>(
        {.name = "s", .value = "N", .help = "Shift", .kind = OptionKind::integer},
        [](auto& chosen) -> auto& { return chosen.shift; }),
};

const Option<Chosen>& row(std::string_view name) {
    return *find_option(std::span<const Option<Chosen>>(table), name);
}

Chosen set(std::string_view name, std::string_view text) {
    Chosen chosen;
    row(name).set(chosen, row(name), text);
    return chosen;
}

std::string refusal(std::string_view name, std::string_view text) {
    return test::message_of([&] { set(name, text); });
}

TEST(Option, SetsWhatItsTextSays) {
    EXPECT_EQ(set("workers", "8").workers, 8U);
    EXPECT_FALSE(set("no-pin", "").pin);
    EXPECT_TRUE(set("loud", "").loud);
    EXPECT_EQ(set("limit", "250ms").limit, 250ms);
    EXPECT_EQ(set("every", "1.5m").every, 90s);
    EXPECT_EQ(set("file", "a b").file, "a b");
    EXPECT_EQ(set("ratio", "25%").ratio, 0.25);
    EXPECT_EQ(set("bytes", "3K").bytes, 3072U);
    EXPECT_EQ(set("s", "-12").shift, -12);
    EXPECT_EQ(row("s").dashed(), "-s");
    EXPECT_EQ(row("bytes").dashed(), "--bytes");
}

TEST(Option, RefusesWhatIsOutOfRangeOrOfAnotherKind) {
    EXPECT_EQ(refusal("workers", "9"), "'9' is not a whole number from 1 to 8");
    EXPECT_EQ(refusal("workers", "0"), "'0' is not a whole number from 1 to 8");
    EXPECT_EQ(refusal("workers", "-1"), "'-1' is not a whole number from 1 to 8");
    EXPECT_EQ(refusal("limit", "0"), "'0' is too short: expected more than 0; leave it out for no limit");
    EXPECT_EQ(refusal("every", "soon"), "'soon' is not a duration; write for example 250ms, 60s, 1.5m or 2h");
    EXPECT_EQ(refusal("every", "1000000000h"), "'1000000000h' is too long: expected at most 876600h");
    EXPECT_EQ(refusal("s", "1.5"), "'1.5' is not a whole number");
    EXPECT_EQ(refusal("file", ""), "'' is not the name of a file");
    EXPECT_EQ(refusal("ratio", "half"), "'half' is not a fraction; write for example 1% or 0.01");
    EXPECT_EQ(refusal("bytes", "3Q"), "'3Q' is not a number of bytes; write for example 800M or 16G");
    EXPECT_EQ(refusal("bytes", "0"), "'0' is not a number of bytes; write for example 800M or 16G");
}

TEST(Option, ShowsItsDefaultAsItIsRead) {
    const Chosen usual;
    for (const Option<Chosen>& each : table) {
        const std::string text = each.shown(usual);
        if (text.empty()) continue;
        Chosen again;
        each.set(again, each, text);
        EXPECT_EQ(each.shown(again), text) << each.name;
    }
    EXPECT_EQ(row("every").shown(usual), "60s");
    EXPECT_EQ(row("limit").shown(usual), "") << "none";
    EXPECT_EQ(row("no-pin").shown(usual), "");
}

TEST(Option, DurationsAreShownInTheirLargestWholeUnit) {
    EXPECT_EQ(duration_text(2h), "2h");
    EXPECT_EQ(duration_text(90s), "90s");
    EXPECT_EQ(duration_text(120s), "2m");
    EXPECT_EQ(duration_text(250ms), "250ms");
    EXPECT_EQ(duration_text(0s), "0");
}

TEST(Option, ReadsNumbersWhole) {
    EXPECT_EQ(read_count("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(test::message_of([] { read_count("18446744073709551616"); }),
              "'18446744073709551616' is not a whole number from 0 to 18446744073709551615");
    EXPECT_EQ(test::message_of([] { read_count("1.5", 1); }), "'1.5' is not a whole number of at least 1");
    EXPECT_EQ(read_integer("-7"), -7);
    EXPECT_EQ(test::message_of([] { read_real("nan"); }), "'nan' is not a number");
}

}  // namespace
}  // namespace scrump

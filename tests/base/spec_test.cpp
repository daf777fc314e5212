#include "support/message_of.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace scrump::detail {
namespace {

std::string parse_error(std::string_view text) {
    return test::message_of<UsageError>([&] { parse_spec(text); });
}

TEST(Spec, TakesNameAndEntriesApart) {
    EXPECT_EQ(parse_spec("plain").name, "plain");
    EXPECT_TRUE(parse_spec("plain").entries.empty());

    const Spec spec = parse_spec("random:n=30,p=0.5,label=a=b:c");
    EXPECT_EQ(spec.name, "random");
    const decltype(spec.entries) expected = {{"n", "30"}, {"p", "0.5"}, {"label", "a=b:c"}};
    EXPECT_EQ(spec.entries, expected);
    EXPECT_EQ(spec_name("random:n=30"), "random");
    EXPECT_EQ(spec_name("random"), "random");
    EXPECT_EQ(spec_name(""), "");
}

TEST(Spec, SaysWhatIsWrong) {
    const std::string expected = "; expected name or name:key=value,key=value";
    EXPECT_EQ(parse_error(""), "'': there is no name" + expected);
    EXPECT_EQ(parse_error(":n=1"), "':n=1': there is no name" + expected);
    EXPECT_EQ(parse_error("a:"), "'a:': a key=value is missing after ':' or ','" + expected);
    EXPECT_EQ(parse_error("a:n=1,"), "'a:n=1,': a key=value is missing after ':' or ','" + expected);
    EXPECT_EQ(parse_error("a:n=1,,p=2"), "'a:n=1,,p=2': a key=value is missing after ':' or ','" + expected);
    EXPECT_EQ(parse_error("a:n"), "'a:n': 'n' has no '='" + expected);
    EXPECT_EQ(parse_error("a:=1"), "'a:=1': '=1' has no key" + expected);
    EXPECT_EQ(parse_error("a:n="), "'a:n=': 'n=' has no value" + expected);
    EXPECT_EQ(parse_error("a:n=1,p=2,n=1"), "'a:n=1,p=2,n=1': 'n' is given twice" + expected);
}

TEST(Spec, TakesFlagsWhereThereAreSome) {
    constexpr std::array<std::string_view, 2> flags = {"fast", "safe"};
    const Spec spec = parse_spec("a:fast,n=1,safe", flags);
    const decltype(spec.entries) expected = {{"fast", ""}, {"n", "1"}, {"safe", ""}};
    EXPECT_EQ(spec.entries, expected);

    const auto error = [&](std::string_view text) {
        return test::message_of<UsageError>([&] { parse_spec(text, flags); });
    };
    const std::string grammar = "; expected name or name:key=value,key=value";
    EXPECT_EQ(error("a:n"), "'a:n': 'n' has no '='" + grammar);
    EXPECT_EQ(error("a:fast,fast"), "'a:fast,fast': 'fast' is given twice" + grammar);
    EXPECT_EQ(error("a:fast="), "'a:fast=': 'fast=' has no value" + grammar);
    EXPECT_EQ(error("a:fast,"), "'a:fast,': a key=value is missing after ':' or ','" + grammar);
}

constexpr std::array parameters = {Parameter{"n", "how many", IntegerRange{1, 9}},
                                   Parameter{"p", "how likely", RealRange{0, 1}, "0.25"},
                                   Parameter{"seed", "which", IntegerRange{}, ""}};

Arguments bind(std::string_view text) {
    return {parse_spec(text), parameters};
}

std::string bind_error(std::string_view text) {
    return test::message_of<UsageError>([&] { bind(text); });
}

TEST(Arguments, HoldWhatIsGivenAndWhatIsNot) {
    const Arguments given = bind("a:seed=18446744073709551615,p=1e-1,n=9");
    EXPECT_EQ(given.integer("n"), 9U);
    EXPECT_EQ(given.real("p"), 0.1);
    EXPECT_EQ(given.integer("seed", 5), 18446744073709551615U);

    const Arguments sparse = bind("a:n=1");
    EXPECT_EQ(sparse.real("p"), 0.25);
    EXPECT_TRUE(sparse.has("p"));
    EXPECT_FALSE(sparse.has("seed"));
    EXPECT_EQ(sparse.integer("seed", 5), 5U);
}

TEST(Arguments, SayWhatIsWrong) {
    EXPECT_EQ(bind_error("a:p=1"), "a: 'n' (how many) is missing; expected an integer from 1 to 9");
    EXPECT_EQ(bind_error("a:n=1,q=2"), "a: unknown parameter 'q'; expected n, p, seed");
    for (const std::string value : {"0", "10", "-1", "+1", "1.5", "1x", " 1", "99999999999999999999", "nan"})
        EXPECT_EQ(bind_error("a:n=" + value), "a: n=" + value + ": expected an integer from 1 to 9");
    for (const std::string value : {"-0.1", "1.01", "nan", "inf", "1e999", "0.5 ", "half"})
        EXPECT_EQ(bind_error("a:n=1,p=" + value), "a: p=" + value + ": expected a number from 0 to 1");
    EXPECT_EQ(bind_error("a:n=1,seed=-1"), "a: seed=-1: expected an integer of at least 0");
    EXPECT_EQ(test::message_of<UsageError>([] { Arguments(parse_spec("a:n=1"), {}); }),
              "a: unknown parameter 'n'; expected none");
}

constexpr std::array<std::string_view, 3> sizes = {"small", "middling", "large"};
constexpr std::array<std::string_view, 1> flag_names = {"fast"};
constexpr std::array choices = {Parameter{"size", "how large", WordRange{sizes}, "middling"},
                                Parameter{"fast", "without delay", FlagRange{}}};

Arguments choose(std::string_view text) {
    return {parse_spec(text, flag_names), choices};
}

TEST(Arguments, HoldWordsAndFlags) {
    EXPECT_EQ(choose("a").word("size"), "middling");
    EXPECT_FALSE(choose("a").has("fast"));
    const Arguments given = choose("a:fast,size=large");
    EXPECT_EQ(given.word("size"), "large");
    EXPECT_TRUE(given.has("fast"));
}

TEST(Arguments, SayWhichWordsThereAreAndThatAFlagHasNoValue) {
    for (const std::string value : {"Small", "smal", "small ", "1"})
        EXPECT_EQ(test::message_of<UsageError>([&] { choose("a:size=" + value); }),
                  "a: size=" + value + ": expected small, middling or large");
    EXPECT_EQ(test::message_of<UsageError>([] { choose("a:fast=1"); }), "a: fast=1: expected no value");
    EXPECT_EQ(test::message_of<UsageError>([] { Arguments(parse_spec("a:fast", flag_names), parameters); }),
              "a: unknown parameter 'fast'; expected n, p, seed");
}

TEST(Parameter, DescribesItself) {
    EXPECT_EQ(describe(choices[0]), "size: how large, small, middling or large (default middling)");
    EXPECT_EQ(describe(choices[1]), "fast: without delay");

    EXPECT_EQ(describe(parameters[0]), "n: how many, an integer from 1 to 9 (required)");
    EXPECT_EQ(describe(parameters[1]), "p: how likely, a number from 0 to 1 (default 0.25)");
    EXPECT_EQ(describe(parameters[2]), "seed: which, an integer of at least 0");
}

}  // namespace
}  // namespace scrump::detail

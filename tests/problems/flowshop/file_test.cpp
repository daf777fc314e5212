#include <scrump/problems/flowshop/file.hpp>

#include <gtest/gtest.h>

#include <support/message_of.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace scrump::flowshop {
namespace {

using Times = std::vector<std::vector<std::int64_t>>;

Instance of(const Times& jobs) {
    Instance instance(jobs.size(), jobs.front().size());
    for (std::size_t job = 0; job < jobs.size(); ++job)
        for (std::size_t machine = 0; machine < jobs[job].size(); ++machine)
            instance.set_time(job, machine, jobs[job][machine]);
    return instance;
}

const Times three_jobs = {{5, 4}, {3, 6}, {8, 2}};
const std::string taillards =
    "number of jobs, number of machines, initial seed, upper bound and lower bound :\n"
    "          3           2   873654221        17        15\n"
    "processing times :\n"
    " 5  3  8\n"
    " 4  6  2\n";
const std::string pairs = "3 2\n0 5 1 4\n0 3 1 6\n0 8 1 2\n";

std::string message(const std::string& text) {
    return test::message_of([&] { parse(text, "shop"); });
}

TEST(FlowShopFile, IsReadInEachLayout) {
    const std::string texts[] = {taillards,
                                 "3 2 1 0 0\n5 3 8\n4 6 2\n",                   // no words
                                 "3 2 1 0 0\nprocessing times:\n5 3\n8 4 6 2",  // rows that go on
                                 pairs,
                                 "3 2\n1 5 2 4\n1 3 2 6\n1 8 2 2\n",  // machines from 1
                                 "3 2\n5 4\n3 6\n8 2\n",              // rows of jobs
                                 "3 2\n5 3 8\n4 6 2\n"};              // rows of machines
    for (std::string text : texts) {
        ASSERT_EQ(parse(text, "shop").size(), 1U) << text;
        EXPECT_EQ(parse(text, "shop").front().instance, of(three_jobs)) << text;
        std::string with_carriage_returns;
        for (const char c : text) with_carriage_returns += c == '\n' ? std::string("\r\n\r\n") : std::string(1, c);
        EXPECT_EQ(parse(with_carriage_returns, "shop").front().instance, of(three_jobs)) << text;
    }
    EXPECT_EQ(parse("1 1\n7\n", "shop").front().instance, of({{7}}));
    EXPECT_EQ(parse("2 2\n0 1 1 2\n0 3 1 4\n", "shop").front().instance, of({{1, 2}, {3, 4}}));
    EXPECT_EQ(parse("1 3\n4 5 6\n", "shop").front().instance, of({{4, 5, 6}}));
    EXPECT_EQ(parse("3 1\n4 5 6\n", "shop").front().instance, of({{4}, {5}, {6}}));
}

TEST(FlowShopFile, MayHoldSeveralInstancesWithDescriptions) {
    const auto all = parse(
        " This file contains a set of 2 instances.\n"
        " 1978, from Carlier.\n"
        " ++++++++++++++++\n"
        " instance car1\n"
        " ++++++++++++++++\n"
        " Carlier 11x5 instance\n" +
            pairs + " ++++++++++++++++\n instance car2\n ++++++++++++++++\n" + taillards + taillards +
            " ++++++++++++++++\n EOF\n",
        "shop");
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].name, "car1");
    EXPECT_EQ(all[1].name, "car2");
    EXPECT_EQ(all[2].name, "");
    for (const NamedInstance& each : all) EXPECT_EQ(each.instance, of(three_jobs));
}

TEST(FlowShopFile, ErrorsNameTheLine) {
    EXPECT_EQ(message(""), "shop:1: the file ends without a line '<jobs> <machines>' or one of Taillard's");
    EXPECT_EQ(message("hello\nworld\n"),
              "shop:2: the file ends without a line '<jobs> <machines>' or one of Taillard's");
    EXPECT_EQ(message("3 2 1\n"),
              "shop:1: expected '<jobs> <machines>' or '<jobs> <machines> <seed> <upper bound> <lower bound>', found 3 "
              "numbers");
    EXPECT_EQ(message("0 5\n"), "shop:1: 0 jobs; expected from 1 to 1000");
    EXPECT_EQ(message("18446744073709551615 5\n"), "shop:1: 18446744073709551615 jobs; expected from 1 to 1000");
    EXPECT_EQ(message("1000 101\n"), "shop:1: 101 machines; expected from 1 to 100");
    EXPECT_EQ(message("99999999999999999999 5\n"),
              "shop:1: the file ends without a line '<jobs> <machines>' or one of Taillard's");
    EXPECT_EQ(message("3 2\n"), "shop:1: the file ends after 0 of the 6 processing times of an instance");
    EXPECT_EQ(message("3 2\n5 4\n"), "shop:2: the file ends after 2 of the 6 processing times of an instance");
    EXPECT_EQ(message("3 2\n5 4\n3 6 1\n"), "shop:3: expected the end of the line, found '1'");
    EXPECT_EQ(message("3 2\n5 4\n3\n8 2\n"),
              "shop:3: expected a processing time, a whole number of at least 0, found the end of the line");
    EXPECT_EQ(message("3 2 1 0 0\n5 3 x\n"),
              "shop:2: expected a processing time, a whole number of at least 0, found 'x'");
    EXPECT_EQ(message("3 2 1 0 0\n5 3 8 4 -6 2\n"),
              "shop:2: expected a processing time, a whole number of at least 0, found '-6'");
    EXPECT_EQ(message("3 2 1 0 0\n5 3 8 4 6 2 1\n"), "shop:2: expected the end of the line, found '1'");
    EXPECT_EQ(message("2 1 1 0 0\n500000000\n500000001\n"),
              "shop:3: the processing times add up to more than 1000000000");
    EXPECT_EQ(message("1 1 1 0 0\n18446744073709551615\n"),
              "shop:2: the processing times add up to more than 1000000000");
    EXPECT_EQ(message("3 2\n0 5 1 4\n1 3 0 6\n0 8 1 2\n"), "shop:3: expected machine 0, found '1'");
    EXPECT_EQ(message("3 2\n0 5 1 4\n0 3 0 6\n0 8 1 2\n"), "shop:3: expected machine 1, found '0'");
}

TEST(FlowShopFile, WhatMayMeanTwoThingsIsRefused) {
    EXPECT_EQ(
        message("2 2\n1 2\n3 4\n"),
        "shop:2: as many jobs as machines: whether a row is a job or a machine is not said; expected rows of jobs "
        "with the machine, from 0, before each time");
    EXPECT_EQ(
        message("3 2\n1 5 0 4\n0 3 1 6\n0 8 1 2\n"),
        "shop:2: the machines of a job are not in turn; expected 0 to 1, as every job of a flow shop goes through "
        "all machines in this order");
    EXPECT_EQ(message("3 2\n1 2 3 4 5\n"),
              "shop:2: expected a row of 4 numbers, a machine and a time in turn, or of 2 or 3 times, found 5 numbers");
    EXPECT_EQ(message("3 2\n5 4 x\n"), "shop:2: expected a row of whole numbers, found '5 4 x'");
    EXPECT_EQ(message(pairs + "junk\n\n" + "more\n"),
              "shop:5: expected another instance or the end of the file, found 'junk'");
    EXPECT_EQ(message(pairs + "1 2 3\n"),
              "shop:5: expected '<jobs> <machines>' or '<jobs> <machines> <seed> <upper bound> <lower bound>', found 3 "
              "numbers");
}

}  // namespace
}  // namespace scrump::flowshop

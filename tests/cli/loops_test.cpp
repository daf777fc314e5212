// scrump loop: applications of self-scheduled loops.

#include "cli/command.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::Command;
using test::Completed;
using test::run;

std::vector<std::string> joined(std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(LoopCommand, ItsApplicationsAndTheirTwinsAnswerAlike) {
    const std::vector<std::vector<std::string>> questions = {
        {"imbalance", "--iterations", "3000", "--imbalance", "30"},
        {"pisolver", "--iterations", "1000", "--imbalance", "30", "--time-steps", "3"},
        {"mandelbrot", "--size", "64", "--steps", "200"},
        {"julia", "--cells", "20", "--steps", "200", "--axis", "1"},
        {"sedov", "--side", "8", "--time-steps", "4"},
        {"amr", "--block", "4", "--time-steps", "6", "--finest", "2"}};
    for (const auto& question : questions) {
        const auto ask = [&](const std::vector<std::string>& how) {
            const Completed result = run(joined(joined({"loop"}, question), joined({"--quiet"}, how)));
            EXPECT_EQ(result.status, 0) << result.err;
            EXPECT_EQ(result.err, "");
            return result.out;
        };
        const std::string answer = ask({"--sequential"});
        EXPECT_NE(answer, "");
        for (const std::vector<std::string>& how : {std::vector<std::string>{"--workers", "2"},
                                                    {"--workers", "3", "--technique", "ss"},
                                                    {"--workers", "1", "--localities", "1", "--technique", "gss"}})
            EXPECT_EQ(ask(how), answer) << question[0] << " " << how.back();
        // Loads are those of so many parts.
        if (question[0] == "imbalance" || question[0] == "pisolver") continue;
        EXPECT_EQ(ask({"--workers", "1", "--localities", "3", "--check"}), answer) << question[0];
        EXPECT_EQ(ask({"--workers", "2", "--localities", "2", "--steal-order", "coordinator"}), answer) << question[0];
    }
    const std::vector<std::string> parts = {"loop",         "imbalance", "--iterations", "3000",
                                            "--localities", "3",         "--quiet"};
    EXPECT_EQ(run(joined(parts, {"--workers", "2", "--keep-results"})).out.substr(0, 12),
              run(joined(parts, {"--sequential"})).out.substr(0, 12));
}

TEST(LoopCommand, TellsMachinesWhatWasRunAndWhatItCost) {
    const auto json = run({"loop", "imbalance", "--iterations", "20000", "--workers", "1", "--localities", "2",
                           "--imbalance", "40", "--technique", "gss", "--check", "--json"})
                          .json();
    EXPECT_EQ(json["schema"], "scrump-loop");
    EXPECT_EQ(json["problem"], "loop imbalance");
    EXPECT_EQ(json["status"], "complete");
    EXPECT_EQ(json["loops"], 1);
    EXPECT_EQ(json["iterations"], 20000);
    EXPECT_EQ(json["localities"], 2);
    EXPECT_EQ(json["workers"], 1);
    EXPECT_EQ(json["technique"], "gss");
    EXPECT_EQ(json["shares"].size(), 2U);
    EXPECT_EQ(json["transfers"].size(), 2U);
    EXPECT_EQ(json["transfers"][0]["own_iterations"], 10000);
    EXPECT_GE(json["imbalance"], 1);
    EXPECT_EQ(json["statistics"]["per_worker"].size(), 2U);
    EXPECT_FALSE(json.contains("chosen"));
    const auto chosen = run({"loop", "mandelbrot", "--shared", "--size", "64", "--json"}).json();
    EXPECT_EQ(chosen["technique"], "auto");
    EXPECT_EQ(chosen["chosen"]["technique"], "auto");
    EXPECT_NE(chosen["chosen"]["reason"].get<std::string>().find("the first run"), std::string::npos);
    const auto of_parts = run({"loop", "mandelbrot", "--size", "64", "--json"}).json();
    EXPECT_EQ(of_parts["chosen"]["reason"], "sizes by the time that iterations take");
    const auto many = run({"loop", "sedov", "--side", "6", "--time-steps", "3", "--workers", "2", "--json"}).json();
    EXPECT_EQ(many["loops"], 8);
    EXPECT_EQ(many["iterations"], 8 * 216);
    EXPECT_EQ(many["steps"], 3);
    EXPECT_EQ(many["shares"].size(), 2U);
    EXPECT_NEAR(many["energy"], 1, 0.01);
    EXPECT_FALSE(many.contains("statistics"));
    EXPECT_LE(many["loop_seconds"], many["seconds"]);
    const auto twin = run({"loop", "sedov", "--side", "6", "--time-steps", "3", "--sequential", "--json"}).json();
    EXPECT_EQ(twin["shock_radius"], many["shock_radius"]);
    EXPECT_FALSE(twin.contains("shares"));
}

// On a simulated machine times are exact.
TEST(LoopCommand, TellsWhatEachTimeStepCost) {
    const std::vector<std::string> pisolver = {
        "loop",        "pisolver", "--iterations", "900", "--workload", "100",
        "--imbalance", "40",       "--time-steps", "3",   "--simulate", "infiniband:hosts=3,workers=1,node=1000"};
    const auto json = run(joined(pisolver, {"--check", "--json"})).json();
    EXPECT_EQ(json["problem"], "loop pisolver");
    EXPECT_EQ(json["instance"]["time_steps"], 3);
    EXPECT_EQ(json["checked"], true);
    EXPECT_EQ(json["loops"], 3);
    EXPECT_EQ(json["steps"], 3);
    EXPECT_NEAR(json["value"], 3.1416, 1e-3);
    ASSERT_EQ(json["by_step"].size(), 3U);
    double seconds = 0;
    for (const auto& step : json["by_step"]) {
        EXPECT_EQ(step["iterations"], 900);
        EXPECT_NEAR(step["cost"].get<double>(), 3 * step["seconds"].get<double>(), 1e-9);
        EXPECT_GE(step["imbalance"], 1);
        EXPECT_GT(step["steals_won"], 0);
        const double rounded = 1 + 1e-9;  // of a mean
        EXPECT_LE(step["send"]["min"], step["send"]["mean"].get<double>() * rounded);
        EXPECT_LE(step["receive"]["mean"], step["receive"]["max"].get<double>() * rounded);
        seconds += step["seconds"].get<double>();
    }
    EXPECT_NEAR(json["loop_seconds"].get<double>(), seconds, 1e-9);
    EXPECT_GE(json["send"]["min"], 800e-9) << "the machine's time to hand a message to the network";
    EXPECT_GE(json["receive"]["min"], 800e-9) << "the machine's time to receive a message";
    double longest = 0;
    for (const auto& each : json["transfers"])
        if (each.contains("send")) longest = std::max(longest, each["send"]["max"].get<double>());
    EXPECT_EQ(json["send"]["max"], longest);
    const auto off = run(joined(pisolver, {"--steal-order", "off", "--json"})).json();
    EXPECT_FALSE(off.contains("send")) << "nothing was sent";
    EXPECT_FALSE(off["by_step"][0].contains("receive"));
    EXPECT_GT(off["by_step"][0]["imbalance"], json["by_step"][0]["imbalance"]);
    const std::string shown = run(joined(pisolver, {"--stats"})).out;
    for (const char* const each : {"to send a chunk (us)", "max/mean", "cost (s)", " s, max/mean "})
        EXPECT_NE(shown.find(each), std::string::npos) << shown;
    EXPECT_FALSE(run({"loop", "imbalance", "--iterations", "9", "--json"}).json().contains("by_step"));
}

TEST(LoopCommand, DrawsPictures) {
    const test::Folder folder;
    for (const auto& [application, side] :
         {std::pair{"mandelbrot", 1024}, std::pair{"julia", 96}, std::pair{"sedov", 160}, std::pair{"amr", 256}}) {
        const std::string file = folder / application;
        const bool is_set = application == std::string("mandelbrot") || application == std::string("julia");
        const Completed drawn =
            run({"loop", application, "--picture", file, is_set ? "--steps" : "--time-steps", is_set ? "50" : "2"});
        EXPECT_EQ(drawn.status, 0) << drawn.err;
        const std::string picture = read_file(file);
        const std::string length = std::to_string(side);
        const std::string head = std::string("P5\n").append(length).append(" ").append(length).append("\n255\n");
        EXPECT_EQ(picture.substr(0, head.size()), head);
        EXPECT_EQ(picture.size(), head.size() + static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
        EXPECT_NE(picture.substr(head.size()).find_first_not_of(picture[head.size()]), std::string::npos);
    }
    const Completed nowhere = run({"loop", "sedov", "--picture", folder / "no/such/folder", "--time-steps", "1"});
    EXPECT_EQ(nowhere.status, 1);
    EXPECT_NE(nowhere.err.find("no/such/folder"), std::string::npos) << nowhere.err;
}

TEST(LoopCommand, ShowsItsProgressWhereThatIsAskedFor) {
    const Completed shown = run({"loop", "imbalance", "--iterations", "400000", "--progress", "--time-limit", "1500ms",
                                 "--workers", "1", "--localities", "2", "--workload", "1000000"});
    EXPECT_EQ(shown.status, 3);
    EXPECT_NE(shown.err.find(" iterations (0 %) | "), std::string::npos) << shown.err;
    const Completed steps =
        run({"loop", "amr", "--time-steps", "1000000", "--progress", "--time-limit", "1500ms", "--workers", "2"});
    EXPECT_EQ(steps.status, 3);
    EXPECT_NE(steps.err.find("step 1 of 1000000 | radius 0.100 | "), std::string::npos) << steps.err;
    EXPECT_NE(steps.out.find("stopped (time-limit)"), std::string::npos) << steps.out;
}

TEST(LoopCommand, CtrlCStopsIt) {
    Command interrupted({"loop", "mandelbrot", "--size", "32768", "--shared", "--workers", "2", "--json"});
    interrupted.await_threads(4);
    interrupted.send(SIGINT);
    const Completed ended = interrupted.wait();
    EXPECT_EQ(ended.status, 3) << ended.err;
    EXPECT_EQ(ended.json()["stopped_by"], "cancelled");
    EXPECT_FALSE(ended.json().contains("count"));
}

// Each option in each application: those where it has a meaning take it, the others name these.
TEST(LoopCommand, OptionsAreRefusedWhereTheyMeanNothing) {
    struct Option {
        std::vector<std::string> words;
        std::string applications;  // in the order of help
    };
    const test::Folder folder;
    const std::vector<std::string> small = {"--time-limit", "30s", "--quiet"};
    const std::vector<Option> options = {{{"--iterations", "10"}, "imbalance, pisolver"},
                                         {{"--workload", "10"}, "imbalance, pisolver"},
                                         {{"--imbalance", "20"}, "imbalance, pisolver"},
                                         {{"--spread", "normal"}, "imbalance, pisolver"},
                                         {{"--size", "5"}, "mandelbrot"},
                                         {{"--steps", "5"}, "mandelbrot, julia"},
                                         {{"--shared"}, "mandelbrot"},
                                         {{"--cells", "4"}, "julia"},
                                         {{"--axis", "2"}, "julia"},
                                         {{"--side", "4"}, "sedov"},
                                         {{"--block", "4"}, "amr"},
                                         {{"--finest", "2"}, "amr"},
                                         {{"--time-steps", "1"}, "pisolver, sedov, amr"},
                                         {{"--picture", folder / "x.pgm"}, "mandelbrot, julia, sedov, amr"},
                                         {{"--keep-results"}, "imbalance, pisolver, mandelbrot, julia"},
                                         {{"--trace", folder / "trace.json"}, "imbalance, mandelbrot, julia"}};
    const std::map<std::string, std::vector<std::string>> sizes = {
        {"imbalance", {"--iterations", "10"}}, {"pisolver", {"--time-steps", "1"}}, {"mandelbrot", {"--size", "10"}},
        {"julia", {"--cells", "6"}},           {"sedov", {"--time-steps", "1"}},    {"amr", {"--time-steps", "1"}}};
    for (const auto& [application, size] : sizes) {
        for (const Option& option : options) {
            const bool has_size = option.words.front() == size.front();
            std::vector<std::string> words = joined({"loop", application}, option.words);
            if (!has_size) words = joined(words, size);
            const Completed done = run(joined(words, small));
            if (option.applications.find(application) != std::string::npos) {
                EXPECT_EQ(done.status, 0) << application << " " << option.words.front() << done.err;
                continue;
            }
            EXPECT_EQ(done.status, 2) << application << " " << option.words.front();
            EXPECT_EQ(done.out, "");
            EXPECT_EQ(done.err, "scrump: loop " + application + ": " + option.words.front() +
                                    " has no meaning there; it is for " + option.applications + "\n");
        }
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "x.pgm") && std::filesystem::file_size(folder / "x.pgm") == 0);
}

TEST(LoopCommand, OptionsAreRefusedBesideOthersThatLeaveThemNoMeaning) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> questions = {
        {{"mandelbrot", "--shared", "--check"}, "--check has no meaning: with --shared"},
        {{"mandelbrot", "--shared", "--steal-order", "coordinator"}, "--steal-order has no meaning: with --shared"},
        {{"mandelbrot", "--shared", "--keep-results"}, "--keep-results has no meaning: with --shared"},
        {{"imbalance", "--steal-order", "off", "--steal-amount", "0.3"},
         "--steal-amount has no meaning: with --steal-order off"},
        {{"imbalance", "--steal-order", "coordinator", "--policy", "random"},
         "--policy has no meaning: with --steal-order coordinator"},
        {{"imbalance", "--policy", "random:steal=half"}, "--steal-amount says how much is stolen"},
        {{"pisolver", "--steal-order", "off", "--keep-results"},
         "--keep-results has no meaning: with --steal-order off"},
        {{"pisolver", "--sequential", "--check"}, "--check has no meaning: --sequential runs no loops"},
        {{"julia", "--sequential", "--localities", "2"}, "--localities has no meaning: --sequential"},
        {{"imbalance", "--sequential", "--check"}, "--check has no meaning: --sequential runs no loops"},
        {{"imbalance", "--sequential", "--technique", "gss"}, "--technique has no meaning: --sequential"},
        {{"mandelbrot", "--sequential", "--localities", "2"}, "--localities has no meaning: --sequential"},
        {{"imbalance", "--technique", "wf"}, "wf needs --weights"},
        {{"imbalance", "--steal-amount", "wf"}, "wf needs --weights"},
        {{"sedov", "--technique", "awf"}, "awf needs what earlier runs of the loop have shown"},
        {{"imbalance", "--weights", "1,2"}, "--weights has no meaning: weights are for the techniques wf, awf-b"}};
    for (const auto& [words, complaint] : questions) {
        const Completed result = run(joined({"loop"}, words));
        EXPECT_EQ(result.status, 2) << words[0];
        EXPECT_NE(result.err.find(complaint), std::string::npos) << result.err;
        EXPECT_EQ(result.out, "");
    }
    const auto weighted = run(
        {"loop", "mandelbrot", "--size", "40", "--workers", "2", "--technique", "wf", "--weights", "1,3", "--json"});
    EXPECT_EQ(weighted.status, 0) << weighted.err;
}

// A result claims what happened, and no more.
TEST(LoopCommand, ResultsClaimOnlyWhatHappened) {
    const auto json = [](const std::vector<std::string>& words) {
        return run(joined(joined({"loop"}, words), {"--json"})).json();
    };
    const std::vector<std::string> of_steals = {"steal_order", "steal_amount", "results_go_home", "policy"};
    const auto shared = json({"mandelbrot", "--size", "40", "--shared", "--workers", "2"});
    EXPECT_EQ(shared["checked"], false);
    const auto alone = json({"mandelbrot", "--size", "40", "--workers", "2", "--check"});
    EXPECT_EQ(alone["checked"], true) << "each iteration was run once";
    const auto twin = json({"mandelbrot", "--size", "40", "--sequential"});
    EXPECT_FALSE(twin.contains("checked"));
    EXPECT_FALSE(twin.contains("technique"));
    for (const std::string& each : of_steals) {
        EXPECT_FALSE(shared.contains(each)) << each;
        EXPECT_FALSE(alone.contains(each)) << each;
        EXPECT_FALSE(twin.contains(each)) << each;
    }
    const std::vector<std::string> parts = {"imbalance", "--iterations", "100", "--localities", "2", "--workers", "1"};
    const auto stealing = json(parts);
    for (const std::string& each : of_steals) EXPECT_TRUE(stealing.contains(each)) << each;
    EXPECT_EQ(stealing["checked"], false);
    EXPECT_FALSE(json(joined(parts, {"--steal-order", "coordinator"})).contains("policy"));
    EXPECT_FALSE(json(joined(parts, {"--steal-order", "off"})).contains("steal_amount"));
}

TEST(LoopCommand, SaysWhatIsWrong) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> questions = {
        {{"chess"}, "imbalance, pisolver, mandelbrot, julia, sedov and amr"},
        {{"pisolver", "--imbalance", "60"}, "the imbalance is from 0 to 0.5"},
        {{"julia", "--axis", "3"}, "'3'"},
        {{"julia", "--cells", "513"}, "512"},
        {{"imbalance", "--technique", "fastest"}, "fastest"},
        {{"imbalance", "--imbalance", "60"}, "the imbalance is from 0 to 0.5"},
        {{"imbalance", "--steal-amount", "0.0"}, "more than 0 and at most 1"},
        {{"imbalance", "--workload", "0"}, "'0'"},
        {{"mandelbrot", "--size", "0"}, "'0'"},
        {{"sedov", "--side", "257"}, "256"},
        {{"amr", "--block", "7"}, "even number of cells"},
        {{"amr", "--finest", "0"}, "the coarsest level"},
        {{"mandelbrot", "--technique", "wf", "--weights", "1,0"}, "a weight is more than 0, not 0"},
        {{"mandelbrot", "--technique", "wf", "--weights", "1,"}, "weights are numbers with commas between them"},
        {{"mandelbrot", "--technique", "wf", "--weights", "1,2", "--workers", "3"}, "2 weights for 3 workers"},
        {{"sedov", "--progress", "--no-progress"}, "--no-progress"}};
    for (const auto& [words, complaint] : questions) {
        const Completed result = run(joined({"loop"}, words));
        EXPECT_EQ(result.status, 2) << words[0];
        EXPECT_NE(result.err.find(complaint), std::string::npos) << result.err;
        EXPECT_EQ(result.out, "");
    }
}

}  // namespace
}  // namespace scrump::detail

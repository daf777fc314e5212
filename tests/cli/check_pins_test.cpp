// scrump check: compiled models.

#include "cli/command.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using test::Completed;
using test::run;

const std::string model = std::string(SCRUMP_PINS_MODELS) + "/peterson.so";

TEST(CheckPinsCommand, AnswersFormulasOfLtl) {
    const std::string never = "G !(\"critical 0\" & \"critical 1\")", always = "F \"at 0\" = critical";
    const Completed text = run({"check", model, "--ltl", never, "--ltl", always, "--workers", "2"});
    EXPECT_EQ(text.status, 0) << text.err;
    EXPECT_TRUE(text.out.starts_with(never + " true     by visiting states, ")) << text.out;
    EXPECT_NE(text.out.find("\n    then a cycle of "), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("\nanswers     1 true, 1 false\nstatus      complete\n"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("\nworkers     2\n"), std::string::npos) << text.out;
    EXPECT_EQ(run({"check", model, "--ltl", always, "--quiet"}).out, always + " false\n");
    const auto json = run({"check", model, "--ltl", never, "--ltl", always, "--json"}).json();
    EXPECT_EQ(json["schema"], "scrump-check");
    EXPECT_EQ(json["instance"]["interface"], "PINS");
    EXPECT_EQ(json["answers"][0]["answer"], true);
    EXPECT_EQ(json["answers"][1]["answer"], false);
    EXPECT_EQ(json["answers"][1]["method"], "states");
    EXPECT_TRUE(json["answers"][1]["cycle"][0].get<std::string>().starts_with("process "));
    EXPECT_FALSE(run({"check", model, "--ltl", always, "--no-paths", "--json"}).json()["answers"][0].contains("path"));
}

TEST(CheckPinsCommand, CountsFairPathsAlone) {
    const std::string served = "G (\"at 0\" = first -> F \"at 0\" = critical)";
    const std::vector<std::string> asked = {"check", model, "--ltl", served, "--quiet", "--no-paths"};
    const auto with = [&](const std::string& option, const std::string& names) {
        std::vector<std::string> words = asked;
        words.insert(words.end(), {option, names});
        return run(words).out;
    };
    EXPECT_EQ(run(asked).out, served + " false\n");
    EXPECT_EQ(with("--weakly-fair", "process 0,process 1,process 2"), served + " true\n");
    EXPECT_EQ(with("--strongly-fair", "group 1,group 2"), served + " false\n");
}

TEST(CheckPinsCommand, TellsALimitThatWasReached) {
    const Completed stopped = run({"check", model, "--ltl", "G exclusive", "--time-limit", "0.001ms", "--json"});
    EXPECT_EQ(stopped.status, 3) << stopped.err;
    EXPECT_EQ(stopped.json()["stopped_by"], "time-limit");
    EXPECT_EQ(stopped.json()["answers"][0]["why"], "time-limit");
}

TEST(CheckPinsCommand, RefusesWhatIsForNets) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{}, "a compiled model is asked by --ltl alone: expected a formula"},
        {{"--ltl", "G exclusive", "--ctl", "AG exclusive"}, "--ctl is for nets, not for compiled models"},
        {{"--ltl", "G exclusive", "--weakly-fair", "t"},
         "check: fairness: 't' is not a transition of the model: expected group 0 to group 2, or the text of a value"},
        {{"--ltl", "G exclusive", "--buckets", "1024"}, "--buckets is for nets, not for compiled models"},
        {{"--ask", "live"}, "--ask is for nets, not for compiled models"},
        {{"--ltl", "G none"}, "check: formula 'G none': 'none' is not a label of the model's states: these are "}};
    for (const auto& [words, message] : cases) {
        std::vector<std::string> all = {"check", model};
        all.insert(all.end(), words.begin(), words.end());
        const Completed refused = run(all);
        EXPECT_EQ(refused.status, 2) << refused.err;
        EXPECT_NE(refused.err.find(message), std::string::npos) << refused.err;
    }
}

}  // namespace
}  // namespace scrump::detail

// scrump check: questions about place/transition nets.

#include "cli/command.hpp"
#include "problems/petri/nets.hpp"
#include "support/data.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>
#include <scrump/problems/petri/pnml.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace scrump::detail {
namespace {

using test::Completed;
using test::run;

// "a <= b" of two places, or of a place and a number.
std::string at_most(const std::string& left, const std::string& right) {
    const auto sum = [](const std::string& what) {
        const bool is_number = what.find_first_not_of("0123456789") == std::string::npos;
        return is_number ? "<integer-constant>" + what + "</integer-constant>"
                         : "<tokens-count><place>" + what + "</place></tokens-count>";
    };
    return "<integer-le>" + sum(left) + sum(right) + "</integer-le>";
}

std::string within(const std::string& elements, std::string inner) {
    std::istringstream words(elements);
    std::vector<std::string> names;
    for (std::string word; words >> word;) names.push_back(word);
    for (auto name = names.rbegin(); name != names.rend(); ++name)
        inner = "<" + *name + ">" + inner + "</" + *name + ">";
    return inner;
}

std::string property(const std::string& id, const std::string& formula) {
    return "<property><id>" + id + "</id><description>d</description><formula>" + formula + "</formula></property>\n";
}

std::string property_set(const std::string& properties) {
    return "<?xml version=\"1.0\"?>\n<property-set xmlns=\"http://mcc.lip6.fr/\">\n" + properties + "</property-set>\n";
}

// Of producer_and_consumer(): true, false with a path of at least three transitions, a bound, and a formula of LTL.
std::string some_properties() {
    const std::string fireable = "<is-fireable><transition>get</transition></is-fireable>";
    return property_set(property("n-R-00", within("all-paths globally", at_most("full", "3"))) +
                        property("n-R-01", within("all-paths globally", at_most("consuming", "0"))) +
                        property("n-B-00", "<place-bound><place>full</place><place>free</place></place-bound>") +
                        property("n-L-00", within("all-paths globally finally", fireable)));
}

class CheckCommand : public testing::Test {
  protected:
    std::string write(const std::string& name, const petri::Net& net) { return write(name, petri::to_pnml(net)); }
    std::string write(const std::string& name, const std::string& text) {
        const std::string path = folder_ / name;
        replace_file(path, text);
        return path;
    }

    test::Folder folder_;
    const std::string net_ = write("net.pnml", petri::test::producer_and_consumer(3));
    const std::string properties_ = write("properties.xml", some_properties());
};

std::vector<std::string> sorted_lines(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    std::ranges::sort(lines);
    return lines;
}

using Texts = std::vector<std::string>;

TEST_F(CheckCommand, AnswersPropertiesOfFilesAndQuestionsByName) {
    const Completed result = run({"check", net_, properties_, "--ask", "OneSafe,deadlock", "--quiet"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(sorted_lines(result.out),
              (Texts{"OneSafe false", "deadlock false", "n-B-00 3", "n-L-00 true", "n-R-00 true", "n-R-01 false"}));
    const Completed all = run({"check", net_, "--quiet"});
    EXPECT_EQ(all.status, 0) << all.err;
    EXPECT_EQ(sorted_lines(all.out),
              (Texts{"deadlock false", "live true", "one-safe false", "quasi-live true", "stable-marking false"}));
}

TEST_F(CheckCommand, TakesANetOrPropertiesFromStandardInput) {
    EXPECT_EQ(run({"check", "-", properties_, "--only", "n-B-00", "--quiet"}, read_file(net_)).out, "n-B-00 3\n");
    EXPECT_EQ(run({"check", net_, "-", "--only", "B-00", "--quiet"}, some_properties()).out, "n-B-00 3\n");
    EXPECT_EQ(run({"check", "-", "-"}, some_properties()).err, "scrump: check: only one file can be standard input\n");
}

TEST_F(CheckCommand, TellsMachinesWhatItFound) {
    const auto json = run({"check", net_, properties_, "--ask", "live", "--json"}).json();
    EXPECT_EQ(json["schema"], "scrump-check");
    EXPECT_EQ(json["status"], "complete");
    EXPECT_EQ(json["instance"]["places"], 6);
    EXPECT_EQ(json["instance"]["properties"], 5);
    std::map<std::string, nlohmann::json> answers;
    std::vector<std::string> order;
    for (const auto& each : json["answers"]) {
        order.push_back(each["id"]);
        answers[each["id"]] = each;
    }
    EXPECT_EQ(order, (Texts{"n-R-00", "n-R-01", "n-B-00", "n-L-00", "live"}));
    EXPECT_EQ(answers["n-R-00"]["answer"], true);
    EXPECT_FALSE(answers["n-R-00"].contains("path"));
    EXPECT_EQ(answers["n-R-01"]["answer"], false);
    EXPECT_EQ(answers["n-R-01"]["path"].back(), "get");
    EXPECT_GE(answers["n-R-01"]["path"].size(), 3U);
    EXPECT_EQ(answers["n-B-00"]["answer"], 3);
    EXPECT_EQ(answers["n-B-00"]["formula"], "max(free + full)");
    EXPECT_EQ(answers["live"]["answer"], true);
    for (const auto& each : json["answers"]) EXPECT_GE(each["seconds"], 0.0);
}

TEST_F(CheckCommand, TellsPeopleWhatItFound) {
    const std::string out = run({"check", net_, properties_, "--only", "R-01,B-00", "--formulas"}).out;
    EXPECT_NE(out.find("n-R-01 false    "), std::string::npos) << out;
    EXPECT_NE(out.find("n-B-00 3        "), std::string::npos) << out;
    EXPECT_NE(out.find("    max(free + full)\n"), std::string::npos) << out;
    EXPECT_NE(out.find("    path of "), std::string::npos) << out;
    EXPECT_NE(out.find(", get\n"), std::string::npos) << out;
    EXPECT_NE(out.find("\nanswers     1 false, 1 bound\n"), std::string::npos) << out;
    EXPECT_NE(out.find("\nstatus      complete\n"), std::string::npos) << out;
    EXPECT_EQ(run({"check", net_, properties_, "--only", "R-01", "--no-paths"}).out.find("path of"), std::string::npos);
}

// Walks and the structure of a net answer many questions.
TEST_F(CheckCommand, ClaimsNothingOfDiagramsThatWereNotMade) {
    const std::vector<std::string> of_diagrams = {"diagrams", "statistics", "strategy", "order",
                                                  "reorder",  "deque",      "policy",   "reach_seconds"};
    const petri::Net stuck{{{"p", 3}}, {}};
    const std::string still = write("stuck.pnml", stuck);
    const auto without = run({"check", still, "--ask", "deadlock", "--json"}).json();
    const auto with = run({"check", net_, "--ask", "live", "--json"}).json();
    for (const std::string& each : of_diagrams) {
        EXPECT_FALSE(without.contains(each)) << each;
        EXPECT_TRUE(with.contains(each)) << each;
    }
    const std::string text = run({"check", still, "--ask", "deadlock", "--stats"}).out;
    EXPECT_NE(text.find("statistics  none: no diagrams were made\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("task-duration"), std::string::npos) << text;
}

TEST_F(CheckCommand, ClaimsNoTraceOfARunThatWasNotNeeded) {
    const std::string file = folder_ / "trace.json";
    const petri::Net stuck{{{"p", 3}}, {}};
    const std::string still = write("stuck.pnml", stuck);
    EXPECT_FALSE(run({"check", still, "--trace", file, "--json"}).json().contains("trace"));
    const std::string text = run({"check", still, "--trace", file}).out;
    EXPECT_NE(text.find("trace       not written: no diagrams were made\n"), std::string::npos) << text;
    EXPECT_FALSE(std::filesystem::exists(file));
    EXPECT_EQ(run({"check", net_, "--ask", "live", "--trace", file, "--json"}).json()["trace"]["file"], file);
    EXPECT_TRUE(std::filesystem::exists(file));
}

// A path and a cycle show that the first process of the example may wait for ever.
TEST_F(CheckCommand, ShowsThatALockIsUnfair) {
    const std::string folder = SCRUMP_SOURCE "/examples/nets/";
    const std::vector<std::string> words = {"check", folder + "lock.pnml", folder + "lock.xml"};
    std::vector<std::string> as_json = words;
    as_json.emplace_back("--json");
    const auto answers = run(as_json).json()["answers"];
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[0]["id"], "exclusion");
    EXPECT_EQ(answers[0]["answer"], true);
    EXPECT_EQ(answers[0]["formula"], "AG (critical1 + critical2 <= 1)");
    EXPECT_EQ(answers[1]["answer"], false);
    EXPECT_EQ(answers[1]["formula"], "A (!G F enabled(enter1) | G F enabled(leave1))");
    const Texts cycle = answers[1]["cycle"];
    EXPECT_EQ(std::ranges::count(cycle, "leave1"), 0);
    EXPECT_NE(std::ranges::count(cycle, "leave2"), 0);
    const std::string out = run(words).out;
    EXPECT_NE(out.find("    then a cycle of "), std::string::npos) << out;
}

TEST_F(CheckCommand, AnswersFormulasGivenAsText) {
    const std::string lock = SCRUMP_SOURCE "/examples/nets/lock.pnml";
    const std::string turns = "G (waiting1 > 0 -> F critical1 > 0)";
    const std::string back = "AG EF idle1 + idle2 = 2";
    const auto answers =
        run({"check", lock, "--ltl", turns, "--ctl", back, "--ltl", "E F fires(enter2)", "--json"}).json()["answers"];
    ASSERT_EQ(answers.size(), 3U);
    EXPECT_EQ(answers[0]["id"], turns);
    EXPECT_EQ(answers[0]["answer"], false);
    const Texts cycle = answers[0]["cycle"];
    EXPECT_NE(std::ranges::count(cycle, "enter2"), 0);
    EXPECT_EQ(answers[1]["id"], "E F fires(enter2)");
    EXPECT_EQ(answers[1]["answer"], true);
    EXPECT_EQ(answers[1]["formula"], "EF fires(enter2)");
    EXPECT_EQ(answers[2]["formula"], "AG EF (idle1 + idle2 <= 2 & 2 <= idle1 + idle2)");
    EXPECT_EQ(answers[2]["answer"], true);
    const Completed fair = run({"check", lock, "--ltl", turns, "--strongly-fair", "enter1", "--quiet"});
    EXPECT_EQ(fair.status, 0) << fair.err;
    EXPECT_EQ(fair.out, turns + " true\n");
    EXPECT_EQ(run({"check", lock, "--ltl", turns, "--weakly-fair", "enter1", "--quiet"}).out, turns + " false\n");
    const auto lasso = run({"check", lock, "--ctl", "EG critical1 = 0", "--json"}).json()["answers"][0];
    EXPECT_EQ(lasso["answer"], true);
    EXPECT_EQ(lasso["cycle"].size() % 3, 0U) << "rounds of the second process";
    EXPECT_NE(lasso["cycle"].size(), 0U);
}

TEST_F(CheckCommand, ShortensLongPathsForPeopleAlone) {
    // Only a path of 40 transitions leads to 40 tokens.
    const petri::Net steps{{{"left", 40}, {"right", 0}}, {{"step", {{0}}, {{1}}}}};
    const std::string net = write("steps.pnml", steps);
    const std::string file =
        write("all.xml", property_set(property("all", within("exists-path finally", at_most("40", "right")))));
    const std::string out = run({"check", net, file}).out;
    EXPECT_NE(
        out.find("    path of 40 transitions: step, step, step, step, step, step, step, … 31 more …, step, step\n"),
        std::string::npos)
        << out;
    EXPECT_EQ(run({"check", net, file, "--json"}).json()["answers"][0]["path"], Texts(40, "step"));
}

TEST_F(CheckCommand, SpeaksTheWordsOfTheContest) {
    const Completed result = run({"check", net_, properties_, "--ask", "ReachabilityDeadlock", "--contest"});
    EXPECT_EQ(result.status, 0) << result.err;
    const std::vector<std::string> lines = sorted_lines(result.out);
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_TRUE(lines[0].starts_with("FORMULA ReachabilityDeadlock FALSE TECHNIQUES ")) << lines[0];
    EXPECT_TRUE(lines[1].starts_with("FORMULA n-B-00 3 TECHNIQUES ")) << lines[1];
    EXPECT_TRUE(lines[3].starts_with("FORMULA n-R-00 TRUE TECHNIQUES ")) << lines[3];
    EXPECT_EQ(run({"check", net_, "--contest", "--json"}).status, 2);
}

// Whatever is known stays known. The answer of one property is in the initial marking; those of the others take hours.
TEST_F(CheckCommand, ATimeLimitKeepsWhatIsKnown) {
    const std::string net = write("large.pnml", petri::test::kanban(1000));
    const std::string file =
        write("now.xml", property_set(property("now", within("exists-path finally", at_most("1", "kanban1")))));
    const std::vector<std::string> words = {"check",        net,  file,      "--ask", "live",
                                            "--time-limit", "1s", "--order", "given"};
    const auto with = [&](const std::string& form) {
        std::vector<std::string> all = words;
        all.push_back(form);
        return run(all);
    };
    const Completed quiet = with("--quiet");
    EXPECT_EQ(quiet.status, 3) << quiet.err;
    EXPECT_EQ(quiet.out, "now true\nlive unknown\n");
    const auto json = with("--json").json();
    EXPECT_EQ(json["status"], "stopped");
    EXPECT_EQ(json["stopped_by"], "time-limit");
    EXPECT_EQ(json["answers"][0]["answer"], true);
    EXPECT_FALSE(json["answers"][1].contains("answer"));
    EXPECT_FALSE(json["answers"][1]["why"].get<std::string>().empty());
    const Completed contest = with("--contest");
    EXPECT_NE(contest.out.find("FORMULA live CANNOT_COMPUTE\n"), std::string::npos) << contest.out;
}

TEST_F(CheckCommand, SaysWhatIsWrong) {
    const auto wrong = [&](const std::vector<std::string>& words, int status, const std::string& message) {
        std::vector<std::string> all{"check"};
        all.insert(all.end(), words.begin(), words.end());
        const Completed result = run(all);
        EXPECT_EQ(result.status, status) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
    };
    wrong({}, 2, "NET is missing");
    wrong({properties_, net_}, 1,
          "properties.xml: expected a net (PNML) or a compiled model; it is a file of properties of a net (XML): "
          "scrump check NET ");
    wrong({net_, net_}, 1, "net.pnml: expected properties of a net (XML); it is a net (PNML): see scrump ");
    wrong({folder_ / "none.pnml"}, 1, "none.pnml");
    wrong({net_, folder_ / "none.xml"}, 1, "none.xml");
    wrong({net_, properties_, "--only", "n-R-02"}, 2,
          "check: no property has the id 'n-R-02'; the first one has 'n-R-00'");
    wrong({net_, "--ask", "dead"}, 2, "check: unknown question 'dead'; there are deadlock, ");
    wrong({net_, "--ask", "CTLFireability"}, 2, "give that file");
    wrong({net_, "--ask", ""}, 2, "--ask: ");
    wrong({net_, properties_, properties_}, 2, "check: several properties have the id 'n-R-00'");
    wrong({net_, "--ltl", "G"}, 2, "check: formula 'G', column 2: expected a formula, not the end");
    wrong({net_, "--ctl", "AG fulll > 0"}, 2,
          "check: formula 'AG fulll > 0', column 4: the net has no place 'fulll'; expected the id or name of one; did "
          "you "
          "mean full?");
    wrong({net_, "--ltl", "true", "--weakly-fair", "gett"}, 2, "check: fairness: the net has no transition 'gett'");
    wrong({net_, "--ctl", "true", "--weakly-fair", "get"}, 2, "--weakly-fair");
    wrong({net_, "--ltl", "true", "--contest"}, 2, "--contest");
    wrong({net_, "--ltl", "true", "--ltl", "true"}, 2, "check: several properties have the id 'true'");
    wrong({net_, "--localities", "2"}, 2, "check: unknown option '--localities'; it is for ");
    wrong({net_, "--strategy", "bfs"}, 2, "check: unknown option '--strategy'; it is for reach");
    wrong({net_, "--examination", "OneSafe"}, 2, "did you mean --ask?");
    wrong({net_, "--order-file", net_, "--order", "force"}, 2, "--order");
    const std::string unknown = property_set(property("p", "<place-bound><place>nowhere</place></place-bound>"));
    wrong({net_, write("unknown.xml", unknown)}, 1, "nowhere");
    wrong({net_, write("empty.xml", "<property-set/>")}, 1, "empty.xml: has no properties");
    wrong({net_, write("cut.xml", some_properties().substr(0, 300))}, 1, "cut.xml:");
    const std::string timed = "<pnml><net type=\"http://www.pnml.org/version-2009/grammar/timednet\"/></pnml>";
    wrong({write("timed.pnml", timed)}, 1, "expected a place/transition net");
}

TEST_F(CheckCommand, NamesThePlaceOfANetWithoutBounds) {
    const petri::Net unbounded{{{"source", 1}, {"sink", 0}}, {{"grow", {{0}}, {{0}, {1, 4'000'000}}}}};
    const Completed result = run({"check", write("unbounded.pnml", unbounded), "--ask", "live", "--workers", "1"});
    EXPECT_NE(result.status, 0);
    EXPECT_NE((result.out + result.err).find("'sink' has no bound"), std::string::npos) << result.out << result.err;
}

TEST_F(CheckCommand, IsOfferedForItsFiles) {
    EXPECT_NE(run({net_}).out.find("scrump check " + net_ + " "), std::string::npos);
    EXPECT_NE(run({properties_}).out.find("scrump check NET " + properties_ + " "), std::string::npos);
}

// Formulas of the Model Checking Contest, and what its oracle says of them.
TEST_F(CheckCommand, AnswersAsTheOracleOfTheModelCheckingContestDoes) {
    SCRUMP_NEEDS_LARGE_DATA("mcc/formulas.tsv");
    const std::string model = "AutoFlight-PT-02a";
    const std::string folder = test::data("mcc/" + model).string() + "/";
    std::vector<std::string> words = {"check", folder + "model.pnml.xz"};
    std::istringstream lines(read_file(test::data("mcc/formulas.tsv")));
    Texts expected;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream cells(line);
        std::string of_model, category, id, answer;
        cells >> of_model >> category >> id >> answer;
        if (of_model != model) continue;
        expected.push_back(id + ' ' + answer);
        const std::string file = folder + category + ".xml.xz";
        if (words.back() != file) words.push_back(file);
    }
    words.emplace_back("--quiet");
    ASSERT_EQ(expected.size(), 80U);
    ASSERT_EQ(words.size(), 8U);
    std::ranges::sort(expected);
    const Completed result = run(words);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(sorted_lines(result.out), expected);
}

}  // namespace
}  // namespace scrump::detail

// scrump reach: states of models that are decision diagrams.

#include "cli/command.hpp"
#include "cli/refusal.hpp"
#include "states/diagrams/example_models.hpp"
#include "states/diagrams/random_list_model.hpp"
#include "states/diagrams/random_model.hpp"
#include "support/data.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using test::Completed;
using test::RandomModel;
using test::run;

class ReachCommand : public testing::Test {
  protected:
    /// A file with a model, and how many states that has.
    std::string model(std::uint64_t seed, const std::string& name) {
        const RandomModel graph(seed);
        const auto distances = graph.distances();
        states_ = std::count_if(distances.begin(), distances.end(), [](const auto& each) { return each.has_value(); });
        const std::string path = folder_ / name;
        write_model_file(graph.model, path);
        return path;
    }
    std::string states() const { return std::to_string(states_); }

    test::Folder folder_;
    std::ptrdiff_t states_ = 0;
};

TEST_F(ReachCommand, CountsStatesWithEachStrategyHoweverManyWorkersAndLocalitiesThereAre) {
    for (const char* const name : {"model.sylvan.bdd", "model.distbdd.bdd"}) {
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            const std::string file = model(seed, name);
            for (const char* const strategy : {"bfs", "par", "chaining", "saturation"}) {
                for (const std::vector<std::string>& how :
                     {std::vector<std::string>{"--workers", "1"}, {"--workers", "3"}, {"--localities", "2"}}) {
                    const Completed result =
                        run({"reach", file, "--strategy", strategy, "--quiet", how[0], how[1], "--buckets", "1024"});
                    EXPECT_EQ(result.status, 0) << result.err;
                    EXPECT_EQ(result.out, states() + "\n") << seed << strategy;
                    EXPECT_EQ(result.err, "");
                }
            }
        }
    }
}

TEST_F(ReachCommand, ReadsAModelWhateverItsNameIs) {
    const std::string file = model(1, "model.sylvan.bdd");
    const std::string sylvan = read_file(file);
    const SymbolicModel read = read_model_file(file);
    for (const ModelFormat format : {ModelFormat::sylvan, ModelFormat::distbdd, ModelFormat::distdd}) {
        const std::string bytes = write_model(read, format);
        for (const char* const name :
             {"anderson.4.bdd", "MODEL.BDD", "model", "model.distbdd.bdd", "model.sylvan.bdd"}) {
            replace_file(folder_ / name, bytes);
            const Completed result = run({"reach", folder_ / name, "--quiet"});
            EXPECT_EQ(result.out, states() + "\n") << name << result.err;
        }
        EXPECT_EQ(run({"reach", "-", "--quiet"}, bytes).out, states() + "\n");
    }
    EXPECT_EQ(run({"reach", "-", "--quiet", "--format", "sylvan"}, sylvan).out, states() + "\n");
    const Completed other = run({"reach", "-", "--format", "distdd"}, sylvan);
    EXPECT_EQ(other.status, 1) << "the format that is given is the last word";
    EXPECT_TRUE(other.err.starts_with("scrump: standard input: byte ")) << other.err;
    EXPECT_EQ(run({"reach", "-"}, "\x01").err,
              "scrump: standard input: not a model of decision diagrams: expected one of the formats distbdd, distdd, "
              "sylvan and ldd\n");
    EXPECT_TRUE(
        run({"reach", "-"}, "p edge 3 1\ne 1 2\n").err.ends_with("; it is a graph (DIMACS text): see scrump -\n"));
}

TEST_F(ReachCommand, FindsTheStatesOfLists) {
    const test::PlainModel plain = test::random_plain_model(5);
    test::LddWriter newer(plain);
    test::LddWriter older(plain);
    const std::string number = std::to_string(plain.distances().size()) + "\n";
    const std::string file = folder_ / "lists";
    for (const std::string& bytes : {newer.newer(), older.older()}) {
        replace_file(file, bytes);
        for (const char* const strategy : {"bfs", "par", "chaining", "saturation"})
            EXPECT_EQ(run({"reach", file, "--strategy", strategy, "--quiet", "--workers", "2"}).out, number);
        EXPECT_EQ(run({"reach", "-", "--quiet"}, bytes).out, number);
        EXPECT_EQ(run({"reach", "-", "--quiet", "--format", "ldd"}, bytes).out, number);
    }
    const auto json = run({"reach", file, "--deadlocks", "--rounds", "--json"}).json();
    EXPECT_EQ(json["instance"]["entries"], plain.entries);
    EXPECT_EQ(json["instance"]["relations"], plain.relations.size());
    EXPECT_FALSE(json["instance"].contains("bits"));
    EXPECT_EQ(json["by_round"].size(), 1U);
    EXPECT_TRUE(json.contains("deadlocks"));
    EXPECT_EQ(run({"reach", file, "--localities", "2"}).err,
              "scrump: reach: models of list diagrams are explored by one process; expected one locality\n");
    EXPECT_TRUE(run({"reach", file, "--dead-after", "9s"}).err.starts_with("scrump: reach: of a model of lists, "));
    EXPECT_EQ(run({"reach", "-"}, newer.newer().substr(0, 9)).status, 1);
}

TEST_F(ReachCommand, TellsMachinesWhatItFound) {
    const std::string file = model(2, "model.sylvan.bdd");
    const auto json = run({"reach", file, "--strategy", "bfs", "--workers", "2", "--rounds", "--deadlocks", "--path-to",
                           "0,0,0", "--json"})
                          .json();
    EXPECT_EQ(json["schema"], "scrump-reach");
    EXPECT_EQ(json["version"], 1);
    EXPECT_EQ(json["status"], "complete");
    EXPECT_EQ(json["instance"]["bits"], 5);
    EXPECT_EQ(json["instance"]["entries"], 3);
    EXPECT_EQ(json["states"], states());
    EXPECT_EQ(json["strategy"], "bfs");
    EXPECT_EQ(json["by_round"].size(), json["rounds"]);
    EXPECT_EQ(json["by_round"].back()["states"], static_cast<double>(states_));
    EXPECT_TRUE(json.contains("deadlocks"));
    EXPECT_EQ(json["reachable"], json.contains("path"));
    EXPECT_EQ(json["workers"], 2);
    EXPECT_EQ(json["localities"], 1);
    EXPECT_GT(json["diagrams"]["inserted"], 0);
    EXPECT_GT(json["diagrams"]["bytes_a_node"], 0);
    EXPECT_FALSE(json["statistics"].empty());
}

TEST_F(ReachCommand, SaysWhatMakesTheStepsOfAPath) {
    const std::string file = folder_ / "model.sylvan.bdd";
    replace_file(file, test::sylvan_example_file());
    const auto json = run({"reach", file, "--path-to", "0,3", "--json"}).json();
    EXPECT_EQ(json["path"].size(), 4U);
    EXPECT_EQ(json["path_steps"], (std::vector<std::string>{"relation 0", "relation 1", "relation 0"}));
    EXPECT_EQ(json["legend"],
              "a state has the entries 0 to 1, of 1, 2 bits; relations are numbered from 0, as in the file");
    const std::string out = run({"reach", file, "--path-to", "0,3"}).out;
    EXPECT_NE(out.find("3 steps\n    0,0\n    1,0  by relation 0\n    1,3  by relation 1\n    0,3  by relation 0\n"),
              std::string::npos)
        << out;
    EXPECT_NE(out.find("legend      a state has the entries 0 to 1"), std::string::npos) << out;
}

TEST_F(ReachCommand, TellsPeopleMoreIfTheyAsk) {
    const std::string file = model(2, "model.sylvan.bdd");
    const Completed brief = run({"reach", file, "--workers", "1"});
    EXPECT_NE(brief.out.find("states      " + states() + ", in "), std::string::npos) << brief.out;
    EXPECT_EQ(brief.out.find("round  "), std::string::npos);
    const Completed more = run({"reach", file, "--workers", "1", "--strategy", "bfs", "--rounds", "--stats"});
    EXPECT_NE(more.out.find("table nodes"), std::string::npos) << more.out;
    EXPECT_NE(more.out.find("operations"), std::string::npos) << more.out;
    EXPECT_EQ(more.err, "");
}

TEST_F(ReachCommand, SaysWhatIsWrong) {
    EXPECT_NE(test::refusal({"reach", folder_ / "none.sylvan.bdd"}, 1).find("none.sylvan.bdd"), std::string::npos);
    const std::string file = model(1, "model.sylvan.bdd");
    EXPECT_NE(test::refusal({"reach", file, "--strategy", "dfs"}, 2).find("there are bfs, par, chaining, saturation"),
              std::string::npos);
    EXPECT_NE(test::refusal({"reach", file, "--path-to", "1,2"}, 2).find("a state has 3 entries, not 2"),
              std::string::npos);
    EXPECT_NE(test::refusal({"reach", file, "--path-to", "1,,2"}, 2).find("--path-to"), std::string::npos);
    EXPECT_NE(test::refusal({"reach", file, "--path-to", "1,9,2"}, 2).find("no room for 9"), std::string::npos);
    EXPECT_NE(test::refusal({"reach", file, "--buckets", "0"}, 2).find("--buckets"), std::string::npos);
    EXPECT_NE(test::refusal({"reach", file, "--cache-ratio", "x"}, 2).find("--cache-ratio"), std::string::npos);
    EXPECT_NE(test::refusal({"reach", folder_ / "model.bdd"}, 1).find("model.bdd"), std::string::npos);
    const std::string bytes = read_file(file);
    replace_file(folder_ / "cut.sylvan.bdd", bytes.substr(0, bytes.size() / 2));
    EXPECT_NE(test::refusal({"reach", folder_ / "cut.sylvan.bdd"}, 1).find("cut.sylvan.bdd: byte "), std::string::npos);
}

TEST_F(ReachCommand, ATableThatIsTooSmallIsAnErrorThatSaysWhatToDo) {
    SCRUMP_NEEDS_DATA("states/anderson.4.sylvan.bdd");
    const std::string file = test::data("states/anderson.4.sylvan.bdd");
    const Completed result = run({"reach", file, "--workers", "2", "--buckets", "1024", "--max-buckets", "8192"});
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.err.find("raise the largest number of buckets"), std::string::npos) << result.err;
    const Completed limited = run({"reach", file, "--workers", "2", "--buckets", "1024", "--memory-limit", "1M"});
    EXPECT_EQ(limited.status, 1);
    EXPECT_NE(limited.err.find("raise the memory limit"), std::string::npos) << limited.err;
    const Completed grown = run({"reach", file, "--workers", "2", "--buckets", "1024", "--json"});
    EXPECT_EQ(grown.json()["states"], "29641");
    EXPECT_GT(grown.json()["diagrams"]["growths"], 0);
    EXPECT_GT(grown.json()["diagrams"]["growing_seconds"], 0);
}

TEST_F(ReachCommand, ATimeLimitLeavesTheRoundsThatWereOver) {
    SCRUMP_NEEDS_DATA("states/lifts.6.sylvan.bdd");
    const Completed result =
        run({"reach", test::data("states/lifts.6.sylvan.bdd"), "--strategy", "bfs", "--time-limit", "500ms", "--json"});
    EXPECT_EQ(result.status, 3) << result.err;
    EXPECT_EQ(result.json()["status"], "stopped");
    EXPECT_EQ(result.json()["stopped_by"], "time-limit");
    EXPECT_FALSE(result.json().contains("states"));
}

}  // namespace
}  // namespace scrump::detail

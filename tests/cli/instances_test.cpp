// scrump instances: the list, and what is fetched. Nothing goes through a network: files come from folders, or from a
// program that stands for curl.

#include "cli/command.hpp"
#include "support/data.hpp"
#include "support/folder.hpp"

#include <scrump/base/file.hpp>
#include <scrump/problems/graph/graph_file.hpp>
#include <scrump/problems/graph/source.hpp>
#include <scrump/problems/knapsack/instance.hpp>
#include <scrump/problems/tsp/source.hpp>
#include <scrump/problems/tsp/tsplib.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace scrump::detail {
namespace {

using nlohmann::json;
using test::Completed;
using test::Folder;
using test::run;

const std::string two_vertices = "p edge 2 1\ne 1 2\n";

std::map<std::string, json> listed(std::vector<std::string> words = {}) {
    words.insert(words.begin(), {"instances", "--json"});
    const json list = run(words).json();
    std::map<std::string, json> instances;
    for (const json& instance : list["instances"]) instances[instance["name"]] = instance;
    return instances;
}

Completed fetch(const std::vector<std::string>& names, const Folder& folder, const std::string& mirror) {
    std::vector<std::string> words = {"instances", "--fetch", "--to", folder.path().string(), "--mirror", mirror};
    words.insert(words.end(), names.begin(), names.end());
    return run(words);
}

std::string address_of(const std::filesystem::path& folder) {
    return "file://" + std::filesystem::absolute(folder).string();
}

// Programs are looked for in this folder alone, as long as it lives.
class OnlyPath {
  public:
    explicit OnlyPath(const std::string& path) : before_(std::getenv("PATH")) { ::setenv("PATH", path.c_str(), 1); }
    OnlyPath(const OnlyPath&) = delete;
    OnlyPath& operator=(const OnlyPath&) = delete;
    ~OnlyPath() { ::setenv("PATH", before_.c_str(), 1); }

  private:
    std::string before_;
};

// Makes a program that is called curl, whose last argument is the address.
void make_curl(const Folder& folder, const std::string& script) {
    std::ofstream(folder / "curl") << "#!/bin/bash\naddress=${!#}\n" + script;
    std::filesystem::permissions(folder / "curl", std::filesystem::perms::owner_all);
}

bool curl_is_here() {
    return std::system("curl --version >/dev/null 2>&1") == 0;
}

#define SCRUMP_NEEDS_CURL() \
    if (!curl_is_here()) GTEST_SKIP() << "needs the program curl"

// --- The list

TEST(Instances, AreListedWithWhatIsKnownOfThem) {
    const Completed result = run({"instances"});
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err, "");
    const auto has = [&](const std::string& line) { return std::regex_search(result.out, std::regex(line)); };
    EXPECT_TRUE(has("\nbrock400_4.clq +maxclique +400 vertices, 59765 edges +33 +dimacs-cliques\n")) << result.out;
    EXPECT_TRUE(has("\nberlin52.tsp +tsp +52 cities +7542 +tsplib\n")) << result.out;
    EXPECT_TRUE(has("\nmcc +Petri nets [^\n]*; not fetched, see https://mcc.lip6.fr/models.php\n")) << result.out;
}

TEST(Instances, AreListedForMachines) {
    const json list = run({"instances", "--json"}).json();
    EXPECT_EQ(list["schema"], "scrump-instances");
    EXPECT_EQ(list["version"], 1);
    std::set<std::string> names;
    for (const json& instance : list["instances"]) {
        EXPECT_TRUE(names.insert(instance["name"]).second) << instance["name"] << " stands there twice";
        EXPECT_TRUE(std::regex_match(instance["page"].get<std::string>(), std::regex("https?://\\S+")));
        EXPECT_EQ(instance["addresses"].empty(), instance["sha256"].empty()) << instance["name"];
        for (const std::string address : instance["addresses"])
            EXPECT_TRUE(std::regex_match(address, std::regex("https?://[^ {}]+"))) << address;
        for (const std::string sum : instance["sha256"])
            EXPECT_TRUE(std::regex_match(sum, std::regex("[0-9a-f]{64}"))) << sum;
    }
    EXPECT_EQ(listed()["g2.lad"]["command"], "scrump sip --induced --count g2.lad g20.lad");
}

TEST(Instances, AreChosenByWords) {
    const auto names = [](const std::vector<std::string>& words) {
        std::set<std::string> all;
        for (const auto& [name, instance] : listed(words)) all.insert(name);
        return all;
    };
    using Names = std::set<std::string>;
    EXPECT_EQ(names({"g2.lad"}), Names{"g2.lad"});
    EXPECT_EQ(names({"g2"}), Names{"g2.lad"});  // not g20.lad
    EXPECT_EQ(names({"BERLIN52", "brock800"}), (Names{"berlin52.tsp", "brock800_2.clq", "brock800_4.clq"}));
    EXPECT_EQ(names({"knapsack"}).size(), 12U);
    EXPECT_EQ(names({"tsplib"}).size(), 7U);
}

TEST(Instances, WhatIsMisspeltIsNotChosen) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"instances", "brock400_5.clq"}, {"instances", "--fetch", "brock400_5.clq"}}) {
        const Completed result = run(words);
        EXPECT_EQ(result.status, 2);
        EXPECT_EQ(result.out, "");
        EXPECT_NE(result.err.find("'brock400_5.clq'"), std::string::npos) << result.err;
        EXPECT_NE(result.err.find("did you mean brock400_4.clq?"), std::string::npos) << result.err;
    }
    const Completed short_name = run({"instances", "brok400_4"});
    EXPECT_NE(short_name.err.find("did you mean brock400_4?"), std::string::npos) << short_name.err;
    EXPECT_EQ(run({"instances", "--fetch"}).status, 2);
    EXPECT_EQ(run({"instances", "--to", "/tmp", "g2.lad"}).status, 2);
    EXPECT_EQ(run({"instances", "--json", "--fetch", "g2.lad"}).status, 2);
    const Completed folder = run({"instances", "--fetch", "g2.lad", "--mirror", "/data"});
    EXPECT_EQ(folder.status, 2);
    EXPECT_NE(folder.err.find("file:///"), std::string::npos) << folder.err;
}

// --- What the list says is true of the files that are here

// The answers in a table of the data: the second column of each line, by the first.
std::map<std::string, std::string> answers_in(const std::string& table) {
    std::map<std::string, std::string> answers;
    std::ifstream file(test::data(table));
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string name;
        words >> name;
        words >> answers[name];
    }
    return answers;
}

TEST(ListedInstances, HaveTheAnswersOfTheData) {
    SCRUMP_NEEDS_DATA("clique/answers.tsv");
    const auto expect_those_of = [](const std::string& problem, const std::string& table, const std::string& ending) {
        std::size_t compared = 0;
        const auto answers = answers_in(table);
        for (const auto& [name, instance] : listed({problem})) {
            const auto known = answers.find(name.substr(0, name.find(ending)));
            if (known == answers.end()) continue;
            EXPECT_EQ(instance["answer"], known->second) << name;
            ++compared;
        }
        EXPECT_EQ(compared, answers.size() - 1) << table;  // its first line has the titles
    };
    expect_those_of("maxclique", "clique/answers.tsv", ".clq");
    expect_those_of("knapsack", "knapsack/answers.tsv", ".kp");
    expect_those_of("tsp", "tsp/answers.tsv", ".tsp");
    const auto states = answers_in("states/answers.tsv");
    for (const auto& [name, instance] : listed({"reach"})) {
        const std::size_t model = name.find('.', name.find('.') + 1);
        EXPECT_EQ(instance["answer"], states.at(name.substr(0, model))) << name;
    }
}

// "sip --induced --count g2.lad g20.lad" has the answer of the line "g2 g20 yes count …".
TEST(ListedInstances, HaveTheAnswersOfTheSubgraphsInTheData) {
    SCRUMP_NEEDS_DATA("sip/answers.tsv");
    std::map<std::string, std::string> answers;
    std::ifstream file(test::data("sip/answers.tsv"));
    for (std::string pattern, target, induced, question, answer;
         file >> pattern >> target >> induced >> question >> answer;)
        answers[std::string("scrump sip ") + (induced == "yes" ? "--induced " : "") +
                (question == "count" ? "--count " : "") + pattern + ".lad " + target + ".lad"] = answer;
    const auto graphs = listed({"sip"});
    EXPECT_EQ(graphs.size(), 12U);
    for (const auto& [name, instance] : graphs) EXPECT_EQ(instance["answer"], answers.at(instance["command"])) << name;
}

std::string size_of(const std::string& path) {
    if (path.ends_with(".tsp"))
        return std::to_string(tsp::parse_tsplib(read_file(path), path).instance.size()) + " cities";
    if (path.ends_with(".kp"))
        return std::to_string(knapsack::parse(read_file(path), path).instance.items.size()) + " items";
    const graph::GraphFile file = graph::read_graph_file(path);
    return std::to_string(file.graph.size()) + " vertices, " + std::to_string(file.graph.edges()) + " edges" +
           (file.loops.empty() ? "" : ", " + std::to_string(file.loops.size()) + " loops");
}

// Each file that is here comes through without a word about its checksum.
TEST(ListedInstances, AreTheFilesOfTheData) {
    SCRUMP_NEEDS_CURL();
    SCRUMP_NEEDS_DATA("clique/answers.tsv");
    auto instances = listed();
    std::size_t fetched = 0;
    for (const char* kind : {"clique", "knapsack", "sip", "states", "tsp"}) {
        const Folder folder;
        std::vector<std::string> names;
        for (const auto& [name, instance] : instances)
            if (std::filesystem::exists(test::data(kind) / name)) names.push_back(name);
        const Completed result = fetch(names, folder, address_of(test::data(kind)));
        EXPECT_EQ(result.status, 0);
        EXPECT_EQ(result.err, "");
        for (const std::string& name : names) {
            EXPECT_EQ(read_file(folder / name), read_file(test::data(kind) / name)) << name;
            if (!name.ends_with(".bdd")) {
                EXPECT_EQ(instances[name]["size"], size_of(folder / name)) << name;
            }
        }
        fetched += names.size();
    }
    EXPECT_EQ(fetched, 53U);
}

// --- Fetching

TEST(FetchedInstances, ComeWithWhatRunsOnThem) {
    SCRUMP_NEEDS_CURL();
    SCRUMP_NEEDS_DATA("sip/g2.lad");
    const Folder folder;
    const std::string mirror = address_of(test::data("sip"));
    const std::string command = "    scrump sip --induced --count " + folder / "g2.lad" + " " + folder / "g20.lad";
    const Completed one = fetch({"g2.lad"}, folder, mirror + "/");
    EXPECT_EQ(one.status, 0) << one.err;
    EXPECT_EQ(one.out, folder / "g2.lad" + "\n" + command + "    # 10456800; needs g20.lad, too\n");
    const Completed both = fetch({"g2.lad", "g20.lad"}, folder, mirror);
    EXPECT_EQ(both.out.substr(0, both.out.find(folder / "g20.lad" + "\n")),
              folder / "g2.lad" + "\n" + command + "    # 10456800\n");
}

TEST(FetchedInstances, StayWhereTheyAre) {
    SCRUMP_NEEDS_DATA("sip/g2.lad");
    const Folder folder;
    std::filesystem::copy_file(test::data("sip/g2.lad"), folder / "g2.lad");
    const Completed same = fetch({"g2.lad"}, folder, "file:///nowhere");
    EXPECT_EQ(same.status, 0) << same.err;
    EXPECT_EQ(same.err, "");
    replace_file(folder / "g2.lad", "mine");
    const Completed other = fetch({"g2.lad"}, folder, address_of(test::data("sip")));
    EXPECT_EQ(other.status, 1);
    EXPECT_NE(other.err.find(folder / "g2.lad" + ": is there already"), std::string::npos) << other.err;
    EXPECT_EQ(read_file(folder / "g2.lad"), "mine");
}

TEST(FetchedInstances, OfOtherTextAreKeptWithAWarning) {
    SCRUMP_NEEDS_CURL();
    const Folder mirror;
    const Folder folder;
    replace_file(mirror / "brock400_4.clq", two_vertices);
    const Completed result = fetch({"brock400_4"}, folder, address_of(mirror.path()));
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.err.find("warning: brock400_4.clq"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("SHA-256 is cc285fb6c093465e44eea624d59b8c14809e353c4f67d98f96c5f8361d82d41d"),
              std::string::npos)
        << result.err;
    EXPECT_EQ(read_file(folder / "brock400_4.clq"), two_vertices);
}

TEST(FetchedInstances, OfAnotherKindAreNone) {
    SCRUMP_NEEDS_CURL();
    const Folder mirror;
    const Folder folder;
    replace_file(mirror / "brock400_4.clq", "<html>Please log in</html>\n");
    replace_file(mirror / "berlin52.tsp", "");
    const Completed result = fetch({"brock400_4", "berlin52"}, folder, address_of(mirror.path()));
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("/brock400_4.clq:1: "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("berlin52.tsp: not fetched"), std::string::npos) << result.err;
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(FetchedInstances, SayWhyTheyAreNotThere) {
    const Folder folder;
    const Completed no_folder = run({"instances", "--fetch", "g2.lad", "--to", folder / "nowhere"});
    EXPECT_EQ(no_folder.status, 1);
    EXPECT_EQ(no_folder.err, "scrump: " + folder / "nowhere" + ": no such folder\n");
    const Completed no_place = run({"instances", "--fetch", "g2.lad", "--to", "/proc"});
    EXPECT_EQ(no_place.status, 1);
    EXPECT_NE(no_place.err.find("/proc/g2.lad: cannot be written"), std::string::npos) << no_place.err;
    const Completed no_address = run({"instances", "--fetch", "Philosophers-PT-000010", "--to", folder.path()});
    EXPECT_EQ(no_address.status, 1);
    EXPECT_NE(no_address.err.find("see https://mcc.lip6.fr/models.php"), std::string::npos) << no_address.err;
    const OnlyPath none(folder.path());
    const Completed no_curl = fetch({"brock400_4.clq"}, folder, "https://example.org/graphs");
    EXPECT_EQ(no_curl.status, 1);
    EXPECT_NE(no_curl.err.find("https://example.org/graphs/brock400_4.clq: the program curl"), std::string::npos)
        << no_curl.err;
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(FetchedInstances, CurlIsGivenTheAddressAsItIs) {
    const Folder programs;
    const Folder folder;
    make_curl(programs, "printf '%s' \"$address\" > " + programs / "address" + "\nprintf 'p edge 2 1\\ne 1 2\\n'\n");
    const OnlyPath path(programs.path());
    const std::string mirror = "https://example.org/a b;$(touch " + programs / "touched" + ")";
    EXPECT_EQ(fetch({"keller4.clq"}, folder, mirror).status, 0);
    EXPECT_EQ(read_file(programs / "address"), mirror + "/keller4.clq");
    EXPECT_FALSE(std::filesystem::exists(programs / "touched"));
}

// The first address fails, and what the second one has is packed.
TEST(FetchedInstances, ComeFromOneAddressAfterTheOther) {
    const Folder programs;
    const Folder folder;
    const std::string text =
        "NAME: three\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 0 "
        "4\nEOF\n";
    replace_file(programs / "three.tsp", text);
    make_curl(programs,
              "case $address in\n"
              "*githubusercontent*) echo 'curl: (22) The requested URL returned error: 404' >&2; exit 22 ;;\n"
              "*.gz) /usr/bin/env -i PATH=/usr/bin:/bin gzip -c " +
                  programs / "three.tsp" +
                  " ;;\n"
                  "esac\n");
    const OnlyPath path(programs.path());
    const Completed result = run({"instances", "--fetch", "berlin52.tsp", "--to", folder.path()});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.err.find("/berlin52.tsp: curl: (22) The requested URL returned error: 404\n"), std::string::npos)
        << result.err;
    EXPECT_EQ(read_file(folder / "berlin52.tsp"), text);
}

}  // namespace
}  // namespace scrump::detail

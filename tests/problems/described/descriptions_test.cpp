#include <scrump/problems/described/ext/problem.hpp>

#include <scrump/base/error.hpp>
#include <scrump/search/option_table.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace scrump::described {
namespace {

/// A cycle of five vertices with a chord: its largest clique, its chromatic number and its smallest cover have three.
graph::Graph house() {
    graph::Graph graph(5);
    for (std::size_t v = 0; v < 5; ++v) graph.add_edge(v, (v + 1) % 5);
    graph.add_edge(1, 4);
    return graph;
}

Inputs one_graph() {
    return {.graph = house()};
}

Inputs two_graphs() {
    return {.first = graph::LabelledGraph(house()), .second = graph::LabelledGraph(house())};
}

/// Data of each problem, and its best objective.
struct Example {
    std::function<Inputs()> data;
    std::int64_t best = 0;
};

const std::map<std::string, Example>& examples() {
    static const std::map<std::string, Example> all = {
        {"maxclique", {one_graph, 3}},
        {"kclique", {one_graph, 3}},
        {"independent-set", {one_graph, 2}},
        {"vertex-cover", {one_graph, 3}},
        {"colouring", {one_graph, 3}},
        {"sip", {two_graphs, 0}},
        {"mcs", {two_graphs, 5}},
        {"knapsack",
         {[] {
              return Inputs{.values = {{"profits", {60, 100, 120}}, {"weights", {10, 20, 30}}},
                            .numbers = {{"capacity", 50}}};
          },
          220}},
        {"tsp",
         {[] {
              return Inputs{.table = {4, 4, {0, 1, 5, 2, 1, 0, 2, 6, 5, 2, 0, 3, 2, 6, 3, 0}}};
          },
          8}},
        {"flowshop",
         {[] {
              return Inputs{.table = {3, 2, {5, 4, 3, 6, 8, 2}}};
          },
          18}},
    };
    return all;
}

/// Options as a command line sets them.
Question question_of(const Problem& problem, const std::map<std::string, std::string>& texts) {
    Question question;
    for (const auto& [name, text] : texts) {
        const Row* const row = find_option(problem.options, name);
        if (row == nullptr) throw UsageError(std::string(problem.name) + " has no option " + name);
        row->set(question, *row, text);
    }
    return question;
}

Outcome ask(const Problem& problem, const Question& question) {
    const SearchOptions search{.skeleton = Skeleton::sequential()};
    return problem.make(examples().at(std::string(problem.name)).data(), question)->ask(question, search);
}

/// What is asked without any option, except those that a problem requires.
std::map<std::string, std::string> least_options(const Problem& problem) {
    if (problem.name == "kclique") return {{"k", "3"}};
    return {};
}

TEST(Descriptions, HaveNamesOfTheirOwn) {
    std::set<std::string_view> names;
    std::set<std::string_view> functions;
    for (const Problem* const each : all_problems()) {
        EXPECT_TRUE(names.insert(each->name).second) << each->name;
        EXPECT_EQ(&find_problem(each->name), each);
        if (!each->python.name.empty()) {
            EXPECT_TRUE(functions.insert(each->python.name).second) << each->python.name;
        }
    }
    EXPECT_EQ(names.size(), examples().size()) << "an example for each problem";
    EXPECT_THROW(find_problem("none"), UsageError);
}

TEST(Descriptions, NameOptionsThatExist) {
    for (const Problem* const each : all_problems()) {
        for (const std::string_view name : {each->limit, each->answer_file, each->python.positional}) {
            EXPECT_TRUE(name.empty() || find_option(each->options, name) != nullptr) << each->name << ": " << name;
        }
        if (!each->starts_from.empty()) {
            EXPECT_NO_THROW(find_problem(each->starts_from)) << each->name;
        }
    }
}

// A subcommand has the options of its problem and those of all searches.
TEST(Descriptions, HaveNoOptionOfSearches) {
    for (const Problem* const each : all_problems())
        for (const Row& row : each->options)
            EXPECT_EQ(find_option(option_table<SearchOptions>(), row.name), nullptr) << each->name << ": " << row.name;
}

TEST(Descriptions, GiveTheBestSolution) {
    for (const Problem* const each : all_problems()) {
        const Outcome outcome = ask(*each, question_of(*each, least_options(*each)));
        EXPECT_EQ(outcome.status, Status::complete) << each->name;
        ASSERT_EQ(outcome.solutions.size(), 1U) << each->name;
        if (each->form == Form::mapping) continue;  // it has no objective
        EXPECT_EQ(outcome.solutions.front().objective(), examples().at(std::string(each->name)).best) << each->name;
    }
}

// The best objective can be reached, and one that is better by one cannot.
TEST(Descriptions, DecideAtTheBestObjective) {
    for (const Problem* const each : all_problems()) {
        if (each->limit.empty() || each->exists.empty()) continue;
        const std::int64_t best = examples().at(std::string(each->name)).best;
        const bool is_least = each->limit == "at-most" || each->name == "colouring";
        for (const bool reachable : {true, false}) {
            const std::int64_t limit = reachable ? best : is_least ? best - 1 : best + 1;
            const Outcome outcome = ask(*each, question_of(*each, {{std::string(each->limit), std::to_string(limit)}}));
            EXPECT_EQ(outcome.asked, Asked::whether) << each->name;
            EXPECT_EQ(outcome.status, Status::complete) << each->name;
            EXPECT_EQ(!outcome.solutions.empty(), reachable) << each->name << " at " << limit;
        }
    }
}

TEST(Descriptions, ListTheBestFirst) {
    for (const Problem* const each : all_problems()) {
        if (find_option(each->options, "best") == nullptr) continue;
        const Outcome outcome = ask(*each, question_of(*each, {{"best", "3"}}));
        EXPECT_EQ(outcome.asked, Asked::several) << each->name;
        ASSERT_FALSE(outcome.solutions.empty()) << each->name;
        EXPECT_LE(outcome.solutions.size(), 3U) << each->name;
        EXPECT_EQ(outcome.solutions.front().objective(), examples().at(std::string(each->name)).best) << each->name;
    }
}

// Each count is that of the list.
TEST(Descriptions, CountWhatTheyList) {
    for (const Problem* const each : all_problems()) {
        if (find_option(each->options, "count") == nullptr) continue;
        auto texts = least_options(*each);
        texts["count"] = "";
        const Outcome counted = ask(*each, question_of(*each, texts));
        texts.erase("count");
        texts["all-solutions"] = "";
        if (find_option(each->options, "list") != nullptr) texts["list"] = "";
        const Outcome listed = ask(*each, question_of(*each, texts));
        ASSERT_TRUE(counted.count && listed.count) << each->name;
        EXPECT_GT(counted.count->number, 0U) << each->name;
        EXPECT_TRUE(counted.solutions.empty()) << each->name;
        EXPECT_EQ(listed.solutions.size(), counted.count->number) << each->name;
        EXPECT_EQ(listed.count->number, counted.count->number) << each->name;
    }
}

// What a known solution is good for: a better one is searched for, and there is none.
TEST(Descriptions, StartFromKnownSolutions) {
    for (const Problem* const each : all_problems()) {
        if (!each->python.known || each->aim != Aim::best) continue;
        Question question;
        const Outcome first = ask(*each, question);
        question.known = first.solutions.front().numbers;
        if (each->form == Form::vertex_cover) question.known = {0, 2};  // vertices outside of a cover
        const Outcome second = ask(*each, question);
        EXPECT_EQ(second.solutions.front().objective(), first.solutions.front().objective()) << each->name;
        EXPECT_LE(second.statistics.total.nodes, first.statistics.total.nodes) << each->name;
    }
}

// It reaches the search, which looks at it.
TEST(Descriptions, RefuseAKnownSolutionThatIsNone) {
    for (const Problem* const each : all_problems()) {
        if (!each->python.known) continue;
        Question question = question_of(*each, least_options(*each));
        question.known = {0, 0};
        EXPECT_ANY_THROW(ask(*each, question)) << each->name;
    }
}

}  // namespace
}  // namespace scrump::described

#include <scrump/base/clock.hpp>
#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/states.hpp>
#include <scrump/states/explore/graph.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

#include "small_models.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"
#include "symmetric_processes.hpp"

namespace scrump::test {
namespace {

template <class Model>
void expect_same_numbers(const Model& model) {
    const auto graph = state_graph(model);
    const auto explored = explore(model);
    EXPECT_EQ(graph.states.size(), explored.statistics.states);
    EXPECT_EQ(graph.steps.size(), explored.statistics.transitions);
    const auto marked = [&](const auto& which) {
        return static_cast<std::uint64_t>(std::ranges::count_if(graph.marks, which));
    };
    EXPECT_EQ(marked([](const StateMarks& each) { return each.deadlock; }), explored.statistics.deadlocks);
    EXPECT_EQ(marked([](const StateMarks& each) { return each.initial; }), 1U);
    EXPECT_TRUE(graph.marks.front().initial);
    for (const StateStep& each : graph.steps) {
        bool follows = false;
        model.successors(graph.states[each.from], [&](const auto& next) {
            follows =
                follows || std::ranges::equal(detail::StateWords<StateOf<Model>>::view(next), graph.states[each.to]);
        });
        EXPECT_TRUE(follows) << each.from << " to " << each.to;
    }
}

TEST(StateGraph, HasTheStatesAndTransitionsOfTheExploration) {
    expect_same_numbers(petri::Markings(petri::test::kanban(1)));
    for (unsigned seed = 0; seed < 8; ++seed) expect_same_numbers(IdenticalProcesses(3, seed));
}

TEST(StateGraph, OfASymmetricModelHasRepresentatives) {
    const SymmetricProcesses model(4, 3);
    const auto graph = state_graph(model);
    const auto explored = explore(model);
    EXPECT_LT(graph.states.size(), explore_plainly(model).size());
    EXPECT_EQ(graph.states.size(), explored.statistics.states);
    EXPECT_EQ(graph.steps.size(), explored.statistics.transitions);
}

void add_one_or_ten(std::uint32_t state, const Yield<std::uint32_t>& yield) {
    if (state % 10 != 7) yield(state + 1);
    if (state % 10 != 7) yield(state + 10);
}

TEST(StateGraph, MarksInitialStatesGoalsViolationsAndDeadlocks) {
    const std::vector<std::uint32_t> initial = {6, 5};
    const auto graph = state_graph(std::span(initial), add_one_or_ten, {.level_limit = 2},
                                   {.goal = [](std::uint32_t state) { return state == 15; },
                                    .invariants = {{"even", [](std::uint32_t state) { return state % 2 == 0; }},
                                                   {"small", [](std::uint32_t state) { return state < 16; }}}});
    EXPECT_EQ(graph.states, (std::vector<std::uint32_t>{6, 5, 7, 16, 15, 17, 26, 25}));
    std::vector<std::string> marks;
    for (const StateMarks& each : graph.marks)
        marks.push_back(std::string(each.initial ? "i" : "") + (each.goal ? "g" : "") + (each.deadlock ? "d" : "") +
                        each.violated);
    EXPECT_EQ(marks, (std::vector<std::string>{"i", "ieven", "deven", "small", "geven", "even", "small", "even"}))
        << "17 is at the last level, so that its successors are not known";
    EXPECT_EQ(graph.steps.size(), 8U);
}

TEST(StateGraph, OfMoreStatesThanTheLimitIsAnError) {
    const auto count = [](std::uint32_t state, const Yield<std::uint32_t>& yield) {
        if (state < 9) yield(state + 1);
    };
    EXPECT_EQ(state_graph(0U, count, {.state_limit = 10}).states.size(), 10U);
    EXPECT_EQ(message_of([&] { static_cast<void>(state_graph(0U, count, {.state_limit = 9})); }),
              "the state graph has more than 9 states: raise its limit (graph-limit), or draw fewer levels");
}

// Without an end.
void count_on(std::uint32_t state, const Yield<std::uint32_t>& yield) {
    yield(state + 1);
}

TEST(StateGraph, EndsAtLimits) {
    constexpr std::size_t many = std::numeric_limits<std::size_t>::max();
    EXPECT_EQ(state_graph(0U, count_on, {.state_limit = many, .memory_limit = 100'000}).status, Status::memory_limit);
    EXPECT_EQ(state_graph(0U, count_on,
                          {.state_limit = many, .memory_limit = 50'000'000, .time_limit = std::chrono::milliseconds(1)})
                  .status,
              Status::time_limit);
    EXPECT_EQ(
        state_graph(0U, count_on, {.began = Clock::now() - std::chrono::hours(1), .time_limit = std::chrono::hours(1)})
            .states.size(),
        1U);
    std::stop_source stop;
    const auto count_to_stop = [&](std::uint32_t state, const Yield<std::uint32_t>& yield) {
        if (state == 5) stop.request_stop();
        yield(state + 1);
    };
    const auto stopped = state_graph(0U, count_to_stop, {.stop = stop.get_token()});
    EXPECT_EQ(stopped.status, Status::cancelled);
    EXPECT_EQ(stopped.states.size(), 7U);
}

TEST(StateGraph, EndsWithTheExplorationBesideIt) {
    const auto to_nine = [](std::uint32_t state, const Yield<std::uint32_t>& yield) {
        if (state < 9) yield(state + 1);
    };
    for (const std::uint64_t limit : {9U, 11U}) {
        const ExploreOptions options{.workers = 1, .state_limit = limit};
        const auto graph = state_graph(0U, to_nine, graph_options(options, 1000));
        EXPECT_EQ(graph.status, explore(0U, to_nine, options).status) << limit;
        EXPECT_EQ(graph.states.size(), std::min<std::uint64_t>(limit, 10));
    }
}

const DrawnGraph drawn_graph{
    .texts = {"say \"a<b\" & \\n", "two\nlines", "bell \a"},
    .marks = {{.initial = true}, {.goal = true, .violated = "\"x\" < 3"}, {.deadlock = true}},
    .steps = {{0, 1}, {1, 1}, {1, 2}},
    .names = {"a -> \"b\"", "", "<&>"},
};

TEST(StateGraph, IsWrittenInDot) {
    const Folder folder;
    for (const char* const name : {"g.dot", "g.gv"}) {
        write_graph(folder / name, drawn_graph);
        EXPECT_EQ(read_file(folder / name),
                  "digraph states {\n"
                  R"(  0 [label="say \"a<b\" & \\n", initial=true, style=bold];)"
                  "\n"
                  R"(  1 [label="two\nlines", goal=true, peripheries=2, violated="\"x\" < 3", color=red];)"
                  "\n"
                  R"(  2 [label="bell \\x07", deadlock=true, shape=box];)"
                  "\n"
                  R"(  0 -> 1 [label="a -> \"b\""];)"
                  "\n  1 -> 1;\n"
                  R"(  1 -> 2 [label="<&>"];)"
                  "\n}\n");
    }
}

TEST(StateGraph, IsWrittenInGraphml) {
    const Folder folder;
    write_graph(folder / "g.graphml", drawn_graph);
    const std::string text = read_file(folder / "g.graphml");
    for (const char* const part :
         {"<node id=\"0\"><data key=\"label\">say \"a&lt;b\" &amp; \\n</data><data "
          "key=\"initial\">true</data></node>\n",
          "<data key=\"label\">two\nlines</data><data key=\"violated\">\"x\" &lt; 3</data>"
          "<data key=\"goal\">true</data></node>\n",
          "<data key=\"label\">bell \\x07</data><data key=\"deadlock\">true</data></node>\n",
          "<edge id=\"0\" source=\"0\" target=\"1\"><data key=\"name\">a -&gt; \"b\"</data></edge>\n",
          "<edge id=\"1\" source=\"1\" target=\"1\"></edge>\n"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << text;
    }
}

TEST(StateGraph, IsShownAsItsModelSays) {
    const Folder folder;
    const auto graph = state_graph(3U, [](unsigned state, const Yield<unsigned>& yield) { yield(state == 3 ? 2 : 3); });
    write_graph(
        folder / "g.dot", graph, [](unsigned state) { return "state " + std::to_string(state); },
        [](unsigned from, unsigned to) { return std::to_string(from) + " to " + std::to_string(to); });
    EXPECT_EQ(read_file(folder / "g.dot"),
              "digraph states {\n  0 [label=\"state 3\", initial=true, style=bold];\n  1 [label=\"state 2\"];\n"
              "  0 -> 1 [label=\"3 to 2\"];\n  1 -> 0 [label=\"2 to 3\"];\n}\n");
}

TEST(StateGraph, AnotherEndingIsRefusedAndNothingIsWritten) {
    const Folder folder;
    EXPECT_EQ(message_of([&] { write_graph(folder / "g.png", drawn_graph); }),
              (folder / "g.png") + ": no format of state graphs has this ending; expected .dot, .gv or .graphml");
    EXPECT_FALSE(std::filesystem::exists(folder / "g.png"));
    EXPECT_THROW(check_graph_file("dot"), UsageError);
}

}  // namespace
}  // namespace scrump::test

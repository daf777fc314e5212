// Compiled models: Peterson's algorithm in C, for each interface, against the one in C++; and models that are wrong.

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/problems/peterson/peterson.hpp>
#include <scrump/problems/pins/model.hpp>
#include <scrump/states.hpp>

#include "problems/exploration.hpp"
#include "support/folder.hpp"

#include <gtest/gtest.h>

#include <elf.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace scrump::pins {
namespace {

static_assert(StateModel<Model>);

std::string file_of(const std::string& name) {
    return std::string(SCRUMP_PINS_MODELS) + "/" + name + ".so";
}

std::string error_of(const std::string& file) {
    try {
        const Model model(file);
        static_cast<void>(explore(model));
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

struct Kind {
    const char* file;
    const char* interface;
    const char* name;
    const char* label;
    const char* first_step;
};

constexpr Kind kinds[] = {{"peterson", "PINS", "Peterson's algorithm", "exclusive", "process 0"},
                          {"peterson_spins", "SpinS", "", "exclusive", "group 0"},
                          {"peterson_divine", "DiVinE", "", "guard_0", "group 0"}};

TEST(PinsModel, HasTheStatesOfTheSameModelInCpp) {
    const ExploreStatistics expected = explore(peterson::Peterson(3)).statistics;
    for (const Kind& kind : kinds) {
        const Model model(file_of(kind.file));
        EXPECT_STREQ(model.interface(), kind.interface);
        EXPECT_EQ(model.name(), kind.name);
        EXPECT_EQ(model.groups(), 3U);
        const std::size_t exclusive = model.label_named(kind.label);
        for (const unsigned workers : {1U, 2U}) {
            const auto found = explore(
                model, {.workers = workers, .localities = workers},
                {.invariants = {{"exclusive", [&](StateSpan state) { return model.label(exclusive, state) != 0; }}},
                 .no_deadlocks = true});
            EXPECT_FALSE(found.finding) << kind.file;
            EXPECT_EQ(found.statistics.states, expected.states) << kind.file;
            EXPECT_EQ(found.statistics.transitions, expected.transitions) << kind.file;
            EXPECT_EQ(found.statistics.levels, expected.levels) << kind.file;
        }
    }
}

TEST(PinsModel, FindsWhatIsWrongAsTheSameModelInCppDoes) {
    const peterson::Peterson same(3, true);
    const auto bad = explore(
        same, {}, {.invariants = {{"exclusive", [&](const peterson::State& state) { return same.exclusive(state); }}}});
    const Model model(file_of("peterson_exchanged"));
    const std::size_t exclusive = model.label_named("exclusive");
    const auto found =
        explore(model, {},
                {.invariants = {{"exclusive", [&](StateSpan state) { return model.label(exclusive, state) != 0; }}}});
    ASSERT_TRUE(found.finding);
    const std::vector<State>& path = found.finding->path;
    EXPECT_EQ(path.size(), bad.finding->path.size());
    for (std::size_t i = 1; i < path.size(); ++i)
        EXPECT_TRUE(model.step_between(path[i - 1], path[i]).starts_with("process "));
    EXPECT_EQ(model.label(model.label_named("critical 0"), path.back()) +
                  model.label(model.label_named("critical 1"), path.back()) +
                  model.label(model.label_named("critical 2"), path.back()),
              2);
}

TEST(PinsModel, ShowsStatesAndSteps) {
    for (const Kind& kind : kinds) {
        const Model model(file_of(kind.file));
        std::vector<State> next;
        model.successors(model.initial(), [&](StateSpan state) { next.emplace_back(state.begin(), state.end()); });
        ASSERT_EQ(next.size(), 3U);
        EXPECT_EQ(model.to_string(next[0]),
                  "at 0=first, at 1=outside, at 2=outside, level 0=1, level 1=0, level 2=0, seen 0=0, seen 1=0, seen "
                  "2=0, last 1=0, last 2=0");
        EXPECT_EQ(model.step_between(model.initial(), next[0]), kind.first_step);
        EXPECT_EQ(model.step_between(next[0], next[0]), "");
    }
}

TEST(PinsModel, KeepsAnyNumbers) {
    const std::vector<std::int32_t> numbers = {0, -1, 1, 63, 64, -64, -65, INT32_MAX, INT32_MIN, 1 << 20, -(1 << 27)};
    const State state = Model::state_of(numbers);
    const Model model(file_of("peterson"));
    EXPECT_EQ(model.values(state), numbers);
    EXPECT_THROW(static_cast<void>(model.values(StateSpan(state).first(5))), Error);
    EXPECT_THROW(static_cast<void>(model.values(StateSpan(state).first(state.size() - 1))), Error);
    EXPECT_THROW(static_cast<void>(model.values(State(11, 0xff))), Error);
}

void expect_ten_numbers(const Model& model) {
    const auto all = test::explore_plainly(model);
    EXPECT_EQ(all.size(), 10U);
    EXPECT_EQ(all.deadlocks, 1U);
    EXPECT_TRUE(all.states.contains(Model::state_of(std::vector<std::int32_t>{42, 9, -1800})));
    EXPECT_EQ(model.to_string(model.initial()), "slot 0=42, slot 1=0, slot 2=0");
    EXPECT_EQ(model.label(0, Model::state_of(std::vector<std::int32_t>{42, 6, 0})), 1);
    EXPECT_EQ(model.label(0, Model::state_of(std::vector<std::int32_t>{42, 7, 0})), 0);
}

TEST(PinsModel, NumbersWhatHasNoName) {
    const Model model(file_of("peterson_nameless"));
    EXPECT_TRUE(
        model.to_string(model.initial()).starts_with("slot 0=outside, slot 1=outside, slot 2=outside, slot 3=0"));
}

TEST(PinsModel, TakesShortVectors) {
    expect_ten_numbers(Model(file_of("odd_6")));
}

TEST(PinsModel, TakesSlotsThatAreNotWritten) {
    expect_ten_numbers(Model(file_of("odd_8")));
}

TEST(PinsModel, SaysWhatIsWrongWithAModel) {
    const auto of = [](int odd) { return file_of("odd_" + std::to_string(odd)); };
    EXPECT_NE(error_of(of(1)).find("undefined symbol: GBnotThereAtAll; the host"), std::string::npos)
        << error_of(of(1));
    EXPECT_EQ(error_of(of(2)), of(2) + ": the model does not say which slots its states have");
    EXPECT_EQ(error_of(of(3)), of(3) + ": the model ends the program (ltsmin_abort, code 7)");
    EXPECT_EQ(error_of(of(4)), of(4) +
                                   ": the model names new values of type 'number' while its states are explored; "
                                   "expected all names from its initialisation");
    EXPECT_EQ(error_of(of(5)), of(5) + ": the model names slot 3, and there are 3");
    EXPECT_TRUE(error_of(of(7)).ends_with("; it is a plug-in of LTSmin that reads models")) << error_of(of(7));
    EXPECT_EQ(error_of(of(9)), of(9) + ": the model does not say which slots its labels use (GBsetStateLabelInfo)");
    try {
        static_cast<void>(Model(file_of("peterson")).label_named("low"));
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_STREQ(
            error.what(),
            "'low' is not a label of the model's states: these are exclusive, critical 0, critical 1, critical 2");
    }
}

TEST(PinsModel, SaysWhatIsWrongWithAFile) {
    const test::Folder folder;
    const std::string file = folder / "model.so";
    const std::string good = read_file(file_of("peterson"));
    EXPECT_TRUE(begins_as_elf(good));
    EXPECT_TRUE(is_model(good));
    EXPECT_FALSE(is_model(good.substr(0, 1000)));
    EXPECT_FALSE(is_model("pins_model_init"));
    const auto with = [&](std::size_t at, char byte) {
        std::string other = good;
        other[at] = byte;
        replace_file(file, other);
        return error_of(file);
    };
    const char* const other_class = sizeof(void*) == 8 ? ": compiled for 32-bit programs; expected 64 bits"
                                                       : ": compiled for 64-bit programs; expected 32 bits";
    EXPECT_TRUE(with(EI_CLASS, sizeof(void*) == 8 ? ELFCLASS32 : ELFCLASS64).starts_with(file + other_class));
    EXPECT_EQ(with(EI_DATA, good[EI_DATA] == ELFDATA2LSB ? ELFDATA2MSB : ELFDATA2LSB),
              file + ": compiled for machines with another byte order");
    EXPECT_TRUE(
        with(18, static_cast<char>(good[18] + 1)).starts_with(file + ": compiled for another kind of processor"));
    EXPECT_EQ(with(16, ET_EXEC), file + ": not a shared object: compile the model with -shared -fPIC");
    replace_file(file, "a text");
    EXPECT_EQ(error_of(file), file + ": not an ELF file, which compiled models are");
    replace_file(file, good.substr(0, good.size() / 2));
    EXPECT_EQ(error_of(file), file + ": it ends in the middle of a table");
    EXPECT_NE(error_of(folder / "none.so").find("none.so: cannot be read"), std::string::npos);
}

// Whatever bytes a file has, it is read within its ends: sanitizers see that.
TEST(PinsModel, ReadsAnyBytesThatBeginAsElf) {
    const std::string good = read_file(file_of("peterson"));
    std::mt19937_64 random(1);
    unsigned models = 0;
    constexpr unsigned tries = 3000;
    for (unsigned i = 0; i < tries; ++i) {
        std::string bytes = i % 4 == 0 ? good.substr(0, random() % good.size()) : good;
        for (unsigned change = 0; change <= i % 3; ++change) {
            const std::size_t place = random() % 3;  // in the head, in the table of sections, anywhere
            const std::size_t within = place == 2 ? bytes.size() : std::min<std::size_t>(bytes.size(), 2048);
            if (within == 0) continue;
            const std::size_t at = place == 1 ? bytes.size() - 1 - random() % within : random() % within;
            if (at >= EI_NIDENT) bytes[at] = static_cast<char>(random());
        }
        models += is_model(bytes) ? 1U : 0U;
    }
    EXPECT_GT(models, tries / 10);
    EXPECT_LT(models, tries);
}

}  // namespace
}  // namespace scrump::pins

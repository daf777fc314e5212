#include <scrump/base/file.hpp>
#include <scrump/base/random.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include "example_models.hpp"
#include "plain_search.hpp"
#include "support/data.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace scrump {
namespace {

using test::at_variable;
using test::complement;

/// A model and the file that is known to hold it.
struct Example {
    ModelFormat format = ModelFormat::sylvan;
    SymbolicModel model;
    std::string file;
};

std::vector<Example> examples() {
    return {{ModelFormat::sylvan, test::sylvan_example(), test::sylvan_example_file()},
            {ModelFormat::distbdd, test::distbdd_example(), test::distbdd_example_file()}};
}

/// What the reader says of bytes.
std::string message_of(const std::string& bytes, ModelFormat format) {
    return test::message_of([&] { read_model(bytes, "it", format); });
}

template <class Number>
std::string altered(std::string bytes, std::size_t at, Number number) {
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        bytes.at(at + i) = static_cast<char>(static_cast<std::uint64_t>(number) >> 8 * i & 0xff);
    return bytes;
}

/// What was accepted can be written, which is accepted, too, and says the same.
void expect_lasting(const SymbolicModel& model, ModelFormat format) {
    const std::string written = write_model(model, format);
    const SymbolicModel again = read_model(written, "written", format);
    EXPECT_EQ(write_model(again, format), written);
    EXPECT_EQ(again.bits, model.bits);
    EXPECT_EQ(again.initial.entries, model.initial.entries);
    EXPECT_EQ(again.relations.size(), model.relations.size());
}

TEST(ModelFile, IsReadAsTheModelThatItHolds) {
    for (const Example& example : examples())
        EXPECT_EQ(read_model(example.file, "example", example.format), example.model);
}

TEST(ModelFile, IsWrittenByteByByte) {
    for (const Example& example : examples()) EXPECT_EQ(write_model(example.model, example.format), example.file);
}

TEST(ModelFile, HoldsAModelOfTheOtherFormatToo) {
    for (const Example& example : examples()) {
        for (const ModelFormat format : {ModelFormat::distbdd, ModelFormat::sylvan}) {
            const SymbolicModel other = read_model(write_model(example.model, format), "other", format);
            EXPECT_EQ(test::count_reachable(other), test::count_reachable(example.model));
        }
    }
}

TEST(ModelFile, OfEntriesThatDifferIsOneOfBitsInDistbdd) {
    const std::string file = write_model(test::sylvan_example(), ModelFormat::distbdd);
    const SymbolicModel bits = read_model(file, "bits", ModelFormat::distbdd);
    EXPECT_EQ(bits.bits, (std::vector<std::uint32_t>{1, 1, 1}));
    EXPECT_EQ(bits.relations.at(1).read, (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_EQ(bits.relations.at(1).written, bits.relations.at(1).read);
}

TEST(ModelFile, NamesTheEntriesOfPartialStates) {
    SymbolicModel model = test::sylvan_example();
    model.initial = {.entries = {0}, .root = {}};
    for (const ModelFormat format : {ModelFormat::distbdd, ModelFormat::sylvan}) {
        const SymbolicModel again = read_model(write_model(model, format), "again", format);
        EXPECT_EQ(again.initial, model.initial);
    }
}

TEST(ModelFile, LeavesOutNodesThatNoDiagramReaches) {
    SymbolicModel model = test::sylvan_example();
    model.nodes.push_back({0, 0, test::stored_true});
    for (const Example& example : examples()) {
        EXPECT_EQ(write_model(model, example.format), write_model(test::sylvan_example(), example.format));
    }
}

TEST(ModelFile, IsRefusedWhereverItEnds) {
    for (const Example& example : examples()) {
        for (std::size_t size = 0; size < example.file.size(); ++size) {
            const std::string message = message_of(example.file.substr(0, size), example.format);
            EXPECT_TRUE(message.starts_with("it: byte ")) << size << ": " << message;
        }
    }
}

TEST(ModelFile, IsRefusedWithWhatFollows) {
    for (const Example& example : examples()) {
        EXPECT_EQ(
            message_of(example.file + "abc", example.format),
            "it: byte " + std::to_string(example.file.size()) + ": expected the end of the file, found 3 more bytes");
    }
}

TEST(ModelFile, IsReadOrRefusedHoweverItIsDamaged) {
    SplitMix64 random(1);
    for (const Example& example : examples()) {
        for (int trial = 0; trial < 20'000; ++trial) {
            std::string bytes = example.file;
            for (std::uint64_t flips = 1 + random.below(4); flips > 0; --flips) {
                char& byte = bytes[random.below(static_cast<std::uint32_t>(bytes.size()))];
                byte = static_cast<char>(byte ^ 1 << random.below(8));
            }
            SymbolicModel model;
            try {
                model = read_model(bytes, "damaged", example.format);
            } catch (const Error&) {
                continue;
            }
            expect_lasting(model, example.format);
        }
    }
}

struct Refusal {
    const char* name;
    std::string file;
    std::string message;
};

void expect_refused(const std::vector<Refusal>& refusals, ModelFormat format) {
    for (const Refusal& refusal : refusals) {
        SCOPED_TRACE(refusal.name);
        EXPECT_EQ(message_of(refusal.file, format), "it: byte " + refusal.message);
    }
}

std::vector<Refusal> refused_sylvan_files() {
    const std::string file = test::sylvan_example_file();
    return {
        {"empty", "", "0: the file ends within entries of the state vector"},
        {"no_entries", altered(file, 0, 0), "0: the state vector has no entries"},
        {"too_many_entries", altered(file, 0, 1000),
         "0: expected the number of entries of the state vector, of which 66 fit into the rest of the file, found "
         "1000"},
        {"negative_number_of_entries", altered(file, 0, -1),
         "0: expected the number of entries of the state vector, of which 66 fit into the rest of the file, found -1"},
        {"entry_of_no_bits", altered(file, 8, 0), "8: an entry has 0 bits, expected 1 at least"},
        {"too_many_bits", altered(file, 8, 500'000), "8: a state has 500001 bits or more, expected 500000 at most"},
        {"negative_label", altered(file, 12, -2), "12: a label has -2 bits, expected 0 at least"},
        {"too_many_nodes", altered(file, 20, std::uint64_t{1} << 60),
         "20: expected the number of nodes, of which 15 fit into the rest of the file, found 1152921504606846976"},
        {"unknown_variable", altered(file, 36, at_variable(6)),
         "28: a node has variable 6, but a state has only 3 bits, and a label 1"},
        {"leaf", altered(file, 28, std::uint64_t{1} << 62),
         "28: a leaf; diagrams of models have no leaves but false and true"},
        {"complemented_low_edge", altered(file, 52, at_variable(2) | complement | 1),
         "44: a node has variable 8388610, but a state has only 3 bits, and a label 1"},
        {"meaningless_bits", altered(file, 28, complement | std::uint64_t{1} << 45),
         "28: a node has bits that mean nothing"},
        {"forward_edge", altered(file, 44, std::uint64_t{3}),
         "44: node 2 has an edge to node 3, which does not come before it"},
        {"edge_to_itself", altered(file, 44, std::uint64_t{2}),
         "44: node 2 has an edge to node 2, which does not come before it"},
        {"same_variable_twice", altered(file, 68, at_variable(2) | 2),
         "60: a node of variable 2 has an edge to one of variable 2, which is not below it"},
        {"same_edge_twice", altered(file, 44, std::uint64_t{1}), "44: both edges of a node are the same"},
        {"unknown_label", altered(file, 36, at_variable(first_label_variable + 1)),
         "28: a node has variable 1000001, but a state has only 3 bits, and a label 1"},
        {"label_in_a_set", altered(file, 36, at_variable(first_label_variable)),
         "20: the diagram speaks of variable 1000000, which is not its own"},
        {"several_roots", altered(file, 76, 2), "76: expected one root, found 2"},
        {"unknown_root", altered(file, 80, complement | 4), "80: the root is node 4, but there are only 3"},
        {"next_state_in_a_set", altered(file, 68, at_variable(1) | 2),
         "20: the diagram speaks of variable 1, which is not its own"},
        {"too_many_relations", altered(file, 88, 100),
         "88: expected the number of relations, of which 6 fit into the rest of the file, found 100"},
        {"unknown_entry", altered(file, 120, 2), "120: expected the numbers of entries, ascending, found 2"},
        {"entry_of_another_relation", altered(file, 120, 0),
         "176: the diagram speaks of variable 5, which is not its own"},
        {"nodes_of_another_diagram", altered(file, 148, complement | 4),
         "148: node 2 has an edge to node 4, which does not come before it"},
        {"reachable_states", altered(file, 260, 1), "260: expected 0, for no reachable states, found 1"},
        {"labels", altered(file, 264, 5), "264: expected 0, for no labels of transitions, found 5"},
    };
}

TEST(ModelFile, OfSylvanIsRefusedWithWhatIsWrongAndWhere) {
    expect_refused(refused_sylvan_files(), ModelFormat::sylvan);
}

std::vector<Refusal> refused_distbdd_files() {
    const std::string file = test::distbdd_example_file();
    const std::string layout = "0: expected a state vector, of whose bits 25 fit into the file, found ";
    return {
        {"empty", "", "0: the file ends within the length of the state vector"},
        {"no_entries", altered(file, 0, std::uint64_t{0}), layout + "0 entries of 1 bits"},
        {"entries_of_no_bits", altered(file, 8, std::uint64_t{0}), layout + "2 entries of 0 bits"},
        {"too_many_bits", altered(file, 8, complement), layout + "2 entries of 9223372036854775808 bits"},
        {"other_state_variable", altered(file, 20, 4), "20: bit 1 has variable 4, expected 2"},
        {"other_next_state_variable", altered(file, 24, 0), "24: bit 0 has variable 0, expected 1"},
        {"too_many_nodes", altered(file, 32, std::uint64_t{12}),
         "32: expected the number of nodes, of which 11 fit into the rest of the file, found 12"},
        {"meaningless_bits", altered(file, 48, complement | std::uint64_t{1} << 62),
         "40: a node has bits that mean nothing"},
        {"unknown_variable", altered(file, 40, at_variable(4)),
         "40: a node has variable 4, but a state has only 2 bits, and a label 0"},
        {"forward_edge", altered(file, 56, at_variable(0) | 3),
         "56: node 2 has an edge to node 3, which does not come before it"},
        {"variables_that_do_not_increase", altered(file, 56, at_variable(3)),
         "56: a node of variable 3 has an edge to one of variable 2, which is not below it"},
        {"unknown_root", altered(file, 72, std::uint64_t{3}), "72: the root is node 3, but there are only 2"},
        {"too_many_entries", altered(file, 80, std::uint64_t{1} << 62),
         "80: expected the number of entries, of which 33 fit into the rest of the file, found 4611686018427387904"},
        {"next_state_variable_of_a_set", altered(file, 88, 1),
         "88: expected the variables of whole entries, here 0, found 1"},
        {"entry_twice", altered(file, 92, 0), "92: variable 0 is that of no further entry of the state vector"},
        {"entry_too_many", altered(file, 92, 4), "92: variable 4 is that of no further entry of the state vector"},
        {"too_many_relations", altered(file, 96, 6),
         "96: expected the number of relations, of which 5 fit into the rest of the file, found 6"},
        {"negative_number_of_relations", altered(file, 96, -1),
         "96: expected the number of relations, of which 5 fit into the rest of the file, found -1"},
        {"other_next_state_variables", altered(file, 160, 3),
         "160: the next-state variables are not those of the same entries as the state variables"},
        {"shared_node_of_another_entry", altered(file, 140, complement | 2),
         "100: the diagram speaks of variable 2, which is not its own"},
    };
}

TEST(ModelFile, OfDistbddIsRefusedWithWhatIsWrongAndWhere) {
    expect_refused(refused_distbdd_files(), ModelFormat::distbdd);
}

TEST(ModelFile, HasItsFormatInItsName) {
    EXPECT_EQ(model_format("models/a.1.distbdd.bdd"), ModelFormat::distbdd);
    EXPECT_EQ(model_format("a.sylvan.bdd"), ModelFormat::sylvan);
    EXPECT_EQ(test::message_of([] { model_format("a.bdd"); }),
              "a.bdd: expected the name of a model, which ends in .distbdd.bdd or .sylvan.bdd");
}

TEST(ModelFile, IsReadAndWrittenByItsPath) {
    const test::Folder folder;
    write_model_file(test::sylvan_example(), folder / "a.sylvan.bdd");
    EXPECT_EQ(read_file(folder / "a.sylvan.bdd"), test::sylvan_example_file());
    EXPECT_EQ(read_model_file(folder / "a.sylvan.bdd"), test::sylvan_example());
    EXPECT_EQ(test::message_of([&] { read_model_file(folder / "b.sylvan.bdd"); }),
              folder / "b.sylvan.bdd: cannot be read: No such file or directory");
}

TEST(ModelFile, IsReproducedIfItIsABenchmark) {
    SCRUMP_NEEDS_DATA("states");
    std::size_t models = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test::data("states"))) {
        if (entry.path().extension() != ".bdd") continue;
        SCOPED_TRACE(entry.path());
        const SymbolicModel model = read_model_file(entry.path());
        EXPECT_EQ(write_model(model, model_format(entry.path().native())), read_file(entry.path()));
        ++models;
    }
    EXPECT_GE(models, 9);
}

}  // namespace
}  // namespace scrump

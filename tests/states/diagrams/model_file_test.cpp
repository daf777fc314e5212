#include <scrump/base/file.hpp>
#include <scrump/base/random.hpp>
#include <scrump/diagrams.hpp>
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
#include <tuple>
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
            {ModelFormat::distbdd, test::distbdd_example(), test::distbdd_example_file()},
            {ModelFormat::distdd, test::distdd_example(), test::distdd_example_file()}};
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

// Nodes that only list variables belong to no diagram.
SymbolicModel without_lists(SymbolicModel model) {
    return read_model(write_model(model, ModelFormat::distbdd), "again", ModelFormat::distbdd);
}

TEST(ModelFile, IsReadAsTheModelThatItHolds) {
    for (const Example& example : examples()) {
        const SymbolicModel model = read_model(example.file, "example", example.format);
        if (example.format == ModelFormat::distdd) {
            EXPECT_EQ(without_lists(model), without_lists(example.model));
        } else {
            EXPECT_EQ(model, example.model);
        }
    }
}

TEST(ModelFile, IsKnownByWhatItHoldsWhateverItsName) {
    const test::Folder folder;
    for (const Example& example : examples()) {
        for (const char* const name :
             {"anderson.4.bdd", "MODEL.BDD", "model", "model.Sylvan.BDD", "model.distbdd.bdd"}) {
            EXPECT_EQ(detect_model_format(example.file, name), example.format);
            replace_file(folder / name, example.file);
            EXPECT_EQ(test::count_reachable(read_model_file(folder / name)), 4) << name;
        }
    }
    EXPECT_EQ(detect_model_format("", "A.DISTDD.BDD"), ModelFormat::distdd) << "the name is a hint";
    for (const std::string& none : {std::string(), std::string("<?xml version='1.0'?>"), std::string(100, '\0')}) {
        EXPECT_EQ(test::message_of([&] { detect_model_format(none, "a.bdd"); }),
                  "a.bdd: not a model of decision diagrams: expected one of the formats distbdd, distdd, sylvan and "
                  "ldd");
    }
    EXPECT_EQ(detect_model_format("", "a.LDD"), ModelFormat::ldd);
}

// As ldd2bdd writes them: with reachable states, with labels, with neither, or with nothing behind the relations.
TEST(ModelFile, MayHaveReachableStatesAndLabelsBehindIt) {
    const auto labels = test::FileOf().i32({2}).u32({3}).bytes() + "tau" + test::FileOf().u32({0}).bytes();
    const std::string sylvan = test::sylvan_example_file().substr(0, test::sylvan_example_file().size() - 8);
    const std::string sylvan_states =
        test::FileOf().i32({1, -1}).u64({1, complement, at_variable(2)}).i32({1}).u64({1}).bytes();
    const std::string distdd = test::distdd_example_file();
    const std::string distdd_states =
        test::FileOf().i32({1}).u64({1, complement | 1, at_variable(0) | 1, complement | 12, 2, 4}).bytes();
    const std::string none = test::FileOf().i32({0}).bytes();
    for (const auto& [file, states, model, format] :
         {std::tuple{sylvan, sylvan_states, test::sylvan_example(), ModelFormat::sylvan},
          std::tuple{distdd, distdd_states, read_model(distdd, "plain"), ModelFormat::distdd}}) {
        for (const std::string& trailer :
             {std::string(), none, none + none, none + labels, states, states + none, states + labels}) {
            EXPECT_EQ(read_model(file + trailer, "trailer", format), model);
            EXPECT_EQ(detect_model_format(file + trailer, "trailer"), format);
        }
        EXPECT_TRUE(message_of(file + none + labels + "x", format)
                        .ends_with("expected the end of the file, found 1 more bytes"));
        EXPECT_NE(message_of(file + states.substr(0, states.size() - 1), format), "no error");
    }
}

// The example with the second entry above the first, and numbers with gaps: bit 0 has variables 10 and 13, bit 1 has 3
// and 4.
std::string free_distbdd_file() {
    return test::FileOf()
        .u64({2, 1})
        .u32({10, 3, 13, 4})
        .u64({2, at_variable(10), complement, at_variable(3), complement | 1, complement | 2})
        .u64({2})
        .u32({10, 3})
        .i32({1})
        .u64({2, at_variable(13), complement, at_variable(10) | 3, complement | 3, 4})
        .u64({1})
        .u32({10, 13})
        .bytes();
}

TEST(ModelFile, OfDistbddMayHaveAnyMapOfVariables) {
    const SymbolicModel model = read_model(free_distbdd_file(), "free");
    EXPECT_EQ(model.places, (std::vector<std::uint32_t>{1, 0}));
    EXPECT_EQ(model.relations.at(0).read, std::vector<std::uint32_t>{0});
    EXPECT_EQ(test::count_reachable(model), 2);
    const SymbolicModel again = read_model(write_model(model, ModelFormat::distbdd), "again");
    EXPECT_EQ(again, model);
    EXPECT_THROW(write_model(model, ModelFormat::sylvan), UsageError);
    EXPECT_THROW(write_model(model, ModelFormat::distdd), UsageError);
    const SymbolicReachability found = reach(model, {.path_to = StateVector{1, 0}});
    EXPECT_EQ(found.states.digits, "2");
    EXPECT_EQ(found.path, (std::vector<StateVector>{{0, 0}, {1, 0}})) << "entries in the order of the vector";
}

TEST(ModelFile, IsWrittenByteByByte) {
    for (const Example& example : examples()) EXPECT_EQ(write_model(example.model, example.format), example.file);
}

TEST(ModelFile, HoldsAModelOfTheOtherFormatToo) {
    for (const Example& example : examples()) {
        for (const ModelFormat format : {ModelFormat::distbdd, ModelFormat::distdd, ModelFormat::sylvan}) {
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
    for (const ModelFormat format : {ModelFormat::distbdd, ModelFormat::distdd, ModelFormat::sylvan}) {
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
            // Without one or both numbers of its trailer it is whole.
            if (example.format == ModelFormat::sylvan && (example.file.size() - size) % 4 == 0 &&
                example.file.size() - size <= 8)
                continue;
            const std::string message = message_of(example.file.substr(0, size), example.format);
            EXPECT_TRUE(message.starts_with("it: byte ")) << size << ": " << message;
        }
    }
}

TEST(ModelFile, IsRefusedWithWhatFollows) {
    for (const Example& example : examples()) {
        // A trailer may follow where there is none.
        const std::string whole = example.file + (example.format == ModelFormat::distdd ? std::string(8, '\0') : "");
        EXPECT_EQ(message_of(whole + "abc", example.format),
                  "it: byte " + std::to_string(whole.size()) + ": expected the end of the file, found 3 more bytes");
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
         "20: the diagram depends on variable 1000000, which it does not list"},
        {"several_roots", altered(file, 76, 2), "76: expected one root, found 2"},
        {"unknown_root", altered(file, 80, complement | 4), "80: the root is node 4, but there are only 3"},
        {"next_state_in_a_set", altered(file, 68, at_variable(1) | 2),
         "20: the diagram depends on variable 1, which it does not list"},
        {"too_many_relations", altered(file, 88, 100),
         "88: expected the number of relations, of which 6 fit into the rest of the file, found 100"},
        {"unknown_entry", altered(file, 120, 2), "120: expected the numbers of entries, ascending, found 2"},
        {"entry_of_another_relation", altered(file, 120, 0),
         "176: the diagram depends on variable 5, which it does not list"},
        {"nodes_of_another_diagram", altered(file, 148, complement | 4),
         "148: node 2 has an edge to node 4, which does not come before it"},
        {"reachable_states", altered(file, 260, 1), "268: the file ends within nodes"},
        {"labels", altered(file, 264, 5),
         "264: expected the number of labels, of which 0 fit into the rest of the file, found 5"},
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
        {"other_state_variable", altered(file, 20, 4),
         "28: bit 1 has variable 4, and 3 in the next state; expected one behind it and before those of other bits"},
        {"other_next_state_variable", altered(file, 24, 0),
         "24: bit 0 has variable 0, and 0 in the next state; expected one behind it and before those of other bits"},
        {"too_many_nodes", altered(file, 32, std::uint64_t{12}),
         "32: expected the number of nodes, of which 11 fit into the rest of the file, found 12"},
        {"meaningless_bits", altered(file, 48, complement | std::uint64_t{1} << 62),
         "40: a node has bits that mean nothing"},
        {"unknown_variable", altered(file, 40, at_variable(4)), "40: variable 4 does not belong to the state"},
        {"forward_edge", altered(file, 56, at_variable(0) | 3),
         "56: node 2 has an edge to node 3, which does not come before it"},
        {"variables_that_do_not_increase", altered(file, 56, at_variable(3)),
         "56: a node of variable 3 has an edge to one of variable 2, which is not below it"},
        {"unknown_root", altered(file, 72, std::uint64_t{3}), "72: the root is node 3, but there are only 2"},
        {"too_many_entries", altered(file, 80, std::uint64_t{1} << 62),
         "80: expected the number of entries, of which 33 fit into the rest of the file, found 4611686018427387904"},
        {"next_state_variable_of_a_set", altered(file, 88, 1), "88: expected a variable of the state, found 1"},
        {"entry_twice", altered(file, 92, 0), "96: an entry is listed twice"},
        {"entry_too_many", altered(file, 92, 4), "92: variable 4 does not belong to the state"},
        {"too_many_relations", altered(file, 96, 6),
         "96: expected the number of relations, of which 5 fit into the rest of the file, found 6"},
        {"negative_number_of_relations", altered(file, 96, -1),
         "96: expected the number of relations, of which 5 fit into the rest of the file, found -1"},
        {"other_next_state_variables", altered(file, 160, 3),
         "160: the next-state variables are not those of the same entries as the state variables"},
        {"shared_node_of_another_entry", altered(file, 140, complement | 2),
         "100: the diagram depends on variable 2, which it does not list"},
    };
}

TEST(ModelFile, OfDistbddIsRefusedWithWhatIsWrongAndWhere) {
    expect_refused(refused_distbdd_files(), ModelFormat::distbdd);
}

std::vector<Refusal> refused_distdd_files() {
    const std::string file = test::distdd_example_file();
    const std::string layout = "0: expected a state vector of 1 to 500000 bits, found ";
    const std::string list = "expected a diagram that lists variables, one that is true where all of them are";
    return {
        {"empty", "", "0: the file ends within the length of the state vector"},
        {"no_entries", altered(file, 0, 0), layout + "0 entries of 1 bits"},
        {"too_many_bits", altered(file, 4, 500'000), layout + "2 entries of 500000 bits"},
        {"negative_label", altered(file, 8, -1), "8: a label has -1 bits, expected 0 at least"},
        {"too_many_nodes", altered(file, 12, std::uint64_t{16}),
         "12: expected the number of nodes, of which 15 fit into the rest of the file, found 16"},
        {"unknown_variable", altered(file, 28, at_variable(4)),
         "20: a node has variable 4, but a state has only 2 bits, and a label 2"},
        {"unknown_root", altered(file, 84, std::uint64_t{5}), "84: the root is node 5, but there are only 4"},
        {"other_number_of_entries", altered(file, 92, std::uint64_t{1}),
         "92: expected 2 entries, of which the variables follow, found 1"},
        {"no_list", altered(file, 100, complement | 4), "100: " + list},
        {"list_of_an_alternative", altered(file, 76, at_variable(0) | 1), "100: " + list},
        {"next_state_variable_of_a_set", altered(file, 60, at_variable(3)),
         "100: expected the variables of whole entries, among them 2"},
        {"variables_of_another_entry", altered(file, 192, std::uint64_t{4}),
         "192: expected the variables of whole entries, among them 1"},
    };
}

TEST(ModelFile, OfDistddIsRefusedWithWhatIsWrongAndWhere) {
    expect_refused(refused_distdd_files(), ModelFormat::distdd);
}

TEST(ModelFile, IsWrittenInTheFormatThatItsNameSays) {
    EXPECT_EQ(model_format("models/a.1.distbdd.bdd"), ModelFormat::distbdd);
    EXPECT_EQ(model_format("a.DistDD.bdd"), ModelFormat::distdd);
    EXPECT_EQ(model_format("a.sylvan.bdd"), ModelFormat::sylvan);
    EXPECT_EQ(model_format("A.BDD"), ModelFormat::sylvan);
    EXPECT_EQ(test::message_of([] { model_format("a.pnml"); }),
              "a.pnml: expected a name that ends in .bdd, or in .distbdd.bdd, .distdd.bdd or .sylvan.bdd");
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

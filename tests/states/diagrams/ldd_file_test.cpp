#include <scrump/base/file.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include "random_list_model.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <variant>

namespace scrump {
namespace {

using test::FileOf;

ListModel read_lists(const std::string& bytes, const std::string& name = "it") {
    return std::get<ListModel>(read_any_model(bytes, name));
}
std::string message_of_lists(const std::string& bytes) {
    return test::message_of([&] { read_any_model(bytes, "it", ModelFormat::ldd); });
}

constexpr std::uint64_t node_x(std::uint64_t value, std::uint64_t right) {
    return value << 48U | right << 1U;
}
constexpr std::uint64_t node_y(std::uint64_t down, bool copies = false) {
    return down << 17U | std::uint64_t{copies} << 16U;
}

// One entry, initially 0 or 5; it is read, and then written: 5 becomes 0.
FileOf one_entry() {
    return FileOf().i32({1, -1}).u64({2, node_x(5, 0), node_y(1), node_x(0, 2), node_y(1), 3}).i32({1, 1, 1, 0, 0});
}

TEST(LddFile, IsReadInBothFormsAsTheModelThatItHolds) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const test::PlainModel plain = test::random_plain_model(seed);
        test::LddWriter newer(plain);
        EXPECT_EQ(read_lists(newer.newer()), newer.model()) << seed;
        test::LddWriter older(plain);
        const std::string bytes = older.older();
        ListModel model = read_lists(bytes);
        EXPECT_EQ(detect_model_format(bytes, "a"), ModelFormat::ldd) << seed;
        EXPECT_EQ(model, older.model()) << seed;
    }
}

TEST(LddFile, IsKnownByWhatItHoldsAndSaysWhereItIsBroken) {
    const test::Folder folder;
    const std::string file = one_entry().u64({1, node_x(5, 0), node_y(3)}).u64({4}).bytes();
    replace_file(folder / "model", file);
    EXPECT_EQ(std::get<ListModel>(read_any_model_file(folder / "model")).nodes.size(), 3);
    EXPECT_EQ(test::message_of([&] { read_model_file(folder / "model"); }),
              (folder / "model") + ": expected binary decision diagrams, found list decision diagrams (ldd)");
    for (std::size_t size = 0; size < file.size(); ++size)
        EXPECT_NE(message_of_lists(file.substr(0, size)), "no error") << size;
    EXPECT_EQ(message_of_lists(file.substr(0, 20)),
              "it: byte 8: expected the number of nodes, of which 0 fit into the rest of the file, found 2");
    EXPECT_EQ(message_of_lists(FileOf().i32({0, -1}).bytes()),
              "it: byte 0: expected a state vector of 1 to 1000000 entries, found 0");
    EXPECT_EQ(message_of_lists(FileOf().i32({1, 1, 0}).bytes()), "it: byte 4: expected -1, as states have all entries");
    EXPECT_EQ(message_of_lists(FileOf().i32({2, -1}).u64({1, 0, node_y(1), 2}).bytes()),
              "it: byte 32: expected states of 2 entries, found 1");
    EXPECT_EQ(message_of_lists(FileOf().i32({1, -1}).u64({1, 0, node_y(1, true), 2}).bytes()),
              "it: byte 32: states have nodes that copy, which only relations may have");
    EXPECT_EQ(message_of_lists(FileOf().i32({1, -1}).u64({1, 0, node_y(1), 3}).bytes()),
              "it: byte 32: expected one of 3 diagrams, found number 3");
}

TEST(LddFile, HasListsThatAscendAndVectorsOfOneLength) {
    const auto of_node = [](std::uint64_t x, std::uint64_t y) {
        return message_of_lists(one_entry().u64({1, x, y}).u64({4}).bytes());
    };
    EXPECT_EQ(of_node(0, node_y(4)), "it: byte 84: a node leads to number 4, but only 4 come before it");
    EXPECT_EQ(of_node(0, 0), "it: byte 84: a node leads to the empty set");
    EXPECT_EQ(of_node(node_x(1, 0), node_y(3, true)), "it: byte 84: a node that copies has a value");
    EXPECT_EQ(of_node(node_x(0, 3), node_y(3)), "it: byte 84: the vectors of a list differ in their length");
    EXPECT_EQ(of_node(node_x(5, 2), node_y(1)), "it: byte 84: the values of a list do not ascend");
    EXPECT_EQ(of_node(0, node_y(1)), "it: byte 100: expected a relation of 2 values, or of these and a label; found 1");
    const std::string early = FileOf().i32({1, -1}).u64({1, 0, node_y(1), 2}).i32({1, 0, 1, 1}).u64({0, 0}).bytes();
    EXPECT_EQ(message_of_lists(early), "it: byte 52: expected the numbers of entries, ascending, found 1");
}

}  // namespace
}  // namespace scrump

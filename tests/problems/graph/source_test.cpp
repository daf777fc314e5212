#include <scrump/problems/graph/random_graphs.hpp>
#include <scrump/problems/graph/source.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "support/folder.hpp"
#include "support/message_of.hpp"

namespace scrump::graph {
namespace {

TEST(Load, ReadsStandardInput) {
    std::istringstream typed("p edge 2 1\ne 1 2\n");
    std::streambuf* const original = std::cin.rdbuf(typed.rdbuf());
    const Graph graph = load("-", 0);
    std::cin.rdbuf(original);
    EXPECT_EQ(graph.edges(), 1U);
}

TEST(Load, Generates) {
    EXPECT_EQ(load("random:n=20,p=0.5", 3), random_graph(20, 0.5, 3));
}

TEST(Load, MakesListsOfNeighbours) {
    EXPECT_EQ(load_sparse("random:n=20,p=0.5", 3), GraphFile{to_sparse(random_graph(20, 0.5, 3))});
    const test::Folder folder;
    const std::string path = folder / "weighted.clq";
    std::ofstream(path) << "p edge 2 1\ne 1 2\nn 1 7\n";
    EXPECT_EQ(load_sparse(path, 3).weights, (std::vector<std::uint64_t>{}));
    EXPECT_EQ(load_sparse(path, 3, VertexWeights::read).weights, (std::vector<std::uint64_t>{7, 1}));
}

TEST(Load, PrefersAFile) {
    const std::filesystem::path here = std::filesystem::current_path();
    const auto folder = std::filesystem::path(testing::TempDir()) / "scrump_load_prefers_a_file";
    std::filesystem::create_directories(folder);
    std::filesystem::current_path(folder);
    std::ofstream("keller:dim=3") << "p edge 7 0\n";
    const std::size_t vertices = load("keller:dim=3", 0).size();
    std::filesystem::current_path(here);
    std::filesystem::remove_all(folder);
    EXPECT_EQ(vertices, 7U);
}

TEST(Load, SaysWhatItExpected) {
    EXPECT_EQ(
        test::message_of([] { load("no/such.clq", 0); }),
        "no/such.clq: no such file, and no graph family has that name; expected a file, '-', or one "
        "of random:…, planted:…, hidden:…, brock:…, p_hat:…, hamming:…, johnson:…, keller:…, mann:…, sparse-random:…, "
        "power-law:…");
    EXPECT_EQ(test::message_of([] { load("keller:dim=1", 0); }), "keller: dim=1: expected an integer from 2 to 8");
}

}  // namespace
}  // namespace scrump::graph

#include "checker.hpp"
#include "files.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/maxclique/certified.hpp>
#include <scrump/problems/maxclique/detail/proof.hpp>
#include <scrump/runtime/session.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <problems/graph/clique_number.hpp>
#include <problems/random_graph.hpp>

namespace scrump::maxclique {
namespace {

using proof::Checker;
using proof::ProofFolder;
using scrump::test::CliqueNumber;
using scrump::test::random_graph;

std::string problem_of(const NonEdges& edges, std::optional<std::size_t> k = {}) {
    std::ostringstream out;
    write_problem(out, edges, k);
    return out.str();
}

TEST(CliqueProof, NumbersNonEdgesAsTheyAreWritten) {
    for (const std::size_t size : {1U, 63U, 64U, 65U, 130U}) {
        const graph::Graph graph = random_graph(size, 0.5, size);
        const NonEdges edges(graph);
        std::uint64_t number = 0;
        for (std::size_t u = 0; u < size; ++u)
            for (std::size_t v = u + 1; v < size; ++v)
                if (!graph.adjacent(u, v)) {
                    ++number;
                    ASSERT_EQ(edges.of(u, v), number);
                    ASSERT_EQ(edges.of(v, u), number);
                }
        EXPECT_EQ(edges.count(), number);
        EXPECT_EQ(Checker(problem_of(edges)).given(), number);
    }
}

TEST(CliqueProof, DerivesThatAtMostOneOfAnIndependentSetIsInAClique) {
    const graph::Graph graph(9);
    const NonEdges edges(graph);
    std::vector<std::size_t> vertices = {4, 1};
    for (const std::size_t next : {8U, 0U, 3U, 7U, 2U}) {
        std::ostringstream step;
        {
            proof::Text text(step);
            text << "pol ";
            write_at_most_one(text, edges, vertices);
            text << ";\nend pseudo-Boolean proof;\n";
        }
        Checker checker(problem_of(edges));
        checker.check(step.str());
        EXPECT_EQ(checker.last().degree, static_cast<std::int64_t>(vertices.size()) - 1);
        EXPECT_EQ(checker.last().terms.size(), vertices.size());
        for (const std::size_t vertex : vertices)
            EXPECT_EQ(checker.last().terms.at("x" + std::to_string(vertex + 1)), -1);
        vertices.push_back(next);
    }
}

// Of many workers, under each skeleton, and in localities that send nodes to each other.
std::vector<SearchOptions> ways() {
    std::vector<SearchOptions> all;
    for (const Skeleton& skeleton : {Skeleton::sequential(), Skeleton::adaptive(), Skeleton::budget(3),
                                     Skeleton::depth_bounded(2), Skeleton::ordered(2)})
        all.push_back({.skeleton = skeleton, .workers = 3, .pin = false});
    all[0].workers = 1;
    all.push_back({.skeleton = Skeleton::budget(2), .workers = 2, .localities = 2, .pin = false});
    return all;
}

TEST(CliqueProof, IsAcceptedWhateverSearchItComesFrom) {
    const ProofFolder folder;
    std::uint64_t seed = 0;
    for (const SearchOptions& options : ways()) {
        for (const double density : {0.3, 0.6, 0.8}) {
            const graph::Graph graph = random_graph(32, density, ++seed);
            const std::size_t size = CliqueNumber(graph).value();
            const auto found = certify_maximum_clique(graph, folder.name(), {.search = options, .local_search = false});
            EXPECT_EQ(found.value.size(), size);
            ASSERT_TRUE(found.certificate);
            const std::string bound = "-" + std::to_string(size);
            EXPECT_EQ(Checker(folder.problem()).check(folder.proof()), "BOUNDS " + bound + " " + bound);
            EXPECT_EQ(folder.files(), 2U);
        }
    }
}

TEST(CliqueProof, SaysThatThereIsNoCliqueOfSoManyVerticesOrNamesOne) {
    const ProofFolder folder;
    const graph::Graph graph = random_graph(36, 0.6, 5);
    const std::size_t size = CliqueNumber(graph).value();
    const Settings settings{.search = {.workers = 2, .pin = false}};
    const auto none = certify_clique(graph, size + 1, folder.name(), settings);
    EXPECT_FALSE(none.value);
    EXPECT_EQ(Checker(folder.problem()).check(folder.proof()), "UNSAT");
    for (const std::size_t k : {size, std::size_t{1}, std::size_t{0}}) {
        EXPECT_EQ(certify_clique(graph, k, folder.name(), settings).value.value_or(Clique{}).size(), k);
        EXPECT_EQ(Checker(folder.problem()).check(folder.proof()), "SAT");
    }
    EXPECT_FALSE(certify_clique(graph, 1000, folder.name(), settings).value);
    EXPECT_EQ(Checker(folder.problem()).check(folder.proof()), "UNSAT");
}

TEST(CliqueProof, IsThereForGraphsWithoutEdgesAndWithAllOfThem) {
    const ProofFolder folder;
    for (const std::size_t size : {1U, 2U, 12U}) {
        certify_maximum_clique(graph::Graph(size), folder.name());
        EXPECT_EQ(Checker(folder.problem()).check(folder.proof()), "BOUNDS -1 -1");
        certify_maximum_clique(complement(graph::Graph(size)), folder.name());
        const std::string bound = "-" + std::to_string(size);
        EXPECT_EQ(Checker(folder.problem()).check(folder.proof()), "BOUNDS " + bound + " " + bound);
    }
    EXPECT_THROW(certify_maximum_clique(graph::Graph(0), folder.name()), Error);
    EXPECT_THROW(certify_maximum_clique(graph::Graph(max_certified_vertices + 1), folder.name()), Error);
}

TEST(CliqueProof, IsRefusedOnceItWasTamperedWith) {
    const ProofFolder folder;
    const graph::Graph graph = random_graph(60, 0.6, 1);
    const auto found = certify_maximum_clique(graph, folder.name(), {.search = {.workers = 2, .pin = false}});
    ASSERT_GT(found.certificate->steps, 10U);
    const std::string problem = folder.problem();
    std::vector<std::string> lines;
    std::istringstream text(folder.proof());
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    const auto refuses = [&](const std::vector<std::string>& altered) {
        std::string whole;
        for (const std::string& line : altered) whole += line + "\n";
        EXPECT_THROW(Checker(problem).check(whole), std::exception);
    };
    const auto step = std::ranges::find_if(lines, [](const std::string& line) { return line.ends_with(" s +;"); });
    ASSERT_NE(step, lines.end());
    std::vector<std::string> altered = lines;
    altered.erase(altered.begin() + (step - lines.begin()));
    refuses(altered);  // a leaf is missing

    altered = lines;
    const std::string size = std::to_string(found.value.size());
    std::string& conclusion = altered[altered.size() - 2];
    ASSERT_NE(conclusion.find("-" + size), std::string::npos);
    while (conclusion.find("-" + size) != std::string::npos)
        conclusion.replace(conclusion.find("-" + size), size.size() + 1, "-" + std::to_string(found.value.size() + 1));
    refuses(altered);  // another bound

    altered = lines;
    std::string& solution = altered[2];
    ASSERT_TRUE(solution.starts_with("soli"));
    solution.replace(solution.find('~'), 1, "");
    refuses(altered);  // a clique that is none
}

TEST(CliqueProof, NeedsAllOfTheSearch) {
    const ProofFolder folder;
    const graph::Graph graph = random_graph(200, 0.7, 1);
    const auto stopped = certify_maximum_clique(graph, folder.name(), {.search = {.node_limit = 50}});
    EXPECT_NE(stopped.status, Status::complete);
    EXPECT_FALSE(stopped.value.empty());
    EXPECT_FALSE(stopped.certificate);
    EXPECT_EQ(folder.files(), 0U);
    EXPECT_THROW(certify_maximum_clique(graph, folder.name(), {.search = {.depth_limit = 3}}), UsageError);
    EXPECT_THROW(certify_maximum_clique(graph, folder.name(), {.search = {.checkpoints = {.file = "it"}}}), UsageError);
    EXPECT_THROW(certify_maximum_clique(graph, "/nowhere/at/all"), Error);
}

}  // namespace
}  // namespace scrump::maxclique

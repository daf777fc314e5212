#include "checker.hpp"
#include "files.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/maxclique/certified.hpp>
#include <scrump/problems/maxclique/detail/conflict.hpp>
#include <scrump/problems/maxclique/detail/independent_sets.hpp>
#include <scrump/problems/maxclique/detail/log_reader.hpp>
#include <scrump/problems/maxclique/detail/proof.hpp>
#include <scrump/runtime/session.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <problems/graph/clique_number.hpp>
#include <problems/random_graph.hpp>

namespace scrump::maxclique {
namespace {

using proof::Checker;
using proof::Linear;
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

/// What the last of the steps derives that `write` writes.
template <class Write>
Linear derived(const NonEdges& edges, const Write& write) {
    std::ostringstream steps;
    {
        proof::Proof proof(steps, edges.count());
        write(proof);
        proof.text() << "end pseudo-Boolean proof;\n";
    }
    Checker checker(problem_of(edges));
    checker.check(steps.str());
    return checker.last();
}

/// That all of `vertices` but `excluded` may be in the clique.
void expect_all_but(const Linear& found, std::span<const std::uint16_t> vertices, std::int64_t excluded) {
    EXPECT_EQ(found.degree, excluded);
    EXPECT_EQ(found.terms.size(), vertices.size());
    for (const std::uint16_t vertex : vertices) EXPECT_EQ(found.terms.at("x" + std::to_string(vertex + 1)), -1);
}

std::vector<std::uint32_t> as_numbered(std::size_t size) {
    std::vector<std::uint32_t> order(size);
    std::iota(order.begin(), order.end(), 0U);
    return order;
}

TEST(CliqueProof, DerivesOnceThatAtMostOneOfAnIndependentSetIsInAClique) {
    const graph::Graph graph(9);
    const NonEdges edges(graph);
    const auto order = as_numbered(9);
    std::vector<std::uint16_t> vertices = {0, 1};
    for (const std::uint16_t next : std::vector<std::uint16_t>{3, 4, 5, 7, 8}) {
        vertices.push_back(next);
        const Linear found = derived(edges, [&](proof::Proof& proof) {
            IndependentSets sets(proof, edges, order);
            const proof::Constraint constraint = sets.of(vertices);
            EXPECT_EQ(constraint, proof.last());
            EXPECT_EQ(sets.of(vertices), constraint);
            EXPECT_EQ(proof.steps(), vertices.size() - 2);
        });
        expect_all_but(found, vertices, static_cast<std::int64_t>(vertices.size()) - 1);
    }
}

// Chains of classes {u, w} in which w is a stranger of b and each u forces the next; the last is emptied by two of
// them, so that multiples double from class to class.
TEST(CliqueProof, DerivesThatClassesInConflictAreNotAllSatisfied) {
    for (const std::uint16_t length : std::vector<std::uint16_t>{1, 2, 5, 20, 40}) {
        const std::size_t size = 1 + 3 * std::size_t{length} + 3;
        std::vector<std::uint16_t> members = {0};
        std::vector<std::uint16_t> record = {static_cast<std::uint16_t>(length + 1)};
        const auto u = [](std::size_t place) { return 3 * place - 2; };  // and two more in its class
        std::vector<std::pair<std::size_t, std::size_t>> strangers;
        for (std::size_t place = 1; place <= length + 1U; ++place) {
            const std::size_t first = u(place);
            for (std::size_t i = 0; i < 3; ++i) members.push_back(static_cast<std::uint16_t>(first + i));
            strangers.insert(strangers.end(), {{first, first + 1}, {first, first + 2}, {first + 1, first + 2}});
            strangers.emplace_back(place > 1 ? u(place - 1) : 0, first + 1);
            strangers.emplace_back(place > 2 ? u(place - 2) : 0, first + 2);
            if (place == length + 1U) strangers.emplace_back(0, first);
        }
        graph::Graph graph(size);
        for (std::size_t a = 0; a < size; ++a)
            for (std::size_t b = a + 1; b < size; ++b)
                if (!std::ranges::count(strangers, std::pair{a, b})) graph.add_edge(a, b);
        for (std::size_t place = 0; place <= length; ++place) record.push_back(3);
        for (std::size_t i = 1; i < members.size(); ++i) record.push_back(members[i]);
        record.insert(record.end(), {1, 0, length, length});
        for (std::uint16_t place = 1; place <= length; ++place) {
            record.push_back(static_cast<std::uint16_t>(place - 1));
            record.push_back(static_cast<std::uint16_t>(u(place)));
        }
        ReadRecord read;
        read.read(record);
        const NonEdges edges(graph);
        const auto order = as_numbered(size);
        const LoggedGraph logged(graph, order);
        const Linear found = derived(edges, [&](proof::Proof& proof) {
            IndependentSets sets(proof, edges, order);
            proof::Sum sum;
            ConflictSteps(logged, sets).add(sum, read.conflicts.at(0), read.classes);
            proof.derive(sum);
        });
        // Of length + 1 classes and b, at most length + 1 vertices.
        expect_all_but(found, members, static_cast<std::int64_t>(size) - (length + 1));
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

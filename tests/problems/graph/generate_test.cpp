#include <scrump/problems/graph/generate.hpp>
#include <scrump/problems/graph/random_graphs.hpp>
#include <scrump/problems/graph/sparse_random_graphs.hpp>
#include <scrump/problems/graph/structured_graphs.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "support/message_of.hpp"

namespace scrump::graph {
namespace {

std::string spec_error_of(const std::string& spec) {
    return test::message_of<UsageError>([&] { generate(spec, 0); });
}

TEST(Generate, MakesEveryFamily) {
    EXPECT_EQ(generate("random:n=30,p=0.5,seed=9", 1), random_graph(30, 0.5, 9));
    EXPECT_EQ(generate("planted:n=30,k=8,p=0.5,seed=9", 1), plant_clique(30, 8, 0.5, 9).graph);
    EXPECT_EQ(generate("hidden:n=90,k=8,p=0.5,depth=2,seed=9", 1), hide_clique(90, 8, 0.5, 2, 9).graph);
    EXPECT_EQ(generate("brock:n=200,i=1,seed=9", 1), hide_clique(200, 21, 0.75, 1, 9).graph);
    EXPECT_EQ(generate("p_hat:n=30,a=0.1,b=0.6,seed=9", 1), p_hat_graph(30, 0.1, 0.6, 9));
    EXPECT_EQ(generate("hamming:n=6,d=4", 1), hamming_graph(6, 4));
    EXPECT_EQ(generate("johnson:n=8,w=2,d=4", 1), johnson_graph(8, 2, 4));
    EXPECT_EQ(generate("keller:dim=3", 1), keller_graph(3));
    EXPECT_EQ(generate("mann:n=9", 1), steiner_cover_graph(9));
    EXPECT_EQ(generate("sparse-random:n=50,m=99,k=5,seed=9", 1), to_dense(random_sparse_graph(50, 99, 5, 9)));
    EXPECT_EQ(generate("power-law:n=50,m=99,exponent=2.1,k=5,seed=9", 1), to_dense(power_law_graph(50, 99, 2.1, 5, 9)));
}

TEST(Generate, MakesListsOfNeighboursOfEveryFamily) {
    EXPECT_EQ(generate_sparse("power-law:n=70000,m=99,seed=9", 1), power_law_graph(70'000, 99, 2.5, 0, 9));
    EXPECT_EQ(generate_sparse("sparse-random:n=70000,m=99", 3), random_sparse_graph(70'000, 99, 0, 3));
    EXPECT_EQ(generate_sparse("random:n=30,p=0.5", 7), to_sparse(random_graph(30, 0.5, 7)));
    EXPECT_TRUE(is_sparse_spec("power-law:n=3"));
    EXPECT_FALSE(is_sparse_spec("random:n=3"));
    EXPECT_FALSE(is_sparse_spec("nonsense"));
}

TEST(Generate, MakesEveryBrockGraph) {
    for (const auto& [spec, vertices, density] : {std::tuple{"brock:n=200,i=1", 200U, 0.75},
                                                  {"brock:n=200,i=2", 200U, 0.5},
                                                  {"brock:n=200,i=4", 200U, 0.65},
                                                  {"brock:n=400,i=4", 400U, 0.75},
                                                  {"brock:n=800,i=4", 800U, 0.65}}) {
        const Graph graph = generate(spec, 0);
        EXPECT_EQ(graph.size(), vertices);
        EXPECT_NEAR(graph.density(), density, 0.02) << spec;
    }
}

TEST(Generate, TakesDefaults) {
    EXPECT_EQ(generate("random:n=30,p=0.5", 7), random_graph(30, 0.5, 7));
    EXPECT_EQ(generate("hidden:n=60,k=8,p=0.5", 7), hide_clique(60, 8, 0.5, 1, 7).graph);
    EXPECT_EQ(generate("p_hat:n=30", 7), p_hat_graph(30, 0, 1, 7));
}

TEST(Generate, SaysWhatIsWrong) {
    EXPECT_EQ(spec_error_of("randm:n=3"),
              "unknown graph family 'randm'; expected random, planted, hidden, brock, p_hat, hamming, johnson, keller, "
              "mann, sparse-random, power-law");
    EXPECT_EQ(spec_error_of("random:n=3,p=0.5,q=1"), "random: unknown parameter 'q'; expected n, p, seed");
    EXPECT_EQ(spec_error_of("random:n=3,n=3,p=1"),
              "'random:n=3,n=3,p=1': 'n' is given twice; expected name or name:key=value,key=value");
    EXPECT_EQ(spec_error_of("random:p=1"),
              "random: 'n' (number of vertices) is missing; expected an integer from 0 to 65536");
    EXPECT_EQ(spec_error_of("random"),
              "random: 'n' (number of vertices) is missing; expected an integer from 0 to 65536");
    EXPECT_EQ(spec_error_of("random:n=3x,p=1"), "random: n=3x: expected an integer from 0 to 65536");
    EXPECT_EQ(spec_error_of("random:n=65537,p=1"), "random: n=65537: expected an integer from 0 to 65536");
    EXPECT_EQ(spec_error_of("random:n=3,p=1.5"), "random: p=1.5: expected a number from 0 to 1");
    EXPECT_EQ(spec_error_of("hidden:n=60,k=8,p=0.5,depth=5"), "hidden: depth=5: expected an integer from 0 to 4");
    EXPECT_EQ(spec_error_of("keller:dim=9"), "keller: dim=9: expected an integer from 2 to 8");
}

TEST(Generate, SaysWhatIsWrongBetweenParameters) {
    EXPECT_EQ(spec_error_of("planted:n=10,k=11,p=0.5"), "planted: k=11: expected at most n, which is 10");
    EXPECT_EQ(spec_error_of("hidden:n=10,k=11,p=0.5"), "hidden: k=11: expected at most n, which is 10");
    EXPECT_EQ(
        spec_error_of("hidden:n=50,k=40,p=0.5"),
        "a clique of k=40 among n=50 vertices of density p=0.500000 can't be hidden at depth 1; expected a smaller "
        "depth, another k, or a larger n");
    EXPECT_EQ(spec_error_of("brock:n=200,i=3"),
              "brock: n=200,i=3: expected n,i to be one of 200,1, 200,2, 200,4, 400,4, 800,4");
    EXPECT_EQ(spec_error_of("p_hat:n=9,a=0.5,b=0.25"), "p_hat: a=0.500000: expected at most b, which is 0.250000");
    EXPECT_EQ(spec_error_of("johnson:n=4,w=5,d=2"), "johnson: w=5: expected at most n, which is 4");
    EXPECT_EQ(spec_error_of("johnson:n=32,w=16,d=2"), "johnson: n=32,w=16: 601080390 vertices; expected at most 65536");
    EXPECT_EQ(spec_error_of("power-law:n=10,m=46"), "power-law: m=46: expected at most 45, the pairs of n=10 vertices");
    EXPECT_EQ(spec_error_of("sparse-random:n=0,m=1"),
              "sparse-random: m=1: expected at most 0, the pairs of n=0 vertices");
    EXPECT_EQ(spec_error_of("power-law:n=10,m=3,k=11"), "power-law: k=11: expected at most n, which is 10");
    EXPECT_EQ(spec_error_of("power-law:n=65537,m=3"),
              "power-law: n=65537: expected at most 65536 where the graph is kept as a matrix");
    EXPECT_EQ(spec_error_of("mann:n=21"), "mann: n=21: expected 9, 15, 27, 45, 81, 135 or 243");
}

TEST(Generate, KnowsItsSpecs) {
    EXPECT_TRUE(is_generator_spec("random:n=3,p=1"));
    EXPECT_TRUE(is_generator_spec("random:nonsense"));
    EXPECT_TRUE(is_generator_spec("keller"));
    EXPECT_FALSE(is_generator_spec("keller4.clq"));
    EXPECT_FALSE(is_generator_spec("./keller"));
    EXPECT_FALSE(is_generator_spec("-"));
    EXPECT_FALSE(is_generator_spec(""));
}

TEST(Families, HaveDistinctNamesAndHelp) {
    std::set<std::string_view> names;
    for (const Family& family : families()) {
        EXPECT_TRUE(names.insert(family.name).second) << family.name;
        EXPECT_FALSE(family.summary.empty());
        std::set<std::string_view> keys;
        for (const Parameter& parameter : family.parameters) EXPECT_TRUE(keys.insert(parameter.name).second);
        EXPECT_FALSE(keys.empty());
        EXPECT_NE(family.make == nullptr, family.make_sparse == nullptr) << family.name;
    }
}

}  // namespace
}  // namespace scrump::graph

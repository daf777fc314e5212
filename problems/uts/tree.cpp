#include "tree.hpp"

#include <scrump/base/error.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>

namespace scrump::uts {

namespace {

Tree geometric(Profile profile, std::uint32_t max_depth, double b0, std::uint32_t seed) {
    return {.law = Law::geometric, .profile = profile, .b0 = b0, .max_depth = max_depth, .seed = seed};
}

Tree binomial(double b0, double q, std::uint32_t m, std::uint32_t seed) {
    return {.law = Law::binomial, .b0 = b0, .q = q, .m = m, .seed = seed};
}

void require(bool good, const char* parameter, double value, const char* expected) {
    if (good) return;
    std::ostringstream text;
    text.precision(10);
    text << "uts: " << parameter << " is " << value << ", must be " << expected;
    throw UsageError(text.str());
}

// All children of a node are made at once. The geometric law gives a hundred at most.
constexpr std::uint32_t most_of_node = 10'000;

void check_geometric(const Tree& tree) {
    require(tree.b0 >= 0 && tree.b0 <= 1e9, "b0", tree.b0, "from 0 to 1e9");
    require(tree.max_depth >= 1, "max_depth", tree.max_depth, "at least 1");
    if (tree.profile == Profile::exponential_decrease) {
        require(tree.max_depth >= 2, "max_depth", tree.max_depth, "at least 2 for an exponential decrease");
        require(tree.b0 > 0, "b0", tree.b0, "above 0 for an exponential decrease");
    }
}

void check_binomial(const Tree& tree) {
    require(tree.m <= most_of_node, "m", tree.m, "at most 10000");
    require(tree.q >= 0 && tree.q <= 1, "q", tree.q, "from 0 to 1");
}

}  // namespace

void check(const Tree& tree) {
    switch (tree.law) {
        case Law::geometric:
            check_geometric(tree);
            break;
        case Law::binomial:
            require(tree.b0 >= 0 && tree.b0 <= 1e6, "b0", tree.b0, "from 0 to 1e6 in a binomial tree");
            check_binomial(tree);
            break;
        case Law::hybrid:
            check_geometric(tree);
            check_binomial(tree);
            require(tree.shift >= 0 && tree.shift <= 1, "shift", tree.shift, "from 0 to 1");
            break;
        case Law::balanced:
            require(tree.b0 >= 0 && tree.b0 <= most_of_node, "b0", tree.b0, "from 0 to 10000 in a balanced tree");
            require(tree.max_depth >= 1 && tree.max_depth <= std::numeric_limits<std::int32_t>::max(), "max_depth",
                    tree.max_depth, "from 1 to 2147483647 in a balanced tree");
            break;
    }
    require(tree.granularity >= 1 && tree.granularity <= 10'000, "granularity", tree.granularity, "from 1 to 10000");
}

double target_branching(const Tree& tree, std::uint32_t depth) {
    if (depth == 0) return tree.b0;
    const double d = depth;
    const double max_depth = tree.max_depth;
    switch (tree.profile) {
        case Profile::fixed:
            return depth < tree.max_depth ? tree.b0 : 0;
        case Profile::linear:
            return tree.b0 * (1 - d / max_depth);
        case Profile::cyclic:
            if (d > 5 * max_depth) return 0;
            return std::pow(tree.b0, std::sin(2 * 3.141592653589793 * d / max_depth));
        case Profile::exponential_decrease:
            return tree.b0 * std::pow(d, -std::log(tree.b0) / std::log(max_depth));
    }
    return 0;
}

std::span<const NamedTree> named_trees() {
    using enum Profile;
    static const std::array<NamedTree, 13> trees = {{
        {"T1", geometric(fixed, 10, 4, 19), {4130071, 3305118, 10}},
        {"T5", geometric(linear, 20, 4, 34), {4147582, 2181318, 20}},
        {"T2", geometric(cyclic, 16, 6, 502), {4117769, 2342762, 81}},
        {"T3", binomial(2000, 0.124875, 8, 42), {4112897, 3599034, 1572}},
        {"T4",
         {.law = Law::hybrid, .profile = linear, .b0 = 6, .max_depth = 16, .q = 0.234375, .m = 4, .seed = 1},
         {4132453, 3108986, 134}},
        {"T1L", geometric(fixed, 13, 4, 29), {102181082, 81746377, 13}},
        {"T2L", geometric(cyclic, 23, 7, 220), {96793510, 53791152, 67}},
        {"T3L", binomial(2000, 0.200014, 5, 7), {111345631, 89076904, 17844}},
        {"T1XL", geometric(fixed, 15, 4, 29), {1635119272, 1308100063, 15}},
        {"T1XXL", geometric(fixed, 15, 4, 19), {4230646601, 0, 15}},
        {"T3XXL", binomial(2000, 0.499995, 2, 316), {2793220501, 0, 0}},
        {"T2XXL", binomial(2000, 0.499999995, 2, 0), {10612052303, 5306027151, 216370}},
        {"T3WL", binomial(2000, 0.4999995, 2, 559), {157063495159, 78531748579, 758577}},
    }};
    return trees;
}

const NamedTree& named_tree(std::string_view name) {
    std::string names;
    for (const NamedTree& tree : named_trees()) {
        if (tree.name == name) return tree;
        names += names.empty() ? "" : ", ";
        names += tree.name;
    }
    throw UsageError("uts: there is no sample tree \"" + std::string(name) + "\", only " + names);
}

}  // namespace scrump::uts

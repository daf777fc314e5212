// scrump uts: measures an unbalanced tree.

#include "commands.hpp"
#include "line/values.hpp"
#include "run/search_command.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/uts/hash_choice.hpp>
#include <scrump/problems/uts/solve.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace scrump::cli {
namespace {

const Choices<uts::Law> laws = {{"balanced", uts::Law::balanced},
                                {"binomial", uts::Law::binomial},
                                {"geometric", uts::Law::geometric},
                                {"hybrid", uts::Law::hybrid}};
const Choices<uts::Profile> shapes = {{"cyclic", uts::Profile::cyclic},
                                      {"exponential-decrease", uts::Profile::exponential_decrease},
                                      {"fixed", uts::Profile::fixed},
                                      {"linear", uts::Profile::linear}};

struct UtsArguments {
    std::optional<uts::NamedTree> named;
    std::optional<uts::Law> law;
    uts::Tree tree;
    std::vector<std::string> parameters;  ///< the options of a tree by its parameters that were given
    uts::HashChoice hash = uts::HashChoice::automatic;
};

Choices<uts::HashChoice> hashes() {
    Choices<uts::HashChoice> by_name;
    for (const uts::HashChoice hash : uts::hash_choices()) by_name.emplace_back(uts::name_of(hash), hash);
    std::ranges::sort(by_name);
    return by_name;
}

std::string names_of_trees() {
    std::string names;
    for (const uts::NamedTree& each : uts::named_trees()) names += (names.empty() ? "" : ", ") + std::string(each.name);
    return names;
}

template <class Value>
std::string word(const Choices<Value>& choices, Value value) {
    for (const auto& [name, each] : choices)
        if (each == value) return name;
    return {};
}

bool uses(uts::Law law, const std::string& parameter) {
    if (parameter == "--shape") return uts::draws_geometric(law);
    if (parameter == "--max-depth") return law != uts::Law::binomial;
    if (parameter == "--q" || parameter == "--m") return uts::draws_binomial(law);
    return parameter != "--shift" || law == uts::Law::hybrid;
}

uts::Tree tree_of(const UtsArguments& given) {
    if (!given.named && !given.law) throw UsageError("uts: --tree or --type is required");
    uts::Tree tree = given.named ? given.named->tree : given.tree;
    if (given.law) tree.law = *given.law;
    for (const std::string& each : given.parameters)
        if (!uses(tree.law, each)) throw UsageError("uts: a " + word(laws, tree.law) + " tree has no " + each);
    tree.granularity = given.tree.granularity;
    return tree;
}

Report::Json describe(const UtsArguments& given, const uts::Tree& tree) {
    Report::Json instance = {{"type", word(laws, tree.law)}, {"b0", tree.b0}, {"tree_seed", tree.seed}};
    if (uts::draws_geometric(tree.law)) instance["shape"] = word(shapes, tree.profile);
    if (tree.law != uts::Law::binomial) instance["max_depth"] = tree.max_depth;
    if (uts::draws_binomial(tree.law)) {
        instance["q"] = tree.q;
        instance["m"] = tree.m;
    }
    if (tree.law == uts::Law::hybrid) instance["shift"] = tree.shift;
    instance["granularity"] = tree.granularity;
    instance["hash"] = uts::name_of(uts::resolve(given.hash));
    if (given.named) instance["tree"] = given.named->name;
    return instance;
}

Report measure(const UtsArguments& given, LiveSearch& live) {
    const uts::Tree tree = tree_of(given);
    Report report{.instance = describe(given, tree)};
    const uts::Shape shape = report.take(uts::measure(tree, live.begin(Line::plain, report), given.hash));
    report.add_count("size", "count", shape.nodes);
    report.add_count("leaves", "leaves", shape.leaves);
    report.add_count("depth", "depth", shape.depth);
    return report;
}

void declare_tree(Command command, UtsArguments& given) {
    std::vector<std::string> names;
    for (const uts::NamedTree& each : uts::named_trees()) names.emplace_back(each.name);
    const Argument name = command.option("--tree", given.named, uts::named_tree, "A sample tree: " + names_of_trees())
                              .type_name("NAME")
                              .words(names);
    uts::Tree& tree = given.tree;
    const auto parameter = [&](const char* flag, auto& value, const auto& read, const char* help, const char* type) {
        const auto noted = [&given, flag, read](const std::string& text) {
            given.parameters.emplace_back(flag);
            return read(text);
        };
        Argument declared = command.option(flag, value, noted, help);
        if constexpr (requires { read.words(); }) declared.words(read.words());
        return declared.type_name(type).excludes(name).group("A tree by its parameters");
    };
    parameter("--type", given.law, one_of(laws), "binomial, geometric, hybrid or balanced", "TYPE");
    parameter("--shape", tree.profile, one_of(shapes),
              "Shape of a geometric tree: fixed, linear, cyclic or exponential-decrease", "SHAPE");
    parameter("--b0", tree.b0, real_number(), "Target number of the root's children", "X").show_default();
    parameter("--max-depth", tree.max_depth, whole_number(), "Depth of a geometric or a balanced tree", "N")
        .show_default();
    parameter("--q", tree.q, real_number(), "Probability that a node of a binomial tree has children", "X")
        .show_default();
    parameter("--m", tree.m, whole_number(), "Number of children of such a node", "N").show_default();
    parameter("--shift", tree.shift, real_number(),
              "Depth at which a hybrid tree becomes binomial, as a fraction of --max-depth", "X")
        .show_default();
    parameter("--tree-seed", tree.seed, whole_number(), "Seed of the root", "N").show_default();
    command
        .option("--granularity", tree.granularity, whole_number(), "Number of hashes per node; the tree stays the same")
        .type_name("N")
        .show_default();
    command
        .option("--hash", given.hash, one_of(hashes()),
                "Implementation of the hash: automatic, avx512, avx2, sha-ni or portable; all give the same tree")
        .type_name("NAME");
}

}  // namespace

void declare_uts(CommandLine& line) {
    declare_search<UtsArguments>(line, "uts", "Unbalanced Tree Search: size, leaves and depth of a tree", declare_tree,
                                 measure, Aim::count);
}

}  // namespace scrump::cli

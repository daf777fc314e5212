// scrump uts: measures an unbalanced tree.

#include "commands.hpp"
#include "live_search.hpp"
#include "report.hpp"
#include "values.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/uts/hash_choice.hpp>
#include <scrump/problems/uts/solve.hpp>

#include <fmt/format.h>

#include <map>
#include <memory>

namespace scrump::cli {
namespace {

const std::map<std::string, uts::Law> laws = {{"binomial", uts::Law::binomial},
                                              {"geometric", uts::Law::geometric},
                                              {"hybrid", uts::Law::hybrid},
                                              {"balanced", uts::Law::balanced}};
const std::map<std::string, uts::Profile> shapes = {{"fixed", uts::Profile::fixed},
                                                    {"linear", uts::Profile::linear},
                                                    {"cyclic", uts::Profile::cyclic},
                                                    {"exponential-decrease", uts::Profile::exponential_decrease}};

struct Arguments {
    RunOptions run;
    std::string name;
    uts::Tree tree;
    uts::HashChoice hash = uts::HashChoice::automatic;
};

std::map<std::string, uts::HashChoice> hashes() {
    std::map<std::string, uts::HashChoice> by_name;
    for (const uts::HashChoice hash : uts::hash_choices()) by_name.emplace(uts::name_of(hash), hash);
    return by_name;
}

std::string names_of_trees() {
    std::string names;
    for (const uts::NamedTree& each : uts::named_trees()) names += (names.empty() ? "" : ", ") + std::string(each.name);
    return names;
}

int measure(const Arguments& given, Session& session) {
    uts::Tree tree = given.name.empty() ? given.tree : uts::named_tree(given.name).tree;
    tree.granularity = given.tree.granularity;
    Report report;
    report.problem = "uts";
    const auto word = [](const auto& words, auto value) {
        for (const auto& [name, each] : words) {
            if (each == value) return name;
        }
        return std::string();
    };
    report.instance = {{"type", word(laws, tree.law)}, {"b0", tree.b0}, {"tree_seed", tree.seed}};
    if (uts::draws_geometric(tree.law)) report.instance["shape"] = word(shapes, tree.profile);
    if (tree.law != uts::Law::binomial) report.instance["max_depth"] = tree.max_depth;
    if (uts::draws_binomial(tree.law)) {
        report.instance["q"] = tree.q;
        report.instance["m"] = tree.m;
    }
    if (tree.law == uts::Law::hybrid) report.instance["shift"] = tree.shift;
    report.instance["granularity"] = tree.granularity;
    report.instance["hash"] = uts::name_of(uts::resolve(given.hash));
    report.unproved = "counted in part";
    if (!given.name.empty()) report.instance["tree"] = given.name;
    {
        LiveSearch live(given.run, session, false);
        auto result = uts::measure(tree, live.options(), given.hash);
        report.status = result.status;
        report.statistics = std::move(result.statistics);
        const uts::Shape& shape = result.value;
        const bool complete = report.status == Status::complete;
        const auto text = [&](auto number) { return (complete ? "" : "at least ") + std::to_string(number); };
        report.result[complete ? "count" : "count_so_far"] = shape.nodes;
        report.result[complete ? "leaves" : "leaves_so_far"] = shape.leaves;
        report.result[complete ? "depth" : "depth_so_far"] = shape.depth;
        report.answer = {{"size", text(shape.nodes)}, {"leaves", text(shape.leaves)}, {"depth", text(shape.depth)}};
    }
    return print(report, given.run, session);
}

}  // namespace

void declare_uts(CommandLine& line, Action& run) {
    const auto given = std::make_shared<Arguments>();
    Command command = line.subcommand("uts", "Unbalanced Tree Search: size, leaves and depth of a tree");
    const Argument name =
        command.option("--tree", &given->name, "A sample tree: " + names_of_trees()).type_name("NAME");
    const std::string group = "A tree by its parameters";
    uts::Tree& tree = given->tree;
    const auto of_tree = [&](Argument argument, const char* type) {
        return argument.type_name(type).excludes(name).group(group);
    };
    const auto parameter = [&](const char* flag, Place value, const char* help, const char* type) {
        return of_tree(command.option(flag, value, help), type);
    };
    const Argument law =
        of_tree(command.choice("--type", tree.law, laws, "binomial, geometric, hybrid or balanced"), "TYPE");
    of_tree(command.choice("--shape", tree.profile, shapes,
                           "Of a geometric tree: fixed, linear, cyclic or exponential-decrease"),
            "SHAPE");
    parameter("--b0", &tree.b0, "Target number of the root's children", "X").rule(real_number()).show_default();
    parameter("--max-depth", &tree.max_depth, "Depth of a geometric or a balanced tree", "N")
        .rule(to_whole_number())
        .show_default();
    parameter("--q", &tree.q, "Probability that a node of a binomial tree has children", "X")
        .rule(real_number())
        .show_default();
    parameter("--m", &tree.m, "How many it has then", "N").rule(to_whole_number()).show_default();
    parameter("--shift", &tree.shift, "Where a hybrid tree becomes binomial, as a part of --max-depth", "X")
        .rule(real_number())
        .show_default();
    parameter("--tree-seed", &tree.seed, "The root's state", "N").rule(to_whole_number()).show_default();
    command.option("--granularity", &tree.granularity, "How often each node is hashed; the tree is the same")
        .type_name("N")
        .rule(to_whole_number())
        .show_default();
    command
        .choice("--hash", given->hash, hashes(),
                "What hashes the nodes: automatic, avx512, avx2, sha-ni or portable; all give the same tree")
        .type_name("NAME");
    given->run.declare(command);
    command.when_chosen([given, name, law, &run] {
        if (!name.given() && !law.given()) throw UsageError("uts: --tree or --type is required");
        run = [given](Session& session) { return measure(*given, session); };
    });
}

}  // namespace scrump::cli

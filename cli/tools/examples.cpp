#include "tools/examples.hpp"

#include <algorithm>
#include <array>

namespace scrump::cli {
namespace {

struct Examples {
    std::string_view subcommand;
    std::array<std::string_view, 3> lines{};  // empty: there are no more
};

constexpr std::array<Examples, 27> all_examples = {{
    {"maxclique",
     {"scrump maxclique random:n=200,p=0.8,seed=3", "scrump maxclique brock800_4.clq.gz --time-limit 10m --gap 5%",
      "mpirun -n 20 scrump maxclique brock800_4.clq --checkpoint state"}},
    {"kclique", {"scrump kclique -k 24 random:n=200,p=0.8,seed=3", "scrump kclique -k 4 friends.csv --count"}},
    {"independent-set", {"scrump independent-set random:n=60,p=0.2,seed=1"}},
    {"vertex-cover", {"scrump vertex-cover random:n=60,p=0.2,seed=1"}},
    {"colouring", {"scrump colouring random:n=40,p=0.5,seed=1", "scrump colouring -k 5 queen5_5.col"}},
    {"sip",
     {"scrump sip random:n=4,p=1 random:n=30,p=0.5,seed=1 --count", "scrump sip --induced pattern.lad target.lad"}},
    {"mcs", {"scrump mcs random:n=8,p=0.5,seed=1 random:n=9,p=0.5,seed=2"}},
    {"knapsack", {"scrump knapsack circle:n=20", "scrump knapsack items.txt --json"}},
    {"tsp", {"scrump tsp random:n=20,seed=1", "scrump tsp berlin52.tsp --tour berlin52.tour"}},
    {"flowshop",
     {"scrump flowshop random:jobs=20,machines=5,seed=873654221", "scrump flowshop tai20_10.txt --instance 3"}},
    {"semigroups", {"scrump semigroups --genus 15"}},
    {"queens", {"scrump queens 8", "scrump queens 100 --find"}},
    {"uts", {"scrump uts --tree T1", "scrump uts --tree T3L --json"}},
    {"tasks", {"scrump tasks fib 20", "scrump tasks fib 20 --sequential"}},
    {"loop", {"scrump loop imbalance", "scrump loop pisolver --imbalance 40 --time-steps 5 --stats"}},
    {"explore", {"scrump explore puzzle 2x3", "scrump explore sokoban level.xsb --path"}},
    {"reach", {"scrump reach model.sylvan.bdd --deadlocks"}},
    {"check", {"scrump check model.pnml LTLFireability.xml", "scrump check model.pnml --ask deadlock,one-safe"}},
    {"calibrate", {"scrump calibrate -o machine.json"}},
    {"generate", {"scrump generate random n=30 p=0.7 seed=1", "scrump generate hamming n=8 d=4 -o hamming8-4.clq.gz"}},
    {"convert", {"scrump convert hamming:n=3,d=2 --to graph6", "scrump convert friends.csv friends.clq"}},
    {"instances", {"scrump instances", "scrump instances --fetch brock400_4.clq"}},
    {"counters", {"scrump counters"}},
    {"merge", {"scrump merge shard-1.json shard-2.json shard-3.json", "scrump merge shard-*.json --json"}},
    {"completion", {"scrump completion bash > ~/.local/share/bash-completion/completions/scrump"}},
    {"man", {"scrump man maxclique | man -l -", "scrump man --into ~/.local/share/man/man1"}},
    {"help", {"scrump help maxclique", "scrump help --markdown > options.md"}},
}};

}  // namespace

std::span<const std::string_view> examples_of(std::string_view subcommand) {
    const auto* const found = std::ranges::find(all_examples, subcommand, &Examples::subcommand);
    if (found == all_examples.end()) return {};
    const auto end = std::ranges::find(found->lines, std::string_view());
    return {found->lines.begin(), static_cast<std::size_t>(end - found->lines.begin())};
}

}  // namespace scrump::cli

// A problem that Scrump solves out of the box, in your own program: the largest clique of a graph.
#include <scrump/problems/graph/source.hpp>
#include <scrump/problems/maxclique/solve.hpp>

#include <cstdio>
#include <string>

int main(int argc, char** argv) {
    const std::string source = argc > 1 ? argv[1] : "random:n=200,p=0.8,seed=3";
    const auto result = scrump::maxclique::find_maximum_clique(scrump::graph::load(source, 1));
    std::printf("%zu of %s, %s\n", result.value.size(), source.c_str(), scrump::name(result.status));
}

// BuDDy: sequential, its nodes are counted by reference, and its edges are not complemented.

#include <peers/diagrams.hpp>

#include <bdd.h>

#include <mutex>

namespace scrump::peers {
namespace {

constexpr int nodes = 1 << 24;
constexpr int cache_entries = 1 << 22;

struct Buddy {
    using Function = bdd;

    static bdd variable(unsigned number) { return bdd_ithvarpp(static_cast<int>(number)); }
    static bdd constant(bool value) { return value ? bddtruepp : bddfalsepp; }
    static bdd conjunction(const bdd& f, const bdd& g) { return bdd_and(f, g); }
    static bdd disjunction(const bdd& f, const bdd& g) { return bdd_or(f, g); }
    static bdd exclusive_or(const bdd& f, const bdd& g) { return bdd_xor(f, g); }
    static bdd negation(const bdd& f) { return bdd_not(f); }
    static bdd if_then_else(const bdd& f, const bdd& g, const bdd& h) { return bdd_ite(f, g, h); }
    static double count(const bdd& f, unsigned /*variables: all that there are*/) { return bdd_satcount(f); }
    static void forget() { bdd_gbc(); }
};

// There is one BuDDy in a process.
DiagramsTime make(const DiagramConstruction& construction) {
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    bdd_init(nodes, cache_entries);
    bdd_gbc_hook(nullptr);  // which would print
    bdd_setvarnum(static_cast<int>(construction.variables()));
    Buddy package;
    const DiagramsTime time = make_twice(package, construction);
    bdd_done();
    return time;
}

}  // namespace

DiagramsPeer buddy() {
    return {"BuDDy", make};
}

}  // namespace scrump::peers

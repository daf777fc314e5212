#pragma once
// What searches see of a generator. Optional members are found by their names, and a search works without those that
// are missing. The list of capabilities shows which ones were found, so that a misspelt one is noticed.

#include <scrump/net/codec.hpp>
#include <scrump/search/generator.hpp>

#include <concepts>
#include <vector>

namespace scrump {

/// Optional capability of a generator.
struct Capability {
    const char* name = "";  ///< name, as in docs/search.md
    bool present = false;   ///< whether searches find it and can use it
    const char* use = "";   ///< purpose
};

/// All capabilities that a generator may have, in the order of docs/search.md.
template <NodeGenerator G>
std::vector<Capability> capabilities() {
    bool knows_incumbent = false;
    if constexpr (HasObjective<G>) knows_incumbent = KnowsIncumbent<G>;
    return {
        {"objective(space, node)", HasObjective<G>, "maximise, minimise, decide and best"},
        {"accept(space, node)", AcceptsNodes<G>, "decide without an objective"},
        {"bound(space, node)", HasBound<G>, "prunes nodes that cannot be better than the best so far"},
        {"dual_bound(space, node)", HasDualBound<G>, "a better bound, for what is reported of a run"},
        {"bounds_never_improve", BoundsNeverImprove<G>, "one pruned child prunes all its later siblings"},
        {"G(space, node, to_beat)", knows_incumbent, "the generator leaves out children by itself"},
        {"pruned()", ReportsPruning<G>, "counts what such a generator left out"},
        {"remaining()", CountsChildren<G>, "children are counted without being made"},
        {"valid(space, node)", ChecksNodes<G> || ChecksDepths<G>, "nodes from files and other processes are checked"},
        {"expand(space, nodes, ...)", GeneratesBatches<G>, "enumerations make the children of many nodes at once"},
        {"append_inner(space, nodes, ...)", DropsChildless<G>, "they leave childless nodes out"},
        {"steal_stacks", GeneratesBatches<G> || AsksForStealStacks<G>,
         "enumerations keep open nodes in columns under the skeleton steal-stack"},
        {"enter(f)", EntersInstructionSet<G>, "the loop is compiled for another instruction set"},
        {"nodes that can be sent", Transferable<typename G::Node>, "several processes or localities"},
        {"a generator that can be copied", std::copy_constructible<G>, "checkpoints, and bounds of stopped runs"},
    };
}

}  // namespace scrump

#pragma once
// Graphs of state spaces in files, in DOT and GraphML, whatever their states are.

#include <cstddef>
#include <string>
#include <vector>

namespace scrump {

/// Marks of a state in a graph.
struct StateMarks {
    bool initial = false;    ///< whether it is an initial state
    bool goal = false;       ///< whether it is a goal
    bool deadlock = false;   ///< whether it is known to have no successor
    std::string violated{};  ///< name of the first invariant that it violates; empty: none
};

/// A transition: the numbers of two states.
struct StateStep {
    std::size_t from = 0;  ///< number of the state that it leaves
    std::size_t to = 0;    ///< number of its successor
};

/// A graph as text.
struct DrawnGraph {
    std::vector<std::string> texts{};  ///< texts of states
    std::vector<StateMarks> marks{};   ///< marks of states
    std::vector<StateStep> steps{};    ///< transitions
    std::vector<std::string> names{};  ///< names of transitions; an empty one is left out
};

/// Throws UsageError unless the file has the ending of a known format: `.dot`, `.gv` or `.graphml`.
void check_graph_file(const std::string& file);

/// Writes a graph in the format of the file's ending, as a whole or not at all. Throws as check_graph_file(), and Error
/// if the file cannot be written.
void write_graph(const std::string& file, const DrawnGraph& graph);

}  // namespace scrump

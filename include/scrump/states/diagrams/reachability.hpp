#pragma once
// Symbolic reachability: all states that a system can reach, as decision diagrams (Burch, Clarke, McMillan, Dill and
// Hwang, 1990). Part 3 of the distributed reachability slides treats it on several machines.

#include <scrump/runtime/status.hpp>
#include <scrump/states/diagrams/bdd.hpp>
#include <scrump/states/diagrams/list_model.hpp>
#include <scrump/states/diagrams/model.hpp>
#include <scrump/states/diagrams/options.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrump {

/// The order in which relations are applied until no new states appear. All strategies find the same states.
enum class ReachStrategy : std::uint8_t {
    bfs,        ///< by levels; in each, one relation after the other
    par,        ///< by levels; in each, all relations at once
    chaining,   ///< one relation after the other, each to all states so far
    saturation  ///< relations of the lowest variables first, until these add no more states
};

/// Name of the strategy.
std::string_view name(ReachStrategy strategy);
/// The strategy of that name. Throws UsageError if none has it.
ReachStrategy parse_reach_strategy(std::string_view text);
/// Names of all strategies.
std::vector<std::string> reach_strategy_names();
/// Help on all strategies, in lines.
std::string reach_strategies_help();

/// The values of the entries of a state's vector.
using StateVector = std::vector<std::uint64_t>;

/// A model as diagrams, within the program of run_diagrams().
class SymbolicSystem {
  public:
    /// Makes the model's diagrams, without the labels of transitions. Throws Error if there is no room for them.
    SymbolicSystem(Diagrams& diagrams, const SymbolicModel& model);

    /// The initial states.
    const Bdd& initial() const { return initial_; }
    /// The transitions.
    std::span<const TransitionRelation> relations() const { return relations_; }
    /// Variables of all bits of a state.
    std::span<const unsigned> variables() const { return variables_; }

    /// Report of a round.
    struct Round {
        unsigned number = 0;  ///< number of the round, from 1
        const Bdd& reached;   ///< states reached so far
        bool last = false;    ///< whether it is the last round
    };
    /// All states that can be reached from the initial ones; `see` is called after each round: a level, or one
    /// application of all relations.
    Bdd reachable(ReachStrategy strategy, const std::function<void(const Round&)>& see = {});

    /// The states among these that have no successor.
    Bdd deadlocks(const Bdd& states);
    /// A shortest path from an initial state to one of `targets`, both included, within `reached`, the reachable
    /// states; none if no path exists.
    std::optional<std::vector<StateVector>> path(const Bdd& reached, const Bdd& targets);

    /// For each step of a path, the number of the first relation that makes it.
    std::vector<std::size_t> relations_of(std::span<const StateVector> path);

    /// Number of these states.
    Count count(const Bdd& states) { return diagrams_.count(states, variables_); }
    /// The set of one state: the bits of each entry, the most significant first. Throws UsageError if a value does not
    /// fit in its entry, or if the number of values is not that of the entries.
    Bdd state(const StateVector& values);
    /// One of these states.
    StateVector pick(const Bdd& states);

  private:
    std::size_t place(std::size_t bit) const { return places_.empty() ? bit : places_[bit]; }

    Diagrams& diagrams_;
    std::vector<std::uint32_t> bits_;
    std::vector<std::uint32_t> places_;  // as in SymbolicModel
    std::vector<unsigned> variables_;
    Bdd initial_{};
    std::vector<TransitionRelation> relations_;
};

/// Progress of a search for all reachable states.
struct SymbolicProgress {
    DiagramProgress diagrams{};  ///< size of the table, and number of busy workers
    unsigned rounds = 0;         ///< number of finished rounds
};

/// Options of symbolic reachability.
struct SymbolicReachOptions {
    ReachStrategy strategy = ReachStrategy::saturation;  ///< order in which relations are applied
    DiagramOptions diagrams{};                           ///< workers and memory
    bool count_rounds = false;    ///< whether to count the states and their nodes after each round
    bool find_deadlocks = false;  ///< whether to find deadlocks and a shortest path to one, also with saturation
    std::optional<StateVector> path_to{};  ///< state to which a shortest path is wanted

    std::function<void(const SymbolicProgress&)> progress{};  ///< used instead of the one in `diagrams`
};

/// Statistics of a round.
struct SymbolicRound {
    double seconds = 0;              ///< time from the start of the search to the end of the round, in seconds
    std::uint64_t table_nodes = 0;   ///< number of nodes in the table
    std::uint64_t growths = 0;       ///< number of times the table grew, since the model was read
    std::optional<double> states{};  ///< approximate number of states reached so far
    std::uint64_t nodes = 0;         ///< number of nodes of their diagram; 0 if not requested

    /// Serialises the round.
    template <class Archive>
    void serialize(Archive& archive) {
        archive(seconds, table_nodes, growths, states, nodes);
    }
};

/// Result of symbolic reachability. If it was stopped: the rounds that were finished, and no more.
struct SymbolicReachability {
    Status status = Status::complete;          ///< how the search ended
    Count states{};                            ///< number of reachable states
    std::uint64_t nodes = 0;                   ///< number of nodes of their diagram
    unsigned bits = 0;                         ///< number of bits of a state; 0 if diagrams are lists
    double load_seconds = 0;                   ///< time to make the model's diagrams
    double seconds = 0;                        ///< time to find the states
    std::vector<SymbolicRound> rounds{};       ///< rounds in their order
    std::optional<Count> deadlocks{};          ///< number of states without a successor, if requested
    std::vector<StateVector> deadlock_path{};  ///< shortest path to a deadlock; empty if none exists
    std::vector<StateVector> path{};  ///< shortest path to the requested state; empty if unreachable or not requested
    /// Numbers of the model's relations that make the steps of these two paths, from 0.
    std::vector<std::size_t> deadlock_path_relations{};
    std::vector<std::size_t> path_relations{};  ///< likewise
    DiagramStatistics diagrams{};               ///< statistics of the nodes; filled in the first process only
    TaskStatistics tasks{};                     ///< what the operations cost
};

/// Finds all states that a model can reach. With several processes all make the same call; the model is the first
/// one's, and all get the result. Throws UsageError for invalid options, and Error if there is no room for the nodes.
SymbolicReachability reach(const SymbolicModel& model, const SymbolicReachOptions& options);

/// The same for a model of list decision diagrams, in one process: throws UsageError for a session of several. Of each
/// entry, up to 4,194,303 different values may occur.
SymbolicReachability reach(const ListModel& model, const SymbolicReachOptions& options);

}  // namespace scrump

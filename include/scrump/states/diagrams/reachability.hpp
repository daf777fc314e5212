#pragma once
// Symbolic reachability: all states that a system can come to, as decision diagrams (Burch, Clarke, McMillan, Dill and
// Hwang, 1990). Part 3 of the distributed reachability slides is about this on several machines.

#include <scrump/runtime/status.hpp>
#include <scrump/states/diagrams/bdd.hpp>
#include <scrump/states/diagrams/model.hpp>
#include <scrump/states/diagrams/options.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrump {

/// In which order relations are followed until there is nothing new. All find the same states.
enum class ReachStrategy : std::uint8_t {
    bfs,        ///< by levels; in each, one relation after the other
    par,        ///< by levels; in each, all relations at once
    chaining,   ///< one relation after the other, each from all states so far
    saturation  ///< those of the lowest variables first, until these have no more to add
};

/// By its name.
std::string_view name(ReachStrategy strategy);
/// Throws UsageError for one that is none.
ReachStrategy parse_reach_strategy(std::string_view text);
/// The names of all.
std::vector<std::string> reach_strategy_names();
/// All of them, as lines of help.
std::string reach_strategies_help();

/// What the entries of a state's vector are.
using StateVector = std::vector<std::uint64_t>;

/// A model whose diagrams are made: in what run_diagrams() calls.
class SymbolicSystem {
  public:
    /// Takes the model's diagrams, without the labels of transitions. Throws Error where they have no room.
    SymbolicSystem(Diagrams& diagrams, const SymbolicModel& model);

    /// The states in which it begins.
    const Bdd& initial() const { return initial_; }
    /// Its transitions.
    std::span<const TransitionRelation> relations() const { return relations_; }
    /// Of all bits of a state.
    std::span<const unsigned> variables() const { return variables_; }

    /// What is told between two rounds.
    struct Round {
        unsigned number = 0;  ///< 1 after the first one
        const Bdd& reached;   ///< so far
        bool last = false;    ///< there is nothing more
    };
    /// All states that the initial ones lead to; `see` is called after each round: a level, or all relations once.
    Bdd reachable(ReachStrategy strategy, const std::function<void(const Round&)>& see = {});

    /// The states among these that lead nowhere.
    Bdd deadlocks(const Bdd& states);
    /// The fewest states from an initial one to one of `targets`, both included, all of them among `reached`, which is
    /// what can be reached; none if there is no such way.
    std::optional<std::vector<StateVector>> path(const Bdd& reached, const Bdd& targets);

    /// How many states these are.
    Count count(const Bdd& states) { return diagrams_.count(states, variables_); }
    /// One state: the bits of each entry, the most significant first. Throws UsageError where an entry has no room for
    /// its number, or there are more or fewer numbers than entries.
    Bdd state(const StateVector& values);
    /// One of these states.
    StateVector pick(const Bdd& states);

  private:
    Bdd step(const Bdd& states, bool forward);
    std::size_t place(std::size_t bit) const { return places_.empty() ? bit : places_[bit]; }

    Diagrams& diagrams_;
    std::vector<std::uint32_t> bits_;
    std::vector<std::uint32_t> places_;  // as SymbolicModel has them
    std::vector<unsigned> variables_;
    Bdd initial_{};
    std::vector<TransitionRelation> relations_;
};

/// A moment of a search for all reachable states.
struct SymbolicProgress {
    DiagramProgress diagrams{};  ///< how full the table is, and who is busy
    unsigned rounds = 0;         ///< that are over
};

/// What is to be found, and how.
struct SymbolicReachOptions {
    ReachStrategy strategy = ReachStrategy::saturation;  ///< in which order relations are followed
    DiagramOptions diagrams{};                           ///< by whom, and in how much memory
    bool count_rounds = false;             ///< how many states there are after each round, and in how many nodes
    bool find_deadlocks = false;           ///< and the shortest way to one, by saturation or not
    std::optional<StateVector> path_to{};  ///< the shortest way there

    std::function<void(const SymbolicProgress&)> progress{};  ///< instead of that of `diagrams`
};

/// What a round came to.
struct SymbolicRound {
    double seconds = 0;              ///< since the search began, when it ended
    std::uint64_t table_nodes = 0;   ///< nodes in the table
    std::uint64_t growths = 0;       ///< of the table, since the model was read
    std::optional<double> states{};  ///< reached so far, about
    std::uint64_t nodes = 0;         ///< that these take; 0 if it was not asked

    /// So that it travels.
    template <class Archive>
    void serialize(Archive& archive) {
        archive(seconds, table_nodes, growths, states, nodes);
    }
};

/// What was found. If it was stopped, the rounds that were over, and no more.
struct SymbolicReachability {
    Status status = Status::complete;          ///< how it ended
    Count states{};                            ///< all that can be reached
    std::uint64_t nodes = 0;                   ///< that they take
    unsigned bits = 0;                         ///< of a state
    double load_seconds = 0;                   ///< for the model's diagrams
    double seconds = 0;                        ///< for the states
    std::vector<SymbolicRound> rounds{};       ///< one after the other
    std::optional<Count> deadlocks{};          ///< states that lead nowhere, if they were asked for
    std::vector<StateVector> deadlock_path{};  ///< empty: there is none
    std::vector<StateVector> path{};           ///< empty: it cannot be reached, or was not asked for
    DiagramStatistics diagrams{};              ///< what became of nodes; in the first process
    TaskStatistics tasks{};                    ///< what the operations cost
};

/// All states that a model can come to. With several processes all make the same call; the model is the first one's,
/// and all get the result. Throws UsageError for options that cannot be, and Error where nodes have no room.
SymbolicReachability reach(const SymbolicModel& model, const SymbolicReachOptions& options);

}  // namespace scrump

#pragma once
// Decision diagrams for users: Boolean functions, written as formulas such as `a & !b | c`.

#include <scrump/states/diagrams/detail/diagram_handle.hpp>
#include <scrump/states/diagrams/model.hpp>
#include <scrump/states/diagrams/options.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrump {

class Fork;

namespace detail {

struct Relation;
class DiagramLocality;
class HeldByHandles;

}  // namespace detail

/// A Boolean function, as a reduced ordered binary decision diagram. It keeps its nodes alive, and belongs to a
/// Diagrams, which must outlive it. Equal functions have the same diagram, so comparing takes no time. Only the task
/// that has the Diagrams uses it: the parallelism is inside the operations.
class Bdd : public detail::DiagramHandle {
  public:
    /// Without a function: may only be assigned to.
    Bdd() = default;

    /// Negation.
    Bdd operator!() const;
    /// Negation: compilers warn about `!a & b`, because it is rarely intended with numbers.
    Bdd operator~() const { return !*this; }
    /// Conjunction.
    Bdd operator&(const Bdd& other) const;
    /// Disjunction.
    Bdd operator|(const Bdd& other) const;
    /// Exclusive or.
    Bdd operator^(const Bdd& other) const;
    /// Conjunction, in place.
    Bdd& operator&=(const Bdd& other) { return *this = *this & other; }
    /// Disjunction, in place.
    Bdd& operator|=(const Bdd& other) { return *this = *this | other; }
    /// Exclusive or, in place.
    Bdd& operator^=(const Bdd& other) { return *this = *this ^ other; }
    /// Implication of `other` by this function.
    Bdd implies(const Bdd& other) const;
    /// `then` where this function holds, `otherwise` elsewhere: the operation called ite.
    Bdd ite(const Bdd& then, const Bdd& otherwise) const;

    /// Whether both are the same function, of the same Diagrams.
    bool operator==(const Bdd& other) const;
    /// Whether the function never holds.
    bool is_false() const;
    /// Whether the function always holds.
    bool is_true() const;
    /// Whether the function is a cube: the conjunction of some variables, as Diagrams::cube() makes.
    bool is_cube() const;

    // --- Quantification; `cube` has the quantified variables, see Diagrams::cube(). All throw UsageError for a
    // function that is not a cube.

    /// Whether the function holds for some values of these variables.
    Bdd exists(const Bdd& cube) const;
    /// Whether the function holds for all values of these variables.
    Bdd for_all(const Bdd& cube) const;
    /// `(*this & other).exists(cube)`, without the intermediate diagram.
    Bdd and_exists(const Bdd& other, const Bdd& cube) const;

    /// A variable and its replacement.
    struct Substitution;
    /// The function with other functions in place of some variables, all at once. Throws UsageError if one is replaced
    /// twice.
    Bdd compose(std::span<const Substitution> substitutions) const;

    // --- Structure

    /// The first variable on which the function depends, from the top. Throws Error for a constant.
    unsigned variable() const;
    /// The function where that variable is false.
    Bdd low() const;
    /// The function where that variable is true.
    Bdd high() const;
    /// The variables on which the function depends, ascending.
    std::vector<unsigned> support() const;
    /// Value of the function, given the values of all variables. Throws UsageError if a value that it needs is missing.
    bool operator()(const std::vector<bool>& values) const;

  private:
    friend class Diagrams;
    friend struct detail::DiagramParts;

    Bdd(Diagrams& home, detail::Edge edge) : DiagramHandle(home, edge) {}

    void expect_cube() const;
};

/// Replacement of `variable` by `by`.
struct Bdd::Substitution {
    unsigned variable = 0;  ///< variable that is replaced
    Bdd by{};               ///< function that replaces it
};

/// A number of assignments or states, which may be very large.
struct Count {
    std::string digits{};    ///< exact number
    double approximate = 0;  ///< approximate number; infinite if it exceeds the range of the type

    /// Whether both are the same, exactly.
    bool operator==(const Count& other) const { return digits == other.digits; }
};

/// A relation between states and next states. State variables are even, each followed by its next-state variable: 2j
/// and 2j + 1. The relation says nothing about variables other than its own, which keep their values.
struct TransitionRelation {
    Bdd relation{};  ///< function of its own state and next-state variables
    Bdd cube{};      ///< cube of its own state variables, the even ones alone
};

/// Functions in plain values.
struct StoredFunctions {
    std::vector<StoredNode> nodes{};  ///< number i is at i - 1, so a node leads to nodes before it
    std::vector<StoredEdge> roots{};  ///< the functions
};

/// All decision diagrams of a computation: made by run_diagrams(), for the program that it calls. Variables are numbers
/// below 2^22 - 1, and at first ordered by these, 0 at the top.
class Diagrams {
  public:
    Diagrams(const Diagrams&) = delete;
    Diagrams& operator=(const Diagrams&) = delete;

    /// The function that always holds.
    Bdd yes();
    /// The function that never holds.
    Bdd no();
    /// The function whose value is that of a variable. Throws UsageError if the variable is too large.
    Bdd variable(unsigned variable);
    /// The cube of exactly these variables, for quantification over them.
    Bdd cube(std::vector<unsigned> variables);
    /// The node with two functions of variables at lower levels. Throws UsageError if they depend on others.
    Bdd node(unsigned variable, const Bdd& low, const Bdd& high);

    // --- Assignments of variables, which are given in ascending order. All throw UsageError if the function depends on
    // others. Assignments are ordered by their values, that of the variable at the top first.

    /// Number of assignments of these variables that satisfy the function.
    Count count(const Bdd& function, std::span<const unsigned> variables);
    /// Approximate number of these assignments; infinite if it exceeds the range of the type.
    double count_roughly(const Bdd& function, std::span<const unsigned> variables);
    /// The first of these assignments in increasing order; none if none exists.
    std::optional<std::vector<bool>> pick(const Bdd& function, std::span<const unsigned> variables);
    /// Calls `see` with each of these assignments, in increasing order, until it returns false. Meanwhile variables
    /// keep their levels.
    void each(const Bdd& function, std::span<const unsigned> variables,
              const std::function<bool(const std::vector<bool>&)>& see);
    /// This number of independent random assignments, each of those that satisfy the function with the same
    /// probability; none if none exists. The same seed gives the same ones.
    std::vector<std::vector<bool>> sample(const Bdd& function, std::span<const unsigned> variables, std::size_t count,
                                          std::uint64_t seed);

    // --- Structure

    /// Number of nodes of several functions together, each node counted once.
    std::uint64_t nodes(std::span<const Bdd> functions);
    /// The nodes of several functions in plain values, such as for a file.
    StoredFunctions stored(std::span<const Bdd> functions);
    /// The functions of nodes in plain values. Their variables may be in any order. Throws UsageError for a node that
    /// leads to a later one.
    std::vector<Bdd> restored(const StoredFunctions& functions);
    /// Writes the diagrams in the language of Graphviz. Dashed edges are followed if a variable is false; edges with a
    /// dot are complemented.
    void write_dot(std::ostream& to, std::span<const Bdd> functions, std::span<const std::string> names);

    // --- States: functions of state variables alone, the even ones. This is not checked, since a check would take as
    // long as some of these operations; results for other functions are meaningless.

    /// The states to which a relation leads from some of `states`.
    Bdd successors(const Bdd& states, const TransitionRelation& by);
    /// The states from which a relation leads to some of `states`.
    Bdd predecessors(const Bdd& states, const TransitionRelation& by);
    /// The states to which any of several relations leads.
    Bdd successors(const Bdd& states, std::span<const TransitionRelation> by);
    /// All states that can be reached from these in any number of steps, by saturation.
    Bdd saturate(const Bdd& states, std::span<const TransitionRelation> by);

    // --- The order of the variables. Functions stay what they are, and handles keep their id(). This works in one
    // process, while no family of sets is held; otherwise reorder() and set_order() throw UsageError.

    /// Changes the order so that the held functions have few nodes (sifting; Rudell, ICCAD 1993).
    ReorderStatistics reorder(const ReorderOptions& options = {});
    /// Distributes the levels of these variables among them, the highest to the first. Given all variables, this is
    /// their order from the top down. Throws UsageError if one is there twice, and Error if the table has no room for
    /// the nodes.
    void set_order(std::span<const unsigned> variables);
    /// Reorders before operations whenever the held functions have become large; none: no more. Nothing is reordered
    /// while a family of sets is held. Throws UsageError in several processes.
    void reorder_automatically(const std::optional<Reordering>& when, const ReorderOptions& how = {});
    /// The variables from the top down, up to the largest one used. Others follow in ascending order.
    std::vector<unsigned> order() const;
    /// Level of a variable, 0 at the top.
    unsigned level(unsigned variable) const;

    // --- Nodes

    /// Frees nodes that belong to no function. A full table does this by itself.
    void collect();
    /// Statistics of the nodes so far.
    DiagramStatistics statistics() const;

  private:
    friend class Bdd;
    friend class DiagramsMaker;
    friend class detail::DiagramHandle;
    friend struct detail::DiagramParts;

    Diagrams(Fork& fork, detail::DiagramLocality& locality, detail::HeldByHandles& handles)
        : fork_(fork), locality_(locality), handles_(handles) {}
    ~Diagrams() = default;

    Bdd hold(detail::Edge edge) { return {*this, edge}; }
    std::vector<detail::Relation> relations_of(std::span<const TransitionRelation> all) const;
    template <class Operation>
    Bdd carry_out(const Operation& operation);

    Fork& fork_;
    detail::DiagramLocality& locality_;
    detail::HeldByHandles& handles_;
};

}  // namespace scrump

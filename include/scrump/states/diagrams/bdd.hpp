#pragma once
// Decision diagrams, as their users see them: functions of truth values that are written as such, `a & !b | c`.

#include <scrump/states/diagrams/options.hpp>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrump {

class Diagrams;
class Fork;

namespace detail {

struct Edge;
struct Relation;
class DiagramLocality;
class HeldByHandles;

}  // namespace detail

/// A function of truth values, as a reduced ordered binary decision diagram. It holds its nodes as long as it lives,
/// and belongs to a Diagrams, which it must not outlive. Two that are equal are the same diagram, so comparing takes no
/// time. Used by the task that has the Diagrams alone: what is parallel is within the operations.
class Bdd {
  public:
    /// Of no function: only to be assigned to.
    Bdd() = default;
    /// Another handle of the same function.
    Bdd(const Bdd& other);
    /// Leaves one of no function.
    Bdd(Bdd&& other) noexcept;
    /// Lets go of what it held.
    Bdd& operator=(Bdd other) noexcept;
    ~Bdd();

    /// Not.
    Bdd operator!() const;
    /// The same: compilers warn of `!a & b`, as it is seldom meant with numbers.
    Bdd operator~() const { return !*this; }
    /// And.
    Bdd operator&(const Bdd& other) const;
    /// Or.
    Bdd operator|(const Bdd& other) const;
    /// One of both, but not both.
    Bdd operator^(const Bdd& other) const;
    /// And, in its place.
    Bdd& operator&=(const Bdd& other) { return *this = *this & other; }
    /// Or, in its place.
    Bdd& operator|=(const Bdd& other) { return *this = *this | other; }
    /// One of both, in its place.
    Bdd& operator^=(const Bdd& other) { return *this = *this ^ other; }
    /// This implies the other.
    Bdd implies(const Bdd& other) const;
    /// `then` where this holds, `otherwise` elsewhere: the operation that is called ite.
    Bdd ite(const Bdd& then, const Bdd& otherwise) const;

    /// The same function, of the same Diagrams.
    bool operator==(const Bdd& other) const;
    /// Whether it never holds.
    bool is_false() const;
    /// Whether it always holds.
    bool is_true() const;

    // --- Quantification; `cube`: of the variables that are quantified, see Diagrams::cube()

    /// Whether there are values of these variables with which it holds.
    Bdd exists(const Bdd& cube) const;
    /// Whether it holds with all of them.
    Bdd for_all(const Bdd& cube) const;
    /// `(*this & other).exists(cube)`, without the diagram in between.
    Bdd and_exists(const Bdd& other, const Bdd& cube) const;

    /// A variable and what comes in its place.
    struct Substitution;
    /// With functions in place of some variables, all at once. Throws UsageError where one is replaced twice.
    Bdd compose(std::span<const Substitution> substitutions) const;

    // --- What it is like

    /// The first variable that it depends on. Throws Error for a constant.
    unsigned variable() const;
    /// The function where that is false.
    Bdd low() const;
    /// The function where it is true.
    Bdd high() const;
    /// The variables that it depends on, in their order.
    std::vector<unsigned> support() const;
    /// Nodes of its diagram, without the constant.
    std::uint64_t nodes() const;
    /// Its value, by those of all variables. Throws UsageError where one that it asks for is not among them.
    bool operator()(const std::vector<bool>& values) const;

    /// Whose it is.
    Diagrams& diagrams() const { return *home_; }

  private:
    friend class Diagrams;

    Bdd(Diagrams& home, std::uint32_t slot) : home_(&home), slot_(slot) {}
    detail::Edge edge() const;

    Diagrams* home_ = nullptr;
    std::uint32_t slot_ = 0;
};

/// `variable` becomes `by`.
struct Bdd::Substitution {
    unsigned variable = 0;  ///< what is replaced
    Bdd by{};               ///< what comes in its place
};

/// A number of assignments or states, which may be very large.
struct Count {
    std::string digits{};    ///< exact
    double approximate = 0;  ///< infinite if it is beyond all numbers of this type

    /// Whether both are the same, exactly.
    bool operator==(const Count& other) const { return digits == other.digits; }
};

/// A relation between states and next states. State variables are even, each with its copy for the next state behind
/// it, 2j and 2j + 1. It says nothing of variables that are not among its own, which keep their values.
struct TransitionRelation {
    Bdd relation{};  ///< of its own variables and their copies
    Bdd cube{};      ///< of its own state variables, the even ones alone
};

/// All decision diagrams of a computation: made by run_diagrams(), for what that calls. Variables are numbers below
/// 2^22 - 1, and ordered by these, 0 at the top.
class Diagrams {
  public:
    Diagrams(const Diagrams&) = delete;
    Diagrams& operator=(const Diagrams&) = delete;

    /// What always holds.
    Bdd yes();
    /// What never holds.
    Bdd no();
    /// The function that is the value of a variable. Throws UsageError for one that is too large.
    Bdd variable(unsigned variable);
    /// All of these variables and no other: what is quantified over.
    Bdd cube(std::vector<unsigned> variables);
    /// The node of two functions of later variables. Throws UsageError for others.
    Bdd node(unsigned variable, const Bdd& low, const Bdd& high);

    // --- Assignments of variables, which are given in their order; of functions of no others: throw UsageError else

    /// How many of these variables satisfy it.
    Count count(const Bdd& function, std::span<const unsigned> variables);
    /// About so many; infinite beyond what the type has room for.
    double count_roughly(const Bdd& function, std::span<const unsigned> variables);
    /// The first one that does, in increasing order; none if there is none.
    std::optional<std::vector<bool>> pick(const Bdd& function, std::span<const unsigned> variables);
    /// Calls `see` with each that does, in increasing order, until it returns false.
    void each(const Bdd& function, std::span<const unsigned> variables,
              const std::function<bool(const std::vector<bool>&)>& see);

    // --- What they are like

    /// Nodes that several functions have together, each once.
    std::uint64_t nodes(std::span<const Bdd> functions);
    /// Their diagrams in the language of Graphviz. Dashed edges lead to where a variable is false; those with a dot are
    /// complemented.
    void write_dot(std::ostream& to, std::span<const Bdd> functions, std::span<const std::string> names);

    // --- States: functions of state variables alone, the even ones. That is not looked at, as it would take as long as
    // some of these operations do; what comes of others means nothing.

    /// The states that a relation leads to from some.
    Bdd successors(const Bdd& states, const TransitionRelation& by);
    /// The states from which a relation leads to some.
    Bdd predecessors(const Bdd& states, const TransitionRelation& by);
    /// The states that any of several relations leads to.
    Bdd successors(const Bdd& states, std::span<const TransitionRelation> by);
    /// All states that these lead to in any number of steps, by saturation.
    Bdd saturate(const Bdd& states, std::span<const TransitionRelation> by);

    // --- Nodes

    /// Frees nodes that no function has. It is done by itself when the table is full.
    void collect();
    /// What became of nodes so far.
    DiagramStatistics statistics() const;

  private:
    friend class Bdd;
    friend class DiagramsMaker;

    Diagrams(Fork& fork, detail::DiagramLocality& locality, detail::HeldByHandles& handles)
        : fork_(fork), locality_(locality), handles_(handles) {}
    ~Diagrams() = default;

    Bdd hold(detail::Edge edge);
    std::vector<detail::Relation> relations_of(std::span<const TransitionRelation> all) const;
    template <class Operation>
    Bdd carry_out(const Operation& operation);

    Fork& fork_;
    detail::DiagramLocality& locality_;
    detail::HeldByHandles& handles_;
};

}  // namespace scrump

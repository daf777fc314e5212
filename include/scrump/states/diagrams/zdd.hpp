#pragma once
// Families of sets: zero-suppressed decision diagrams, which are small where the sets are.
//
//     const scrump::Zdd f = scrump::Zdd::family(diagrams, {{0, 1}, {2}});
//     const scrump::Zdd all = f.join(f) - f;
//
// They share nodes, cache, workers and garbage collection with the functions of the same Diagrams.

#include <scrump/states/diagrams/bdd.hpp>
#include <scrump/states/diagrams/detail/diagram_handle.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scrump {

/// A family of sets, as a zero-suppressed decision diagram (ZDD). Elements are variables, and ordered by their numbers:
/// making a family throws UsageError if the order of the variables has changed. Equal families have the same diagram,
/// so comparing takes no time.
class Zdd : public detail::DiagramHandle {
  public:
    /// A set of elements.
    using Set = std::vector<unsigned>;

    /// Without a family: may only be assigned to.
    Zdd() = default;

    // --- Making families

    /// The family without sets.
    static Zdd empty(Diagrams& diagrams);
    /// The family of the empty set alone.
    static Zdd unit(Diagrams& diagrams);
    /// The family of these sets, whose elements may come in any order.
    static Zdd family(Diagrams& diagrams, std::span<const Set> sets);
    /// The family of these sets.
    static Zdd family(Diagrams& diagrams, std::initializer_list<Set> sets) {
        return family(diagrams, std::span(sets.begin(), sets.size()));
    }
    /// The family of all subsets of a set.
    static Zdd power_set(Diagrams& diagrams, Set elements);
    /// The sets of variables of a cube such that a function holds where exactly these are true. Throws UsageError if
    /// the function depends on others, or `cube` is not one.
    static Zdd models(const Bdd& function, const Bdd& cube);

    /// From a state at a place, the state at the next one after the element there was taken or left out; none if that
    /// leads to no set. After the last place, any state means that the set is in the family.
    using Step = std::function<std::optional<std::string>(const std::string& state, std::size_t place, bool is_taken)>;
    /// The family of the sets that steps from a first state accept, element by element (frontier-based search; Knuth's
    /// Simpath): equal states at a place are one node. Elements are in ascending order. The steps run one by one.
    static Zdd search(Diagrams& diagrams, std::span<const unsigned> elements, const std::string& first,
                      const Step& step);

    // --- Operations

    /// Union: the sets of either family.
    Zdd operator|(const Zdd& other) const;
    /// Intersection: the sets of both families.
    Zdd operator&(const Zdd& other) const;
    /// Difference: the sets of this family alone.
    Zdd operator-(const Zdd& other) const;
    /// Symmetric difference: the sets of exactly one family.
    Zdd operator^(const Zdd& other) const;
    /// Union, in place.
    Zdd& operator|=(const Zdd& other) { return *this = *this | other; }
    /// Intersection, in place.
    Zdd& operator&=(const Zdd& other) { return *this = *this & other; }
    /// Difference, in place.
    Zdd& operator-=(const Zdd& other) { return *this = *this - other; }

    /// The unions of a set of this family and a set of the other.
    Zdd join(const Zdd& other) const;
    /// The largest family whose sets have no element in common with those of `by` and whose join with it is a part of
    /// this family. Throws UsageError if `by` has no sets.
    Zdd quotient(const Zdd& by) const;
    /// The sets of this family that are not in the join of the quotient and `by`.
    Zdd remainder(const Zdd& by) const { return *this - quotient(by).join(by); }

    /// The sets without an element.
    Zdd subset0(unsigned element) const;
    /// The sets with an element, which is taken out of them.
    Zdd subset1(unsigned element) const;
    /// All sets: an element is taken out where it is, and added elsewhere.
    Zdd change(unsigned element) const;

    /// The sets of which no other one is a subset.
    Zdd minimal() const;
    /// The sets of which no other one is a superset.
    Zdd maximal() const;
    /// The sets that are supersets of no set of another family.
    Zdd nonsupersets(const Zdd& of) const;
    /// The sets that are subsets of no set of another family.
    Zdd nonsubsets(const Zdd& of) const;

    // --- Sets

    /// Whether both are the same family, of the same Diagrams.
    bool operator==(const Zdd& other) const;
    /// Whether there are no sets.
    bool is_empty() const;
    /// Whether a set, whose elements may come in any order, is in the family.
    bool contains(Set set) const;
    /// Number of sets.
    Count count() const;
    /// A set, the first one of each(); none if none exists.
    std::optional<Set> pick() const;
    /// Calls `see` with each set, its elements ascending, until it returns false: those without the first element come
    /// before those with it, and so on.
    void each(const std::function<bool(const Set&)>& see) const;
    /// This number of independent random sets, each with the same probability; none if none exists. The same seed gives
    /// the same ones.
    std::vector<Set> sample(std::size_t count, std::uint64_t seed) const;
    /// The function that holds where exactly the variables of one of the sets are true, of all in a cube. Throws
    /// UsageError if sets have other elements, or `cube` is not one.
    Bdd function(const Bdd& cube) const;

    // --- Structure

    /// The elements of any of the sets, ascending.
    Set support() const;
    /// The first of these. Throws Error if there is none.
    unsigned variable() const;
    /// The sets without that element.
    Zdd low() const;
    /// The sets with that element, which is taken out of them.
    Zdd high() const;
    /// The node of an element, from which two families of later ones follow. Throws UsageError if they have others.
    static Zdd node(unsigned element, const Zdd& low, const Zdd& high);

  private:
    friend struct detail::DiagramParts;

    Zdd(Diagrams& home, detail::Edge edge) : DiagramHandle(home, edge, detail::DiagramKind::family) {}
};

}  // namespace scrump

#pragma once
// Functions of a few variables as the plain list of their values, and how they are made as diagrams.

#include <scrump/states/diagrams/bdd.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <span>
#include <vector>

namespace scrump::test {

class TruthTable {
  public:
    /// The value for an assignment is the bit of that number, in which variable i is bit i. For at most six variables.
    TruthTable(unsigned variables, std::uint64_t values)
        : TruthTable(of(variables, [&](unsigned assignment) { return (values >> assignment & 1U) != 0; })) {}

    /// By asking for each value.
    template <class Value>
    static TruthTable of(unsigned variables, const Value& value) {
        TruthTable table(variables);
        for (unsigned assignment = 0; assignment < 1U << variables; ++assignment)
            table.values_.push_back(value(assignment));
        return table;
    }

    unsigned variables() const { return variables_; }
    bool operator()(unsigned assignment) const { return values_[assignment]; }
    bool operator==(const TruthTable&) const = default;

    TruthTable operator!() const {
        return of(variables_, [&](unsigned assignment) { return !values_[assignment]; });
    }
    TruthTable operator&(const TruthTable& other) const {
        return of(variables_, [&](unsigned assignment) { return values_[assignment] && other.values_[assignment]; });
    }
    TruthTable operator|(const TruthTable& other) const {
        return of(variables_, [&](unsigned assignment) { return values_[assignment] || other.values_[assignment]; });
    }
    TruthTable operator^(const TruthTable& other) const {
        return of(variables_, [&](unsigned assignment) { return values_[assignment] != other.values_[assignment]; });
    }
    TruthTable ite(const TruthTable& then, const TruthTable& otherwise) const {
        return (*this & then) | (otherwise & !*this);
    }

    /// With a variable's value known.
    TruthTable where(unsigned variable, bool value) const {
        return of(variables_, [&](unsigned assignment) {
            return (*this)(value ? assignment | 1U << variable : assignment & ~(1U << variable));
        });
    }
    /// Over the variables of a set.
    TruthTable exists(unsigned set) const {
        TruthTable result = *this;
        for (unsigned variable = 0; variable < variables_; ++variable)
            if ((set >> variable & 1U) != 0) result = result.where(variable, false) | result.where(variable, true);
        return result;
    }
    TruthTable for_all(unsigned set) const { return !(!*this).exists(set); }
    std::vector<unsigned> support() const {
        std::vector<unsigned> all;
        for (unsigned variable = 0; variable < variables_; ++variable)
            if (where(variable, false) != where(variable, true)) all.push_back(variable);
        return all;
    }
    auto count() const { return std::count(values_.begin(), values_.end(), true); }

    friend std::ostream& operator<<(std::ostream& to, const TruthTable& table) {
        to << "values ";
        for (const bool value : table.values_) to << value;
        return to << ' ';
    }

  private:
    explicit TruthTable(unsigned variables) : variables_(variables) {}

    unsigned variables_;
    std::vector<bool> values_{};
};

/// Values of all variables as diagrams take them.
inline std::vector<bool> values_of(unsigned assignment, unsigned variables) {
    std::vector<bool> values;
    for (unsigned variable = 0; variable < variables; ++variable) values.push_back((assignment >> variable & 1U) != 0);
    return values;
}

/// The diagram of a function by its value for each assignment of some variables, which are in their order: node by
/// node, without any operation. Bit i of an assignment is that of the i-th variable.
template <class Value>
Bdd diagram_by(Diagrams& diagrams, std::span<const unsigned> variables, const Value& value, unsigned place = 0,
               unsigned assignment = 0) {
    if (place == variables.size()) return value(assignment) ? diagrams.yes() : diagrams.no();
    return diagrams.node(variables[place], diagram_by(diagrams, variables, value, place + 1, assignment),
                         diagram_by(diagrams, variables, value, place + 1, assignment | 1U << place));
}

/// Variables 0, 1, and so on.
inline std::vector<unsigned> first_variables(unsigned count) {
    std::vector<unsigned> all(count);
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

inline Bdd diagram_of(Diagrams& diagrams, const TruthTable& table) {
    return diagram_by(diagrams, first_variables(table.variables()), table);
}

/// By its values.
inline TruthTable table_of(const Bdd& function, unsigned variables) {
    return TruthTable::of(variables, [&](unsigned assignment) { return function(values_of(assignment, variables)); });
}

/// The conjunction of the variables of a set.
inline Bdd cube_of(Diagrams& diagrams, unsigned set) {
    std::vector<unsigned> variables;
    for (unsigned variable = 0; set >> variable != 0; ++variable)
        if ((set >> variable & 1U) != 0) variables.push_back(variable);
    return diagrams.cube(variables);
}

}  // namespace scrump::test

#pragma once
// Functions that change, by one operation after the other, with the lists of their values beside them: for tests of
// what happens meanwhile.

#include "truth_table.hpp"

#include <scrump/states/diagrams/bdd.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace scrump::test {

/// A few functions that are replaced, one after the other, by what operations make of them; beside each the list of its
/// values.
class ChangingFunctions {
  public:
    ChangingFunctions(Diagrams& diagrams, unsigned variables, std::size_t count, std::uint64_t seed)
        : diagrams_(diagrams), variables_(variables), random_(seed) {
        for (std::size_t each = 0; each < count; ++each) {
            tables_.push_back(random_table());
            functions_.push_back(diagram_of(diagrams, tables_.back()));
        }
    }

    const std::vector<Bdd>& all() const { return functions_; }

    /// Says whether the new one is right.
    bool change() {
        const std::size_t a = some();
        const std::size_t b = some();
        const std::size_t c = some();
        const std::size_t to = some();
        const TruthTable &f = tables_[a], &g = tables_[b], &h = tables_[c];
        const Bdd &df = functions_[a], &dg = functions_[b], &dh = functions_[c];
        const unsigned set = 1U << random_() % variables_ | 1U << random_() % variables_;
        switch (random_() % 7) {
            case 0:
                tables_[to] = random_table();
                functions_[to] = diagram_of(diagrams_, tables_[to]);
                return true;
            case 1:
                // With something that is as likely true as false, or soon all functions were constant.
                return replace(to, (f & g) ^ h, (df & dg) ^ dh);
            case 2:
                return replace(to, (f | g) ^ h, (df | dg) ^ dh);
            case 3:
                return replace(to, f.ite(g, h), df.ite(dg, dh));
            case 4:
                return replace(to, f.exists(set) ^ h, df.exists(cube_of(diagrams_, set)) ^ dh);
            case 5:
                return replace(to, f.for_all(set) ^ h, df.for_all(cube_of(diagrams_, set)) ^ dh);
            default:
                return replace(to, (f & g).exists(set) ^ h, df.and_exists(dg, cube_of(diagrams_, set)) ^ dh);
        }
    }
    void drop_all() { functions_.clear(); }
    bool are_right() const {
        for (std::size_t each = 0; each < functions_.size(); ++each)
            if (table_of(functions_[each], variables_) != tables_[each]) return false;
        return true;
    }

  private:
    TruthTable random_table() {
        return TruthTable::of(variables_, [&](unsigned /*assignment*/) { return random_() % 2 == 0; });
    }
    std::size_t some() { return static_cast<std::size_t>(random_() % functions_.size()); }
    bool replace(std::size_t which, const TruthTable& table, const Bdd& function) {
        tables_[which] = table;
        functions_[which] = function;
        return table_of(function, variables_) == table;
    }

    Diagrams& diagrams_;
    unsigned variables_;
    std::mt19937_64 random_;
    std::vector<TruthTable> tables_;
    std::vector<Bdd> functions_;
};

}  // namespace scrump::test

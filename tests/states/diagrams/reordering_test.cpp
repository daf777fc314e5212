// Functions stay what they are when their variables get other levels.

#include "truth_table.hpp"
#include "ways.hpp"

#include <scrump/base/error.hpp>

#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace scrump {
namespace {

using test::diagram_of;
using test::few_or;
using test::first_variables;
using test::message_of;
using test::run_in;
using test::table_of;
using test::TruthTable;

// Number of nodes of some functions together with variables in an order: of different functions, up to complements,
// that remain when the first variables are known.
std::uint64_t size_in(const std::vector<TruthTable>& tables, const std::vector<unsigned>& order) {
    std::set<std::vector<bool>> seen;
    std::vector<TruthTable> open = tables;
    while (!open.empty()) {
        TruthTable next = open.back();
        open.pop_back();
        if (next(0)) next = !next;
        const std::vector<unsigned> support = next.support();
        std::vector<bool> values;
        for (unsigned each = 0; each < 1U << next.variables(); ++each) values.push_back(next(each));
        if (support.empty() || !seen.insert(values).second) continue;
        const auto first = std::ranges::find_if(
            order, [&](unsigned each) { return std::ranges::find(support, each) != support.end(); });
        open.push_back(next.where(*first, false));
        open.push_back(next.where(*first, true));
    }
    return seen.size();
}

// Functions with their tables, and others that come and go.
class Functions {
  public:
    Functions(Diagrams& diagrams, unsigned variables, std::uint64_t seed)
        : diagrams_(diagrams), variables_(variables), random_(seed) {
        for (unsigned each = 0; each < 5; ++each) add();
    }

    void add() {
        const std::uint64_t one = random_();
        const std::uint64_t other = random_();
        const TruthTable table = TruthTable::of(variables_, [&](unsigned assignment) {
            return ((one >> assignment % 61U ^ other >> assignment % 37U) & 1U) != 0;
        });
        held_.push_back(diagram_by(table));
        tables_.push_back(table);
    }
    void drop() {
        held_.erase(held_.begin());
        tables_.erase(tables_.begin());
    }
    std::vector<unsigned> shuffled() {
        std::vector<unsigned> order = first_variables(variables_);
        std::ranges::shuffle(order, random_);
        return order;
    }

    std::uint64_t nodes() { return diagrams_.nodes(held_); }

    void expect_all() {
        for (std::size_t each = 0; each < held_.size(); ++each) {
            ASSERT_EQ(table_of(held_[each], variables_), tables_[each]);
            ASSERT_EQ(diagram_by(tables_[each]), held_[each]) << "made again, it is the same";
            ASSERT_EQ(held_[each].support(), tables_[each].support());
        }
        ASSERT_EQ(diagrams_.nodes(held_), size_in(tables_, diagrams_.order()));
    }
    void expect_operations() {
        const Bdd& f = held_[0];
        const Bdd& g = held_[1];
        ASSERT_EQ(table_of(f & g, variables_), tables_[0] & tables_[1]);
        ASSERT_EQ(table_of(f ^ g, variables_), tables_[0] ^ tables_[1]);
        ASSERT_EQ(table_of(f.exists(test::cube_of(diagrams_, 5)), variables_), tables_[0].exists(5));
        const std::vector<Bdd::Substitution> by{{.variable = 1, .by = g}};
        ASSERT_EQ(table_of(f.compose(by), variables_),
                  tables_[1].ite(tables_[0].where(1, true), tables_[0].where(1, false)));
        const std::vector<unsigned> all = first_variables(variables_);
        ASSERT_EQ(diagrams_.count(f, all).digits, std::to_string(tables_[0].count()));
        std::set<std::vector<bool>> seen;
        diagrams_.each(f, all,
                       [&](const std::vector<bool>& values) { return seen.insert(values).second && f(values); });
        ASSERT_EQ(seen.size(), static_cast<std::size_t>(tables_[0].count()));
        for (const auto& values : diagrams_.sample(g, all, 3, 1)) ASSERT_TRUE(g(values));
        ASSERT_EQ(diagrams_.restored(diagrams_.stored(held_)), held_);
    }

  private:
    Bdd diagram_by(const TruthTable& table) {
        Bdd found = diagrams_.no();
        for (unsigned assignment = 0; assignment < 1U << variables_; ++assignment) {
            if (!table(assignment)) continue;
            Bdd all = diagrams_.yes();
            for (unsigned each = 0; each < variables_; ++each) {
                const Bdd variable = diagrams_.variable(each);
                all &= (assignment >> each & 1U) != 0 ? variable : !variable;
            }
            found |= all;
        }
        return found;
    }

    Diagrams& diagrams_;
    unsigned variables_;
    std::mt19937_64 random_;
    std::vector<Bdd> held_{};
    std::vector<TruthTable> tables_{};
};

class Reordered : public testing::TestWithParam<unsigned> {
  protected:
    template <class Program>
    void run(Program&& program) {
        run_in({.workers = GetParam()}, {.buckets = 1U << 12U, .max_buckets = 1U << 16U},
               std::forward<Program>(program));
    }
};
INSTANTIATE_TEST_SUITE_P(Workers, Reordered, testing::Values(1U, 3U));

TEST_P(Reordered, AllFunctionsOfFourVariablesStayInEachSwap) {
    run([](Diagrams& diagrams) {
        std::vector<Bdd> all;
        for (std::uint64_t values = 0; values < 1U << 16U; values += test::sanitized ? 97 : 7)
            all.push_back(diagram_of(diagrams, TruthTable(4, values)));
        std::vector<unsigned> order = first_variables(4);
        for (unsigned swap = 0; swap < 12; ++swap) {
            std::swap(order[swap % 3], order[swap % 3 + 1]);
            diagrams.set_order(order);
            ASSERT_EQ(diagrams.order(), order);
            for (std::size_t each = 0; each < all.size(); ++each) {
                const TruthTable table(4, each * (test::sanitized ? 97 : 7));
                ASSERT_EQ(table_of(all[each], 4), table) << swap;
                if (each % 16 == 0) {
                    ASSERT_EQ(all[each].nodes(), size_in({table}, order)) << swap << ' ' << table;
                }
            }
            if (swap == 6) all.resize(all.size() / 2);
        }
    });
}

TEST_P(Reordered, FunctionsStayInAllOrders) {
    for (unsigned variables = 5; variables <= 8; ++variables) {
        run([&](Diagrams& diagrams) {
            Functions functions(diagrams, variables, variables);
            for (unsigned round = 0; round < few_or(6); ++round) {
                if (round % 3 == 1) diagrams.collect();
                diagrams.set_order(functions.shuffled());
                if (round % 3 == 2) diagrams.collect();
                functions.expect_all();
                functions.expect_operations();
                functions.drop();
                functions.add();
            }
        });
    }
}

TEST_P(Reordered, FunctionsStayWhenTheyAreSifted) {
    for (const bool converge : {false, true}) {
        for (const bool pairs : {false, true}) {
            run([&](Diagrams& diagrams) {
                Functions functions(diagrams, 8, 3);
                for (unsigned round = 0; round < few_or(3); ++round) {
                    const ReorderStatistics done = diagrams.reorder({.converge = converge, .keep_pairs = pairs});
                    EXPECT_LE(done.nodes_after, done.nodes_before);
                    EXPECT_EQ(done.nodes_after, functions.nodes());
                    if (done.reorderings > 0) {
                        EXPECT_EQ(done.nodes_after, diagrams.statistics().nodes);
                    }
                    functions.expect_all();
                    functions.expect_operations();
                    functions.drop();
                    functions.add();
                }
                EXPECT_EQ(diagrams.statistics().reordering.siftings, few_or(3));
            });
        }
    }
}

// x0 x1 | x2 x3 | ..., where the second one of each pair comes after all first ones.
Bdd separated_pairs(Diagrams& diagrams, unsigned pairs) {
    Bdd any = diagrams.no();
    for (unsigned each = 0; each < pairs; ++each) any |= diagrams.variable(each) & diagrams.variable(pairs + each);
    return any;
}

TEST_P(Reordered, PairsThatBelongTogetherBecomeNeighbours) {
    run([](Diagrams& diagrams) {
        constexpr unsigned pairs = 9;
        const Bdd f = separated_pairs(diagrams, pairs);
        EXPECT_EQ(f.nodes(), (1U << (pairs + 1)) - 2);
        const auto id = f.id();
        diagrams.reorder();
        EXPECT_EQ(f.nodes(), 2 * pairs);
        EXPECT_EQ(f.id(), id);
        const std::vector<unsigned> order = diagrams.order();
        for (unsigned each = 0; each < 2 * pairs; each += 2) EXPECT_EQ(order[each] % pairs, order[each + 1] % pairs);
        for (unsigned level = 0; level < order.size(); ++level) EXPECT_EQ(diagrams.level(order[level]), level);
        EXPECT_EQ(f, separated_pairs(diagrams, pairs));

        diagrams.set_order(first_variables(2 * pairs));
        EXPECT_EQ(f.nodes(), (1U << (pairs + 1)) - 2);
        EXPECT_EQ(diagrams.order(), first_variables(2 * pairs));
    });
}

TEST_P(Reordered, LargeFunctionsAreSiftedWithoutBeingAsked) {
    run([](Diagrams& diagrams) {
        diagrams.reorder_automatically(Reordering{.growth = 2, .first_nodes = 200});
        constexpr unsigned pairs = 14;
        const Bdd f = separated_pairs(diagrams, pairs);
        EXPECT_LT(f.nodes(), 500);
        EXPECT_GE(diagrams.statistics().reordering.reorderings, 1);
        EXPECT_LT(diagrams.statistics().peak_nodes, 3000) << "instead of 2^15";
        diagrams.reorder_automatically({});
        const auto before = diagrams.statistics().reordering.siftings;
        diagrams.set_order(first_variables(2 * pairs));
        EXPECT_EQ(f, separated_pairs(diagrams, pairs));
        EXPECT_EQ(diagrams.statistics().reordering.siftings, before);
        EXPECT_EQ(f.nodes(), (1U << (pairs + 1)) - 2);
    });
}

// Variables that are not used have no level to lose.
TEST_P(Reordered, SomeVariablesExchangeTheirLevels) {
    run([](Diagrams& diagrams) {
        const Bdd f = diagrams.variable(9) & (diagrams.variable(2) ^ diagrams.variable(5));
        diagrams.set_order(std::vector<unsigned>{9, 4, 2});
        EXPECT_EQ(diagrams.order(), (std::vector<unsigned>{0, 1, 9, 3, 4, 5, 6, 7, 8, 2}));
        EXPECT_EQ(f.variable(), 9);
        EXPECT_EQ(f.high().variable(), 5);
        EXPECT_EQ(f.support(), (std::vector<unsigned>{2, 5, 9}));
        EXPECT_EQ(diagrams.level(20), 20);
    });
}

TEST_P(Reordered, FunctionsToNumbersStay) {
    run([](Diagrams& diagrams) {
        using Numbers = Mtbdd<std::int64_t>;
        Numbers sum = Numbers::constant(diagrams, 0);
        for (unsigned each = 0; each < 6; ++each) {
            const Bdd both = diagrams.variable(each) & diagrams.variable(6 + each);
            sum = sum + Numbers::of(both, std::int64_t{1} << each, 0);
        }
        const std::uint64_t before = sum.nodes();
        diagrams.reorder();
        EXPECT_LT(sum.nodes(), before);
        for (unsigned assignment = 0; assignment < 1U << 12U; ++assignment)
            ASSERT_EQ(sum(test::values_of(assignment, 12)), assignment & assignment >> 6U);
        EXPECT_EQ(sum.values().size(), 64);
        EXPECT_EQ(sum.support(), first_variables(12));
        EXPECT_EQ(sum - sum, Numbers::constant(diagrams, 0));
    });
}

// A counter that goes round, with its highest bit at the top, and a set of which half is of the lowest one.
TEST_P(Reordered, RelationsWorkIfPairsStay) {
    run([](Diagrams& diagrams) {
        constexpr unsigned bits = 5;
        const auto now = [&](unsigned bit) { return diagrams.variable(2 * bit); };
        const auto next = [&](unsigned bit) { return diagrams.variable(2 * bit + 1); };
        Bdd adds_one = diagrams.yes();
        Bdd carry = diagrams.yes();
        std::vector<unsigned> states;
        for (unsigned bit = bits; bit-- > 0;) {
            adds_one &= !(next(bit) ^ now(bit) ^ carry);
            carry &= now(bit);
            states.push_back(2 * bit);
        }
        std::ranges::reverse(states);
        const TransitionRelation step{adds_one, diagrams.cube(states)};
        Bdd zero = diagrams.yes();
        for (unsigned bit = 0; bit < bits; ++bit) zero &= !now(bit);
        const Bdd two = diagrams.successors(diagrams.successors(zero, step), step);
        // Pairs in the reverse order: by an order of pairs, then by sifting.
        diagrams.set_order(std::vector<unsigned>{8, 9, 6, 7, 4, 5, 2, 3, 0, 1});
        EXPECT_EQ(diagrams.successors(diagrams.successors(zero, step), step), two);
        EXPECT_EQ(diagrams.predecessors(diagrams.predecessors(two, step), step), zero);
        EXPECT_EQ(diagrams.count(diagrams.saturate(zero, std::vector{step}), states).digits, "32");
        diagrams.reorder({.keep_pairs = true});
        EXPECT_EQ(diagrams.successors(diagrams.successors(zero, step), step), two);
        EXPECT_EQ(diagrams.count(diagrams.saturate(zero, std::vector{step}), states).digits, "32");
        diagrams.set_order(std::vector<unsigned>{0, 2, 4, 6, 8, 1, 3, 5, 7, 9});
        const auto stepped = [&] { diagrams.successors(zero, step); };
        EXPECT_EQ(message_of<UsageError>(stepped),
                  "the order of the variables has changed, so next-state variables no longer follow their state "
                  "variables; expected reorder() with keep_pairs");
        EXPECT_THROW(diagrams.saturate(zero, std::vector{step}), UsageError);
        EXPECT_THROW(diagrams.reorder({.keep_pairs = true}), UsageError);
    });
}

TEST_P(Reordered, AnOrderThatNeedsMoreNodesMakesTheTableGrow) {
    constexpr unsigned pairs = 12;
    const auto order_in = [&](std::uint64_t max_buckets) {
        run_in({.workers = GetParam()}, {.buckets = 1U << 10U, .max_buckets = max_buckets}, [&](Diagrams& diagrams) {
            const auto make = [&] {
                Bdd any = diagrams.no();
                for (unsigned each = 0; each < pairs; ++each)
                    any |= diagrams.variable(2 * each) & diagrams.variable(2 * each + 1);
                return any;
            };
            const Bdd f = make();
            std::vector<unsigned> separated;
            for (unsigned each = 0; each < pairs; ++each) {
                separated.insert(separated.begin() + each, 2 * each);
                separated.push_back(2 * each + 1);
            }
            const bool fits = max_buckets > 8192;
            if (fits) {
                diagrams.set_order(separated);
            } else {
                EXPECT_THROW(diagrams.set_order(separated), Error);
            }
            EXPECT_EQ(f.nodes(), fits ? (1U << (pairs + 1)) - 2 : 2 * pairs);
            EXPECT_EQ(f, make()) << "all nodes are found again";
            EXPECT_EQ(diagrams.order(), fits ? separated : first_variables(2 * pairs));
        });
    };
    order_in(1U << 16U);
    order_in(1U << 12U);
}

TEST_P(Reordered, WhatCannotBeReorderedIsRefused) {
    run([](Diagrams& diagrams) {
        const Bdd f = diagrams.variable(0) & diagrams.variable(1);
        EXPECT_EQ(message_of<UsageError>([&] {
                      diagrams.set_order(std::vector<unsigned>{1, 0, 1});
                  }),
                  "variable 1 is there twice; expected each once");
        EXPECT_THROW(diagrams.reorder({.max_growth = 0.5}), UsageError);
        EXPECT_THROW(diagrams.reorder_automatically(Reordering{.growth = 1}), UsageError);
        diagrams.each(f, first_variables(2), [&](const std::vector<bool>&) {
            EXPECT_THROW(diagrams.reorder(), UsageError);
            return true;
        });
        {
            const Zdd family = Zdd::family(diagrams, {{0, 1}});
            EXPECT_EQ(
                message_of<UsageError>([&] { diagrams.reorder(); }),
                "variables keep their order while families of sets are held, whose diagrams need it; there are 1");
        }
        diagrams.set_order(std::vector<unsigned>{1, 0});
        EXPECT_THROW(Zdd::family(diagrams, {{0, 1}}), UsageError);
        EXPECT_THROW(Zdd::unit(diagrams), UsageError);
        EXPECT_THROW(Zdd::models(f, diagrams.cube({0, 1})), UsageError);
        diagrams.set_order(std::vector<unsigned>{0, 1});
        EXPECT_EQ(Zdd::models(f, diagrams.cube({0, 1})), Zdd::family(diagrams, {{0, 1}}));
    });
    run_in({.workers = 1, .localities = 2}, test::small_table(), [](Diagrams& diagrams) {
        EXPECT_THROW(diagrams.reorder(), UsageError);
        EXPECT_THROW(diagrams.reorder_automatically(Reordering{}), UsageError);
    });
}

}  // namespace
}  // namespace scrump

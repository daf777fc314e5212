// Operations on families, each against the same on plain sets of sets: all families of two and of three elements, and
// random ones of six. Equal families are equal diagrams, so a result is compared with the diagram of the plain one.

#include "set_family.hpp"
#include "support/message_of.hpp"
#include "truth_table.hpp"
#include "ways.hpp"

#include <scrump/base/error.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace scrump {
namespace {

using test::all_ways;
using test::diagram_of;
using test::message_of;
using test::run_in;
using test::SetFamily;
using test::sets_of;
using test::Way;

class Families : public test::InAllWays {};
INSTANTIATE_TEST_SUITE_P(Ways, Families, testing::ValuesIn(all_ways()), [](const auto& of) { return of.param.name(); });

// A family as both.
struct BothFamilies {
    SetFamily plain;
    Zdd diagram;

    BothFamilies(Diagrams& diagrams, SetFamily of) : plain(std::move(of)), diagram(diagram_of(diagrams, plain)) {}
};

void expect_same(Diagrams& diagrams, const BothFamilies& f, unsigned elements) {
    EXPECT_EQ(sets_of(f.diagram), f.plain);
    EXPECT_EQ(f.diagram.count().digits, std::to_string(f.plain.sets().size()));
    EXPECT_EQ(f.diagram.is_empty(), f.plain.sets().empty());
    EXPECT_EQ(f.diagram.minimal(), diagram_of(diagrams, f.plain.minimal())) << f.plain;
    EXPECT_EQ(f.diagram.maximal(), diagram_of(diagrams, f.plain.maximal())) << f.plain;
    for (unsigned element = 0; element < elements; ++element) {
        EXPECT_EQ(f.diagram.subset0(element), diagram_of(diagrams, f.plain.subset0(element))) << f.plain << element;
        EXPECT_EQ(f.diagram.subset1(element), diagram_of(diagrams, f.plain.subset1(element))) << f.plain << element;
        EXPECT_EQ(f.diagram.change(element), diagram_of(diagrams, f.plain.change(element))) << f.plain << element;
    }
    for (unsigned set = 0; set < 1U << elements; ++set)
        EXPECT_EQ(f.diagram.contains(test::elements_of(set)), f.plain.sets().contains(set)) << f.plain << set;
    const Bdd cube = test::cube_of(diagrams, (1U << elements) - 1);
    const Bdd function = f.diagram.function(cube);
    EXPECT_EQ(function, test::diagram_by(diagrams, test::first_variables(elements),
                                         [&](unsigned set) { return f.plain.sets().contains(set); }));
    EXPECT_EQ(Zdd::models(function, cube), f.diagram) << f.plain;
}

void expect_same(Diagrams& diagrams, const BothFamilies& f, const BothFamilies& g, unsigned elements) {
    const auto expect = [&](const char* what, const Zdd& found, const SetFamily& wanted) {
        EXPECT_EQ(found, diagram_of(diagrams, wanted)) << what << ' ' << f.plain << g.plain;
    };
    expect("union", f.diagram | g.diagram, f.plain | g.plain);
    expect("intersection", f.diagram & g.diagram, f.plain & g.plain);
    expect("difference", f.diagram - g.diagram, f.plain - g.plain);
    expect("symmetric difference", f.diagram ^ g.diagram, f.plain ^ g.plain);
    expect("join", f.diagram.join(g.diagram), f.plain.join(g.plain));
    expect("nonsupersets", f.diagram.nonsupersets(g.diagram), f.plain.nonsupersets(g.plain));
    expect("nonsubsets", f.diagram.nonsubsets(g.diagram), f.plain.nonsubsets(g.plain));
    if (g.plain.sets().empty()) return;
    const SetFamily quotient = f.plain.quotient(g.plain, elements);
    expect("quotient", f.diagram.quotient(g.diagram), quotient);
    expect("remainder", f.diagram.remainder(g.diagram), f.plain - quotient.join(g.plain));
}

std::vector<BothFamilies> all_of(Diagrams& diagrams, unsigned elements) {
    std::vector<BothFamilies> all;
    for (std::uint64_t number = 0; number < 1U << (1U << elements); ++number)
        all.emplace_back(diagrams, SetFamily::numbered(number));
    return all;
}

TEST_P(Families, AreThoseOfPlainSetsForAllOfTwoElements) {
    run([](Diagrams& diagrams) {
        const std::vector<BothFamilies> all = all_of(diagrams, 2);
        for (const BothFamilies& f : all) {
            expect_same(diagrams, f, 2);
            for (const BothFamilies& g : all) expect_same(diagrams, f, g, 2);
        }
    });
}

TEST_P(Families, AreThoseOfPlainSetsForRandomOnes) {
    const unsigned rounds = GetParam().by_messages() ? 6 : 60;
    run([&](Diagrams& diagrams) {
        std::mt19937_64 random(1);
        for (unsigned round = 0; round < rounds; ++round) {
            const auto some = [&] {
                std::uint64_t sets = random() & random();
                for (unsigned sparser = round % 3; sparser > 0; --sparser) sets &= random();
                return BothFamilies(diagrams, SetFamily::numbered(sets));
            };
            const BothFamilies f = some();
            expect_same(diagrams, f, 6);
            expect_same(diagrams, f, some(), 6);
            // Something to divide: what is a product for the most part.
            const auto part = [&] { return static_cast<unsigned>(1 + random() % 7); };
            const BothFamilies g(diagrams, SetFamily({part(), part()}));
            expect_same(diagrams, BothFamilies(diagrams, (f.plain.subset0(0).subset0(1).subset0(2)).join(g.plain)), g,
                        6);
        }
    });
}

TEST(FamiliesOfThreeElements, AreThoseOfPlainSets) {
    for (const unsigned workers : {1U, 3U}) {
        run_in({.workers = workers}, test::small_table(), [](Diagrams& diagrams) {
            const std::vector<BothFamilies> all = all_of(diagrams, 3);
            for (const BothFamilies& f : all) expect_same(diagrams, f, 3);
            for (std::size_t f = 0; f < all.size(); f += 3)
                for (const BothFamilies& g : all) expect_same(diagrams, all[f], g, 3);
        });
    }
}

// --- Collections

// Families that are replaced, one after the other, by what operations make of them.
class ChangingFamilies {
  public:
    ChangingFamilies(Diagrams& diagrams, std::uint64_t seed) : diagrams_(diagrams), random_(seed) {
        for (unsigned each = 0; each < 6; ++each) all_.emplace_back(diagrams, some_sets());
    }

    void change() {
        const BothFamilies &f = any(), &g = any(), &h = any();
        switch (random_() % 7) {
            case 0:
                return replace(some_sets(), std::nullopt);
            case 1:
                return replace((f.plain | g.plain) ^ h.plain, (f.diagram | g.diagram) ^ h.diagram);
            case 2:
                return replace((f.plain - g.plain) | (g.plain & h.plain),
                               (f.diagram - g.diagram) | (g.diagram & h.diagram));
            case 3: {  // not too many
                const SetFamily few = g.plain.minimal();
                return replace(f.plain.join(few.maximal()).maximal() ^ h.plain,
                               f.diagram.join(g.diagram.minimal().maximal()).maximal() ^ h.diagram);
            }
            case 4:
                return replace(f.plain.nonsupersets(g.plain) | h.plain.change(3),
                               f.diagram.nonsupersets(g.diagram) | h.diagram.change(3));
            case 5:
                return replace(f.plain.nonsubsets(g.plain) ^ h.plain.subset0(5),
                               f.diagram.nonsubsets(g.diagram) ^ h.diagram.subset0(5));
            default:
                return replace(
                    f.plain.subset1(2).join(SetFamily({4, 0})).quotient(SetFamily({4, 0}), elements) ^ g.plain,
                    f.diagram.subset1(2)
                            .join(diagram_of(diagrams_, SetFamily({4, 0})))
                            .quotient(diagram_of(diagrams_, SetFamily({4, 0}))) ^
                        g.diagram);
        }
    }
    bool are_right() const {
        return std::ranges::all_of(all_, [](const BothFamilies& each) { return sets_of(each.diagram) == each.plain; });
    }

  private:
    static constexpr unsigned elements = 9;

    SetFamily some_sets() {
        std::set<unsigned> sets;
        for (unsigned set = 0; set < 1U << elements; ++set)
            if (random_() % 8 == 0) sets.insert(set);
        return SetFamily(std::move(sets));
    }
    BothFamilies& any() { return all_[random_() % all_.size()]; }
    void replace(SetFamily plain, std::optional<Zdd> diagram) {
        BothFamilies& to = any();
        to.diagram = diagram ? *diagram : diagram_of(diagrams_, plain);
        to.plain = std::move(plain);
        EXPECT_EQ(sets_of(to.diagram), to.plain);
    }

    Diagrams& diagrams_;
    std::mt19937_64 random_;
    std::vector<BothFamilies> all_;
};

TEST_P(Families, StayWhatTheyAreWhenNodesAreCollectedInTheMiddleOfOperations) {
    const bool slow = GetParam().by_messages();
    const std::uint64_t buckets = slow ? 512 : 1024;
    const auto done = run_in(GetParam(), {.buckets = buckets, .max_buckets = buckets}, [&](Diagrams& diagrams) {
        ChangingFamilies families(diagrams, 7);
        for (unsigned round = 0; round < (slow ? 16U : 150U); ++round) families.change();
        EXPECT_TRUE(families.are_right());
        EXPECT_GT(diagrams.statistics().collections, slow ? 0U : 15U);
    });
    EXPECT_EQ(done.status, Status::complete);
}

// --- Counts, enumeration and sampling

TEST(FamilySets, AreCountedBeyondDoubles) {
    run_in({}, test::small_table(), [](Diagrams& diagrams) {
        const Zdd all = Zdd::power_set(diagrams, test::first_variables(2000));
        const Count count = all.count();
        EXPECT_EQ(count.digits.size(), 603U);  // 2^2000
        EXPECT_EQ(count.digits.substr(0, 8), "11481306");
        EXPECT_EQ(all.nodes(), 2000U);
        EXPECT_EQ((all - Zdd::unit(diagrams)).count().digits.back(), '5');
    });
}

TEST(FamilySets, ComeInOrderUntilSomebodyHasSeenEnough) {
    run_in({}, test::small_table(), [](Diagrams& diagrams) {
        const Zdd family = Zdd::family(diagrams, {{5, 2}, {2}, {}, {7}, {2, 2}});
        std::vector<Zdd::Set> seen;
        family.each([&](const Zdd::Set& set) {
            seen.push_back(set);
            return seen.size() < 3;
        });
        EXPECT_EQ(seen, (std::vector<Zdd::Set>{{}, {7}, {2}}));
        EXPECT_EQ(family.pick(), Zdd::Set{});
        EXPECT_EQ((family - Zdd::unit(diagrams)).pick(), Zdd::Set{7});
        EXPECT_EQ(Zdd::empty(diagrams).pick(), std::nullopt);
        EXPECT_EQ(family.support(), (Zdd::Set{2, 5, 7}));
        EXPECT_EQ(family.count().digits, "4");
        EXPECT_EQ(Zdd::node(family.variable(), family.low(), family.high()), family);
    });
}

// Of 12 sets, each is drawn 1,000 times of 12,000: its standard deviation is 30.
TEST(FamilySets, AreSampledUniformly) {
    run_in({}, test::small_table(), [](Diagrams& diagrams) {
        const Zdd family = Zdd::power_set(diagrams, {1, 2, 3}) | Zdd::family(diagrams, {{9}, {9, 10}, {0, 9}, {0}});
        std::map<Zdd::Set, unsigned> drawn;
        for (const Zdd::Set& set : family.sample(12'000, 3)) ++drawn[set];
        EXPECT_EQ(drawn.size(), 12U);
        for (const auto& [set, times] : drawn) {
            EXPECT_TRUE(family.contains(set));
            EXPECT_NEAR(times, 1000, 200);
        }
        EXPECT_EQ(family.sample(5, 8), family.sample(5, 8));
        EXPECT_NE(family.sample(5, 8), family.sample(5, 9));
        EXPECT_TRUE(Zdd::empty(diagrams).sample(3, 1).empty());
    });
}

// --- Known numbers

// The sets of edges that are simple paths between two corners of a grid of n x n squares: of each vertex on the
// frontier, the other end of its path; itself if it has none, and a mark if it is inside of one.
class GridPaths {
  public:
    explicit GridPaths(unsigned squares) : side_(squares + 1) {
        for (unsigned v = 0; v < side_ * side_; ++v) {
            if (v % side_ + 1 < side_) edges_.push_back({v, v + 1});
            if (v / side_ + 1 < side_) edges_.push_back({v, v + side_});
            last_.push_back(edges_.size());  // edges from here on do not touch it
        }
    }

    std::vector<unsigned> edges() const { return test::first_variables(static_cast<unsigned>(edges_.size())); }
    std::string first() const {
        std::string mates(side_ * side_, '\0');
        for (std::size_t v = 0; v < mates.size(); ++v) mates[v] = static_cast<char>(v);
        return mates;
    }
    std::optional<std::string> operator()(const std::string& before, std::size_t place, bool is_taken) const {
        const auto [a, b] = edges_[place];
        std::string mates = before;
        if (is_taken && !connect(mates, a, b)) return std::nullopt;
        for (unsigned v = 0; v < mates.size(); ++v) {
            if (last_[v] != place + 1) continue;
            if (!may_leave(mates, v)) return std::nullopt;
            if (!is_end(v)) mates[v] = static_cast<char>(v);  // so that equal states are equal
        }
        return mates;
    }

  private:
    static constexpr char inside = -1;

    bool is_end(unsigned v) const { return v == 0 || v + 1 == side_ * side_; }
    static bool connect(std::string& mates, unsigned a, unsigned b) {
        const char end_a = mates[a];
        const char end_b = mates[b];
        if (end_a == inside || end_b == inside || end_a == static_cast<char>(b)) return false;
        mates[a] = mates[b] = inside;
        mates[static_cast<std::size_t>(end_a)] = end_b;
        mates[static_cast<std::size_t>(end_b)] = end_a;
        return true;
    }
    // A vertex that is done is inside of a path, or has none; the corners are the ends of one.
    bool may_leave(const std::string& mates, unsigned v) const {
        const char mate = mates[v];
        if (is_end(v)) return mate != inside && mate != static_cast<char>(v);
        return mate == inside || mate == static_cast<char>(v);
    }

    unsigned side_;
    std::vector<std::pair<unsigned, unsigned>> edges_{};
    std::vector<std::size_t> last_{};
};

TEST(KnownFamilies, PathsThroughGrids) {
    run_in({.workers = 2}, {}, [](Diagrams& diagrams) {
        const std::vector<std::string> known = {"2", "12", "184", "8512", "1262816", "575780564"};
        for (unsigned squares = 1; squares <= known.size(); ++squares) {
            const GridPaths grid(squares);
            const Zdd paths = Zdd::search(diagrams, grid.edges(), grid.first(), grid);
            EXPECT_EQ(paths.count().digits, known[squares - 1]) << squares;
            EXPECT_EQ(paths.maximal(), paths.minimal()) << squares;
        }
    });
}

TEST(KnownFamilies, ASearchTakesTheElementsThatItsStepsTake) {
    run_in({}, test::small_table(), [](Diagrams& diagrams) {
        // At most one, but not the second.
        const auto step = [](const std::string& state, std::size_t place, bool is_taken) -> std::optional<std::string> {
            if (is_taken && (!state.empty() || place == 1)) return std::nullopt;
            return state + (is_taken ? "x" : "");
        };
        const std::vector<unsigned> elements = {1, 4, 6};
        EXPECT_EQ(Zdd::search(diagrams, elements, "", step), Zdd::family(diagrams, {{}, {1}, {6}}));
        EXPECT_EQ(message_of<UsageError>([&] {
                      Zdd::search(diagrams, std::vector<unsigned>{4, 1}, "", step);
                  }),
                  "expected the elements of the sets in ascending order, each once");
    });
}

// The maximal independent sets of a cycle are counted by Perrin's numbers.
TEST(KnownFamilies, MaximalIndependentSetsOfCycles) {
    run_in({.workers = 2}, test::small_table(), [](Diagrams& diagrams) {
        std::vector<std::uint64_t> perrin = {3, 0, 2};
        while (perrin.size() <= 60) perrin.push_back(perrin[perrin.size() - 2] + perrin[perrin.size() - 3]);
        for (const unsigned vertices : {3U, 4U, 7U, 12U, 25U, 60U}) {
            std::vector<Zdd::Set> edges;
            for (unsigned v = 0; v < vertices; ++v) edges.push_back({v, (v + 1) % vertices});
            const Zdd all = Zdd::power_set(diagrams, test::first_variables(vertices));
            const Zdd independent = all.nonsupersets(Zdd::family(diagrams, edges));
            EXPECT_EQ(independent.maximal().count().digits, std::to_string(perrin[vertices])) << vertices;
        }
    });
}

// --- Errors

TEST(FamilyErrors, SayWhatIsWrong) {
    run_in({}, test::small_table(), [](Diagrams& diagrams) {
        const Zdd family = Zdd::family(diagrams, {{1, 2}});
        EXPECT_EQ(message_of<UsageError>([&] { family.quotient(Zdd::empty(diagrams)); }),
                  "a family cannot be divided by the family without sets");
        EXPECT_EQ(message_of<UsageError>([&] { family.function(test::cube_of(diagrams, 0b010)); }),
                  "the sets have element 2, which is not among the variables of the cube");
        constexpr const char* no_cube = "the function is not a cube; expected the result of Diagrams::cube()";
        EXPECT_EQ(message_of<UsageError>([&] { family.function(diagrams.variable(1) | diagrams.variable(2)); }),
                  no_cube);
        EXPECT_EQ(message_of<UsageError>([&] { Zdd::models(diagrams.yes(), !diagrams.variable(3)); }), no_cube);
        EXPECT_EQ(message_of<UsageError>([&] { Zdd::models(diagrams.variable(3), diagrams.cube({1})); }),
                  "the function depends on variable 3, which is not among the variables of the cube");
        EXPECT_EQ(message_of<UsageError>([&] { family.change(1U << 22U); }),
                  "there are variables 0 to 4194302, not 4194304");
        EXPECT_EQ(message_of<UsageError>([&] { Zdd::node(1, family, family); }),
                  "a node of element 1 leads to families of later elements, and one of these has an earlier one");
        EXPECT_EQ(message_of<Error>([&] { Zdd::unit(diagrams).variable(); }),
                  "a family without elements has no first one");
    });
}

}  // namespace
}  // namespace scrump

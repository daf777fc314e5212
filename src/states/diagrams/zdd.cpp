#include <scrump/states/diagrams/zdd.hpp>

#include <scrump/base/error.hpp>

#include "apply.hpp"
#include "carry_out.hpp"
#include "each_node.hpp"
#include "families.hpp"
#include "operations.hpp"
#include "solutions.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace scrump {
namespace {

using detail::Edge;
using detail::Level;
using Parts = detail::DiagramParts;
using Worker = detail::DiagramWorker;

void sort_set(Zdd::Set& set) {
    std::ranges::sort(set);
    set.erase(std::unique(set.begin(), set.end()), set.end());
}

void expect_given_order(Diagrams& diagrams) {
    if (Parts::order(diagrams).is_given()) return;
    throw UsageError(
        "families of sets need variables in the order of their numbers, which has changed; expected set_order() with "
        "ascending variables before");
}

template <detail::ByElement which>
Zdd by_element(const Zdd& family, unsigned element) {
    detail::expect_variable(element);
    return Parts::carry_out<Zdd>(family.diagrams(), [&](Fork& fork) {
        return fork.call<detail::family_by_element<which>>(Parts::edge(family), element);
    });
}

// The elements of a set that come first are the most significant: one half for each.
Edge family_of_sets(Worker& worker, std::span<const Zdd::Set> sets, std::size_t depth) {
    if (sets.empty()) return Edge::no();
    worker.heed_end();
    const auto is_over = [depth](const Zdd::Set& set) { return set.size() == depth; };
    const auto longer = std::find_if_not(sets.begin(), sets.end(), is_over);
    if (longer == sets.end()) return Edge::yes();
    const auto over = static_cast<std::size_t>(longer - sets.begin());
    Edge family = over > 0 ? Edge::yes() : Edge::no();
    std::size_t end = sets.size();
    while (end > over) {
        const unsigned element = sets[end - 1][depth];
        std::size_t begin = end - 1;
        while (begin > over && sets[begin - 1][depth] == element) --begin;
        const Worker::Held held(worker, family);
        const Edge high = family_of_sets(worker, sets.subspan(begin, end - begin), depth + 1);
        family = detail::SkippedIsFalse::make(worker, element, family, high);
        end = begin;
    }
    return family;
}

// Between functions and families. `what` says what each of the diagram's variables is to it.
template <class To, auto operation, class From>
To same_models_over(const Bdd& cube, const From& of, const char* what) {
    Parts::expect_cube(cube);
    const std::vector<unsigned> variables = cube.support();
    for (const unsigned each : of.support()) {
        if (!std::ranges::binary_search(variables, each))
            throw UsageError(what + std::to_string(each) + ", which is not among the variables of the cube");
    }
    return Parts::carry_out<To>(cube.diagrams(), [&](Fork& fork) {
        expect_given_order(cube.diagrams());
        return fork.call<operation>(Parts::edge(of), Parts::edge(cube));
    });
}

// Sets in order, until somebody has seen enough. Says whether to continue.
class SetEnumeration {
  public:
    SetEnumeration(Worker& worker, const std::function<bool(const Zdd::Set&)>& see) : worker_(worker), see_(see) {}

    bool from(Edge family) {
        if (family == Edge::no()) return true;
        worker_.heed_end();
        if (family == Edge::yes()) return see_(set_);
        const detail::Cofactors of = worker_.cofactors(family);
        if (!from(of.low)) return false;
        set_.push_back(of.level);
        const bool continues = from(of.high);
        set_.pop_back();
        return continues;
    }

  private:
    Worker& worker_;
    const std::function<bool(const Zdd::Set&)>& see_;
    Zdd::Set set_{};
};

}  // namespace

// --- Making families

Zdd Zdd::empty(Diagrams& diagrams) {
    expect_given_order(diagrams);
    return {diagrams, Edge::no()};
}

Zdd Zdd::unit(Diagrams& diagrams) {
    expect_given_order(diagrams);
    return {diagrams, Edge::yes()};
}

Zdd Zdd::node(unsigned element, const Zdd& low, const Zdd& high) {
    detail::expect_variable(element);
    Worker& worker = Parts::worker(low.diagrams());
    if (worker.level(low.edge()) <= element || worker.level(high.edge()) <= element) {
        throw UsageError("a node of element " + std::to_string(element) +
                         " leads to families of later elements, and one of these has an earlier one");
    }
    return Parts::carry_out<Zdd>(
        low.diagrams(), [&](Fork&) { return detail::SkippedIsFalse::make(worker, element, low.edge(), high.edge()); });
}

Zdd Zdd::family(Diagrams& diagrams, std::span<const Set> sets) {
    std::vector<Set> sorted(sets.begin(), sets.end());
    for (Set& set : sorted) {
        sort_set(set);
        if (!set.empty()) detail::expect_variable(set.back());
    }
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return Parts::carry_out<Zdd>(diagrams, [&](Fork&) {
        expect_given_order(diagrams);
        return family_of_sets(Parts::worker(diagrams), sorted, 0);
    });
}

Zdd Zdd::power_set(Diagrams& diagrams, Set elements) {
    sort_set(elements);
    Zdd all = unit(diagrams);
    while (!elements.empty()) {
        all = node(elements.back(), all, all);
        elements.pop_back();
    }
    return all;
}

Zdd Zdd::models(const Bdd& function, const Bdd& cube) {
    return same_models_over<Zdd, detail::same_models<detail::SkippedIsEither, detail::SkippedIsFalse>>(
        cube, function, "the function depends on variable ");
}

Zdd Zdd::search(Diagrams& diagrams, std::span<const unsigned> elements, const std::string& first, const Step& step) {
    if (!std::ranges::is_sorted(elements, std::less_equal<>()))
        throw UsageError("expected the elements of the sets in ascending order, each once");
    constexpr std::size_t nowhere = 0;  // numbers of states begin with 1
    struct Next {
        std::size_t out;
        std::size_t in;
    };
    std::vector<std::vector<Next>> places;
    std::vector<std::string> states{first};
    for (std::size_t place = 0; place < elements.size(); ++place) {
        std::vector<std::string> after;
        std::unordered_map<std::string, std::size_t> numbers;
        const auto number_of = [&](const std::string& state, bool is_taken) {
            const std::optional<std::string> next = step(state, place, is_taken);
            if (!next) return nowhere;
            const auto [found, is_new] = numbers.emplace(*next, after.size() + 1);
            if (is_new) after.push_back(*next);
            return found->second;
        };
        std::vector<Next>& nodes = places.emplace_back();
        for (const std::string& state : states) {
            Parts::worker(diagrams).heed_end();
            const std::size_t out = number_of(state, false);
            nodes.push_back({.out = out, .in = number_of(state, true)});
        }
        states = std::move(after);
    }
    std::vector<Zdd> below(states.size() + 1, unit(diagrams));
    below.front() = empty(diagrams);
    for (std::size_t place = elements.size(); place-- > 0;) {
        std::vector<Zdd> here{empty(diagrams)};
        for (const Next& next : places[place]) here.push_back(node(elements[place], below[next.out], below[next.in]));
        below = std::move(here);
    }
    return below.back();
}

// --- Operations

Zdd Zdd::operator|(const Zdd& other) const {
    return Parts::made<Zdd, detail::family_union>(*this, other);
}

Zdd Zdd::operator&(const Zdd& other) const {
    return Parts::made<Zdd, detail::family_intersection>(*this, other);
}

Zdd Zdd::operator-(const Zdd& other) const {
    return Parts::made<Zdd, detail::family_difference>(*this, other);
}

Zdd Zdd::operator^(const Zdd& other) const {
    return Parts::made<Zdd, detail::family_symmetric_difference>(*this, other);
}

Zdd Zdd::join(const Zdd& other) const {
    return Parts::made<Zdd, detail::family_join>(*this, other);
}

Zdd Zdd::quotient(const Zdd& by) const {
    if (by.is_empty()) throw UsageError("a family cannot be divided by the family without sets");
    return Parts::made<Zdd, detail::family_quotient>(*this, by);
}

Zdd Zdd::subset0(unsigned element) const {
    return by_element<detail::ByElement::without>(*this, element);
}

Zdd Zdd::subset1(unsigned element) const {
    return by_element<detail::ByElement::with>(*this, element);
}

Zdd Zdd::change(unsigned element) const {
    return by_element<detail::ByElement::changed>(*this, element);
}

Zdd Zdd::minimal() const {
    return Parts::made<Zdd, detail::family_minimal>(*this);
}

Zdd Zdd::maximal() const {
    return Parts::made<Zdd, detail::family_maximal>(*this);
}

Zdd Zdd::nonsupersets(const Zdd& of) const {
    return Parts::made<Zdd, detail::family_nonsupersets>(*this, of);
}

Zdd Zdd::nonsubsets(const Zdd& of) const {
    return Parts::made<Zdd, detail::family_nonsubsets>(*this, of);
}

// --- Sets

bool Zdd::operator==(const Zdd& other) const {
    return edge() == other.edge();
}

bool Zdd::is_empty() const {
    return edge() == Edge::no();
}

bool Zdd::contains(Set set) const {
    sort_set(set);
    Worker& worker = Parts::worker(diagrams());
    Edge at = edge();
    auto next = set.begin();
    while (!at.is_constant()) {
        const detail::Cofactors of = worker.cofactors(at);
        if (next != set.end() && *next < of.level) return false;
        const bool is_in = next != set.end() && *next == of.level;
        at = is_in ? of.high : of.low;
        if (is_in) ++next;
    }
    return at == Edge::yes() && next == set.end();
}

Count Zdd::count() const {
    const detail::SetSpace space;
    return detail::count_of(
        detail::SolutionCounter<mpz_class, detail::SetSpace>(Parts::worker(diagrams()), space).count(edge(), 0));
}

std::optional<Zdd::Set> Zdd::pick() const {
    std::optional<Set> first;
    each([&](const Set& set) {
        first = set;
        return false;
    });
    return first;
}

void Zdd::each(const std::function<bool(const Set&)>& see) const {
    SetEnumeration(Parts::worker(diagrams()), see).from(edge());
}

std::vector<Zdd::Set> Zdd::sample(std::size_t count, std::uint64_t seed) const {
    std::vector<Set> all;
    if (is_empty()) return all;
    const detail::SetSpace space;
    detail::SolutionSampler<detail::SetSpace> sampler(Parts::worker(diagrams()), space, seed);
    while (all.size() < count) {
        Set& set = all.emplace_back();
        sampler.draw(edge(), [&](std::size_t element, bool is_in) {
            if (is_in) set.push_back(static_cast<unsigned>(element));
        });
    }
    return all;
}

Bdd Zdd::function(const Bdd& cube) const {
    return same_models_over<Bdd, detail::same_models<detail::SkippedIsFalse, detail::SkippedIsEither>>(
        cube, *this, "the sets have element ");
}

// --- Structure

Zdd::Set Zdd::support() const {
    std::set<unsigned> levels;
    detail::each_node(Parts::worker(diagrams()), {edge()},
                      [&](std::uint64_t /*index*/, const detail::Cofactors& node) { levels.insert(node.level); });
    return {levels.begin(), levels.end()};
}

unsigned Zdd::variable() const {
    const Level level = Parts::worker(diagrams()).level(edge());
    if (level == detail::below_all) throw Error("a family without elements has no first one");
    return level;
}

Zdd Zdd::low() const {
    return {diagrams(), Parts::worker(diagrams()).cofactors(edge()).low};
}

Zdd Zdd::high() const {
    const detail::Cofactors of = Parts::worker(diagrams()).cofactors(edge());
    return {diagrams(), of.level == detail::below_all ? Edge::no() : of.high};
}

}  // namespace scrump

#include <scrump/states/diagrams/mtbdd.hpp>

#include <scrump/base/error.hpp>

#include "carry_out.hpp"
#include "each_node.hpp"
#include "numbers.hpp"

#include <set>
#include <string>

namespace scrump {
namespace {

using detail::Cofactors;
using detail::Combined;
using detail::Edge;
using Parts = detail::DiagramParts;

template <Combined how, class Number>
Mtbdd<Number> combined_out(const Mtbdd<Number>& function, const Bdd& cube) {
    Parts::expect_cube(cube);
    return Parts::made<Mtbdd<Number>, detail::combine_out<Number, how>>(function, cube);
}

template <class See>
void each_node_of(const detail::DiagramHandle& function, const See& see) {
    detail::each_node(Parts::worker(function.diagrams()), {Parts::edge(function)},
                      [&](std::uint64_t /*index*/, const Cofactors& node) { see(node); });
}

}  // namespace

// --- Making functions

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::constant(Diagrams& diagrams, Number value) {
    return Parts::carry_out<Mtbdd>(
        diagrams, [&](Fork&) { return detail::number_terminal<Number>(Parts::worker(diagrams), value); });
}

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::of(const Bdd& function, Number then, Number otherwise) {
    Diagrams& diagrams = function.diagrams();
    return ite(function, constant(diagrams, then), constant(diagrams, otherwise));
}

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::ite(const Bdd& function, const Mtbdd& then, const Mtbdd& otherwise) {
    return Parts::made<Mtbdd, detail::choose_numbers>(function, then, otherwise);
}

// --- Operations

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::operator+(const Mtbdd& other) const {
    return Parts::made<Mtbdd, detail::combine_numbers<Number, Combined::plus>>(*this, other);
}

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::operator-(const Mtbdd& other) const {
    return Parts::made<Mtbdd, detail::combine_numbers<Number, Combined::minus>>(*this, other);
}

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::operator*(const Mtbdd& other) const {
    return Parts::made<Mtbdd, detail::combine_numbers<Number, Combined::times>>(*this, other);
}

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::min(const Mtbdd& other) const {
    return Parts::made<Mtbdd, detail::combine_numbers<Number, Combined::min>>(*this, other);
}

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::max(const Mtbdd& other) const {
    return Parts::made<Mtbdd, detail::combine_numbers<Number, Combined::max>>(*this, other);
}

template <MtbddNumber Number>
Bdd Mtbdd<Number>::at_least(const Mtbdd& other) const {
    return Parts::made<Bdd, detail::combine_numbers<Number, Combined::at_least>>(*this, other);
}

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::sum_out(const Bdd& cube) const {
    return combined_out<Combined::plus>(*this, cube);
}

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::min_out(const Bdd& cube) const {
    return combined_out<Combined::min>(*this, cube);
}

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::max_out(const Bdd& cube) const {
    return combined_out<Combined::max>(*this, cube);
}

// --- Values and structure

template <MtbddNumber Number>
bool Mtbdd<Number>::operator==(const Mtbdd& other) const {
    return edge() == other.edge();
}

template <MtbddNumber Number>
Number Mtbdd<Number>::operator()(const std::vector<bool>& values) const {
    detail::DiagramWorker& worker = Parts::worker(diagrams());
    Number value = 0;
    Edge at = edge();
    while (!detail::is_number(worker, at, value)) {
        const Cofactors node = worker.cofactors(at);
        const unsigned variable = Parts::order(diagrams()).variable_at(node.level);
        if (variable >= values.size()) {
            throw UsageError("the function depends on variable " + std::to_string(variable) +
                             ", which has no value among " + std::to_string(values.size()));
        }
        at = values[variable] ? node.high : node.low;
    }
    return value;
}

template <MtbddNumber Number>
std::vector<Number> Mtbdd<Number>::values() const {
    std::set<Number> values;
    each_node_of(*this, [&](const Cofactors& node) {
        if (node.level == detail::terminal_level) values.insert(detail::number_of<Number>(node));
    });
    return {values.begin(), values.end()};
}

template <MtbddNumber Number>
std::vector<unsigned> Mtbdd<Number>::support() const {
    std::set<detail::Level> levels;
    each_node_of(*this, [&](const Cofactors& node) {
        if (node.level != detail::terminal_level) levels.insert(node.level);
    });
    return Parts::order(diagrams()).at(levels);
}

template <MtbddNumber Number>
bool Mtbdd<Number>::is_constant() const {
    return Parts::worker(diagrams()).level(edge()) == detail::terminal_level;
}

template <MtbddNumber Number>
unsigned Mtbdd<Number>::variable() const {
    if (is_constant()) throw Error("a constant depends on no variable");
    return Parts::order(diagrams()).variable_at(Parts::worker(diagrams()).level(edge()));
}

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::low() const {
    return is_constant() ? *this : Mtbdd(diagrams(), Parts::worker(diagrams()).cofactors(edge()).low);
}

template <MtbddNumber Number>
Mtbdd<Number> Mtbdd<Number>::high() const {
    return is_constant() ? *this : Mtbdd(diagrams(), Parts::worker(diagrams()).cofactors(edge()).high);
}

template class Mtbdd<std::int64_t>;
template class Mtbdd<double>;

}  // namespace scrump

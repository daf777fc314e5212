#include "census.hpp"

#include <scrump/base/deadline.hpp>
#include <scrump/base/error.hpp>

#include <gmpxx.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace scrump::detail {

ListNodes::ListNodes(DiagramWorker& worker, Edge set, Level levels) : nodes_(first), at_(levels) {
    if (levels == 0 || set == Edge::no()) {
        root_ = set == Edge::yes() ? 1 : 0;
        return;
    }
    add_all(worker, set);
}

// Depth first; a node is added when what it leads to has been.
void ListNodes::add_all(DiagramWorker& worker, Edge set) {
    std::vector<std::uint32_t> places(worker.nodes().slots());
    const auto place_of = [&](Edge edge) {
        return edge.is_constant() ? std::uint32_t{edge == Edge::yes()} : places[edge.index()];
    };
    struct Open {
        Edge edge;
        Level level;
    };
    std::vector<Open> open{{set, 0}};
    PacedLook look;
    while (!open.empty()) {
        look();
        const auto [edge, level] = open.back();
        const Cofactors of = worker.cofactors(edge);
        if (places[edge.index()] != 0) {
            open.pop_back();
        } else if (!of.high.is_constant() && places[of.high.index()] == 0) {
            open.push_back({of.high, level + 1});
        } else if (!of.low.is_constant() && places[of.low.index()] == 0) {
            open.push_back({of.low, level});
        } else {
            if (nodes_.size() > std::numeric_limits<std::uint32_t>::max())
                throw Error("a set of more than 4294967293 nodes cannot be counted");
            const auto place = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back({of.level, place_of(of.high), place_of(of.low)});
            at_[level].push_back(place);
            places[edge.index()] = place;
            open.pop_back();
        }
    }
    root_ = place_of(set);
}

namespace {

__extension__ using Wide = unsigned __int128;

mpz_class exact(const mpz_class& number) {
    return number;
}
mpz_class exact(Wide number) {
    const auto part = [&](unsigned shift) {
        return mpz_class(static_cast<unsigned long>(static_cast<std::uint64_t>(number >> shift)));
    };
    return (part(64) << 64U) + part(0);
}

template <class Number>
Count count_of(const Number& number) {
    const mpz_class whole = exact(number);
    return {.digits = whole.get_str(), .approximate = whole.get_d()};
}

// In how many ways the values of a level are sums of its members.
template <class Number>
class Ways {
  public:
    Ways(const ListNodes& nodes, std::span<const std::uint32_t> members) : of_(nodes.levels()) {
        for (Level level = 0; level < members.size(); ++level)
            if (members[level] > 1) of_[level] = divisions(largest_at(nodes, level), members[level]);
    }

    // `number` once for each way.
    Number times(const Number& number, Level level, std::uint32_t value) const {
        return of_[level].empty() ? number : Number(of_[level][value] * number);
    }

  private:
    static std::uint32_t largest_at(const ListNodes& nodes, Level level) {
        std::uint32_t largest = 0;
        for (const std::uint32_t place : nodes.at(level)) largest = std::max(largest, nodes.all()[place].value);
        return largest;
    }
    // By one more member, which is 0, or at least 1 and then one less is left: Pascal's rule.
    static std::vector<Number> divisions(std::uint32_t largest, std::uint32_t members) {
        std::vector<Number> ways(std::size_t{largest} + 1, Number(1));
        for (std::uint32_t member = 1; member < members; ++member) {
            Deadline::look();
            for (std::uint32_t value = 1; value <= largest; ++value) ways[value] += ways[value - 1];
        }
        return ways;
    }

    std::vector<std::vector<Number>> of_;  // by level and value; empty: one way each
};

// For each node, the number of vectors of its list.
template <class Number>
std::vector<Number> numbers_below(const ListNodes& nodes, const Ways<Number>& ways) {
    std::vector<Number> below(nodes.all().size());
    below[1] = 1;
    PacedLook look;
    for (Level level = nodes.levels(); level-- > 0;) {
        for (const std::uint32_t place : nodes.at(level)) {
            look();
            const ListNodes::Node& node = nodes.all()[place];
            below[place] = ways.times(below[node.down], level, node.value) + below[node.right];
        }
    }
    return below;
}

// For each node, the number of ways that lead to it from the root: down, or along a list.
template <class Number>
std::vector<Number> numbers_above(const ListNodes& nodes, const Ways<Number>& ways) {
    std::vector<Number> above(nodes.all().size());
    above[nodes.root()] = 1;
    PacedLook look;
    for (Level level = 0; level < nodes.levels(); ++level) {
        const std::span<const std::uint32_t> places = nodes.at(level);
        for (std::size_t i = places.size(); i-- > 0;) {
            look();
            const ListNodes::Node& node = nodes.all()[places[i]];
            above[node.down] += ways.times(above[places[i]], level, node.value);
            above[node.right] += above[places[i]];
        }
    }
    return above;
}

// Counts, for each transition, the vectors that allow it: in the levels from its first step to its last.
template <class Number>
class Allowed {
  public:
    Allowed(const ListNodes& nodes, const ListTransitions& transitions, std::span<const std::uint32_t> members)
        : nodes_(nodes),
          transitions_(transitions),
          ways_(nodes, members),
          below_(numbers_below(nodes, ways_)),
          above_(numbers_above(nodes, ways_)),
          within_(nodes.all().size()) {}

    Number all() const { return below_[nodes_.root()]; }

    Number operator()(std::uint32_t first) {
        if (first == ListStep::none) return all();
        std::vector<ListStep> steps;
        for (std::uint32_t next = first; next != ListStep::none; next = steps.back().next)
            steps.push_back(transitions_.step(next));
        const std::vector<Number>* next = &below_;
        for (Level level = steps.back().level; level > steps.front().level; --level) {
            Deadline::look();
            const bool here = level == steps.back().level;
            const std::uint32_t least = here ? steps.back().least : 0;
            for (const std::uint32_t place : nodes_.at(level)) {
                const ListNodes::Node& node = nodes_.all()[place];
                within_[place] = within_[node.right];
                if (!here || steps.back().allows(node.value))
                    within_[place] += ways_.times((*next)[node.down], level, node.value - least);
            }
            next = &within_;
            if (here) steps.pop_back();
        }
        Number sum = 0;
        const ListStep& begin = steps.front();
        for (const std::uint32_t place : nodes_.at(begin.level)) {
            const ListNodes::Node& node = nodes_.all()[place];
            if (!begin.allows(node.value)) continue;
            sum += ways_.times(Number(above_[place] * (*next)[node.down]), begin.level, node.value - begin.least);
        }
        return sum;
    }

  private:
    const ListNodes& nodes_;
    const ListTransitions& transitions_;
    const Ways<Number> ways_;
    const std::vector<Number> below_, above_;
    std::vector<Number> within_;  // its first is 0: the end of lists
};

template <class Number>
AllowedTransitions count_allowed_as(const ListNodes& nodes, const ListTransitions& transitions,
                                    std::span<const std::uint32_t> members) {
    Allowed<Number> allowed(nodes, transitions, members);
    AllowedTransitions result;
    Number all = 0;
    for (const std::uint32_t first : transitions.firsts()) {
        const Number number = allowed(first);
        result.any.push_back(number > 0);
        all += number;
    }
    result.all = count_of(all);
    return result;
}

template <class Number>
Number number_of_vectors(const ListNodes& nodes, std::span<const std::uint32_t> members) {
    return numbers_below(nodes, Ways<Number>(nodes, members))[nodes.root()];
}

// Whether sums of all transitions fit in 127 bits.
bool is_small(const ListNodes& nodes, std::size_t transitions, std::span<const std::uint32_t> members) {
    return number_of_vectors<double>(nodes, members) * static_cast<double>(transitions + 1) < 0x1p126;
}

}  // namespace

Count count_vectors(const ListNodes& nodes, std::span<const std::uint32_t> members) {
    if (is_small(nodes, 0, members)) return count_of(number_of_vectors<Wide>(nodes, members));
    return count_of(number_of_vectors<mpz_class>(nodes, members));
}

AllowedTransitions count_allowed(const ListNodes& nodes, const ListTransitions& transitions,
                                 std::span<const std::uint32_t> members) {
    if (is_small(nodes, transitions.firsts().size(), members))
        return count_allowed_as<Wide>(nodes, transitions, members);
    return count_allowed_as<mpz_class>(nodes, transitions, members);
}

std::vector<std::uint32_t> values_at(const ListNodes& nodes, Level level) {
    std::vector<bool> seen;
    for (const std::uint32_t place : nodes.at(level)) {
        const std::uint32_t value = nodes.all()[place].value;
        if (value >= seen.size()) seen.resize(std::size_t{value} + 1);
        seen[value] = true;
    }
    std::vector<std::uint32_t> values;
    for (std::uint32_t value = 0; value < seen.size(); ++value)
        if (seen[value]) values.push_back(value);
    return values;
}

std::uint64_t max_sum(const ListNodes& nodes, std::span<const std::uint32_t> caps) {
    std::vector<std::uint64_t> sums(nodes.all().size());
    for (Level level = static_cast<Level>(caps.size()); level-- > 0;) {
        for (const std::uint32_t place : nodes.at(level)) {
            const ListNodes::Node& node = nodes.all()[place];
            sums[place] = std::max(std::min(node.value, caps[level]) + sums[node.down], sums[node.right]);
        }
    }
    return sums[nodes.root()];
}

}  // namespace scrump::detail

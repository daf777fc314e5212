#pragma once
// Families of sets of a few elements as the plain list of all sets, each a number in which element i is bit i.

#include <scrump/states/diagrams/zdd.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace scrump::test {

class SetFamily {
  public:
    explicit SetFamily(std::set<unsigned> sets = {}) : sets_(std::move(sets)) {}

    /// All families of a few elements are numbered: bit i says whether set i is in it.
    static SetFamily numbered(std::uint64_t number) {
        SetFamily family;
        for (unsigned set = 0; set < 64; ++set)
            if ((number >> set & 1U) != 0) family.sets_.insert(set);
        return family;
    }

    const std::set<unsigned>& sets() const { return sets_; }
    bool operator==(const SetFamily&) const = default;

    /// The sets of this one for which something holds.
    template <class Wanted>
    SetFamily where(const Wanted& wanted) const {
        SetFamily some;
        for (const unsigned set : sets_)
            if (wanted(set)) some.sets_.insert(set);
        return some;
    }
    SetFamily operator|(const SetFamily& other) const {
        SetFamily all = *this;
        all.sets_.insert(other.sets_.begin(), other.sets_.end());
        return all;
    }
    SetFamily operator&(const SetFamily& other) const {
        return where([&](unsigned set) { return other.sets_.contains(set); });
    }
    SetFamily operator-(const SetFamily& other) const {
        return where([&](unsigned set) { return !other.sets_.contains(set); });
    }
    SetFamily operator^(const SetFamily& other) const { return (*this - other) | (other - *this); }
    SetFamily join(const SetFamily& other) const {
        SetFamily all;
        for (const unsigned one : sets_)
            for (const unsigned two : other.sets_) all.sets_.insert(one | two);
        return all;
    }
    /// Of all sets of the universe, those that the definition wants.
    SetFamily quotient(const SetFamily& by, unsigned elements) const {
        SetFamily found;
        for (unsigned set = 0; set < 1U << elements; ++set) {
            const bool fits = std::ranges::all_of(
                by.sets_, [&](unsigned other) { return (set & other) == 0 && sets_.contains(set | other); });
            if (fits) found.sets_.insert(set);
        }
        return found;
    }
    SetFamily subset0(unsigned element) const {
        return where([&](unsigned set) { return (set >> element & 1U) == 0; });
    }
    SetFamily change(unsigned element) const {
        SetFamily all;
        for (const unsigned set : sets_) all.sets_.insert(set ^ 1U << element);
        return all;
    }
    SetFamily subset1(unsigned element) const { return change(element).subset0(element); }
    SetFamily nonsupersets(const SetFamily& of) const {
        return where([&](unsigned set) {
            return std::ranges::none_of(of.sets_, [&](unsigned other) { return (set & other) == other; });
        });
    }
    SetFamily nonsubsets(const SetFamily& of) const {
        return where([&](unsigned set) {
            return std::ranges::none_of(of.sets_, [&](unsigned other) { return (set & other) == set; });
        });
    }
    SetFamily minimal() const {
        return where([&](unsigned set) {
            return std::ranges::none_of(sets_, [&](unsigned other) { return other != set && (set & other) == other; });
        });
    }
    SetFamily maximal() const {
        return where([&](unsigned set) {
            return std::ranges::none_of(sets_, [&](unsigned other) { return other != set && (set & other) == set; });
        });
    }

    friend std::ostream& operator<<(std::ostream& to, const SetFamily& family) {
        to << '{';
        for (const unsigned set : family.sets_) to << ' ' << set;
        return to << " } ";
    }

  private:
    std::set<unsigned> sets_;
};

inline Zdd::Set elements_of(unsigned set) {
    Zdd::Set elements;
    for (unsigned element = 0; set >> element != 0; ++element)
        if ((set >> element & 1U) != 0) elements.push_back(element);
    return elements;
}

inline Zdd diagram_of(Diagrams& diagrams, const SetFamily& family) {
    std::vector<Zdd::Set> sets;
    for (const unsigned set : family.sets()) sets.push_back(elements_of(set));
    return Zdd::family(diagrams, sets);
}

/// By its sets.
inline SetFamily sets_of(const Zdd& family) {
    std::set<unsigned> sets;
    family.each([&](const Zdd::Set& set) {
        unsigned bits = 0;
        for (const unsigned element : set) bits |= 1U << element;
        return sets.insert(bits).second;
    });
    return SetFamily(std::move(sets));
}

}  // namespace scrump::test

#pragma once
// Coloured nets, as far as they are symmetric nets (ISO/IEC 15909-2): tokens have colours of finite sorts, and arcs say
// with terms over variables how many tokens of which colours they move. Unfolding makes a place/transition net of them:
// a place for each colour of a place, and a transition for each binding of a transition's variables.

#include <scrump/problems/petri/net.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrump::petri {

/// A colour of a sort, by its number: of a product, with the first component as the most significant digit.
using Colour = std::uint64_t;

/// Largest number of colours of a sort.
inline constexpr Colour max_colours = Colour{1} << 62U;

struct Sort {
    enum class Kind : std::uint8_t {
        dot,          ///< one colour
        boolean,      ///< false and true
        enumeration,  ///< colours with names, in a circle
        range,        ///< whole numbers from `first` on
        product,      ///< tuples of colours
        partition,    ///< classes of colours of another sort
    };

    Kind kind = Kind::dot;
    std::string name{};                    ///< for messages
    Colour size = 1;                       ///< number of colours
    std::vector<std::string> names{};      ///< of the colours of enumerations and partitions
    std::int64_t first = 0;                ///< of a range
    std::vector<std::uint32_t> parts{};    ///< sorts of a product, or the one that a partition divides
    std::vector<std::uint32_t> classes{};  ///< of a partition: the class of each colour of that sort
};

/// A term: a colour, or a multiset of colours.
struct Term {
    enum class Kind : std::uint8_t {
        constant,     ///< the colour `number`
        variable,     ///< the variable `number`
        tuple,        ///< a colour of a product
        successor,    ///< the next colour; after the last one, the first
        predecessor,  ///< the one before
        class_of,     ///< the class of a partition that a colour is in
        negation,     ///< of booleans, as are the following
        conjunction,
        disjunction,
        implication,
        equal,
        less,
        at_most,
        every,  ///< each colour of the sort once; this and the following are multisets
        times,  ///< the part, `number` times
        sum,
        difference,  ///< the first part without the others, which it must contain
        none,        ///< no colour
        tuples,      ///< all tuples of colours of the parts
    };

    Kind kind = Kind::constant;
    std::uint32_t sort = 0;  ///< of the colours
    std::uint64_t number = 0;
    std::vector<Term> parts{};  ///< multisets may have colours as parts

    bool is_multiset() const { return kind >= Kind::every; }
    bool operator==(const Term&) const = default;
};

struct Variable {
    std::string name{};
    std::uint32_t sort = 0;
};

struct ColouredPlace {
    std::string name{};
    std::string id{};
    std::uint32_t sort = 0;
    std::optional<Term> initial{};  ///< initial tokens, without variables
    std::string where{};            ///< where it stands, for messages: "name:line"; may be empty
};

/// An arc between a transition and a place.
struct ColouredArc {
    std::uint32_t place = 0;
    bool takes = false;  ///< whether the transition takes these tokens, or puts them
    Term tokens{};
};

struct ColouredTransition {
    std::string name{};
    std::string id{};
    std::optional<Term> guard{};  ///< a boolean
    std::vector<ColouredArc> arcs{};
    std::string where{};  ///< likewise
};

struct ColouredNet {
    std::vector<Sort> sorts{};
    std::vector<Variable> variables{};
    std::vector<ColouredPlace> places{};
    std::vector<ColouredTransition> transitions{};
};

/// A colour as names of places have it: the components of a tuple with underscores between them.
std::string colour_name(const ColouredNet& net, std::uint32_t sort, Colour colour);

/// The place/transition net with the same behaviour. Places are named "Place_colour", those of sorts with one colour
/// "Place"; transitions have the colours of their variables behind their names, in the order of the variables. Bindings
/// that the guard excludes are left out, and those that take tokens which a place without supply never has. Throws
/// Error "where: …" if it has more than `limit` places, transitions and arcs, if the search for bindings takes more
/// than a hundred times as many steps, if a multiset lacks what is subtracted from it, or if there are too many tokens
/// to count.
Net unfold(const ColouredNet& net, std::size_t limit = max_parts);

}  // namespace scrump::petri

#pragma once
// Properties that must be the same in all processes that search together (runtime/agreement.hpp).

#include <scrump/base/digest.hpp>
#include <scrump/net/codec.hpp>
#include <scrump/search/options.hpp>

#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace scrump::detail {

class Agreement;

/// The search, as far as a user's types identify it.
struct SearchTypes {
    std::string kind;   ///< "enumeration", "maximisation"
    std::string types;  ///< of node, fold, objective, with a decision's target
    std::string space;  ///< space_digest()
    /// Properties that must be the same when a state of the search is taken over. Not compared between processes: it
    /// includes the root, from which only the first one searches.
    Bytes signature;
};

Agreement search_agreement(const SearchOptions& options, const SearchTypes& types);

/// Types whose bytes are the value, so that they are the same in every process: without pointers and padding.
template <class T>
inline constexpr bool is_plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;
template <class T>
inline constexpr bool is_plain_vector = false;
template <class T>
inline constexpr bool is_plain_vector<std::vector<T>> = is_plain<T> && !std::is_same_v<T, bool>;

/// A digest of a space if its type alone shows that it consists of numbers: a number, a string, a vector of numbers.
/// Empty for any other space.
template <class Space>
std::string space_digest(const Space& space) {
    if constexpr (is_plain<Space>) {
        return digest(std::span(&space, 1));
    } else if constexpr (std::is_same_v<Space, std::string>) {
        return digest(space);
    } else if constexpr (is_plain_vector<Space>) {
        return digest(std::span(space));
    } else {
        return {};
    }
}

}  // namespace scrump::detail

#pragma once
// Things that a user names on the command line together with their parameters: `random:n=300,p=0.7`,
// `budget:nodes=1000`. One grammar, one table of parameters that both checks the input and prints the help, one style
// of message.
//
//     spec  = name [ ":" entry { "," entry } ]
//     entry = key "=" value | flag

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace scrump {

/// The text taken apart; the keys are not interpreted yet.
struct Spec {
    std::string name;
    /// (key, value) as written; keys are distinct. A flag has no value.
    std::vector<std::pair<std::string, std::string>> entries;
};

/// Throws `UsageError` for an empty name, key or value, a missing '=', or a key given twice. Only `flags` may stand
/// without a value.
Spec parse_spec(std::string_view text, std::span<const std::string_view> flags = {});

/// The name that `text` would have as a spec: everything before the first ':'. Never throws.
std::string_view spec_name(std::string_view text);

/// Whole numbers from `least` to `most`, both included.
struct IntegerRange {
    std::uint64_t least = 0;
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

/// Real numbers from `least` to `most`, both included.
struct RealRange {
    double least = 0;
    double most = 1;
};

/// One of a few words.
struct WordRange {
    std::span<const std::string_view> words;
};

/// No value at all: a flag is given or it is not.
struct FlagRange {};

/// A parameter of a spec.
struct Parameter {
    std::string_view name;
    std::string_view help;  ///< a few words: "number of vertices"
    std::variant<IntegerRange, RealRange, WordRange, FlagRange> range;
    /// The default value, as a user would write it. Absent: the parameter is required. Empty: it is optional, and the
    /// reader of the arguments supplies a value (a seed given elsewhere). A flag needs none.
    std::optional<std::string_view> fallback = std::nullopt;
};

/// The range in words: "an integer from 0 to 9", "a number from 0 to 1", "an integer of at least 0", "one, half or
/// all", "no value".
std::string describe_range(const Parameter& parameter);

/// A line of help: "n: number of vertices, an integer from 0 to 65536 (default 300)"; for a flag: "tuned: its meaning".
std::string describe(const Parameter& parameter);

/// The shortest text that reads back as this number.
std::string write_number(double value);

/// The values of a spec that was checked against a table of parameters.
class Arguments {
  public:
    /// Throws `UsageError` for a key that is not in `parameters`, a missing required one, and a value that is out of
    /// range, of another kind, or given to a flag; the message names the spec, the key, and what was expected.
    Arguments(const Spec& spec, std::span<const Parameter> parameters);

    /// Whether `name` has a value, its own or a default; for a flag, whether it is given.
    bool has(std::string_view name) const;

    /// The value of an integer parameter. It must have one, unless `otherwise` is given.
    std::uint64_t integer(std::string_view name, std::optional<std::uint64_t> otherwise = std::nullopt) const;

    /// The value of a real parameter, which must have one.
    double real(std::string_view name) const;

    /// The value of a parameter that is one of a few words. It must have one.
    std::string_view word(std::string_view name) const;

  private:
    using Value = std::variant<std::uint64_t, double, std::string_view, FlagRange>;  // a word is the parameter's own

    const Value* find(std::string_view name) const;

    std::vector<std::pair<std::string, Value>> values_;
};

/// A list such as "a, b, c", for messages that name the possible values.
template <class Range, class Projection>
std::string join(const Range& range, Projection projection) {
    std::string text;
    for (const auto& element : range) {
        if (!text.empty()) text += ", ";
        text += projection(element);
    }
    return text;
}

/// The names of what has one, in its order.
template <class Named>
std::vector<std::string> names_of(const Named& all) {
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const auto& each : all) names.emplace_back(each.name);
    return names;
}

}  // namespace scrump

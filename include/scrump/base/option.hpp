#pragma once
// Options as data. Each option of a front door is one row of a table: its name, the range of its value, its default and
// its help stand there and nowhere else. SearchOptions::parse(), the command's parser, its help, manual pages and
// completion, and Python's keywords with their documentation are made from these rows.

#include <scrump/base/error.hpp>
#include <scrump/base/values.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrump {

/// The form of an option's text, and its meaning.
enum class OptionKind : std::uint8_t {
    flag,      ///< no text: the option turns something on
    off_flag,  ///< no text: the option, `no-NAME`, turns something off
    count,     ///< a whole number
    real,      ///< a number
    fraction,  ///< "1%" or "0.01"
    duration,  ///< "250ms", "60s", "5m", "2h"
    bytes,     ///< "800M", "16G", in powers of 1024
    file,      ///< the name of a file
    word,      ///< one of some words
    spec,      ///< one of some words with parameters: "budget:backtracks=10000"
    integer,   ///< a whole number, with or without a minus sign
};

/// The places where an option can be given, as bits.
enum OptionFaces : std::uint8_t {
    in_command = 1,   ///< on the command line of `scrump`
    in_programs = 2,  ///< on the command lines that SearchOptions::parse() reads
    in_python = 4,    ///< as a keyword in Python
    everywhere = in_command | in_programs | in_python,
};

/// Everything about an option except the variable that it sets.
struct OptionText {
    std::string_view name;        ///< without dashes: "time-limit"
    std::string_view value{};     ///< placeholder of the value in help: "TIME"; empty: "a|b" of the words a and b
    std::string_view help;        ///< a phrase that stands alone, without a full stop
    std::string_view examples{};  ///< examples of values, for command lines
    OptionKind kind = OptionKind::flag;  ///< form of its text
    std::uint64_t min = 0;               ///< the smallest count, or the shortest duration in nanoseconds
    std::uint64_t max = std::numeric_limits<std::uint64_t>::max();  ///< the largest count
    std::string_view group{};                                       ///< heading in help
    std::string_view needs{};                       ///< name of the option without which it has no effect
    std::string_view excludes{};                    ///< names of options that it cannot be combined with: "a b"
    std::vector<std::string> (*words)() = nullptr;  ///< words of a `word` or a `spec`
    std::string_view advice{};                      ///< what to do instead of giving a rejected value
    std::string_view formerly{};                    ///< name in the previous version, which is still accepted
    std::string_view also{};                        ///< another name on command lines
    bool required = false;                          ///< whether a command line must have it
    std::uint8_t faces = everywhere;                ///< where it can be given: OptionFaces

    /// Placeholder of its value in help; empty for flags.
    std::string placeholder() const;
    /// Its name on a command line, with dashes.
    std::string dashed() const;
    /// Its help on a command line, with the examples.
    std::string line_of_help() const;
    /// Whether it takes a value.
    bool takes_value() const { return kind != OptionKind::flag && kind != OptionKind::off_flag; }
};

/// The name of an option on a command line, with dashes.
std::string dashed(std::string_view name);

/// An option of `Options`, a struct of options.
template <class Options>
struct Option : OptionText {
    /// Sets the variable. Throws UsageError that says what is wrong with the text, to be shown after the option's name.
    void (*set)(Options& options, const OptionText& option, std::string_view text);
    /// The variable's value, as a user would write it; empty if there is none, and for flags.
    std::string (*shown)(const Options& options);
};

/// Reads values from texts. Each function throws UsageError, whose message begins with the text: "'x' is not a whole
/// number".
std::uint64_t read_count(std::string_view text, std::uint64_t min = 0,
                         std::uint64_t max = std::numeric_limits<std::uint64_t>::max());
std::int64_t read_integer(std::string_view text);                                                  ///< see read_count()
double read_real(std::string_view text);                                                           ///< see read_count()
double read_fraction(std::string_view text);                                                       ///< see read_count()
std::chrono::nanoseconds read_duration(std::string_view text, std::chrono::nanoseconds min = {});  ///< see read_count()
std::uint64_t read_bytes(std::string_view text);                                                   ///< see read_count()
std::string read_file_name(std::string_view text);                                                 ///< see read_count()

/// A duration as read_duration() reads it: "2m", "250ms".
std::string duration_text(std::chrono::nanoseconds duration);

namespace detail {

/// A number as read_real() reads it.
std::string real_text(double value);

// Reads and shows values of types that their kind does not determine. Specialised for words and specs.
template <class Value>
struct OptionWord {
    static Value read(std::string_view text) { return Value::parse(text); }
    static std::string shown(const Value& value) { return value.describe(); }
};

template <class Value>
Value value_of_option(const OptionText& option, std::string_view text) {
    if constexpr (std::same_as<Value, bool>) {
        return option.kind == OptionKind::flag;
    } else if constexpr (std::signed_integral<Value>) {
        if (option.kind == OptionKind::integer) return static_cast<Value>(read_integer(text));
        const std::uint64_t most = std::min<std::uint64_t>(option.max, std::numeric_limits<Value>::max());
        return static_cast<Value>(read_count(text, option.min, most));
    } else if constexpr (std::integral<Value>) {
        const std::uint64_t most = std::min<std::uint64_t>(option.max, std::numeric_limits<Value>::max());
        return static_cast<Value>(option.kind == OptionKind::bytes ? read_bytes(text)
                                                                   : read_count(text, option.min, most));
    } else if constexpr (std::floating_point<Value>) {
        return option.kind == OptionKind::fraction ? read_fraction(text) : read_real(text);
    } else if constexpr (std::same_as<Value, std::chrono::nanoseconds>) {
        return read_duration(text, std::chrono::nanoseconds(option.min));
    } else if constexpr (std::same_as<Value, std::string>) {
        return read_file_name(text);
    } else {
        return OptionWord<Value>::read(text);
    }
}

/// Rethrows the rejection that is being handled, with the option's advice.
[[noreturn]] void refuse_with_advice(const OptionText& option);

template <class Value>
Value read_option(const OptionText& option, std::string_view text) {
    try {
        return value_of_option<Value>(option, text);
    } catch (const UsageError&) {
        refuse_with_advice(option);
    }
}

template <class Value>
std::string shown_option(const Value& value) {
    if constexpr (std::same_as<Value, bool>) {
        return {};
    } else if constexpr (std::integral<Value>) {
        return value == std::numeric_limits<Value>::max() ? std::string() : std::to_string(value);
    } else if constexpr (std::floating_point<Value>) {
        return real_text(value);
    } else if constexpr (std::same_as<Value, std::chrono::nanoseconds>) {
        return duration_text(value);
    } else if constexpr (std::same_as<Value, std::string>) {
        return value;
    } else {
        return OptionWord<Value>::shown(value);
    }
}

template <class Value>
inline constexpr bool is_optional = false;
template <class Value>
inline constexpr bool is_optional<std::optional<Value>> = true;

}  // namespace detail

/// The row of an option that sets the variable that `member`, a function without captures, returns from a struct of
/// options.
template <class Options, class Member>
constexpr Option<Options> option(OptionText text, Member /*member*/) {
    return {text,
            [](Options& options, const OptionText& option, std::string_view value) {
                auto& variable = Member{}(options);
                using Value = std::remove_reference_t<decltype(variable)>;
                if constexpr (detail::is_optional<Value>) {
                    variable = detail::read_option<typename Value::value_type>(option, value);
                } else {
                    variable = detail::read_option<Value>(option, value);
                }
            },
            [](const Options& options) -> std::string {
                const auto& variable = Member{}(options);
                if constexpr (detail::is_optional<std::remove_cvref_t<decltype(variable)>>) {
                    return variable ? detail::shown_option(*variable) : std::string();
                } else {
                    return detail::shown_option(variable);
                }
            }};
}

/// The options of a front door, in the order of help. Each door has a header option_table.hpp that declares its own.
template <class Options>
std::span<const Option<Options>> option_table();

/// Joins two parts of a table.
template <class Row, std::size_t first, std::size_t second>
constexpr std::array<Row, first + second> joined(const std::array<Row, first>& a, const std::array<Row, second>& b) {
    return [&]<std::size_t... i, std::size_t... j>(std::index_sequence<i...>, std::index_sequence<j...>) {
        return std::array<Row, first + second>{a[i]..., b[j]...};
    }
    (std::make_index_sequence<first>(), std::make_index_sequence<second>());
}

/// The row of that name; null if there is none.
template <class Options>
const Option<Options>* find_option(std::span<const Option<Options>> rows, std::string_view name) {
    for (const Option<Options>& each : rows)
        if (each.name == name) return &each;
    return nullptr;
}

}  // namespace scrump

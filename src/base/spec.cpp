#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/suggestion.hpp>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace scrump {
namespace {

std::string quote(std::string_view text) {
    return "'" + std::string(text) + "'";
}

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// What `text` means within a range, if anything.
std::optional<std::uint64_t> parse_value(std::string_view text, const IntegerRange& range) {
    const auto value = parse_number<std::uint64_t>(text);
    return value && *value >= range.least && *value <= range.most ? value : std::nullopt;
}
std::optional<double> parse_value(std::string_view text, const RealRange& range) {
    const auto value = parse_number<double>(text);
    return value && *value >= range.least && *value <= range.most ? value : std::nullopt;  // NaN is in no range
}
std::optional<std::string_view> parse_value(std::string_view text, const WordRange& range) {
    const auto word = std::ranges::find(range.words, text);
    return word != range.words.end() ? std::optional(*word) : std::nullopt;
}
std::optional<FlagRange> parse_value(std::string_view text, const FlagRange&) {
    return text.empty() ? std::optional(FlagRange{}) : std::nullopt;
}

std::string describe_range(const IntegerRange& range) {
    if (range.most == std::numeric_limits<std::uint64_t>::max())
        return "an integer of at least " + std::to_string(range.least);
    return "an integer from " + std::to_string(range.least) + " to " + std::to_string(range.most);
}
std::string describe_range(const RealRange& range) {
    return "a number from " + write_number(range.least) + " to " + write_number(range.most);
}
std::string describe_range(const WordRange& range) {
    const auto text = [](std::string_view word) { return std::string(word); };
    if (range.words.size() < 2) return join(range.words, text);
    return join(range.words.first(range.words.size() - 1), text) + " or " + text(range.words.back());
}
std::string describe_range(const FlagRange&) {
    return "no value";
}

bool is_flag(const Parameter& parameter) {
    return std::holds_alternative<FlagRange>(parameter.range);
}

std::string_view parameter_name(const Parameter& parameter) {
    return parameter.name;
}

}  // namespace

std::string_view spec_name(std::string_view text) {
    return text.substr(0, text.find(':'));
}

Spec parse_spec(std::string_view text, std::span<const std::string_view> flags) {
    const auto wrong = [&](const std::string& what) {
        return UsageError(quote(text) + ": " + what + "; expected name or name:key=value,key=value");
    };
    Spec spec;
    spec.name = spec_name(text);
    if (spec.name.empty()) throw wrong("there is no name");
    if (spec.name.size() == text.size()) return spec;

    std::string_view rest = text.substr(spec.name.size() + 1);
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        const std::string_view entry = rest.substr(0, comma);
        more = comma != std::string_view::npos;
        if (more) rest.remove_prefix(comma + 1);

        const std::size_t equals = entry.find('=');
        const bool bare_flag = equals == std::string_view::npos && std::ranges::find(flags, entry) != flags.end();
        if (entry.empty()) throw wrong("a key=value is missing after ':' or ','");
        if (!bare_flag && equals == std::string_view::npos) throw wrong(quote(entry) + " has no '='");
        if (equals == 0) throw wrong(quote(entry) + " has no key");
        if (equals + 1 == entry.size()) throw wrong(quote(entry) + " has no value");
        const std::string_view key = entry.substr(0, equals);
        for (const auto& [earlier, value] : spec.entries)
            if (earlier == key) throw wrong(quote(key) + " is given twice");
        spec.entries.emplace_back(key, bare_flag ? std::string_view() : entry.substr(equals + 1));
    }
    return spec;
}

std::string describe_range(const Parameter& parameter) {
    return std::visit([](const auto& range) { return describe_range(range); }, parameter.range);
}

std::string describe(const Parameter& parameter) {
    std::string text = std::string(parameter.name) + ": " + std::string(parameter.help);
    if (is_flag(parameter)) return text;
    text += ", " + describe_range(parameter);
    if (!parameter.fallback)
        text += " (required)";
    else if (!parameter.fallback->empty())
        text += " (default " + std::string(*parameter.fallback) + ")";
    return text;
}

std::string write_number(double value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

Arguments::Arguments(const Spec& spec, std::span<const Parameter> parameters) {
    for (const auto& [key, value] : spec.entries) {
        const auto parameter = std::ranges::find(parameters, std::string_view(key), parameter_name);
        if (parameter != parameters.end()) continue;
        const std::string known = parameters.empty() ? "none" : join(parameters, parameter_name);
        std::vector<std::string> names;
        for (const Parameter& each : parameters) names.emplace_back(each.name);
        throw UsageError(spec.name + ": unknown parameter " + quote(key) + "; expected " + known +
                         did_you_mean(key, names));
    }
    for (const Parameter& parameter : parameters) {
        const auto entry = std::ranges::find(spec.entries, parameter.name,
                                             [](const auto& pair) { return std::string_view(pair.first); });
        const bool given = entry != spec.entries.end();
        if (!given && is_flag(parameter)) continue;
        if (!given && !parameter.fallback)
            throw UsageError(spec.name + ": " + quote(parameter.name) + " (" + std::string(parameter.help) +
                             ") is missing; expected " + describe_range(parameter));
        const std::string_view text = given ? std::string_view(entry->second) : *parameter.fallback;
        if (!given && text.empty()) continue;
        const auto value = std::visit(
            [&](const auto& range) -> std::optional<Value> { return parse_value(text, range); }, parameter.range);
        if (!value)
            throw UsageError(spec.name + ": " + std::string(parameter.name) + "=" + std::string(text) + ": expected " +
                             describe_range(parameter));
        values_.emplace_back(parameter.name, *value);
    }
}

const Arguments::Value* Arguments::find(std::string_view name) const {
    for (const auto& [key, value] : values_)
        if (key == name) return &value;
    return nullptr;
}

bool Arguments::has(std::string_view name) const {
    return find(name) != nullptr;
}

std::uint64_t Arguments::integer(std::string_view name, std::optional<std::uint64_t> otherwise) const {
    if (const Value* value = find(name)) return std::get<std::uint64_t>(*value);
    if (!otherwise) throw std::logic_error("no value for parameter " + quote(name));
    return *otherwise;
}

double Arguments::real(std::string_view name) const {
    if (const Value* value = find(name)) return std::get<double>(*value);
    throw std::logic_error("no value for parameter " + quote(name));
}

std::string_view Arguments::word(std::string_view name) const {
    if (const Value* value = find(name)) return std::get<std::string_view>(*value);
    throw std::logic_error("no value for parameter " + quote(name));
}

}  // namespace scrump

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/text.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include "formats.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>
#include <variant>

namespace scrump {
namespace {

struct Format {
    NamedModelFormat named;
    std::string_view ending;
    bool (*looks_like)(std::string_view bytes);
    // Of binary diagrams; null for lists.
    SymbolicModel (*read)(std::string_view bytes, const std::string& name);
    std::string (*write)(const SymbolicModel& model);
};

// In the order in which they are told apart, which is not that of the enumeration.
constexpr std::array<Format, 4> formats = {{
    {{ModelFormat::ldd, "ldd", "list diagrams of Sylvan and LTSmin, also of earlier versions"},
     ".ldd",
     detail::looks_like_ldd,
     nullptr,
     nullptr},
    {{ModelFormat::distbdd, "distbdd", "DistBDD's: entries of the same width, and a map of variables"},
     ".distbdd.bdd",
     detail::looks_like_distbdd,
     detail::read_distbdd,
     detail::write_distbdd},
    {{ModelFormat::distdd, "distdd", "DistDD's, of earlier versions of LTSmin: entries of the same width"},
     ".distdd.bdd",
     detail::looks_like_distdd,
     detail::read_distdd,
     detail::write_distdd},
    {{ModelFormat::sylvan, "sylvan", "Sylvan's and LTSmin's: entries of any width"},
     ".sylvan.bdd",
     detail::looks_like_sylvan,
     detail::read_sylvan,
     detail::write_sylvan},
}};

constexpr std::array<NamedModelFormat, 4> all_named = {formats[1].named, formats[2].named, formats[3].named,
                                                       formats[0].named};

const Format& entry_of(ModelFormat format) {
    return *std::ranges::find(formats, format, [](const Format& each) { return each.named.format; });
}

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return lower;
}

const Format* format_in_name(std::string_view path) {
    const std::string lower = in_lower_case(path);
    const auto* const found =
        std::ranges::find_if(formats, [&](const Format& each) { return lower.ends_with(each.ending); });
    return found == formats.end() ? nullptr : found;
}

}  // namespace

std::span<const NamedModelFormat> model_formats() {
    return all_named;
}

ModelFormat detect_model_format(std::string_view bytes, const std::string& name) {
    for (const Format& format : formats)
        if (format.looks_like(bytes)) return format.named.format;
    if (const Format* const named = format_in_name(name)) return named->named.format;
    throw Error(printable(name) +
                ": not a model of decision diagrams: expected one of the formats distbdd, distdd, sylvan and ldd");
}

ModelFormat model_format(std::string_view path) {
    if (const Format* const named = format_in_name(path); named != nullptr && named->write != nullptr)
        return named->named.format;
    if (in_lower_case(path).ends_with(".bdd")) return ModelFormat::sylvan;
    throw Error(printable(path) +
                ": expected a name that ends in .bdd, or in .distbdd.bdd, .distdd.bdd or .sylvan.bdd");
}

SymbolicModel read_model(std::string_view bytes, const std::string& name, std::optional<ModelFormat> format) {
    AnyModel model = read_any_model(bytes, name, format);
    if (auto* const binary = std::get_if<SymbolicModel>(&model)) return std::move(*binary);
    throw Error(printable(name) + ": expected binary decision diagrams, found list decision diagrams (ldd)");
}

SymbolicModel read_model_file(const std::string& path, std::optional<ModelFormat> format) {
    return read_model(read_file(path), path, format);
}

AnyModel read_any_model(std::string_view bytes, const std::string& name, std::optional<ModelFormat> format) {
    const Format& chosen = entry_of(format ? *format : detect_model_format(bytes, name));
    if (chosen.read != nullptr) return chosen.read(bytes, name);
    return detail::read_ldd(bytes, name);
}

AnyModel read_any_model_file(const std::string& path, std::optional<ModelFormat> format) {
    return read_any_model(read_file(path), path, format);
}

std::string write_model(const SymbolicModel& model, ModelFormat format) {
    const Format& chosen = entry_of(format);
    if (chosen.write == nullptr)
        throw UsageError("binary decision diagrams cannot be written as " + std::string(chosen.named.name));
    if (!model.places.empty() && format != ModelFormat::distbdd) {
        throw UsageError("the bits of this model have variables in an order of their own, which the format " +
                         std::string(chosen.named.name) + " cannot express: write it as distbdd");
    }
    return chosen.write(model);
}

void write_model_file(const SymbolicModel& model, const std::string& path) {
    replace_file(path, write_model(model, model_format(path)));
}

}  // namespace scrump

#include <scrump/problems/petri/questions.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/petri/pnml.hpp>
#include <scrump/problems/petri/properties.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>

namespace scrump::petri {
namespace {

constexpr std::array<NamedQuestion, 5> all_questions = {{
    {"deadlock", "ReachabilityDeadlock", Property::Kind::deadlock, "some reachable marking enables no transition"},
    {"one-safe", "OneSafe", Property::Kind::one_safe, "no place ever holds more than one token"},
    {"quasi-live", "QuasiLiveness", Property::Kind::quasi_live, "each transition is enabled in some reachable marking"},
    {"live", "Liveness", Property::Kind::live, "from each reachable marking, each transition can be enabled again"},
    {"stable-marking", "StableMarking", Property::Kind::stable_marking,
     "some place holds the same number of tokens in all reachable markings"},
}};

// What the contest asks in files, or by another subcommand.
constexpr std::array<std::string_view, 7> kinds_of_files = {
    "ReachabilityCardinality", "ReachabilityFireability", "UpperBounds",   "CTLCardinality",
    "CTLFireability",          "LTLCardinality",          "LTLFireability"};

Property property_named(const std::string& name) {
    for (const NamedQuestion& each : all_questions)
        if (each.name == name || each.contest_name == name) return {.id = name, .kind = each.kind};
    if (std::ranges::find(kinds_of_files, name) != kinds_of_files.end())
        throw UsageError(in_quotes(name) + " stands for formulas in a file: give that file");
    if (name == "StateSpace") throw UsageError("'StateSpace' is not a question: scrump reach counts the markings");
    std::vector<std::string> known;
    std::string list;
    for (const NamedQuestion& each : all_questions) {
        known.emplace_back(each.name);
        known.emplace_back(each.contest_name);
        list += (list.empty() ? "" : ", ") + std::string(each.name);
    }
    throw UsageError("unknown question " + in_quotes(name) + "; there are " + list + did_you_mean(name, known));
}

bool has_element_at_beginning(std::string_view text, std::string_view element) {
    std::string beginning(text.substr(0, 4096));
    std::erase(beginning, '\0');
    return beginning.find(element) != std::string::npos;
}

// Where the property with that id is; or else those whose ids end so.
std::vector<std::size_t> places_of(const std::string& given, const std::vector<Property>& all) {
    std::vector<std::size_t> whole, ends;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].id == given) whole.push_back(i);
        if (all[i].id.ends_with('-' + given)) ends.push_back(i);
    }
    if (!whole.empty()) return whole;
    if (!ends.empty()) return ends;
    std::vector<std::string> known(all.size());
    std::ranges::transform(all, known.begin(), &Property::id);
    const std::string first = known.empty() ? "" : "; the first one has " + in_quotes(known.front());
    throw UsageError("no property has the id " + in_quotes(given) + first + did_you_mean(given, known));
}

// In the order of the properties.
std::vector<Property> kept(const std::vector<Property>& all, const std::vector<std::string>& only) {
    std::set<std::size_t> places;
    for (const std::string& given : only)
        for (const std::size_t i : places_of(given, all)) places.insert(i);
    std::vector<Property> found;
    found.reserve(places.size());
    for (const std::size_t i : places) found.push_back(all[i]);
    return found;
}

void refuse_equal_ids(const std::vector<Property>& all) {
    std::set<std::string_view> ids;
    for (const Property& each : all)
        if (!ids.insert(each.id).second) throw UsageError("several properties have the id " + in_quotes(each.id));
}

std::string text_of(const Net& net, const Sum& sum) {
    std::string text;
    for (const std::uint32_t place : sum.places) text += (text.empty() ? "" : " + ") + net.places[place].name;
    if (sum.constant != 0 || text.empty()) text += (text.empty() ? "" : " + ") + std::to_string(sum.constant);
    return text;
}

}  // namespace

std::span<const NamedQuestion> named_questions() {
    return all_questions;
}

std::string named_questions_help() {
    std::string text;
    for (const NamedQuestion& each : all_questions) {
        std::string line = "  " + std::string(each.name);
        line.resize(std::max<std::size_t>(line.size() + 1, 18), ' ');
        line += std::string(each.contest_name);
        line.resize(std::max<std::size_t>(line.size() + 1, 40), ' ');
        text += line + std::string(each.claim) + '\n';
    }
    return text;
}

std::vector<Property> properties_of(const Net& net, const Questions& questions) {
    std::vector<Property> all;
    for (const PropertiesText& each : questions.properties) {
        if (begins_as_pnml(each.text)) throw Error(each.name + ": is a net (PNML); expected properties (XML)");
        std::vector<Property> some = parse_properties(each.text, each.name, net);
        if (some.empty()) throw Error(each.name + ": has no properties");
        std::ranges::move(some, std::back_inserter(all));
    }
    for (const std::string& each : questions.names) all.push_back(property_named(each));
    if (!questions.fairness.empty() && questions.ltl.empty())
        throw UsageError("fair transitions are for formulas of LTL: expected one as text");
    for (const std::string& each : questions.ltl)
        all.push_back({.id = each, .formula = parse_ltl(each, net, questions.fairness)});
    for (const std::string& each : questions.ctl) all.push_back({.id = each, .formula = parse_ctl(each, net)});
    if (questions.properties.empty() && all.empty())
        for (const NamedQuestion& each : all_questions)
            all.push_back({.id = std::string(each.name), .kind = each.kind});
    refuse_equal_ids(all);
    return questions.only.empty() ? all : kept(all, questions.only);
}

Net parse_net(std::string_view text, const std::string& name) {
    if (begins_as_properties(text)) throw Error(name + ": has properties (XML); expected a net (PNML)");
    return parse_pnml(text, name);
}

std::string describe(const Net& net, const Property& property) {
    if (property.kind == Property::Kind::formula) return to_string(net, property.formula);
    if (property.kind == Property::Kind::bound) return "max(" + text_of(net, property.sum) + ")";
    return std::string(std::ranges::find(all_questions, property.kind, &NamedQuestion::kind)->claim);
}

bool begins_as_pnml(std::string_view text) {
    return has_element_at_beginning(text, "<pnml");
}

bool begins_as_properties(std::string_view text) {
    return has_element_at_beginning(text, "<property-set");
}

}  // namespace scrump::petri

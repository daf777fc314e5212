#pragma once
// What a user asks about a net: properties in files, questions that have names, and formulas.

#include <scrump/problems/petri/formula.hpp>
#include <scrump/problems/petri/formula_text.hpp>
#include <scrump/problems/petri/net.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrump::petri {

/// A question that needs no file.
struct NamedQuestion {
    std::string_view name;          ///< "one-safe"
    std::string_view contest_name;  ///< its name in the Model Checking Contest: "OneSafe"
    Property::Kind kind;
    std::string_view claim;  ///< what is true if the answer is yes
};

/// All questions that have names.
std::span<const NamedQuestion> named_questions();
/// Help on all of them, in lines.
std::string named_questions_help();

/// The text of a file of properties, and its name for messages.
struct PropertiesText {
    std::string text;
    std::string name;
};

/// What a user asks. If there are neither files nor names nor formulas, all questions that have names are asked.
struct Questions {
    std::vector<PropertiesText> properties{};  ///< files in the contest's XML
    std::vector<std::string> names{};          ///< of questions, in either form
    std::vector<std::string> ltl{};            ///< formulas for parse_ltl()
    std::vector<std::string> ctl{};            ///< formulas for parse_ctl()
    Fairness fairness{};                       ///< of the formulas in `ltl`
    /// If there are some, only properties with these ids are kept. The end of an id, from a hyphen on, stands for it:
    /// "03" for "Net-LTLFireability-03".
    std::vector<std::string> only{};
};

/// The questions as properties: of files, by name, of LTL, of CTL. The id of a question is its name or its formula as
/// it was given. Throws UsageError for names and ids that do not exist, for an id that several properties have, for
/// texts that are not formulas, and for fairness without a formula of LTL; Error for files that are not properties of
/// the net, as parse_properties() does.
std::vector<Property> properties_of(const Net& net, const Questions& questions);

/// Reads the net that is asked about, as parse_pnml() does. Throws Error that says so if the text has properties.
Net parse_net(std::string_view text, const std::string& name);

/// What is true if the answer is yes, or whose value is the answer: "AG (busy <= 1)", "max(busy + ready)".
std::string describe(const Net& net, const Property& property);

/// Whether a text begins as a net in PNML does, also in UTF-16.
bool begins_as_pnml(std::string_view text);
/// Whether a text begins as properties do.
bool begins_as_properties(std::string_view text);

}  // namespace scrump::petri

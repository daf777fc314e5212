#pragma once
// Parts of coloured nets as PNML.

#include "coloured_nets.hpp"

#include <string>
#include <vector>

namespace scrump::petri::test {

/// A net with the sorts of random nets, on line 1 and following ones; the elements begin on line 13.
inline std::string coloured_net(const std::string& elements) {
    return "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/symmetricnet'>" +
           ColouredText::declarations() + "<page id='g'>\n" + elements + "</page></net></pnml>";
}
inline std::string place(const std::string& id, const std::string& sort, const std::string& initial = "") {
    const std::string marking =
        initial.empty() ? "" : "<hlinitialMarking><structure>" + initial + "</structure></hlinitialMarking>";
    return "<place id='" + id + "'><type><structure>" + sort + "</structure></type>" + marking + "</place>\n";
}
inline std::string user(const std::string& sort) {
    return "<usersort declaration='" + sort + "'/>";
}
inline std::string op(const std::string& id) {
    return "<useroperator declaration='" + id + "'/>";
}
inline std::string var(const std::string& id) {
    return "<variable refvariable='" + id + "'/>";
}
inline std::string term(const std::string& name, const std::vector<std::string>& parts,
                        const std::string& attributes = "") {
    std::string all = "<" + name + attributes + ">";
    for (const std::string& part : parts) all += "<subterm>" + part + "</subterm>";
    return all + "</" + name + ">";
}
inline std::string times(unsigned number, const std::string& part) {
    return term("numberof",
                {"<numberconstant value='" + std::to_string(number) + "'><positive/></numberconstant>", part});
}
inline std::string number(int value) {
    return "<finiteintrangeconstant value='" + std::to_string(value) +
           "'><finiteintrange start='5' end='6'/></finiteintrangeconstant>";
}
inline std::string arc(const std::string& from, const std::string& to, const std::string& tokens) {
    return "<arc source='" + from + "' target='" + to + "'><hlinscription><structure>" + tokens +
           "</structure></hlinscription></arc>\n";
}
inline std::string transition(const std::string& id, const std::string& guard = "") {
    const std::string condition = guard.empty() ? "" : "<condition><structure>" + guard + "</structure></condition>";
    return "<transition id='" + id + "'>" + condition + "</transition>\n";
}

}  // namespace scrump::petri::test

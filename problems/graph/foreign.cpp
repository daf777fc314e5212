#include <scrump/problems/graph/detail/foreign.hpp>

#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/letters.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>

namespace scrump::graph {
namespace {

constexpr std::string_view by_networkx = "networkx can, and writes GraphML";
constexpr std::string_view by_nauty = "nauty's showg and copyg read it, and copyg -g writes graph6";
constexpr std::string_view as_list = "write its edges one a line, as 'a b'";
constexpr std::string_view as_csv = "write it as CSV: 'v,,label' for a vertex, 'a,b,label' for an edge";

/// The first lines of a text.
struct Beginning {
    std::string_view text{};
    std::string_view first{};    ///< its first full line, without comments that begin with #
    std::string_view word{};     ///< of that line
    std::string_view second{};   ///< word of that line
    std::string_view next{};     ///< the first word of the next line
    bool first_is_word = false;  ///< whether that line has one word alone
};

Beginning beginning_of(std::string_view text) {
    Beginning all{.text = text};
    Text lines(text, {});
    auto line = lines.next_full_line();
    while (line && line->front() == '#') line = lines.next_full_line();
    if (!line) return all;
    all.first = line->rest();
    all.word = line->word();
    all.first_is_word = line->empty();
    all.second = line->word();
    if (auto next = lines.next_full_line()) all.next = next->word();
    return all;
}

bool is_any(std::string_view word, std::initializer_list<std::string_view> small) {
    const std::string own = files::in_small_letters(word);
    return std::ranges::find(small, own) != small.end();
}

/// Whether the first element of XML is in these few characters.
bool has_element(const Beginning& all, std::string_view element) {
    constexpr std::size_t prologue = 2000;
    return all.first.starts_with('<') && all.text.substr(0, prologue).find(element) != std::string_view::npos;
}

bool is_gml(const Beginning& all) {
    return all.word == "Creator" || (all.word == "graph" && (all.first_is_word || all.second.starts_with('['))) ||
           all.word == "graph[";
}

bool is_dot(const Beginning& all) {
    const bool braces = all.first.find('{') != std::string_view::npos || all.next.starts_with('{');
    return braces && is_any(all.word, {"graph", "digraph", "strict", "graph{", "digraph{"});
}

bool is_pajek(const Beginning& all) {
    return is_any(all.word, {"*vertices", "*network", "*arcs", "*edges", "*arcslist", "*edgeslist", "*matrix",
                             "*partition", "*vector"});
}

bool is_graph_of_matchers(const Beginning& all) {
    return all.word == "t" && (all.second == "#" || is_any(all.next, {"v", "e"}));
}

struct Foreign {
    std::string_view title;
    std::string_view advice;
    bool (*is)(const Beginning& all);
};

constexpr std::array<Foreign, 20> all_foreign = {{
    {"LEDA", by_networkx, [](const Beginning& all) { return all.text.starts_with("LEDA.GRAPH"); }},
    {"GML", by_networkx, is_gml},
    {"DOT", by_networkx, is_dot},
    {"Pajek", by_networkx, is_pajek},
    {"a graph of the Stanford GraphBase", as_list,
     [](const Beginning& all) { return all.word == "*" && all.second == "GraphBase"; }},
    {"data of the Stanford GraphBase, from which its programs make graphs", as_list,
     [](const Beginning& all) { return all.first.find("Stanford GraphBase") != std::string_view::npos; }},
    {"VNA", as_list,
     [](const Beginning& all) {
         return is_any(all.word, {"*node", "*tie"});
     }},
    {"JSON", by_networkx,
     [](const Beginning& all) { return all.first.starts_with('{') || all.first.starts_with('['); }},
    {"GEXF", by_networkx, [](const Beginning& all) { return has_element(all, "<gexf"); }},
    {"GXL", as_list, [](const Beginning& all) { return has_element(all, "<gxl"); }},
    {"PNML, which are Petri nets", "scrump explore reads it",
     [](const Beginning& all) { return has_element(all, "<pnml"); }},
    {"the format of gSpan and of other programs for labelled graphs", as_csv, is_graph_of_matchers},
    {"GDF", "Gephi reads it, and writes GraphML",
     [](const Beginning& all) { return all.word.starts_with("nodedef>"); }},
    {"DL, the format of UCINET", as_list,
     [](const Beginning& all) { return is_any(all.word, {"dl"}) || files::begins_with_letters(all.first, "dl n"); }},
    {"LGF, the format of LEMON", as_list,
     [](const Beginning& all) {
         return is_any(all.word, {"@nodes", "@arcs", "@edges", "@attributes"});
     }},
    {"TLP, the format of Tulip", "Tulip writes GML, and networkx makes that GraphML",
     [](const Beginning& all) { return all.first.starts_with("(tlp"); }},
    {"digraph6", as_list,
     [](const Beginning& all) { return all.text.starts_with(">>digraph6<<") || all.first.starts_with('&'); }},
    {"planar code or another code of plantri", by_nauty,
     [](const Beginning& all) { return all.text.starts_with(">>planar_code") || all.text.starts_with(">>edge_code"); }},
    {"incremental sparse6", by_nauty, [](const Beginning& all) { return all.first.starts_with(';'); }},
    {"the language of dreadnaut", by_nauty,
     [](const Beginning& all) { return all.first.starts_with("n=") || all.first.starts_with("$="); }},
}};

}  // namespace

std::optional<std::string> foreign_format(std::string_view text) {
    const Beginning all = beginning_of(text);
    if (all.first.empty()) return std::nullopt;
    const auto* const found = std::ranges::find_if(all_foreign, [&](const Foreign& each) { return each.is(all); });
    if (found == all_foreign.end()) return std::nullopt;
    return std::string(found->title) + ", which is not read; " + std::string(found->advice);
}

}  // namespace scrump::graph

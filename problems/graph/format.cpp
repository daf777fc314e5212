#include <scrump/problems/graph/format.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/csv.hpp>
#include <scrump/problems/graph/edge_list.hpp>
#include <scrump/problems/graph/graph6.hpp>
#include <scrump/problems/graph/lad.hpp>
#include <scrump/problems/graph/plain_text.hpp>
#include <scrump/problems/graph/table_heading.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

constexpr std::array<NamedFormat, 14> all_formats = {{
    {Format::dimacs, "dimacs", "DIMACS text"},
    {Format::dimacs_binary, "dimacs-binary", "DIMACS binary"},
    {Format::lad, "lad", "LAD"},
    {Format::directed_lad, "directed-lad", "directed LAD"},
    {Format::labelled_lad, "labelled-lad", "labelled LAD"},
    {Format::vertex_labelled_lad, "vertex-labelled-lad", "vertex-labelled LAD"},
    {Format::edge_list, "edge-list", "a list of edges"},
    {Format::adjacency_list, "adjacency-list", "an adjacency list"},
    {Format::csv, "csv", "CSV of edges"},
    {Format::metis, "metis", "METIS"},
    {Format::matrix_market, "matrix-market", "Matrix Market"},
    {Format::graph6, "graph6", "graph6"},
    {Format::sparse6, "sparse6", "sparse6"},
    {Format::graphml, "graphml", "GraphML"},
}};

constexpr std::array<std::pair<std::string_view, Format>, 17> endings = {{
    {".clq", Format::dimacs},
    {".col", Format::dimacs},
    {".dimacs", Format::dimacs},
    {".lad", Format::lad},
    {".edges", Format::edge_list},
    {".edgelist", Format::edge_list},
    {".el", Format::edge_list},
    {".csv", Format::edge_list},
    {".tsv", Format::edge_list},
    {".adjlist", Format::adjacency_list},
    {".metis", Format::metis},
    {".graph", Format::metis},
    {".mtx", Format::matrix_market},
    {".g6", Format::graph6},
    {".s6", Format::sparse6},
    {".graphml", Format::graphml},
    {".xml", Format::graphml},
}};

const NamedFormat& entry(Format format) {
    return *std::ranges::find(all_formats, format, &NamedFormat::format);
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string_view unpacked_name(std::string_view file) {
    for (const std::string_view packed : {".gz", ".xz", ".zst"})
        if (file.ends_with(packed)) file.remove_suffix(packed.size());
    return file;
}

/// Whether the name is one of a table, which says less than that of a list of edges.
bool names_table(std::string_view file) {
    const std::string_view name = unpacked_name(file);
    return name.ends_with(".csv") || name.ends_with(".tsv");
}

std::size_t count_words(Line line) {
    std::size_t words = 0;
    while (!line.word().empty()) ++words;
    return words;
}

/// What nothing but one format begins with.
std::optional<Format> certain_format(std::string_view text) {
    if (text.starts_with("%%MatrixMarket")) return Format::matrix_market;
    if (text.starts_with(">>graph6<<")) return Format::graph6;
    if (text.starts_with(">>sparse6<<")) return Format::sparse6;
    Text lines(text, {});
    auto line = lines.next_full_line();
    if (!line) return std::nullopt;
    if (line->front() == '<' || line->rest().starts_with("\xef\xbb\xbf<")) return Format::graphml;
    // Text of DIMACS below a number alone: the preamble of its binary form.
    if (line->number() && line->empty()) {
        const auto second = lines.next_full_line();
        const bool preamble = second && (second->front() == 'c' || second->front() == 'p');
        return preamble ? std::optional(Format::dimacs_binary) : std::nullopt;
    }
    // Comments of DIMACS, and then what the graph begins with.
    while (line && line->front() == 'c') line = lines.next_full_line();
    if (line && line->word() == "p") return Format::dimacs;
    return std::nullopt;
}

Format list_format(std::string_view text, const std::string& name) {
    switch (kind_of_list(text, name)) {
        case ListKind::edges:
        case ListKind::either:
            return Format::edge_list;
        case ListKind::neighbours:
            return Format::adjacency_list;
        case ListKind::unclear:
            break;
    }
    throw Error(name +
                ": may be a list of edges, with more words in some lines, or an adjacency list, or neither; --format "
                "edge-list or --format adjacency-list says which");
}

/// Of a text whose first line that is no comment, `first`, has at least two words.
class MetisOrList {
  public:
    MetisOrList(std::string_view text, const std::string& name, Line first, Text rest)
        : text_(text), name_(name), first_(first), rest_(std::move(rest)) {}

    Format format() {
        const auto vertices = first_.number();
        const auto edges = first_.number();
        if (!vertices || !edges) return list_format(text_, name_);
        const std::size_t columns = 2 + count_words(first_);
        const std::string_view kinds = first_.word();  // of weights, in METIS
        if (kinds.size() > 3 || kinds.find_first_not_of("01") != std::string_view::npos)
            return list_format(text_, name_);
        const Text after_first = rest_;
        std::uint64_t lines = 0;
        std::uint64_t since_full = 0;  // lines without a word
        std::uint64_t words = 0;
        bool even = true;  // as many words in each line as in the first
        while (const auto line = rest_.next_line()) {
            if (!line->empty() && line->front() == '%') continue;
            const std::size_t here = count_words(*line);
            since_full = here == 0 ? since_full + 1 : 0;
            ++lines;
            words += here;
            even = even && (here == 0 || here == columns);
        }
        const bool fits_lines = lines >= *vertices && lines - since_full <= *vertices;
        const bool fits_words = !kinds.empty() || words == 2 * *edges;
        if (fits_lines && fits_words) {
            const bool pairs = even && columns == 2;
            return pairs && are_edges(after_first, *vertices) ? Format::edge_list : Format::metis;
        }
        if (even) return list_format(text_, name_);
        const ListKind kind = kind_of_list(text_, name_);
        const bool neighbours = kind == ListKind::neighbours || kind == ListKind::either;
        return neighbours ? Format::adjacency_list : Format::metis;
    }

  private:
    /// Whether lines of two words each, as many as METIS would have, are edges below "<vertices> <edges>": they can be,
    /// and as neighbours of the vertices in turn they are not listed by both ends.
    static bool are_edges(Text lines, std::uint64_t vertices) {
        std::vector<std::pair<std::uint64_t, std::uint64_t>> entries;
        std::uint64_t least = 1;
        std::uint64_t most = 0;
        std::uint64_t vertex = 0;
        while (const auto line = lines.next_line()) {
            if (!line->empty() && line->front() == '%') continue;
            ++vertex;
            Line rest = *line;
            while (!rest.empty()) {
                const auto number = rest.number();
                if (!number) return false;
                least = std::min(least, *number);
                most = std::max(most, *number);
                entries.emplace_back(vertex, *number);
            }
        }
        if (least == 0) return most < vertices;
        if (most > vertices) return false;
        std::ranges::sort(entries);
        return !std::ranges::all_of(entries, [&](const auto& entry) {
            return std::ranges::binary_search(entries, std::pair(entry.second, entry.first));
        });
    }

    std::string_view text_;
    const std::string& name_;
    Line first_;
    Text rest_;
};

Format lad_format(std::string_view text) {
    switch (detect_lad(text)) {
        case LadKind::directed:
            return Format::directed_lad;
        case LadKind::labelled:
            return Format::labelled_lad;
        case LadKind::vertex_labelled:
            return Format::vertex_labelled_lad;
        case LadKind::plain:
            break;
    }
    return Format::lad;
}

/// Of a text that begins with a number, or with comments of lists and METIS.
Format numbers_format(std::string_view text, const std::string& name, std::optional<Format> named) {
    Text lines(text, {});
    auto line = lines.next_full_line();
    while (line && (line->front() == '#' || line->front() == '%')) {
        if (line->front() == '#') return list_format(text, name);
        line = lines.next_full_line();
    }
    if (!line) return Format::edge_list;
    if (line->rest().find_first_of(",;") != std::string_view::npos) return list_format(text, name);
    if (count_words(*line) < 2) return lad_format(text);
    if (named == Format::metis) return Format::metis;
    return MetisOrList(text, name, *line, lines).format();
}

/// What a text is in that is known, but not read; empty if it is none of these.
std::string_view unread_format(std::string_view text) {
    if (text.starts_with("LEDA.GRAPH")) return "LEDA";
    Text lines(text, {});
    auto line = lines.next_full_line();
    while (line && line->front() == '#') line = lines.next_full_line();
    if (!line) return {};
    if (line->front() == '*') return "Pajek";
    if (line->front() == '{' || line->front() == '[') return "JSON";
    const std::string_view all = line->rest();
    const std::string_view word = line->word();
    if (word == "Creator" || (word == "graph" && (line->empty() || line->front() == '['))) return "GML";
    const bool braces = all.find('{') != std::string_view::npos;
    if (braces && (word == "graph" || word == "digraph" || word == "strict")) return "DOT";
    return {};
}

/// Whether it is DIMACS, or meant to be: only comments, or lines that others have not.
bool looks_like_dimacs(std::string_view text) {
    Text lines(text, {});
    auto line = lines.next_full_line();
    if (line && Line(*line).word() == "c") return true;
    while (line && line->front() == 'c') line = lines.next_full_line();
    if (!line) return true;
    const std::string_view word = line->word();
    return word.size() == 1 && std::string_view("pendvx").find(word) != std::string_view::npos;
}

}  // namespace

std::span<const NamedFormat> formats() {
    return all_formats;
}

std::string_view title(Format format) {
    return entry(format).title;
}

std::string_view name(Format format) {
    return entry(format).name;
}

std::optional<Format> format_of_name(std::string_view file) {
    file = unpacked_name(file);
    const auto* const found =
        std::ranges::find_if(endings, [&](const auto& each) { return file.ends_with(each.first); });
    if (found == endings.end()) return std::nullopt;
    return found->second;
}

Format detect_format(std::string_view text, std::string_view file) {
    if (const auto certain = certain_format(text)) return *certain;
    const std::optional<Format> named = format_of_name(file);
    const std::string name = file.empty() || file == "-" ? "standard input" : std::string(file);
    Text lines(text, {});
    const auto first = lines.next_full_line();
    if (!first) throw Error(name + ": the file is empty");
    const bool is_table = named == Format::edge_list && names_table(file);
    const bool named_surely = named && !is_table && named != Format::lad && named != Format::metis;
    if (!named_surely) expect_text(text, name);
    if ((!named || named == Format::edge_list) && looks_like_csv(text)) return Format::csv;
    if (named_surely) return *named;
    const char begins = first->front();
    const auto refuse_unread = [&] {
        if (const std::string_view unread = unread_format(text); !unread.empty())
            throw Error(name + ": " + std::string(unread) + ", which is not read; networkx can, and writes GraphML");
    };
    if (begins == '#') refuse_unread();
    if (is_digit(begins) || begins == '#' || begins == '%') return numbers_format(text, name, named);
    if (begins == ':') return Format::sparse6;
    if (is_table) return list_format(text, name);
    if (looks_like_graph6(first->rest())) return Format::graph6;
    if (named) return *named;
    refuse_unread();
    if (looks_like_dimacs(text)) return Format::dimacs;
    if (first->rest().find_first_of(",;") != std::string_view::npos || names_ends(first->rest()))
        return list_format(text, name);
    if (is_list_of_pairs(text)) return Format::edge_list;
    throw Error(name + ":" + std::to_string(lines.line_number()) + ": no format of graphs begins with " +
                in_quotes(first->rest()) + "; if it is in one, --format says in which: " +
                join(formats(), [](const NamedFormat& each) { return std::string(each.name); }));
}

}  // namespace scrump::graph

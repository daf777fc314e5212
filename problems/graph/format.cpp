#include <scrump/problems/graph/format.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/detail/csv.hpp>
#include <scrump/problems/graph/detail/foreign.hpp>
#include <scrump/problems/graph/detail/gfd.hpp>
#include <scrump/problems/graph/detail/graph6.hpp>
#include <scrump/problems/graph/detail/list_kind.hpp>
#include <scrump/problems/graph/detail/matrix_market.hpp>
#include <scrump/problems/graph/detail/plain_text.hpp>
#include <scrump/problems/graph/detail/sized_edge_list.hpp>
#include <scrump/problems/graph/detail/table_heading.hpp>
#include <scrump/problems/graph/lad.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::size_t count_words(Line line) {
    std::size_t words = 0;
    while (!line.word().empty()) ++words;
    return words;
}

/// What nothing but one format begins with.
std::optional<Format> certain_format(std::string_view text) {
    if (begins_as_matrix_market(text)) return Format::matrix_market;
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

/// Whether a line of `#` alone, the first such comment, divides vertices from edges: in the Trivial Graph Format.
bool is_divided(std::string_view text) {
    if (text.find("\n#") == std::string_view::npos) return false;
    Text lines(text, {});
    bool before = false;
    while (const auto line = lines.next_full_line()) {
        if (line->front() != '#') {
            before = true;
        } else {
            return before && Line(line->rest().substr(1)).empty();
        }
    }
    return false;
}

[[noreturn]] void refuse_matrix(const std::string& name) {
    throw Error(name +
                ": looks like an adjacency matrix, which is not read; networkx can, by "
                "from_numpy_array(numpy.loadtxt(FILE)), and writes GraphML; --format edge-list reads it as edges");
}

/// `named` is what a name stands for, if anything: it decides where the text does not.
Format list_format(std::string_view text, const std::string& name, std::optional<Format> named) {
    if (is_divided(text))
        throw Error(name +
                    ": looks like the Trivial Graph Format, which is not read; take out its vertices, the lines up to "
                    "'#', for a list of edges, or say --format edge-list");
    if (is_adjacency_matrix(text)) refuse_matrix(name);
    switch (kind_of_list(text, name)) {
        case ListKind::edges:
        case ListKind::either:
            return !edge_columns(text, name) && begins_with_sizes(text) != Sizes::no ? Format::sized_edge_list
                                                                                     : Format::edge_list;
        case ListKind::neighbours:
            return Format::adjacency_list;
        case ListKind::unclear:
            if (begins_with_sizes(text) != Sizes::no) return Format::sized_edge_list;
            if (named == Format::edge_list || named == Format::adjacency_list) return *named;
            break;
    }
    throw Error(name +
                ": may be a list of edges, with more words in some lines, or an adjacency list, or neither; --format "
                "edge-list or --format adjacency-list says which");
}

/// For a text whose first line that is not a comment, `first`, has at least two words.
class MetisOrList {
  public:
    MetisOrList(std::string_view text, const std::string& name, Line first, Text rest, std::optional<Format> named)
        : text_(text), name_(name), first_(first), rest_(std::move(rest)), named_(named) {}

    Format format() {
        const auto vertices = first_.number();
        const auto edges = first_.number();
        if (!vertices || !edges) return list_format(text_, name_, named_);
        const std::size_t columns = 2 + count_words(first_);
        const std::string_view kinds = first_.word();  // of weights, in METIS
        if (kinds.size() > 3 || kinds.find_first_not_of("01") != std::string_view::npos)
            return list_format(text_, name_, named_);
        const Text after_first = rest_;
        std::uint64_t lines = 0;
        std::uint64_t since_full = 0;  // lines without a word
        std::uint64_t words = 0;
        bool vertices_only = true;  // each word is the number of a vertex
        bool even = true;           // as many words in each line as in the first
        while (const auto line = rest_.next_line()) {
            if (!line->empty() && line->front() == '%') continue;
            const std::size_t here = count_words(*line);
            since_full = here == 0 ? since_full + 1 : 0;
            ++lines;
            words += here;
            even = even && (here == 0 || here == columns);
            vertices_only = vertices_only && are_vertices(*line, *vertices);
        }
        const bool fits_lines = lines >= *vertices && lines - since_full <= *vertices;
        const bool fits_words = !kinds.empty() || words == 2 * *edges;
        if (fits_lines && fits_words) {
            const bool pairs = even && columns == 2;
            return pairs && are_edges(after_first, *vertices) ? list_format(text_, name_, named_) : Format::metis;
        }
        // Cut off, or with an error that its reader tells.
        const bool may_be_metis = lines - since_full <= *vertices && (vertices_only || !kinds.empty());
        if (named_ == Format::metis && may_be_metis) return Format::metis;
        if (even) return list_format(text_, name_, named_);
        const ListKind kind = kind_of_list(text_, name_);
        if (kind == ListKind::neighbours || kind == ListKind::either) return Format::adjacency_list;
        if (named_ == Format::edge_list || named_ == Format::adjacency_list) return *named_;
        if (begins_with_sizes(text_) != Sizes::no) return Format::sized_edge_list;
        return may_be_metis ? Format::metis : list_format(text_, name_, named_);
    }

  private:
    static bool are_vertices(Line words, std::uint64_t vertices) {
        while (const auto number = words.number())
            if (*number < 1 || *number > vertices) return false;
        return words.empty();
    }

    /// Whether lines of two words each, as many as METIS would have, are edges below "<vertices> <edges>": they can be,
    /// and as neighbours of the vertices in turn they are not listed by both ends.
    static bool are_edges(Text lines, std::uint64_t vertices) {
        std::vector<std::pair<std::uint64_t, std::uint64_t>> entries;
        std::uint64_t least = 1;
        std::uint64_t most = 0;
        std::uint64_t vertex = 0;
        bool loops = false;  // which METIS does not have
        while (const auto line = lines.next_line()) {
            if (!line->empty() && line->front() == '%') continue;
            ++vertex;
            Line rest = *line;
            while (!rest.empty()) {
                const auto number = rest.number();
                if (!number) return false;
                loops = loops || *number == vertex;
                least = std::min(least, *number);
                most = std::max(most, *number);
                entries.emplace_back(vertex, *number);
            }
        }
        if (least == 0) return most < vertices;
        if (most > vertices) return false;
        if (loops) return true;
        std::ranges::sort(entries);
        return !std::ranges::all_of(entries, [&](const auto& entry) {
            return std::ranges::binary_search(entries, std::pair(entry.second, entry.first));
        });
    }

    std::string_view text_;
    const std::string& name_;
    Line first_;
    Text rest_;
    std::optional<Format> named_;
};

/// What the lines below a number alone look like.
struct BelowNumber {
    std::uint64_t lines = 0;
    std::uint64_t misshapen = 0;  ///< that are not a degree before neighbours in any kind of LAD
    bool matrix = true;           ///< as many lines as the number says, each with as many zeros and ones
};

BelowNumber below_number(std::string_view text) {
    BelowNumber below;
    Text lines(text, {});
    const auto size = lines.next_full_line()->number();
    while (const auto line = lines.next_full_line()) {
        ++below.lines;
        const bool bits = line->rest().find_first_not_of("01 \t\r") == std::string_view::npos;
        below.matrix = below.matrix && bits && count_words(*line) == size;
        if (!is_lad_vertex(*line)) ++below.misshapen;
    }
    below.matrix = below.matrix && below.lines == size && below.lines > 2;
    return below;
}

template <class Parse>
bool is_read(const Parse& parse) {
    try {
        static_cast<void>(parse());
        return true;
    } catch (const Error&) {
        return false;
    }
}

Format lad_format(std::string_view text, const std::string& name) {
    if (begins_with_sizes(text) == Sizes::surely) return Format::sized_edge_list;
    const Reading arcs{.name = {}, .edges = EdgeReading::arcs};
    const LadKind kind = detect_lad(text);
    const BelowNumber below = below_number(text);
    if ((below.matrix || below.misshapen > 0) && !is_read([&] { return parse_lad(text, kind, arcs); })) {
        if (below.matrix) refuse_matrix(name);
        if (below.misshapen > 0 && is_read([&] { return parse_sized_edge_list(text, arcs); }))
            return Format::sized_edge_list;
        if (below.misshapen > below.lines / 2)
            throw Error(name +
                        ": a number alone in the first line, as in LAD, but most lines below it are not a degree and "
                        "as many neighbours; if it is a graph, --format says in which format");
    }
    switch (kind) {
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
        if (line->front() == '#') return list_format(text, name, named);
        line = lines.next_full_line();
    }
    if (!line) return Format::edge_list;
    if (line->rest().find_first_of(",;") != std::string_view::npos) return list_format(text, name, named);
    if (count_words(*line) < 2) return lad_format(text, name);
    return MetisOrList(text, name, *line, lines, named).format();
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

bool is_gfd(std::optional<Format> named) {
    return named == Format::gfd || named == Format::gfu;
}

/// What RI's formats are told apart by: the name, or the text where it is the same graph in both.
Format gfd_format(std::string_view text, const std::string& name, std::optional<Format> named) {
    if (is_gfd(named)) return *named;
    if (lists_both_ways(text)) return Format::gfd;
    throw Error(name +
                ": in a format of RI, which does not say whether edges go one way; --format gfd says that they do, "
                "--format gfu that they do not");
}

/// Whether what a name stands for may be what the text is in, as far as the looks of that can tell.
bool may_be(std::string_view text, Format named) {
    switch (named) {
        case Format::dimacs:
            return looks_like_dimacs(text);
        case Format::graph6:
            return looks_like_graph6(text);
        default:
            return false;
    }
}

[[noreturn]] void refuse_unknown(std::string_view text, const std::string& name) {
    Text lines(text, {});
    const auto first = lines.next_full_line();
    throw Error(name + ":" + std::to_string(lines.line_number()) + ": no format of graphs begins with " +
                in_quotes(first->rest()) + "; if it is in one, --format says in which: " +
                join(formats(), [](const NamedFormat& each) { return std::string(each.name); }));
}

/// Of a text that is not certainly in a format.
Format likely_format(std::string_view text, const std::string& name, std::optional<Format> named) {
    Text lines(text, {});
    const auto first = lines.next_full_line();
    if (named && may_be(text, *named)) return *named;
    expect_text(text, name);
    if (const auto foreign = foreign_format(text)) throw Error(name + ": " + *foreign);
    if (looks_like_gfd(text) || (is_gfd(named) && first->front() == '#')) return gfd_format(text, name, named);
    if (looks_like_csv(text)) return Format::csv;
    const char begins = first->front();
    if (named == Format::adjacency_list && begins != ':') return *named;
    if (is_digit(begins) || begins == '#' || begins == '%') return numbers_format(text, name, named);
    if (begins == ':') return Format::sparse6;
    if (named == Format::edge_list || named == Format::csv) return list_format(text, name, named);
    if (looks_like_graph6(first->rest())) return Format::graph6;
    if (named && named != Format::lad && named != Format::metis) return *named;
    if (looks_like_dimacs(text)) return Format::dimacs;
    if (first->rest().find_first_of(",;") != std::string_view::npos || names_ends(first->rest()))
        return list_format(text, name, named);
    if (is_list_of_pairs(text)) return Format::edge_list;
    if (named) return *named;
    refuse_unknown(text, name);
}

}  // namespace

Format detect_format(std::string_view text, std::string_view file, EdgeReading edges) {
    const std::string name = file.empty() || file == "-" ? "standard input" : std::string(file);
    if (const auto certain = certain_format(text)) {
        if (const auto foreign = foreign_format(text); foreign && *certain == Format::graphml)
            throw Error(name + ": " + *foreign);
        return *certain;
    }
    if (!Text(text, {}).next_full_line()) throw Error(name + ": the file is empty");
    const Format format = likely_format(text, name, format_of_name(file));
    const bool labels = format == Format::edge_list && edges != EdgeReading::undirected && has_words_for_labels(text);
    return labels ? Format::csv : format;
}

}  // namespace scrump::graph

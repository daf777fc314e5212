#include <scrump/problems/graph/format.hpp>

#include <scrump/base/text.hpp>
#include <scrump/problems/graph/graph6.hpp>
#include <scrump/problems/graph/lad.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace scrump::graph {
namespace {

constexpr std::array<NamedFormat, 10> all_formats = {{
    {Format::dimacs, "dimacs", "DIMACS text"},
    {Format::dimacs_binary, "dimacs-binary", "DIMACS binary"},
    {Format::lad, "lad", "LAD"},
    {Format::labelled_lad, "labelled-lad", "labelled LAD"},
    {Format::edge_list, "edge-list", "a list of edges"},
    {Format::metis, "metis", "METIS"},
    {Format::matrix_market, "matrix-market", "Matrix Market"},
    {Format::graph6, "graph6", "graph6"},
    {Format::sparse6, "sparse6", "sparse6"},
    {Format::graphml, "graphml", "GraphML"},
}};

constexpr std::array<std::pair<std::string_view, Format>, 16> endings = {{
    {".clq", Format::dimacs},
    {".col", Format::dimacs},
    {".dimacs", Format::dimacs},
    {".lad", Format::lad},
    {".edges", Format::edge_list},
    {".edgelist", Format::edge_list},
    {".el", Format::edge_list},
    {".csv", Format::edge_list},
    {".tsv", Format::edge_list},
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

/// Of a text whose first line that is no comment, `first`, has at least two words.
class MetisOrEdgeList {
  public:
    MetisOrEdgeList(Line first, Text rest) : first_(first), rest_(std::move(rest)) {}

    Format format() {
        const auto vertices = first_.number();
        const auto edges = first_.number();
        if (!vertices || !edges) return Format::edge_list;
        const std::size_t columns = 2 + count_words(first_);
        const std::string_view kinds = first_.word();  // of weights, in METIS
        if (kinds.size() > 3 || kinds.find_first_not_of("01") != std::string_view::npos) return Format::edge_list;
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
        return (fits_lines && fits_words) || !even ? Format::metis : Format::edge_list;
    }

  private:
    Line first_;
    Text rest_;
};

/// Of a text that begins with a number, or with comments of lists and METIS.
Format numbers_format(std::string_view text, std::optional<Format> named) {
    Text lines(text, {});
    auto line = lines.next_full_line();
    while (line && (line->front() == '#' || line->front() == '%')) {
        if (line->front() == '#') return Format::edge_list;
        line = lines.next_full_line();
    }
    if (!line) return Format::edge_list;
    if (line->rest().find_first_of(",;") != std::string_view::npos) return Format::edge_list;
    if (count_words(*line) < 2) return detect_labels(text) == LadLabels::vertices ? Format::labelled_lad : Format::lad;
    if (named == Format::metis) return Format::metis;
    return MetisOrEdgeList(*line, lines).format();
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
    for (const std::string_view packed : {".gz", ".xz", ".zst"})
        if (file.ends_with(packed)) file.remove_suffix(packed.size());
    const auto* const found =
        std::ranges::find_if(endings, [&](const auto& each) { return file.ends_with(each.first); });
    if (found == endings.end()) return std::nullopt;
    return found->second;
}

Format detect_format(std::string_view text, std::string_view file) {
    if (const auto certain = certain_format(text)) return *certain;
    const std::optional<Format> named = format_of_name(file);
    if (named && named != Format::lad && named != Format::metis) return *named;
    Text lines(text, {});
    const auto first = lines.next_full_line();
    if (!first) return named.value_or(Format::dimacs);
    const char begins = first->front();
    if (is_digit(begins) || begins == '#' || begins == '%') return numbers_format(text, named);
    if (begins == ':') return Format::sparse6;
    if (looks_like_graph6(first->rest())) return Format::graph6;
    if (named) return *named;
    return first->rest().find_first_of(",;") != std::string_view::npos && begins != 'c' ? Format::edge_list
                                                                                        : Format::dimacs;
}

}  // namespace scrump::graph

#include <scrump/problems/graph/format.hpp>

#include <scrump/problems/files/ext/letters.hpp>
#include <scrump/problems/files/ext/packed.hpp>
#include <scrump/problems/graph/detail/csv.hpp>
#include <scrump/problems/graph/detail/dimacs_binary.hpp>
#include <scrump/problems/graph/detail/edge_list.hpp>
#include <scrump/problems/graph/detail/gfd.hpp>
#include <scrump/problems/graph/detail/graph6.hpp>
#include <scrump/problems/graph/detail/graphml.hpp>
#include <scrump/problems/graph/detail/matrix_market.hpp>
#include <scrump/problems/graph/detail/metis.hpp>
#include <scrump/problems/graph/detail/sized_edge_list.hpp>
#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/graph_file.hpp>
#include <scrump/problems/graph/lad.hpp>

#include <algorithm>
#include <array>
#include <ostream>

namespace scrump::graph {
namespace {

GraphFile read_dimacs_text(std::string_view text, const Reading& how) {
    return parse_sparse_dimacs(text, how.name, how.weights, how.limit, how.warn);
}

void write_dimacs_text(std::ostream& out, const GraphFile& file) {
    write_dimacs(out, file.graph, {}, file.weights);
    for (const SparseGraph::Vertex loop : file.loops) out << "e " << loop + 1 << ' ' << loop + 1 << '\n';
}

template <LadKind kind>
GraphFile read_lad(std::string_view text, const Reading& how) {
    return parse_lad(text, kind, how);
}

template <LadKind kind>
void write_lad_of(std::ostream& out, const GraphFile& file) {
    write_lad(out, file, kind);
}

template <GfdKind kind>
GraphFile read_gfd(std::string_view text, const Reading& how) {
    return parse_gfd(text, kind, how);
}

constexpr bool one_way = true;
constexpr bool both_ways = false;
constexpr bool mistakable = true;
constexpr bool distinct = false;

constexpr std::array<NamedFormat, 17> all_formats = {{
    {Format::dimacs,
     "dimacs",
     "DIMACS text",
     ".clq .col .dimacs",
     read_dimacs_text,
     write_dimacs_text,
     both_ways,
     distinct,
     {.loops = true, .weights = true}},
    {Format::dimacs_binary, "dimacs-binary", "DIMACS binary", "", parse_dimacs_binary, nullptr, both_ways, distinct},
    {Format::lad,
     "lad",
     "LAD",
     ".lad",
     read_lad<LadKind::plain>,
     write_lad_of<LadKind::plain>,
     one_way,
     mistakable,
     {.loops = true}},
    {Format::directed_lad,
     "directed-lad",
     "directed LAD",
     "",
     read_lad<LadKind::directed>,
     write_lad_of<LadKind::directed>,
     one_way,
     distinct,
     {.loops = true, .directions = true}},
    {Format::labelled_lad,
     "labelled-lad",
     "labelled LAD",
     "",
     read_lad<LadKind::labelled>,
     write_lad_of<LadKind::labelled>,
     one_way,
     mistakable,
     {.loops = true, .labels = true, .directions = true, .edge_labels = true}},
    {Format::vertex_labelled_lad,
     "vertex-labelled-lad",
     "vertex-labelled LAD",
     "",
     read_lad<LadKind::vertex_labelled>,
     write_lad_of<LadKind::vertex_labelled>,
     one_way,
     mistakable,
     {.loops = true, .labels = true}},
    {Format::edge_list,
     "edge-list",
     "a list of edges",
     ".edges .edgelist .el .tsv",
     parse_edge_list,
     write_edge_list,
     one_way,
     mistakable,
     {.loops = true, .names = true}},
    {Format::sized_edge_list, "sized-edge-list", "a list of edges below the number of vertices", "",
     parse_sized_edge_list, nullptr, one_way, mistakable},
    {Format::adjacency_list, "adjacency-list", "an adjacency list", ".adjlist", parse_adjacency_list, nullptr, one_way,
     mistakable},
    {Format::csv,
     "csv",
     "CSV of edges",
     ".csv",
     parse_csv,
     write_csv,
     one_way,
     mistakable,
     {.loops = true, .labels = true, .directions = true, .edge_labels = true, .names = true}},
    {Format::gfd, "gfd", "RI's format of directed graphs", ".gfd .ged", read_gfd<GfdKind::directed>, nullptr, one_way,
     distinct},
    {Format::gfu, "gfu", "RI's format of undirected graphs", ".gfu .geu", read_gfd<GfdKind::undirected>, nullptr,
     both_ways, distinct},
    {Format::metis,
     "metis",
     "METIS",
     ".metis .graph",
     parse_metis,
     write_metis,
     both_ways,
     mistakable,
     {.weights = true}},
    {Format::matrix_market,
     "matrix-market",
     "Matrix Market",
     ".mtx",
     parse_matrix_market,
     write_matrix_market,
     one_way,
     distinct,
     {.loops = true}},
    {Format::graph6, "graph6", "graph6", ".g6", parse_graph6, write_graph6, both_ways, mistakable},
    {Format::sparse6, "sparse6", "sparse6", ".s6", parse_sparse6, nullptr, both_ways, mistakable},
    {Format::graphml, "graphml", "GraphML", ".graphml .xml", parse_graphml, nullptr, one_way, distinct},
}};

/// Whether one of the endings, with blanks between them, is that of the name.
bool has_ending(std::string_view name, std::string_view endings) {
    while (!endings.empty()) {
        const std::string_view ending = endings.substr(0, endings.find(' '));
        if (name.ends_with(ending)) return true;
        endings.remove_prefix(std::min(ending.size() + 1, endings.size()));
    }
    return false;
}

}  // namespace

std::span<const NamedFormat> formats() {
    return all_formats;
}

const NamedFormat& entry(Format format) {
    return *std::ranges::find(all_formats, format, &NamedFormat::format);
}

std::string_view title(Format format) {
    return entry(format).title;
}

std::string_view name(Format format) {
    return entry(format).name;
}

std::optional<Format> format_of_name(std::string_view file) {
    const std::string name = files::in_small_letters(files::unpacked_name(file));
    const auto* const found =
        std::ranges::find_if(all_formats, [&](const NamedFormat& each) { return has_ending(name, each.endings); });
    if (found == all_formats.end()) return std::nullopt;
    return found->format;
}

}  // namespace scrump::graph

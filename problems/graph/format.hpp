#pragma once
// The formats of graphs, one table entry each, and the detection of a text's format.

#include <iosfwd>
#include <optional>
#include <span>
#include <string_view>

namespace scrump::graph {

struct GraphFile;
struct Reading;

enum class Format {
    dimacs,               ///< dimacs.hpp
    dimacs_binary,        ///< dimacs_binary.hpp
    lad,                  ///< lad.hpp
    directed_lad,         ///< lad.hpp
    labelled_lad,         ///< lad.hpp
    vertex_labelled_lad,  ///< lad.hpp
    edge_list,            ///< edge_list.hpp
    sized_edge_list,      ///< sized_edge_list.hpp
    adjacency_list,       ///< edge_list.hpp
    csv,                  ///< csv.hpp
    gfd,                  ///< gfd.hpp
    gfu,                  ///< gfd.hpp
    metis,                ///< metis.hpp
    matrix_market,        ///< matrix_market.hpp
    graph6,               ///< graph6.hpp
    sparse6,              ///< graph6.hpp
    graphml,              ///< graphml.hpp
};

/// How edges are read, beyond their two vertices.
enum class EdgeReading {
    undirected,  ///< neither directions nor labels: a directed graph is an error, labels are skipped
    arcs,        ///< directions and labels, if the format has them
    directed     ///< the same, and edges of formats without directions go from their first vertex to their second
};

/// Contents that a format can hold beyond vertices and edges.
struct Holds {
    bool loops = false;
    bool weights = false;
    bool labels = false;
    bool directions = false;
    bool edge_labels = false;
    bool names = false;
};

/// A table entry for a format.
struct NamedFormat {
    Format format;
    std::string_view name;     ///< name for users
    std::string_view title;    ///< name in sentences
    std::string_view endings;  ///< extensions of files, in lower case, separated by blanks
    GraphFile (*read)(std::string_view text, const Reading& how);
    void (*write)(std::ostream& out, const GraphFile& file);  ///< null: the format is only read
    bool one_way = false;    ///< whether its edges may be read as directed, if --directed asks for it
    bool mistakable = true;  ///< whether texts in other formats may look like it
    Holds holds{};           ///< contents that can be written
};

/// All formats.
std::span<const NamedFormat> formats();

/// The table's entry of a format.
const NamedFormat& entry(Format format);

/// Name of a format in sentences.
std::string_view title(Format format);
/// Name of a format for users.
std::string_view name(Format format);

/// The format for the extension of a file's name, in any case, with or without the extension of a compression; none if
/// the extension is unknown.
std::optional<Format> format_of_name(std::string_view file);

/// The most likely format of `text`, the contents of `file`. Beginnings that only one format has count most, then the
/// looks, with the file's name as a hint if these leave a choice: a number alone in the first line is LAD, directed if
/// an edge is listed by one end alone; lines with equal counts of numbers are an edge list, and METIS if their number
/// and contents fit the first line; kind_of_list() tells lists apart; a list with edges `a>b` or labels `a,,label` is
/// CSV, and so, if `edges` asks for labels, is one whose third column holds words. Throws Error for a text that is
/// empty or in none of these formats, for one that is not text if its format must be guessed, and, by their names, for
/// formats that are known but not read. O(length), times its logarithm if METIS is possible.
Format detect_format(std::string_view text, std::string_view file = {}, EdgeReading edges = EdgeReading::undirected);

}  // namespace scrump::graph

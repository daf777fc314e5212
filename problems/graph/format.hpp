#pragma once
// The formats in which graphs are passed around: one table entry each, and which one a text is in.

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

/// What is read of edges beyond the two vertices.
enum class EdgeReading {
    undirected,  ///< nothing: a directed graph is an error, labels are skipped
    arcs,        ///< directions and labels, where the format says them
    directed     ///< the same, and edges of formats that do not say it go from their first vertex to their second
};

/// What a format has a place for beyond vertices and edges.
struct Holds {
    bool loops = false;
    bool weights = false;
    bool labels = false;
    bool directions = false;
    bool edge_labels = false;
    bool names = false;
};

/// What there is to know of a format.
struct NamedFormat {
    Format format;
    std::string_view name;     ///< as a user gives it
    std::string_view title;    ///< as sentences call it
    std::string_view endings;  ///< of files' names, in small letters, with blanks between them
    GraphFile (*read)(std::string_view text, const Reading& how);
    void (*write)(std::ostream& out, const GraphFile& file);  ///< null: the format is only read
    bool one_way = false;    ///< whether its edges may be read as going one way, where --directed asks for it
    bool mistakable = true;  ///< whether texts in other formats may look like it
    Holds holds{};           ///< when written
};

/// All of them.
std::span<const NamedFormat> formats();

/// The table's entry.
const NamedFormat& entry(Format format);

/// What sentences call it.
std::string_view title(Format format);
/// What users call it.
std::string_view name(Format format);

/// The format that the ending of a file's name stands for, in small or capital letters, with or without the ending of
/// what packed it; nothing if it stands for none.
std::optional<Format> format_of_name(std::string_view file);

/// What `text`, the contents of `file`, is most likely in. What only one format begins with counts most, then the
/// looks, with the file's name as a hint where these leave a choice: a number alone in the first line is LAD, directed
/// if an edge is listed by one end alone; lines with equally many numbers are an edge list, and METIS if their number
/// and contents fit the first line; kind_of_list() tells lists apart; a list with edges `a>b` or labels `a,,label` is
/// CSV, and so, where `edges` asks for labels, is one whose third column holds words. Throws Error for a text that is
/// in none of them or empty, where the format is to be guessed for one that is not text, and, by their names, for
/// formats that are known but not read. O(length), times its logarithm where METIS is possible.
Format detect_format(std::string_view text, std::string_view file = {}, EdgeReading edges = EdgeReading::undirected);

}  // namespace scrump::graph

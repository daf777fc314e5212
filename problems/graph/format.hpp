#pragma once
// The formats in which graphs are passed around: their names, and which one a text is in.

#include <optional>
#include <span>
#include <string_view>

namespace scrump::graph {

enum class Format {
    dimacs,               ///< dimacs.hpp
    dimacs_binary,        ///< dimacs_binary.hpp
    lad,                  ///< lad.hpp
    directed_lad,         ///< lad.hpp
    labelled_lad,         ///< lad.hpp
    vertex_labelled_lad,  ///< lad.hpp
    edge_list,            ///< edge_list.hpp
    adjacency_list,       ///< edge_list.hpp
    csv,                  ///< csv.hpp
    metis,                ///< metis.hpp
    matrix_market,        ///< matrix_market.hpp
    graph6,               ///< graph6.hpp
    sparse6,              ///< graph6.hpp
    graphml,              ///< graphml.hpp
};

struct NamedFormat {
    Format format;
    std::string_view name;   ///< as a user gives it
    std::string_view title;  ///< as sentences call it
};

/// All of them.
std::span<const NamedFormat> formats();

/// What sentences call it.
std::string_view title(Format format);
/// What users call it.
std::string_view name(Format format);

/// The format that a file's name stands for, with or without the ending of what packed it; nothing if it stands for
/// none.
std::optional<Format> format_of_name(std::string_view file);

/// What `text`, the contents of `file`, is most likely in. What only one format begins with counts most, then the
/// file's name, then the looks: a number alone in the first line is LAD, directed if an edge is listed by one end
/// alone; lines of as many numbers each are an edge list, and METIS if their number and what is in them fit the first
/// line; kind_of_list() tells lists apart; a list with edges `a>b` or labels `a,,label` is CSV. Throws Error for what
/// is none of them or empty, where that is to be guessed for what is no text, and for formats that are known but not
/// read: it says so. O(length), times its logarithm where METIS is possible.
Format detect_format(std::string_view text, std::string_view file = {});

}  // namespace scrump::graph

#pragma once
// Reads symmetric instances in the format of TSPLIB: G. Reinelt, "TSPLIB 95", Universität Heidelberg, 1995.

#include <scrump/problems/tsp/fixed_edges.hpp>
#include <scrump/problems/tsp/instance.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace scrump::tsp {

/// The contents of a file.
struct TsplibFile {
    std::string name;  ///< name in the file; may be empty
    Instance instance;
    FixedEdges fixed{};           ///< edges that every tour must have
    std::uint64_t first_city{1};  ///< number of the first city in the file: 1, or 0 in some files
    std::string warning{};        ///< oddities of the file, "name: …"; may be empty
};

/// Accepts TYPE TSP with EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, MAN_2D, MAX_2D, EUC_3D, MAN_3D, MAX_3D (these three before
/// the coordinates), GEO, ATT, or EXPLICIT with EDGE_WEIGHT_FORMAT FULL_MATRIX (which must be symmetric), UPPER_ROW,
/// LOWER_ROW, UPPER_DIAG_ROW, LOWER_DIAG_ROW and their _COL twins; with or without a FIXED_EDGES_SECTION.
/// Specifications may come in any order, with or without blanks around the ':', in any case. Cities are numbered from
/// 1, or from 0. Warns if rounding to whole numbers changes distances by more than a twentieth on average, unless
/// coordinates are whole numbers. Throws Error "name:line: …" for a text that is not such an instance, or has more than
/// `limit` cities, and if rounding destroys the instance: a third of the distances between cities in different
/// places is 0, or they change by two fifths on average.
TsplibFile parse_tsplib(std::string_view text, const std::string& name, std::size_t limit = max_cities);

}  // namespace scrump::tsp

#include <scrump/base/file.hpp>
#include <scrump/problems/tsp/source.hpp>
#include <scrump/problems/tsp/tour.hpp>
#include <scrump/problems/tsp/tour_file.hpp>
#include <scrump/problems/tsp/tsplib.hpp>

#include <gtest/gtest.h>

#include <support/data.hpp>
#include <support/message_of.hpp>

#include <string>
#include <vector>

namespace scrump::tsp {
namespace {

TsplibFile parse(const std::string& text) {
    return parse_tsplib(text, "f");
}

std::string complaint(const std::string& text) {
    return test::message_of([&] { parse(text); });
}

std::string points(const std::string& type, const std::string& coordinates, int cities = 2) {
    return "TYPE: TSP\nDIMENSION: " + std::to_string(cities) + "\nEDGE_WEIGHT_TYPE: " + type +
           "\nNODE_COORD_SECTION\n" + coordinates;
}

Distance apart(const std::string& type, const std::string& coordinates) {
    return parse(points(type, coordinates)).instance.distance(0, 1);
}

std::string matrix(const std::string& format, const std::string& numbers, int cities = 3) {
    return "TYPE: TSP\nDIMENSION: " + std::to_string(cities) +
           "\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: " + format + "\nEDGE_WEIGHT_SECTION\n" + numbers;
}

std::vector<Distance> first_row(const Instance& instance) {
    return {instance.row(0) + 1, instance.row(0) + instance.size()};
}

TEST(Distances, AreRoundedAsTsplibSays) {
    EXPECT_EQ(apart("EUC_2D", "1 0 0\n2 1 1\n"), 1);
    EXPECT_EQ(apart("EUC_2D", "1 0 0\n2 1.5 0\n"), 2);
    EXPECT_EQ(apart("EUC_2D", "1 0 0\n2 1.49 0\n"), 1);
    EXPECT_EQ(apart("EUC_2D", "1 -3 0\n2 0 4\n"), 5);
    EXPECT_EQ(apart("CEIL_2D", "1 0 0\n2 1 1\n"), 2);
    EXPECT_EQ(apart("CEIL_2D", "1 0 0\n2 3 4\n"), 5);
    EXPECT_EQ(apart("MAN_2D", "1 0 0\n2 1.2 -1.2\n"), 2);
    EXPECT_EQ(apart("MAX_2D", "1 0 0\n2 1.2 -3.5\n"), 4);
    EXPECT_EQ(apart("ATT", "1 0 0\n2 10 0\n"), 4);                 // √10 = 3.16…
    EXPECT_EQ(apart("ATT", "1 0 0\n2 6 8\n"), 4);                  // the same length
    EXPECT_EQ(apart("ATT", "1 0 0\n2 30 10\n"), 10);               // 10 exactly
    EXPECT_EQ(apart("ATT", "1 0 0\n2 30 11\n"), 11);               // 10.1…
    EXPECT_EQ(apart("GEO", "1 10.30 20.45\n2 10.30 20.45\n"), 1);  // as its formula has it
}

TEST(Distances, AreThoseThatArePublished) {
    SCRUMP_NEEDS_DATA("tsp/burma14.tsp");
    const auto row = [](const std::string& name) {
        return first_row(parse_tsplib(read_file(test::data("tsp/" + name)), name).instance);
    };
    EXPECT_EQ(row("burma14.tsp"),
              (std::vector<Distance>{153, 510, 706, 966, 581, 455, 70, 160, 372, 157, 567, 342, 398}));
    EXPECT_EQ(row("ulysses16.tsp"),
              (std::vector<Distance>{509, 501, 312, 1019, 736, 656, 60, 1039, 726, 2314, 479, 448, 479, 619, 150}));
}

TEST(Tsplib, ReadsWhatCirculates) {
    const TsplibFile file = parse(
        "COMMENT: a: b\r\n"
        "EDGE_WEIGHT_TYPE :EUC_2D\r\n"
        "  NAME:  three cities  \n"
        "\n"
        "DIMENSION\t:\t3\n"
        "TYPE : TSP (of somebody)\n"
        "EDGE_WEIGHT_FORMAT: FUNCTION\n"
        "COMMENT : again\n"
        "NODE_COORD_TYPE : TWOD_COORDS\n"
        "DISPLAY_DATA_TYPE: COORD_DISPLAY\n"
        "NODE_COORD_SECTION :\n"
        " 2  3e0  +0.0e+00\n"
        "\n"
        "3 3.0 4\r\n"
        "1 0 -0\n"
        " EOF \n"
        "anything\n");
    EXPECT_EQ(file.name, "three cities");
    EXPECT_EQ(file.instance.size(), 3U);
    EXPECT_EQ(first_row(file.instance), (std::vector<Distance>{3, 5}));
    EXPECT_EQ(file.instance.distance(2, 1), 4);
}

TEST(Tsplib, NeedsNoEndAndNoLastNewLine) {
    EXPECT_EQ(apart("EUC_2D", "1 0 0\n2 0 7"), 7);
    EXPECT_EQ(parse("DIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 5 5").instance.size(), 1U);
}

TEST(Tsplib, ReadsMatricesOfEveryFormat) {
    Instance expected(3);
    expected.set_distance(0, 1, 1);
    expected.set_distance(0, 2, 2);
    expected.set_distance(1, 2, 3);
    for (const auto& [format, numbers] : std::vector<std::pair<std::string, std::string>>{
             {"FULL_MATRIX", "9 1 2\n1 9 3\n2 3 9\n"},
             {"FULL_MATRIX", "9 1 2 1\n9 3\n\n2 3 9\n"},
             {"UPPER_ROW", "1 2\n3\n"},
             {"LOWER_ROW", "1\n2 3\n"},
             {"UPPER_DIAG_ROW", "0 1 2 0 3 0"},
             {"LOWER_DIAG_ROW", "0\n1 0\n2\n3 0\nEOF\n"},
             {"UPPER_COL", "1\n2 3\n"},
             {"LOWER_COL", "1 2\n3\n"},
             {"UPPER_DIAG_COL", "0 1 0 2 3 0"},
             {"LOWER_DIAG_COL", "0 1 2 0 3 0"},
         }) {
        EXPECT_EQ(parse(matrix(format, numbers)).instance, expected) << format;
    }
}

TEST(Tsplib, MeasuresInSpace) {
    const std::string cities = "1 0 0 0\n2 2 3 6\n";
    EXPECT_EQ(apart("EUC_3D", cities), 7);
    EXPECT_EQ(apart("MAN_3D", cities), 11);
    EXPECT_EQ(apart("MAX_3D", cities), 6);
    EXPECT_EQ(
        parse("NODE_COORD_TYPE: THREED_COORDS\n" + points("EUC_2D", "1 0 0 5\n2 3 4 9\n")).instance.distance(0, 1), 5)
        << "the third coordinate is for display";
    EXPECT_EQ(complaint(points("EUC_3D", "1 0 0\n")), "f:5: expected a coordinate, found the end of the line");
    EXPECT_EQ(complaint("DIMENSION: 1\nNODE_COORD_SECTION\n1 0 0\nEDGE_WEIGHT_TYPE: EUC_3D\n"),
              "f:4: EDGE_WEIGHT_TYPE 'EUC_3D' after the coordinates");
}

TEST(TourFile, IsReadAsItIsWritten) {
    const Tour tour = {0, 3, 1, 2};
    EXPECT_EQ(parse_tour_file(tour_file("x", tour, 9), "f", 4), tour);
    EXPECT_EQ(parse_tour_file("DIMENSION : 4\r\nTOUR_SECTION\r\n1 4\r\n2 3 -1\r\nEOF\r\n", "f", 4), tour);
    EXPECT_EQ(parse_tour_file("TOUR_SECTION\n1\n4\n2\n3", "f", 4), tour);
    const auto refusal = [](const std::string& text) {
        return test::message_of([&] { parse_tour_file(text, "f", 3); });
    };
    EXPECT_EQ(refusal("TYPE: TOUR\n"), "f:1: the file ends without TOUR_SECTION; expected a tour in TSPLIB's format");
    EXPECT_EQ(refusal("DIMENSION: 4\n"), "f:1: a tour of another number of cities; expected 3");
    EXPECT_EQ(refusal("TOUR_SECTION\n1 2\n4\n"), "f:3: expected a city from 1 to 3, found '4'");
    EXPECT_EQ(refusal("TOUR_SECTION\n1 2\n0\n"), "f:3: expected a city from 1 to 3, found '0'");
    EXPECT_EQ(refusal("TOUR_SECTION\n1 2\n2\n"), "f:3: city 2 a second time");
    EXPECT_EQ(refusal("TOUR_SECTION\n1 2\n-1\n3\n"), "f:3: the tour ends after 2 of the 3 cities");
}

TEST(Tsplib, SkipsWhatIsForDisplay) {
    const std::string numbers = "1\n2 3\n";
    EXPECT_EQ(parse(matrix("LOWER_ROW", numbers + "DISPLAY_DATA_SECTION\n1 0.5 1e3\n2 -1 2\n3 7 8\nEOF\n")).instance,
              parse(matrix("LOWER_ROW", numbers)).instance);
    EXPECT_EQ(parse(matrix("LOWER_ROW", numbers + "DISPLAY_DATA_SECTION\n1 0 1\nCOMMENT: end\n")).instance.size(), 3U);
    EXPECT_EQ(parse(matrix("LOWER_ROW", numbers + "NODE_COORD_SECTION\n1 0 1\n3 0 0\n2 0 0\n")).instance.distance(0, 1),
              1);
}

TEST(Tsplib, RefusesOtherProblems) {
    EXPECT_EQ(complaint("NAME: x\nTYPE: ATSP\n"),
              "f:2: TYPE 'ATSP' is not supported; expected TSP, the symmetric travelling salesman problem");
    EXPECT_EQ(complaint("TYPE : CVRP"),
              "f:1: TYPE 'CVRP' is not supported; expected TSP, the symmetric travelling salesman problem");
    EXPECT_EQ(
        complaint("EDGE_WEIGHT_TYPE: XRAY1"),
        "f:1: EDGE_WEIGHT_TYPE 'XRAY1' is not supported; expected EUC_2D, CEIL_2D, MAN_2D, MAX_2D, EUC_3D, MAN_3D, "
        "MAX_3D, GEO, ATT or EXPLICIT");
    EXPECT_EQ(complaint("EDGE_WEIGHT_FORMAT: DIAGONAL"),
              "f:1: EDGE_WEIGHT_FORMAT 'DIAGONAL' is not supported; expected one of FULL_MATRIX, UPPER_ROW, LOWER_ROW, "
              "UPPER_DIAG_ROW, LOWER_DIAG_ROW, UPPER_COL, LOWER_COL, UPPER_DIAG_COL, LOWER_DIAG_COL");
    EXPECT_EQ(complaint("NODE_COORD_TYPE: FOURD_COORDS"), "f:1: unknown NODE_COORD_TYPE 'FOURD_COORDS'");
    EXPECT_EQ(complaint("DIMENSION: 3\nEDGE_DATA_SECTION\n1 2\n"),
              "f:2: 'EDGE_DATA_SECTION' is not supported; expected NODE_COORD_SECTION, EDGE_WEIGHT_SECTION, "
              "FIXED_EDGES_SECTION or DISPLAY_DATA_SECTION");
}

TEST(Tsplib, NamesTheLineThatIsWrong) {
    EXPECT_EQ(complaint(""), "f:1: the file ends without DIMENSION; expected an instance in TSPLIB's format");
    EXPECT_EQ(complaint("DIMENSION: 3\n"), "f:1: the file ends without EDGE_WEIGHT_TYPE");
    EXPECT_EQ(complaint("\n3 4\n"), "f:2: expected 'KEYWORD : value' or the name of a section, found '3 4'");
    EXPECT_EQ(complaint("COLOUR: red\n"), "f:1: unknown keyword 'COLOUR'");
    EXPECT_EQ(complaint("NODE_COORD_SECTION\n1 0 0\n"),
              "f:1: NODE_COORD_SECTION before DIMENSION, which says how long it is");
    EXPECT_EQ(complaint(points("EUC_2D", "1 0 0\n2 0 0\nDIMENSION: 2\n")), "f:7: a second DIMENSION; expected one");
    EXPECT_EQ(complaint("DIMENSION: many\n"), "f:1: DIMENSION: expected the number of cities, found 'many'");
    EXPECT_EQ(complaint("DIMENSION:\n"), "f:1: DIMENSION: expected the number of cities, found the end of the line");
    EXPECT_EQ(complaint("DIMENSION: 0\n"), "f:1: DIMENSION: 0 cities; expected from 1 to 2000");
    EXPECT_EQ(complaint("DIMENSION: 4000000000\n"), "f:1: DIMENSION: 4000000000 cities; expected from 1 to 2000");
    EXPECT_EQ(complaint("DIMENSION: 99999999999999999999999\n"),
              "f:1: DIMENSION: expected the number of cities, found '99999999999999999999999'");
    EXPECT_EQ(complaint("DIMENSION: 3 4\n"), "f:1: expected the end of the line, found '4'");
}

TEST(Tsplib, CitiesMayBeNumberedFromZero) {
    const std::string three = "DIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n";
    const TsplibFile from_one = parse(three + "3 0 4\n1 0 0\n2 3 0\nFIXED_EDGES_SECTION\n1 3\n-1\n");
    const TsplibFile from_zero = parse(three + "2 0 4\n0 0 0\n1 3 0\nFIXED_EDGES_SECTION\n0 2\n-1\n");
    EXPECT_EQ(from_zero.instance, from_one.instance);
    EXPECT_EQ(from_zero.fixed, from_one.fixed);
    EXPECT_EQ(from_one.first_city, 1U);
    EXPECT_EQ(from_zero.first_city, 0U);
    const Tour tour{0, 2, 1};
    EXPECT_EQ(parse_tour_file(tour_file("x", tour, 12, 0), "f", 3, 0), tour);
    EXPECT_EQ(test::message_of([] { parse_tour_file("TOUR_SECTION\n1 2 3\n", "f", 3, 0); }),
              "f:2: expected a city from 0 to 2, found '3'");
}

TEST(Tsplib, KeywordsMayBeInSmallLetters) {
    const std::string matrix =
        "name: x\ntype: tsp\ndimension: 2\nedge_weight_type: explicit\nedge_weight_format: full_matrix\n"
        "edge_weight_section\n0 7\n7 0\neof\n";
    EXPECT_EQ(parse(matrix).instance.distance(0, 1), 7);
    EXPECT_EQ(parse("Dimension: 2\nEdge_Weight_Type: Euc_2D\nNode_Coord_Section\n1 0 0\n2 3 4\nEOF\n")
                  .instance.distance(0, 1),
              5);
    EXPECT_EQ(parse_tour_file("type: tour\ntour_section\n1 2\n-1\neof\n", "f", 2), (Tour{0, 1}));
    EXPECT_EQ(complaint("colour: red\n"), "f:1: unknown keyword 'COLOUR'");
}

TEST(Tsplib, CoordinatesThatRoundingRuinsAreRefused) {
    const auto four = [](const std::string& type, const std::string& scale) {
        return "DIMENSION: 4\nEDGE_WEIGHT_TYPE: " + type + "\nNODE_COORD_SECTION\n1 0 0\n2 0.4" + scale + " 0\n3 0.4" +
               scale + " 0.3" + scale + "\n4 0 0.3" + scale + "\n";
    };
    EXPECT_EQ(complaint(four("EUC_2D", "")),
              "f: rounding to whole numbers, as EDGE_WEIGHT_TYPE says, changes these distances by 100 % on average and "
              "makes 4 of them 0; multiply all coordinates, by 1000 for example");
    for (const char* type : {"CEIL_2D", "MAN_2D", "MAX_2D"}) EXPECT_NE(complaint(four(type, "")), "no error") << type;
    EXPECT_EQ(parse(four("EUC_2D", "e3")).warning, "");
    EXPECT_EQ(parse(four("EUC_2D", "e1")).warning, "") << "3, 4 and 5";
    const std::string some = "DIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 2.4 0\n3 0 1.6\n";
    EXPECT_EQ(parse(some).warning,
              "f: rounding to whole numbers, as EDGE_WEIGHT_TYPE says, changes these distances by 13 % on average; "
              "multiply all coordinates, by 1000 for example");
    EXPECT_EQ(parse("DIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 1 1\n3 0 1\n").warning, "")
        << "whole coordinates are meant so";
}

TEST(Tsplib, NamesTheCityThatIsWrong) {
    EXPECT_EQ(complaint(points("EUC_2D", "1 0 0\n")),
              "f:5: the file ends after 1 of the 2 cities of NODE_COORD_SECTION");
    EXPECT_EQ(complaint(points("EUC_2D", "1 0 0\nEOF\n")),
              "f:6: expected a city from 1 to 2, as 1 of them have no coordinates yet, found 'EOF'");
    EXPECT_EQ(complaint(points("EUC_2D", "3 0 0\n")),
              "f:5: expected a city from 1 to 2, as 2 of them have no coordinates yet, found '3'");
    EXPECT_EQ(complaint(points("EUC_2D", "2 0 0\n0 1 1\n")),
              "f:6: expected a city from 1 to 2, as 1 of them have no coordinates yet, found '0'");
    EXPECT_EQ(complaint(points("EUC_2D", "0 0 0\n2 1 1\n")),
              "f:6: expected a city from 0 to 1, as 1 of them have no coordinates yet, found '2'");
    EXPECT_EQ(complaint(points("EUC_2D", "1 0 0\n1 0 0\n")), "f:6: city 1 a second time");
    EXPECT_EQ(complaint(points("EUC_2D", "1 0\n")), "f:5: expected a coordinate, found the end of the line");
    EXPECT_EQ(complaint(points("EUC_2D", "1 0 nan\n")), "f:5: expected a coordinate, found 'nan'");
    EXPECT_EQ(complaint(points("EUC_2D", "1 0 0 0\n")), "f:5: expected the end of the line, found '0'");
    EXPECT_EQ(complaint(points("EUC_2D", "1 0 0\n2 0 0\n3 0 0\n")),
              "f:7: expected 'KEYWORD : value' or the name of a section, found '3 0 0'");
    EXPECT_EQ(complaint(points("EUC_2D", "1 0 0\n2 0 0\nNODE_COORD_SECTION\n1 0 0\n2 0 0\n")),
              "f:7: a second NODE_COORD_SECTION; expected one");
    for (const char* far : {"2000000001", "1e300", "-1e308"}) {
        EXPECT_EQ(complaint(points("EUC_2D", "1 0 0\n2 1 " + std::string(far) + "\n")),
                  "f:6: cities 1 and 2 are more than 1000000000 apart, the longest distance that is supported");
    }
    for (const char* type : {"EUC_2D", "CEIL_2D", "MAN_2D", "MAX_2D", "GEO", "ATT"})
        EXPECT_NE(complaint(points(type, "1 1e308 1e308\n2 -1e308 -1e308\n")), "no error") << type;
}

TEST(Tsplib, NamesTheDistanceThatIsWrong) {
    EXPECT_EQ(complaint(matrix("FULL_MATRIX", "0 1 2\n1 0 3\n2 4 0\n")),
              "f:8: the matrix is not symmetric: row 3, column 2 is 4, but row 2, column 3 is 3");
    EXPECT_EQ(complaint(matrix("UPPER_ROW", "1 2\n")),
              "f:6: the file ends after 1 of the 3 rows of EDGE_WEIGHT_SECTION");
    EXPECT_EQ(complaint(matrix("UPPER_ROW", "1 2\n3 4\n")), "f:7: expected the end of the line, found '4'");
    EXPECT_EQ(complaint(matrix("UPPER_ROW", "1 2.5\n3\n")),
              "f:6: row 1, column 3: expected a whole number from -1000000000 to 1000000000, found '2.5'");
    EXPECT_EQ(complaint(matrix("UPPER_ROW", "1 1000000001\n3\n")),
              "f:6: row 1, column 3: expected a whole number from -1000000000 to 1000000000, found '1000000001'");
    EXPECT_EQ(complaint("DIMENSION: 3\nEDGE_WEIGHT_SECTION\n"),
              "f:2: EDGE_WEIGHT_SECTION without an EDGE_WEIGHT_FORMAT before it that says what its numbers are");
    EXPECT_EQ(complaint("EDGE_WEIGHT_TYPE: EXPLICIT\nDIMENSION: 3\n"),
              "f:2: the file ends without EDGE_WEIGHT_SECTION, which EDGE_WEIGHT_TYPE EXPLICIT needs");
    EXPECT_EQ(complaint("EDGE_WEIGHT_TYPE: EUC_2D\nDIMENSION: 3\n"), "f:2: the file ends without NODE_COORD_SECTION");
}

TEST(Source, MakesRandomPoints) {
    const Instance instance = generate("random:n=30,side=10", 4);
    EXPECT_EQ(instance, random_points(30, 10, 4));
    EXPECT_NE(instance, generate("random:n=30,side=10,seed=5", 4));
    EXPECT_EQ(generate("random:n=1", 4).size(), 1U);
    EXPECT_EQ(test::message_of<UsageError>([] { generate("random:n=0", 1); }),
              "random: n=0: expected an integer from 1 to 2000");
    EXPECT_EQ(test::message_of<UsageError>([] { generate("circle:n=3", 1); }),
              "unknown family of instances 'circle'; expected random");
    EXPECT_EQ(test::message_of([] { load("nosuch.tsp", 1); }),
              "nosuch.tsp: no such file; expected a file in TSPLIB's format, '-', or random:n=…");
}

TEST(Tour, IsCheckedMeasuredAndWritten) {
    const Instance instance = parse(matrix("UPPER_ROW", "1 2 4\n8 16\n32\n", 4)).instance;
    EXPECT_TRUE(is_tour(instance, Tour{2, 0, 1, 3}));
    EXPECT_FALSE(is_tour(instance, Tour{2, 0, 1}));
    EXPECT_FALSE(is_tour(instance, Tour{2, 0, 1, 2}));
    EXPECT_FALSE(is_tour(instance, Tour{2, 0, 1, 4}));
    EXPECT_EQ(length_of(instance, Tour{2, 0, 1, 3}), 2 + 1 + 16 + 32);
    EXPECT_EQ(length_of(instance, Tour{0}), 0);
    EXPECT_EQ(length_of(instance, Tour{0, 3}), 8);
    EXPECT_EQ(normalised(Tour{2, 0, 3, 1}), (Tour{0, 2, 1, 3}));
    EXPECT_EQ(normalised(Tour{1, 3, 0, 2}), (Tour{0, 2, 1, 3}));
    EXPECT_EQ(normalised(Tour{1, 0}), (Tour{0, 1}));
    EXPECT_EQ(normalised({}), Tour{});
    EXPECT_EQ(tour_file("x", Tour{0, 2, 1}, 7),
              "NAME : x\nCOMMENT : length 7\nTYPE : TOUR\nDIMENSION : 3\nTOUR_SECTION\n1\n3\n2\n-1\nEOF\n");
}

TEST(Instance, RefusesWhatWouldOverflow) {
    EXPECT_EQ(test::message_of([] { Instance(2001); }),
              "2001 cities; expected at most 2000, as distances are kept as a matrix");
    Instance instance(2);
    EXPECT_EQ(test::message_of([&] { instance.set_distance(0, 1, 1'000'000'001); }),
              "a distance of 1000000001; expected one from -1000000000 to 1000000000");
}

}  // namespace
}  // namespace scrump::tsp

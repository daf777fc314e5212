#include <scrump/problems/tsp/tsplib.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/letters.hpp>
#include <scrump/problems/tsp/metric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace scrump::tsp {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// Which part of the matrix a row of EDGE_WEIGHT_SECTION gives: columns [first, last) of row r.
struct Layout {
    std::string_view name;
    bool upper;
    bool lower;
    bool diagonal;

    std::size_t first(std::size_t row) const { return lower ? 0 : row + (diagonal ? 0 : 1); }
    std::size_t last(std::size_t row, std::size_t size) const { return upper ? size : row + (diagonal ? 1 : 0); }
};

// By columns is by rows of the other triangle, as the matrix is symmetric.
constexpr std::array<Layout, 9> layouts = {{
    {"FULL_MATRIX", true, true, true},
    {"UPPER_ROW", true, false, false},
    {"LOWER_ROW", false, true, false},
    {"UPPER_DIAG_ROW", true, false, true},
    {"LOWER_DIAG_ROW", false, true, true},
    {"UPPER_COL", false, true, false},
    {"LOWER_COL", true, false, false},
    {"UPPER_DIAG_COL", false, true, true},
    {"LOWER_DIAG_COL", true, false, true},
}};

class Parser {
  public:
    Parser(std::string_view text, const std::string& name, std::size_t limit)
        : text_(text, name), title_(name), limit_(limit) {}

    TsplibFile parse() {
        while (!ended_) {
            const std::optional<Line> line = next_line();
            if (!line) break;
            take(*line);
        }
        return finish();
    }

  private:
    std::optional<Line> next_line() {
        if (held_) return std::exchange(held_, std::nullopt);
        return text_.next_full_line();
    }

    // --- KEYWORD : value

    void take(const Line& line) {
        const std::string_view whole = line.rest();
        const std::size_t colon = whole.find(':');
        const std::string keyword = files::in_capitals(trimmed(whole.substr(0, colon)));
        if (keyword == "EOF") {
            ended_ = true;
        } else if (keyword.ends_with("_SECTION")) {
            if (colon != std::string_view::npos) text_.expect_end(Line(whole.substr(colon + 1)));
            take_section(keyword);
        } else if (colon == std::string_view::npos) {
            text_.fail("expected 'KEYWORD : value' or the name of a section, found " + in_quotes(trimmed(whole)));
        } else {
            take_specification(keyword, trimmed(whole.substr(colon + 1)));
        }
    }

    void take_specification(std::string_view keyword, std::string_view value) {
        if (keyword == "NAME") {
            name_ = value;
        } else if (keyword == "TYPE") {
            take_type(files::in_capitals(Line(value).word()));
        } else if (keyword == "DIMENSION") {
            take_dimension(value);
        } else if (keyword == "EDGE_WEIGHT_TYPE") {
            take_weight_type(files::in_capitals(value));
        } else if (keyword == "EDGE_WEIGHT_FORMAT") {
            take_format(files::in_capitals(value));
        } else if (keyword == "NODE_COORD_TYPE") {
            const std::string type = files::in_capitals(value);
            if (type != "TWOD_COORDS" && type != "THREED_COORDS" && type != "NO_COORDS")
                text_.fail("unknown NODE_COORD_TYPE " + in_quotes(value));
            three_coordinates_ = three_coordinates_ || type == "THREED_COORDS";
        } else if (keyword != "COMMENT" && keyword != "DISPLAY_DATA_TYPE") {
            text_.fail("unknown keyword " + in_quotes(keyword));
        }
    }

    void take_type(std::string_view type) {
        if (type == "TSP") return;
        text_.fail("TYPE " + in_quotes(type) +
                   " is not supported; expected TSP, the symmetric travelling salesman problem");
    }

    void take_dimension(std::string_view value) {
        if (dimension_) text_.fail("a second DIMENSION; expected one");
        Line line(value);
        const std::optional<std::uint64_t> number = line.number();
        if (!number) text_.fail("DIMENSION: expected the number of cities, " + line.found());
        text_.expect_end(line);
        if (*number < 1 || *number > limit_) {
            text_.fail("DIMENSION: " + std::to_string(*number) + " cities; expected from 1 to " +
                       std::to_string(limit_));
        }
        dimension_ = *number;
    }

    void take_weight_type(std::string_view value) {
        if (metric_ || explicit_) text_.fail("a second EDGE_WEIGHT_TYPE; expected one");
        explicit_ = value == "EXPLICIT";
        if (explicit_) return;
        metric_ = metric_named(value);
        if (!metric_) {
            text_.fail(
                "EDGE_WEIGHT_TYPE " + in_quotes(value) +
                " is not supported; expected EUC_2D, CEIL_2D, MAN_2D, MAX_2D, EUC_3D, MAN_3D, MAX_3D, GEO, ATT or "
                "EXPLICIT");
        }
        in_space_ = value.ends_with("_3D");
        if (in_space_ && !points_.empty())
            text_.fail("EDGE_WEIGHT_TYPE " + in_quotes(value) + " after the coordinates");
        three_coordinates_ = three_coordinates_ || in_space_;
    }

    void take_format(std::string_view value) {
        if (value == "FUNCTION") return;
        if (layout_ != nullptr) text_.fail("a second EDGE_WEIGHT_FORMAT; expected one");
        const auto* const found = std::ranges::find(layouts, value, &Layout::name);
        if (found == layouts.end()) {
            text_.fail("EDGE_WEIGHT_FORMAT " + in_quotes(value) + " is not supported; expected one of " +
                       join(layouts, [](const Layout& layout) { return layout.name; }));
        }
        layout_ = found;
    }

    // --- Sections

    void take_section(std::string_view keyword) {
        if (keyword == "NODE_COORD_SECTION") {
            if (!points_.empty()) text_.fail("a second NODE_COORD_SECTION; expected one");
            take_coordinates();
        } else if (keyword == "EDGE_WEIGHT_SECTION") {
            if (matrix_) text_.fail("a second EDGE_WEIGHT_SECTION; expected one");
            take_weights();
        } else if (keyword == "DISPLAY_DATA_SECTION") {
            skip_numbers();
        } else if (keyword == "FIXED_EDGES_SECTION") {
            take_fixed_edges();
        } else {
            text_.fail(in_quotes(keyword) +
                       " is not supported; expected NODE_COORD_SECTION, EDGE_WEIGHT_SECTION, FIXED_EDGES_SECTION or "
                       "DISPLAY_DATA_SECTION");
        }
    }

    std::size_t dimension_for(std::string_view section) const {
        if (!dimension_) text_.fail(std::string(section) + " before DIMENSION, which says how long it is");
        return *dimension_;
    }

    void take_coordinates() {
        const std::size_t cities = dimension_for("NODE_COORD_SECTION");
        // By their numbers, from 0; all from 1 on are there, or all but the last.
        std::vector<Point> points(cities + 1);
        std::vector<bool> seen(cities + 1);
        for (std::size_t taken = 0; taken < cities; ++taken) {
            std::optional<Line> line = text_.next_full_line();
            if (!line) text_.fail(ends_early("NODE_COORD_SECTION", taken, cities, "cities"));
            const std::optional<std::uint64_t> city = line->number();
            if (city == 0) first_city_ = 0;
            // In a file with a city 0 the last one has another number.
            const bool beyond = city == cities && first_city_ == 0;
            if (!city || *city > cities || beyond || (city == 0 && seen[cities])) {
                const std::string found = city ? "found '" + std::to_string(*city) + "'" : line->found();
                const std::uint64_t first = city == 0 ? 1 : first_city_;
                text_.fail("expected a city from " + std::to_string(first) + " to " +
                           std::to_string(cities - 1 + first) + ", as " + std::to_string(cities - taken) +
                           " of them have no coordinates yet, " + found);
            }
            if (seen[*city]) text_.fail("city " + std::to_string(*city) + " a second time");
            seen[*city] = true;
            points[*city] = take_point(*line);
            text_.expect_end(*line);
        }
        points_.assign(points.begin() + static_cast<std::ptrdiff_t>(first_city_),
                       points.end() - static_cast<std::ptrdiff_t>(1 - first_city_));
    }

    // The third coordinate counts in space alone.
    Point take_point(Line& line) {
        Point point{take_coordinate(line), take_coordinate(line)};
        const double z = three_coordinates_ ? take_coordinate(line) : 0;
        if (in_space_) point.z = z;
        return point;
    }

    double take_coordinate(Line& line) {
        const std::optional<double> value = line.real();
        if (!value) text_.fail("expected a coordinate, " + line.found());
        return *value;
    }

    void take_weights() {
        const std::size_t cities = dimension_for("EDGE_WEIGHT_SECTION");
        if (layout_ == nullptr) {
            text_.fail("EDGE_WEIGHT_SECTION without an EDGE_WEIGHT_FORMAT before it that says what its numbers are");
        }
        matrix_.emplace(cities);
        Line line;
        for (std::size_t row = 0; row < cities; ++row) {
            for (std::size_t column = layout_->first(row); column < layout_->last(row, cities); ++column) {
                while (line.empty()) {
                    const std::optional<Line> next = text_.next_full_line();
                    if (!next) text_.fail(ends_early("EDGE_WEIGHT_SECTION", row, cities, "rows"));
                    line = *next;
                }
                take_weight(line, row, column);
            }
        }
        text_.expect_end(line);
    }

    void take_weight(Line& line, std::size_t row, std::size_t column) {
        const std::optional<std::int64_t> weight = line.integer();
        if (!weight || *weight < -longest || *weight > longest) {
            const std::string found = weight ? "found '" + std::to_string(*weight) + "'" : line.found();
            text_.fail("row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1) +
                       ": expected a whole number from -" + std::to_string(longest) + " to " + std::to_string(longest) +
                       ", " + found);
        }
        if (row == column) return;
        // Of a full matrix, what is below the diagonal was given above it already.
        if (layout_->upper && column < row && matrix_->distance(row, column) != *weight) {
            text_.fail("the matrix is not symmetric: row " + std::to_string(row + 1) + ", column " +
                       std::to_string(column + 1) + " is " + std::to_string(*weight) + ", but row " +
                       std::to_string(column + 1) + ", column " + std::to_string(row + 1) + " is " +
                       std::to_string(matrix_->distance(row, column)));
        }
        matrix_->set_distance(row, column, *weight);
    }

    // An edge a line; -1 ends them.
    void take_fixed_edges() {
        const std::size_t cities = dimension_for("FIXED_EDGES_SECTION");
        while (std::optional<Line> line = text_.next_full_line()) {
            if (line->rest().starts_with("-1")) {
                line->word();
                return text_.expect_end(*line);
            }
            const City a = take_end(*line, cities);
            const City b = take_end(*line, cities);
            text_.expect_end(*line);
            fixed_.push_back({a, b});
            if (const auto why = why_impossible(cities, fixed_)) text_.fail("no tour has this edge: " + *why);
        }
        text_.fail("the file ends in FIXED_EDGES_SECTION; expected -1 at its end");
    }

    City take_end(Line& line, std::size_t cities) {
        const std::optional<std::uint64_t> city = line.number();
        if (city && *city >= first_city_ && *city - first_city_ < cities) return static_cast<City>(*city - first_city_);
        const std::string found = city ? "found '" + std::to_string(*city) + "'" : line.found();
        text_.fail("expected an edge: two cities from " + std::to_string(first_city_) + " to " +
                   std::to_string(cities - 1 + first_city_) + ", or -1; " + found);
    }

    void skip_numbers() {
        while (std::optional<Line> line = text_.next_full_line()) {
            Line words = *line;
            while (words.real()) {
            }
            if (words.empty()) continue;
            held_ = *line;
            return;
        }
    }

    static std::string ends_early(std::string_view section, std::size_t taken, std::size_t expected,
                                  std::string_view what) {
        return "the file ends after " + std::to_string(taken) + " of the " + std::to_string(expected) + " " +
               std::string(what) + " of " + std::string(section);
    }

    // --- All together

    TsplibFile finish() {
        if (!dimension_) text_.fail("the file ends without DIMENSION; expected an instance in TSPLIB's format");
        if (!metric_ && !explicit_) text_.fail("the file ends without EDGE_WEIGHT_TYPE");
        if (explicit_) {
            if (!matrix_)
                text_.fail("the file ends without EDGE_WEIGHT_SECTION, which EDGE_WEIGHT_TYPE EXPLICIT needs");
            return {std::move(name_), std::move(*matrix_), std::move(fixed_), 1, {}};
        }
        if (matrix_) text_.fail("an EDGE_WEIGHT_SECTION in spite of an EDGE_WEIGHT_TYPE other than EXPLICIT");
        if (points_.empty()) text_.fail("the file ends without NODE_COORD_SECTION");
        Instance instance = measured();
        return {std::move(name_), std::move(instance), std::move(fixed_), first_city_, std::move(warning_)};
    }

    static bool is_whole(const Point& point) {
        return point.x == std::floor(point.x) && point.y == std::floor(point.y) && point.z == std::floor(point.z);
    }

    // What rounding does to the distances between cities in different places.
    struct Rounding {
        double exact = 0;  // all of them together
        double lost = 0;   // by how much they change, all together
        std::size_t distances = 0;
        std::size_t zeros = 0;  // after it

        void take(double before, double after) {
            if (before == 0) return;
            exact += before;
            lost += std::abs(after - before);
            ++distances;
            if (after == 0) ++zeros;
        }
        bool is_worth_a_warning() const { return lost > 0.05 * exact; }
        // Hardly anything is left by which tours could be compared.
        bool is_too_much() const { return 3 * zeros > distances || lost > 0.4 * exact; }
    };

    void expect_little(const Rounding& rounding) {
        if (!rounding.is_worth_a_warning() || std::ranges::all_of(points_, is_whole)) return;
        std::string what = title_ +
                           ": rounding to whole numbers, as EDGE_WEIGHT_TYPE says, changes these distances by " +
                           std::to_string(std::llround(100 * rounding.lost / rounding.exact)) + " % on average";
        if (rounding.zeros > 0) what += " and makes " + std::to_string(rounding.zeros) + " of them 0";
        what += "; multiply all coordinates, by 1000 for example";
        if (rounding.is_too_much()) throw Error(what);
        warning_ = std::move(what);
    }

    Instance measured() {
        Instance instance(points_.size());
        Rounding rounding;
        for (std::size_t a = 0; a < points_.size(); ++a) {
            for (std::size_t b = a + 1; b < points_.size(); ++b) {
                const double length = distance(*metric_, points_[a], points_[b]);
                if (const auto exact = exact_distance(*metric_, points_[a], points_[b])) rounding.take(*exact, length);
                if (!(length <= static_cast<double>(longest))) {
                    text_.fail("cities " + std::to_string(a + 1) + " and " + std::to_string(b + 1) + " are more than " +
                               std::to_string(longest) + " apart, the longest distance that is supported");
                }
                instance.set_distance(a, b, static_cast<std::int64_t>(length));
            }
        }
        expect_little(rounding);
        return instance;
    }

    Text text_;
    std::string title_;
    std::size_t limit_;
    std::optional<Line> held_;  // read already, not taken yet
    bool ended_ = false;

    std::string name_;
    std::optional<std::size_t> dimension_;
    std::optional<Metric> metric_;
    bool explicit_ = false;
    bool three_coordinates_ = false;  // of each point
    bool in_space_ = false;           // the third of them is for distances
    const Layout* layout_ = nullptr;
    std::vector<Point> points_;
    std::uint64_t first_city_ = 1;
    std::string warning_;
    std::optional<Instance> matrix_;
    FixedEdges fixed_;
};

}  // namespace

TsplibFile parse_tsplib(std::string_view text, const std::string& name, std::size_t limit) {
    return Parser(text, name, std::min(limit, max_cities)).parse();
}

}  // namespace scrump::tsp

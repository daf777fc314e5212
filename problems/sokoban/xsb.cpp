#include <scrump/problems/sokoban/xsb.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace scrump::sokoban {
namespace {

bool is_floor(char c) {
    return c == ' ' || c == '-' || c == '_';
}

constexpr std::string_view of_levels = "#@+$*. -_";

bool begins_with_wall(std::string_view row) {
    const std::size_t first = row.find_first_not_of(" -_");
    return first != std::string_view::npos && row[first] == '#';
}

// Run-length encoded rows: "3#|#2-#|(#-)2#" is "###", "#--#", "#-#-#". Nothing where it is not that, or too long.
class EncodedRows {
  public:
    static std::optional<std::vector<std::string>> read(std::string_view line) {
        if (line.find('#') == std::string_view::npos || line.find_first_of("0123456789|(") == std::string_view::npos ||
            line.find_first_not_of("#@+$*. -_0123456789|()") != std::string_view::npos)
            return std::nullopt;
        EncodedRows rows(line);
        std::string text = rows.sequence(0);
        if (!rows.is_right_ || rows.at_ != line.size()) return std::nullopt;
        std::vector<std::string> all(1);
        for (const char c : text) {
            if (c == '|') {
                all.emplace_back();
            } else {
                all.back() += c;
            }
        }
        while (all.size() > 1 && all.back().empty()) all.pop_back();
        return all;
    }

  private:
    static constexpr std::size_t max_unfolded = 1'000'000;
    static constexpr unsigned max_depth = 16;

    explicit EncodedRows(std::string_view line) : line_(line) {}

    bool is_at_digit() const { return at_ < line_.size() && line_[at_] >= '0' && line_[at_] <= '9'; }

    std::string sequence(unsigned depth) {
        std::string text;
        while (is_right_ && at_ < line_.size() && line_[at_] != ')') {
            const std::size_t times = count();
            const std::string each = item(depth);
            is_right_ = is_right_ && times > 0 && each.size() <= max_unfolded / times;
            for (std::size_t i = 0; is_right_ && i < times; ++i) text += each;
            is_right_ = is_right_ && text.size() <= max_unfolded;
        }
        return text;
    }
    std::size_t count() {
        if (!is_at_digit()) return 1;
        std::size_t times = 0;
        for (; is_at_digit() && times <= max_unfolded; ++at_)
            times = 10 * times + static_cast<std::size_t>(line_[at_] - '0');
        return times;
    }
    std::string item(unsigned depth) {
        if (at_ == line_.size()) return failed();
        const char c = line_[at_++];
        if (c != '(') return c == '|' || of_levels.find(c) != std::string_view::npos ? std::string(1, c) : failed();
        if (depth == max_depth) return failed();
        std::string text = sequence(depth + 1);
        if (at_ == line_.size()) return failed();
        ++at_;  // the other parenthesis
        return text;
    }
    std::string failed() {
        is_right_ = false;
        return {};
    }

    std::string_view line_;
    std::size_t at_ = 0;
    bool is_right_ = true;
};

// The lines of one level.
class Drawing {
  public:
    Drawing(const std::string& name, std::size_t limit) : name_(name), limit_(limit) {}

    void call(std::string title) { title_ = std::move(title); }
    void add(std::string_view row, std::size_t line) {
        lines_.push_back(line);
        rows_.emplace_back(row);
    }

    // Walls and blanks alone are a line across the page.
    bool is_level() const {
        return std::ranges::any_of(
            rows_, [](const std::string& row) { return row.find_first_not_of("# -_") != std::string::npos; });
    }

    // Three rows are the fewest.
    bool has_keeper() const {
        return rows_.size() >= 3 && std::ranges::any_of(rows_, [](const std::string& row) {
                   return row.find_first_of("@+") != std::string::npos;
               });
    }

    Level finish() {
        check_characters();
        find_keeper();
        const std::vector<Place> floor = enclosed_floor();
        Level level;
        level.title = std::move(title_);
        for (const Place place : floor) number(place, level);
        for (const Place place : floor) put(place, level);
        check(level);
        for (std::string& row : rows_) {
            std::ranges::replace_if(
                row, [](char c) { return is_floor(c) || c == '@' || c == '$'; }, ' ');
            std::ranges::replace_if(
                row, [](char c) { return c == '+' || c == '*'; }, '.');
        }
        level.picture = std::move(rows_);
        return level;
    }

  private:
    using Place = std::array<std::uint32_t, 2>;  // row and column

    [[noreturn]] void fail(std::size_t row, const std::string& what) const {
        throw Error(name_ + ":" + std::to_string(lines_[row]) + ": " + what);
    }

    void check_characters() const {
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            const std::size_t odd = rows_[row].find_first_not_of(of_levels);
            if (odd == std::string::npos) continue;
            fail(row,
                 "expected a level's row of # @ + $ * . and blanks, found " + in_quotes(rows_[row].substr(odd, 1)));
        }
    }

    // What is beyond a row's end is open.
    std::optional<char> at(std::size_t row, std::size_t column) const {
        if (row >= rows_.size() || column >= rows_[row].size()) return std::nullopt;
        return rows_[row][column];
    }

    void find_keeper() {
        std::optional<Place> found;
        for (std::uint32_t row = 0; row < rows_.size(); ++row) {
            for (std::uint32_t column = 0; column < rows_[row].size(); ++column) {
                const char c = rows_[row][column];
                if (c != '@' && c != '+') continue;
                if (found) fail(row, "a second keeper; expected one in a level");
                found = {row, column};
            }
        }
        if (!found) fail(rows_.size() - 1, "the level ends without a keeper: expected @ or +");
        keeper_ = *found;
    }

    // Where the keeper could come if there were no boxes, row by row.
    std::vector<Place> enclosed_floor() {
        std::vector<std::vector<bool>> seen;
        for (const std::string& row : rows_) seen.emplace_back(row.size());
        std::vector<Place> reached = {keeper_};
        seen[keeper_[0]][keeper_[1]] = true;
        for (std::size_t i = 0; i < reached.size(); ++i) {
            const auto [row, column] = reached[i];
            if (reached.size() > limit_)
                fail(row, "a level of more than " + std::to_string(limit_) + " cells of floor");
            // A box in the wall keeps the keeper in, as it cannot be pushed beyond the edge.
            const bool is_box = rows_[row][column] == '*' || rows_[row][column] == '$';
            for (const auto [r, c] :
                 {Place{row, column - 1}, Place{row - 1, column}, Place{row, column + 1}, Place{row + 1, column}}) {
                const std::optional<char> what = at(r, c);
                if (!what && !is_box) leaks(row);
                if (!what || *what == '#' || seen[r][c]) continue;
                seen[r][c] = true;
                reached.push_back({r, c});
            }
        }
        std::ranges::sort(reached);
        return reached;
    }
    [[noreturn]] void leaks(std::size_t row) const {
        fail(row, "the keeper can leave the level here; expected a wall");
    }

    static void number(Place place, Level& level) { level.places.push_back(place); }

    void put(Place place, Level& level) const {
        const auto cell = static_cast<Cell>(level.neighbours.size());
        const auto [row, column] = place;
        level.neighbours.push_back({cell_at(level, {row, column - 1}), cell_at(level, {row - 1, column}),
                                    cell_at(level, {row, column + 1}), cell_at(level, {row + 1, column})});
        const char what = *at(row, column);
        level.goals.push_back(what == '.' || what == '+' || what == '*');
        if (what == '$' || what == '*') level.boxes.push_back(cell);
        if (place == keeper_) level.keeper = cell;
    }
    static Cell cell_at(const Level& level, Place place) {
        const auto found = std::ranges::lower_bound(level.places, place);
        if (found == level.places.end() || *found != place) return wall;
        return static_cast<Cell>(found - level.places.begin());
    }

    // A box on a goal to which the keeper cannot come is an ornament: a wall.
    void check(const Level& level) {
        const std::size_t last = rows_.size() - 1;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            for (std::size_t column = 0; column < rows_[row].size(); ++column) {
                char& c = rows_[row][column];
                const Place place{static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)};
                if ((c != '$' && c != '*') || cell_at(level, place) != wall) continue;
                if (c == '$') fail(row, "a box that walls keep from the keeper, and that is not on a goal");
                c = '#';
            }
        }
        if (level.boxes.empty()) fail(last, "the level ends without a box: expected $ or *");
        const auto goals = static_cast<std::size_t>(std::ranges::count(level.goals, true));
        if (goals < level.boxes.size()) {
            fail(last, "the level ends with " + std::to_string(level.boxes.size()) + " boxes and " +
                           std::to_string(goals) + " goals; expected a goal for each box");
        }
    }

    const std::string& name_;
    std::string title_;
    std::size_t limit_;
    std::vector<std::size_t> lines_;  // of the rows, in the file
    std::vector<std::string> rows_;
    Place keeper_{};
};

// Nothing where a line has no words, such as one of dashes.
std::string_view title_of(std::string_view line) {
    const bool has_words = std::ranges::any_of(line, [](unsigned char c) { return std::isalnum(c) != 0 || c >= 0x80; });
    const std::size_t first = line.find_first_not_of("; \t");
    return has_words && first != std::string_view::npos ? line.substr(first) : std::string_view();
}

// Takes the levels of a file apart, and checks none.
class Collection {
  public:
    Collection(std::string_view text, const std::string& name, std::size_t limit) : name_(name), limit_(limit) {
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            std::string_view line = text.substr(begin, end - begin);
            begin = end + 1;
            ++lines_;
            while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
            add(line);
        }
        finish();
    }

    const std::vector<Drawing>& levels() const { return levels_; }
    std::vector<Drawing>& expect_levels() {
        if (levels_.empty())
            throw Error(name_ + ":" + std::to_string(std::max<std::size_t>(lines_, 1)) +
                        ": the file ends without a level; expected rows that begin with a wall, #");
        return levels_;
    }

  private:
    void add(std::string_view line) {
        const auto encoded = EncodedRows::read(line);
        if (encoded && (drawing_ || begins_level(*encoded))) {
            // Several rows on one line are a level of their own, or the rest of one.
            for (const std::string& row : *encoded) add_row(row);
        } else if (drawing_ ? is_further_row(line) : is_first_row(line)) {
            add_row(line);
        } else {
            finish();
            if (const std::string_view words = title_of(line); !words.empty()) title_ = words;
        }
    }
    // Several rows, or one that looks like more than a number sign and a number.
    static bool begins_level(const std::vector<std::string>& rows) {
        const std::string& first = rows.front();
        return begins_with_wall(first) && (rows.size() > 1 || (first.size() >= 3 && first.back() == '#'));
    }
    static bool is_first_row(std::string_view line) {
        return begins_with_wall(line) && line.find_first_not_of(of_levels) == std::string_view::npos;
    }
    // Where a box on a goal stands for a wall, a row may begin with one.
    static bool is_further_row(std::string_view line) {
        if (begins_with_wall(line)) return true;
        return line.find_first_of("*$.") != std::string_view::npos &&
               line.find_first_not_of(of_levels) == std::string_view::npos;
    }
    void add_row(std::string_view row) {
        if (!drawing_) drawing_.emplace(name_, limit_);
        drawing_->add(row, lines_);
    }
    void finish() {
        if (drawing_ && drawing_->is_level()) {
            drawing_->call(std::exchange(title_, {}));
            levels_.push_back(std::move(*drawing_));
        }
        drawing_.reset();
    }

    const std::string& name_;
    std::size_t limit_;
    std::size_t lines_ = 0;
    std::optional<Drawing> drawing_;
    std::string title_;
    std::vector<Drawing> levels_;
};

}  // namespace

std::size_t count_levels(std::string_view text) {
    const std::string no_name;
    Collection collection(text, no_name, max_cells);
    return static_cast<std::size_t>(std::ranges::count_if(collection.levels(), &Drawing::has_keeper));
}

std::vector<Level> parse_xsb(std::string_view text, const std::string& name, std::size_t limit) {
    Collection collection(text, name, limit);
    std::vector<Level> levels;
    for (Drawing& each : collection.expect_levels()) levels.push_back(each.finish());
    return levels;
}

Level parse_level(std::string_view text, const std::string& name, std::size_t number, std::size_t limit) {
    Collection collection(text, name, limit);
    const std::size_t levels = collection.expect_levels().size();
    if (number < 1 || number > levels) {
        throw Error(name + ": has " + std::to_string(levels) + (levels == 1 ? " level" : " levels") +
                    ", and no level " + std::to_string(number));
    }
    return collection.expect_levels()[number - 1].finish();
}

}  // namespace scrump::sokoban

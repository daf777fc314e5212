#include <scrump/problems/sokoban/xsb.hpp>

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace scrump::sokoban {
namespace {

bool is_floor(char c) {
    return c == ' ' || c == '-' || c == '_';
}

bool begins_with_wall(std::string_view row) {
    const std::size_t first = row.find_first_not_of(" -_");
    return first != std::string_view::npos && row[first] == '#';
}

// The lines of one level.
class Drawing {
  public:
    Drawing(const std::string& name, std::string title, std::size_t limit)
        : name_(name), title_(std::move(title)), limit_(limit) {}

    void add(std::string_view row, std::size_t line) {
        if (rows_.empty()) first_line_ = line;
        const std::size_t odd = row.find_first_not_of("#@+$*. -_");
        if (odd != std::string_view::npos) {
            fail(rows_.size(),
                 "expected a level's row of # @ + $ * . and blanks, found " + in_quotes(row.substr(odd, 1)));
        }
        rows_.emplace_back(row);
    }

    Level finish() {
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
        throw Error(name_ + ":" + std::to_string(first_line_ + row) + ": " + what);
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
            if (row == 0 || column == 0) leaks(row);
            for (const auto [r, c] :
                 {Place{row, column - 1}, Place{row - 1, column}, Place{row, column + 1}, Place{row + 1, column}}) {
                const std::optional<char> what = at(r, c);
                if (!what) leaks(row);
                if (*what == '#' || seen[r][c]) continue;
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

    void check(const Level& level) const {
        const std::size_t last = rows_.size() - 1;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            for (std::size_t column = 0; column < rows_[row].size(); ++column) {
                const char c = rows_[row][column];
                if ((c == '$' || c == '*') &&
                    cell_at(level, {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)}) == wall)
                    fail(row, "a box that walls keep from the keeper");
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
    std::size_t first_line_ = 0;
    std::vector<std::string> rows_;
    Place keeper_{};
};

std::string_view title_of(std::string_view line) {
    const std::size_t first = line.find_first_not_of("; \t");
    return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

}  // namespace

std::vector<Level> parse_xsb(std::string_view text, const std::string& name, std::size_t limit) {
    std::vector<Level> levels;
    std::optional<Drawing> drawing;
    std::string title;
    const auto finish = [&] {
        if (!drawing) return;
        levels.push_back(drawing->finish());
        drawing.reset();
    };
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        ++number;
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        begin = end + 1;
        while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
        if (begins_with_wall(line)) {
            if (!drawing) drawing.emplace(name, std::exchange(title, {}), limit);
            drawing->add(line, number);
        } else {
            finish();
            if (const std::string_view words = title_of(line); !words.empty()) title = words;
        }
    }
    finish();
    if (levels.empty())
        throw Error(name + ":" + std::to_string(std::max<std::size_t>(number, 1)) +
                    ": the file ends without a level; expected rows that begin with a wall, #");
    return levels;
}

}  // namespace scrump::sokoban

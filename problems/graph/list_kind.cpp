#include <scrump/problems/graph/detail/list_kind.hpp>

#include <scrump/base/text.hpp>
#include <scrump/problems/graph/detail/listed_edges.hpp>
#include <scrump/problems/graph/detail/table_heading.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

namespace scrump::graph {
namespace {

/// What can be seen of a list, line by line.
class Looks {
  public:
    void take(std::string_view line) {
        const std::string_view first = take_listed(line);
        bool numbers = whole_number_in(first).has_value();
        begin_twice_ = begin_twice_ || !vertices_.insert(first).second;
        std::size_t words = 1;
        for (; !line.empty(); ++words) {
            const std::string_view word = take_listed(line);
            const bool whole = whole_number_in(word).has_value();
            edge_data_ = edge_data_ || is_edge_data(word);
            if (words == 1) numbers = numbers && whole;
            if (words > 1) whole_after_ends_ = whole_after_ends_ && whole;
            lists_itself_ = lists_itself_ || word == first;
            neighbours_.insert(word);
        }
        if (words == 1) alone_.push_back(first);
        whole_ends_ = whole_ends_ && numbers;
        fewest_ = std::min(fewest_, words);
        most_ = std::max(most_, words);
    }

    bool surely_edges() const { return edge_data_ || (begin_twice_ && whole_ends_); }

    ListKind kind() const {
        const bool even = fewest_ == most_;
        // As neighbours, no vertex would have two lines. A vertex that comes twice in its line, where all have as many
        // words, is rather a weight: so it is in any cycle of edges with a weight that is the number of a vertex.
        const bool may_be_neighbours =
            !begin_twice_ && every_vertex_has_line() && !(even && (most_ <= 2 || lists_itself_));
        const bool alone_with_edges =
            std::ranges::any_of(alone_, [&](std::string_view word) { return neighbours_.contains(word); });
        if (may_be_neighbours && most_ <= 2) return alone_with_edges ? ListKind::neighbours : ListKind::either;
        if (may_be_neighbours) return even ? ListKind::unclear : ListKind::neighbours;
        if (even || most_ <= 2) return ListKind::edges;
        return whole_ends_ && !whole_after_ends_ ? ListKind::edges : ListKind::unclear;
    }

  private:
    bool every_vertex_has_line() const {
        return std::ranges::all_of(neighbours_, [&](std::string_view word) { return vertices_.contains(word); });
    }

    std::unordered_set<std::string_view> vertices_;  // that lines begin with
    std::unordered_set<std::string_view> neighbours_;
    std::vector<std::string_view> alone_;  // in their lines
    std::size_t fewest_ = std::numeric_limits<std::size_t>::max();
    std::size_t most_ = 0;
    bool begin_twice_ = false;
    bool edge_data_ = false;
    bool whole_ends_ = true;        // the first two words of all lines are whole numbers
    bool whole_after_ends_ = true;  // and so are the others
    bool lists_itself_ = false;     // some line has its first word again
};

}  // namespace

ListKind kind_of_list(std::string_view text, const std::string& name) {
    if (edge_columns(text, name)) return ListKind::edges;
    Looks looks;
    Text lines(text, {});
    while (const std::optional<Line> line = lines.next_full_line()) {
        const std::string_view rest = line->rest();
        if (is_list_comment(rest)) continue;
        looks.take(rest);
        // Of a long list there is no need to see more.
        if (looks.surely_edges()) return ListKind::edges;
    }
    return looks.kind();
}

bool is_adjacency_matrix(std::string_view text) {
    constexpr std::size_t smallest = 3;
    std::vector<std::vector<double>> rows;
    Text lines(text, {});
    while (const auto line = lines.next_full_line()) {
        std::string_view rest = line->rest();
        if (is_list_comment(rest)) continue;
        std::vector<double> row;
        while (!rest.empty()) {
            Line word(take_listed(rest));
            const auto number = word.real();
            if (!number || !word.empty()) return false;
            row.push_back(*number);
        }
        if (!rows.empty() && (row.size() != rows.front().size() || rows.size() == row.size())) return false;
        if (row.size() < smallest) return false;
        rows.push_back(std::move(row));
    }
    if (rows.empty() || rows.size() != rows.front().size()) return false;
    const auto is_bit = [](double number) { return number == 0 || number == 1; };
    if (std::ranges::all_of(rows, [&](const auto& row) { return std::ranges::all_of(row, is_bit); })) return true;
    for (std::size_t a = 0; a < rows.size(); ++a)
        for (std::size_t b = 0; b <= a; ++b)
            if (rows[a][b] != rows[b][a] || (a == b && rows[a][b] != 0)) return false;
    return true;
}

bool is_list_of_pairs(std::string_view text) {
    Text lines(text, {});
    bool any = false;
    while (const std::optional<Line> line = lines.next_full_line()) {
        std::string_view rest = line->rest();
        if (is_list_comment(rest)) continue;
        any = true;
        take_listed(rest);
        if (rest.empty()) return false;
        take_listed(rest);
        if (!rest.empty()) return false;
    }
    return any;
}

}  // namespace scrump::graph

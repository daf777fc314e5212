#include <scrump/problems/graph/detail/listed_edges.hpp>

#include <scrump/problems/graph/detail/quoted.hpp>

#include <algorithm>

namespace scrump::graph {

std::string_view take_listed(std::string_view& line) {
    std::size_t end = quoted_length(line);
    std::string_view word;
    if (end > 0) {
        word = quoted_field(line, end);
    } else {
        end = static_cast<std::size_t>(std::ranges::find_if(line, separates_words) - line.begin());
        word = line.substr(0, end);
    }
    while (end < line.size() && separates_words(line[end])) ++end;
    line.remove_prefix(end);
    return word;
}

bool is_edge_data(std::string_view word) {
    return word == "{}" || word.starts_with("{'");
}

std::optional<ListedEdges::Ends> ListedEdges::next() {
    if (!rest_.empty()) return Ends{first_, take_closed(rest_)};
    while (const std::optional<Line> line = text_.next_full_line()) {
        if (layout_.columns && text_.line_number() == layout_.columns->line) continue;
        std::string_view rest = line->rest();
        if (is_list_comment(rest)) {
            take_comment(Line(rest.substr(1)));
            continue;
        }
        whole_ = rest;
        const Ends ends = layout_.columns ? take_columns(rest) : Ends{take_closed(rest), take_closed(rest)};
        if (ends.a.empty()) text_.fail("expected a vertex, " + line->found());
        if (is_edge_data(ends.b)) text_.fail("expected a vertex, found " + in_quotes(ends.b));
        if (layout_.neighbours) {
            first_ = ends.a;
            rest_ = rest;
        } else if (!layout_.columns && skipped_line_ == 0 && !rest.empty() && !is_edge_data(rest)) {
            skipped_ = rest;
            skipped_line_ = text_.line_number();
        }
        return ends;
    }
    return std::nullopt;
}

std::string_view ListedEdges::take_closed(std::string_view& rest) const {
    const std::string_view word = take_listed(rest);
    expect_closed(word);
    return word;
}

void ListedEdges::expect_closed(std::string_view word) const {
    if (is_unclosed(word)) text_.fail("expected a second quote in the line, found " + in_quotes(word));
}

ListedEdges::Ends ListedEdges::take_columns(std::string_view rest) const {
    Ends ends;
    for (std::size_t column = 0; column <= std::max(layout_.columns->source, layout_.columns->target); ++column) {
        const std::string_view field = take_field(rest, layout_.columns->separator);
        expect_closed(field);
        if (column == layout_.columns->source) ends.a = field;
        if (column == layout_.columns->target) ends.b = field;
    }
    return ends;
}

void ListedEdges::take_comment(Line comment) {
    announced_ = announced_ || gives_counts(comment);
    // KONECT's heading: "% bip weighted".
    if (text_.line_number() == 1 && comment.word() == "bip")
        text_.fail("a bipartite network, whose sides have the same numbers; expected one kind of vertex");
}

}  // namespace scrump::graph

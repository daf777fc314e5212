#include "run/start.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/unpacked.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

namespace scrump::cli {
namespace {

using described::Form;

constexpr const char* no_solution = "is what a run without a solution printed; expected a solution";

std::string start_text(const std::string& file, const LiveSearch& live) {
    return files::unpacked(live.session().read_file(file), file);
}

bool is_json(const std::string& text) {
    return text.starts_with('{');
}

std::optional<std::uint64_t> number_in(const std::string& word) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return number;
}

// The words of a file, or those of the solution in what an earlier run printed: with --json, with --quiet, or for
// people.
class StartFile {
  public:
    StartFile(const std::string& text, const std::string& file, const described::Problem& problem);

    struct Word {
        std::string text;
        std::size_t line;
    };
    const std::vector<Word>& words() const { return words_; }

    // Whether an earlier run printed it for people.
    bool is_for_people() const { return for_people_; }

    // Throws Error "file:line: what".
    [[noreturn]] void fail(std::size_t line, const std::string& what) const;

    std::size_t last_line() const { return words_.empty() ? 1 : words_.back().line; }

  private:
    void take_json(const std::string& text, const described::Problem& problem);

    std::string title_;
    std::vector<Word> words_;
    bool for_people_ = false;
};

using LineWords = std::vector<StartFile::Word>;

std::vector<LineWords> lines_in(const std::string& text, const std::string& file) {
    std::vector<LineWords> found;
    Text lines(text, file);
    while (auto line = lines.next_full_line()) {
        if (line->front() == '#') continue;
        LineWords& words = found.emplace_back();
        while (!line->empty()) words.push_back({std::string(line->word()), lines.line_number()});
    }
    return found;
}

bool has_line(const std::vector<LineWords>& lines, const std::string& label) {
    return std::ranges::any_of(lines,
                               [&](const LineWords& line) { return line.size() > 1 && line.front().text == label; });
}

// Of what was printed for people, the lines of the solution, without label; nothing of another text.
std::vector<LineWords> below_label(const std::vector<LineWords>& lines, const described::Problem& problem) {
    if (!has_line(lines, "status")) return {};
    const std::string_view label = problem.solution;
    const std::size_t skipped = problem.form == Form::colouring ? 2 : 1;  // "colour 1", but "vertices"
    std::vector<LineWords> found;
    for (const LineWords& line : lines)
        if (line.size() > skipped && line.front().text == label)
            found.emplace_back(line.begin() + static_cast<std::ptrdiff_t>(skipped), line.end());
    return found;
}

// Whether these are what --quiet prints of a set, a tour or an order: some numbers, and then all of it in a line. A set
// comes below its size; of one vertex it is taken for a list of two.
bool is_quiet(const std::vector<LineWords>& lines, Form form) {
    if (lines.size() < 2 || lines.size() > 3 || lines.back().size() < 2) return false;
    if (std::any_of(lines.begin(), lines.end() - 1, [](const LineWords& line) { return line.size() > 1; }))
        return false;
    const bool is_permutation = form == Form::tour || form == Form::order;
    if (is_permutation || lines.front().front().text == "yes") return true;
    return number_in(lines[lines.size() - 2].front().text) == lines.back().size();
}

StartFile::StartFile(const std::string& text, const std::string& file, const described::Problem& problem)
    : title_(file) {
    if (is_json(text)) {
        take_json(text, problem);
        return;
    }
    std::vector<LineWords> lines = lines_in(text, file);
    if (std::vector<LineWords> found = below_label(lines, problem); !found.empty()) {
        for_people_ = true;
        lines = std::move(found);
        if (problem.form != Form::colouring) lines.resize(1);  // the best of several
    } else if (problem.form != Form::colouring && is_quiet(lines, problem.form)) {
        lines.erase(lines.begin(), lines.end() - 1);
    } else if (has_line(lines, "status") && has_line(lines, "time") && has_line(lines, "workers")) {
        fail(1, no_solution);
    }
    if (lines.empty()) fail(1, "names nothing; expected a solution");
    for (const LineWords& line : lines) words_.insert(words_.end(), line.begin(), line.end());
}

void StartFile::take_json(const std::string& text, const described::Problem& problem) {
    const auto run = nlohmann::json::parse(text, nullptr, false);
    const bool is_run = run.is_object() && run.contains("schema") && run["schema"] == "scrump-result";
    if (!is_run) fail(1, "is not what scrump --json prints of a run with a solution");
    const std::string its = run.value("problem", nlohmann::json()).dump();
    std::vector<std::string> fitting = {std::string(problem.name)};
    if (!problem.starts_from.empty()) fitting.emplace_back(problem.starts_from);
    if (std::ranges::none_of(fitting, [&](const std::string& each) { return its == '"' + each + '"'; }))
        fail(1, "is a run of " + its + "; expected one of scrump " +
                    join(fitting, [](const std::string& each) { return each; }));
    const auto solution = run.find("solution");
    if (solution == run.end() || !solution->is_array())
        fail(1, "is not what scrump --json prints of a run with a solution");
    for (const auto& each : *solution) words_.push_back({each.is_string() ? each.get<std::string>() : each.dump(), 1});
}

void StartFile::fail(std::size_t line, const std::string& what) const {
    throw Error(title_ + ":" + std::to_string(line) + ": " + what);
}

// Vertices of `graph` as the file of the graph calls them, with the lines where they stand.
struct ListedVertices {
    std::vector<std::size_t> vertices;
    std::vector<std::size_t> lines;
};

// The vertices that `words` of a file name. Fails for one that is not among the `size` vertices, or that stands there
// twice.
ListedVertices vertices_in(const StartFile& start, std::span<const StartFile::Word> words,
                           const graph::VertexNames& names, std::size_t size) {
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t vertex = 0; vertex < size; ++vertex) places.emplace(names.name(vertex), vertex);
    ListedVertices listed;
    std::vector<bool> seen(size);
    for (const StartFile::Word& word : words) {
        const auto found = places.find(word.text);
        const bool is_answer = words.size() == 1 && (word.text == "no" || word.text == "unknown");
        if (found == places.end() && is_answer) start.fail(word.line, no_solution);
        if (found == places.end()) start.fail(word.line, "the graph has no vertex " + in_quotes(word.text));
        if (seen[found->second]) start.fail(word.line, "vertex " + in_quotes(word.text) + " a second time");
        seen[found->second] = true;
        listed.vertices.push_back(found->second);
        listed.lines.push_back(word.line);
    }
    return listed;
}

// The vertices of a clique, or of an independent set if `adjacent` is false.
template <class Graph>
std::vector<std::size_t> start_set(const StartFile& start, const graph::VertexNames& names, const Graph& graph,
                                   bool adjacent) {
    ListedVertices listed = vertices_in(start, start.words(), names, graph.size());
    for (std::size_t i = 0; i < listed.vertices.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (graph.adjacent(listed.vertices[i], listed.vertices[j]) == adjacent) continue;
            start.fail(listed.lines[i], names.name(listed.vertices[j]) + " and " + names.name(listed.vertices[i]) +
                                            (adjacent ? " are not adjacent; expected a clique"
                                                      : " are adjacent; expected an independent set"));
        }
    }
    return std::move(listed.vertices);
}

// The vertices outside of a cover: an independent set.
std::vector<std::size_t> start_outside_of_cover(const StartFile& start, const graph::VertexNames& names,
                                                const graph::Graph& graph) {
    std::vector<bool> covers(graph.size());
    for (const std::size_t vertex : vertices_in(start, start.words(), names, graph.size()).vertices)
        covers[vertex] = true;
    std::vector<std::size_t> outside;
    for (std::size_t vertex = 0; vertex < graph.size(); ++vertex) {
        if (covers[vertex]) continue;
        for (const std::size_t other : outside)
            if (graph.adjacent(vertex, other))
                start.fail(start.last_line(), "neither end of the edge between " + names.name(other) + " and " +
                                                  names.name(vertex) + " is listed; expected a vertex cover");
        outside.push_back(vertex);
    }
    return outside;
}

// A colour for each vertex, and the line where that stands.
struct ListedColours {
    std::vector<std::size_t> colours;
    std::vector<std::size_t> lines;
};

ListedColours colours_in_turn(const StartFile& start, std::size_t vertices) {
    ListedColours listed;
    for (const StartFile::Word& word : start.words()) {
        const auto colour = number_in(word.text);
        if (!colour || *colour < 1 || *colour > vertices)
            start.fail(word.line,
                       "expected a colour from 1 to " + std::to_string(vertices) + ", found " + in_quotes(word.text));
        listed.colours.push_back(*colour - 1);
        listed.lines.push_back(word.line);
    }
    if (listed.colours.size() != vertices)
        start.fail(start.last_line(), std::to_string(listed.colours.size()) +
                                          " colours; expected one for each of the " + std::to_string(vertices) +
                                          " vertices");
    return listed;
}

// The vertices of each colour in a line.
ListedColours colours_by_lines(const StartFile& start, std::span<const StartFile::Word> words,
                               const graph::VertexNames& names, std::size_t vertices) {
    const ListedVertices listed = vertices_in(start, words, names, vertices);
    if (listed.vertices.size() != vertices)
        start.fail(start.last_line(), std::to_string(listed.vertices.size()) +
                                          " vertices have a colour; expected all " + std::to_string(vertices));
    ListedColours found{std::vector<std::size_t>(vertices), std::vector<std::size_t>(vertices)};
    std::size_t colour = 0;
    for (std::size_t i = 0; i < vertices; ++i) {
        if (i > 0 && listed.lines[i] != listed.lines[i - 1]) ++colour;
        found.colours[listed.vertices[i]] = colour;
        found.lines[listed.vertices[i]] = listed.lines[i];
    }
    return found;
}

// What --quiet prints begins with the number of colours, or yes.
ListedColours listed_colours(const StartFile& start, const graph::VertexNames& names, std::size_t vertices) {
    const std::span<const StartFile::Word> words = start.words();
    if (start.is_for_people()) return colours_by_lines(start, words, names, vertices);
    if (words.size() == vertices + 1 && vertices > 0 && words[0].line != words[1].line)
        return colours_by_lines(start, words.subspan(1), names, vertices);
    return colours_in_turn(start, vertices);
}

// The colour of each vertex, from 0; in the file, from 1, or the vertices of each colour in lines as scrump colouring
// prints them.
std::vector<std::size_t> start_colouring(const StartFile& start, const graph::VertexNames& names,
                                         const graph::Graph& graph) {
    ListedColours listed = listed_colours(start, names, graph.size());
    const auto& colours = listed.colours;
    for (std::size_t a = 0; a < graph.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (colours[a] == colours[b] && graph.adjacent(a, b))
                start.fail(listed.lines[a], names.name(b) + " and " + names.name(a) +
                                                " are adjacent, and both have colour " +
                                                std::to_string(colours[a] + 1));
    return std::move(listed.colours);
}

// All numbers from `first` on, each once, as numbers from 0.
std::vector<std::size_t> permutation_in(const StartFile& start, const described::Problem& problem,
                                        const described::Instance& instance) {
    const std::string one(problem.things.one);
    const std::size_t size = instance.size();
    const std::uint64_t first = instance.first_number();
    std::vector<std::size_t> permutation;
    std::vector<bool> seen(size);
    for (const StartFile::Word& word : start.words()) {
        const auto number = number_in(word.text);
        if (!number || *number < first || *number - first >= size)
            start.fail(word.line, "expected a " + one + " from " + std::to_string(first) + " to " +
                                      std::to_string(size - 1 + first) + ", found " + in_quotes(word.text));
        const std::size_t place = *number - first;
        if (seen[place]) start.fail(word.line, one + " " + word.text + " a second time");
        seen[place] = true;
        permutation.push_back(place);
    }
    if (permutation.size() < size)
        start.fail(start.last_line(), "the " + std::string(problem.solution) + " ends after " +
                                          std::to_string(permutation.size()) + " of the " + std::to_string(size) + " " +
                                          std::string(problem.things.many));
    return permutation;
}

bool is_own_format(const StartFile& start) {
    const auto& words = start.words();
    return words.empty() || !number_in(words.front().text);
}

std::vector<std::size_t> start_in(const StartFile& start, Form form, const graph::VertexNames& names,
                                  const graph::Graph& graph) {
    if (form == Form::vertex_cover) return start_outside_of_cover(start, names, graph);
    if (form == Form::colouring) return start_colouring(start, names, graph);
    return start_set(start, names, graph, form == Form::clique);
}

std::vector<std::size_t> start_in(const StartFile& start, Form form, const graph::VertexNames& names,
                                  const graph::SparseGraph& graph) {
    return start_set(start, names, graph, form == Form::clique);
}

}  // namespace

std::vector<std::size_t> start_numbers(const std::string& file, const described::Problem& problem,
                                       const described::Instance& instance, const std::string& source,
                                       const LiveSearch& live) {
    if (file.empty()) return {};
    const std::string text = start_text(file, live);
    const StartFile start(text, file, problem);
    std::optional<std::vector<std::size_t>> known;
    if (!is_json(text) && is_own_format(start)) known = instance.solution_in(text, file);
    if (!known) known = permutation_in(start, problem, instance);
    const std::string refusal = instance.refusal_of(*known);
    if (!refusal.empty()) throw Error(file + ": " + refusal + " of " + source);
    return std::move(*known);
}

std::vector<std::size_t> start_vertices(const std::string& file, const described::Problem& problem,
                                        const AnyGraph& graph, const LiveSearch& live) {
    if (file.empty()) return {};
    const StartFile start(start_text(file, live), file, problem);
    const auto find = [&](const auto& it) { return start_in(start, problem.form, graph.origin.names, it); };
    return std::visit(find, graph.graph);
}

}  // namespace scrump::cli

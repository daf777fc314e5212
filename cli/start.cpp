#include "start.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/files/unpacked.hpp>
#include <scrump/problems/tsp/tour_file.hpp>

#include <nlohmann/json.hpp>

#include <charconv>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

namespace scrump::cli {
namespace {

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

}  // namespace

StartFile::StartFile(const std::string& file, const LiveSearch& live) : StartFile(start_text(file, live), file) {}

StartFile::StartFile(const std::string& text, const std::string& file) : title_(file) {
    if (is_json(text)) {
        take_json(text);
        return;
    }
    Text lines(text, file);
    while (auto line = lines.next_full_line()) {
        if (line->front() == '#') continue;
        while (!line->empty()) words_.push_back({std::string(line->word()), lines.line_number()});
    }
}

void StartFile::take_json(const std::string& text) {
    const auto run = nlohmann::json::parse(text, nullptr, false);
    const bool is_run = run.is_object() && run.contains("schema") && run["schema"] == "scrump-result";
    if (!is_run || !run.contains("solution") || !run["solution"].is_array())
        fail(1, "is not what scrump --json prints of a run with a solution");
    for (const auto& each : run["solution"])
        words_.push_back({each.is_string() ? each.get<std::string>() : each.dump(), 1});
}

void StartFile::fail(std::size_t line, const std::string& what) const {
    throw Error(title_ + ":" + std::to_string(line) + ": " + what);
}

ListedVertices vertices_in(const StartFile& start, const graph::VertexNames& names, std::size_t size) {
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t vertex = 0; vertex < size; ++vertex) places.emplace(names.name(vertex), vertex);
    ListedVertices listed;
    std::vector<bool> seen(size);
    for (const StartFile::Word& word : start.words()) {
        const auto found = places.find(word.text);
        if (found == places.end()) start.fail(word.line, "the graph has no vertex " + in_quotes(word.text));
        if (seen[found->second]) start.fail(word.line, "vertex " + in_quotes(word.text) + " a second time");
        seen[found->second] = true;
        listed.vertices.push_back(found->second);
        listed.lines.push_back(word.line);
    }
    return listed;
}

std::vector<std::size_t> start_outside_of_cover(const StartFile& start, const graph::VertexNames& names,
                                                const graph::Graph& graph) {
    std::vector<bool> covers(graph.size());
    for (const std::size_t vertex : vertices_in(start, names, graph.size()).vertices) covers[vertex] = true;
    std::vector<std::size_t> outside;
    for (std::size_t vertex = 0; vertex < graph.size(); ++vertex) {
        if (covers[vertex]) continue;
        for (const std::size_t other : outside)
            if (graph.adjacent(vertex, other))
                start.fail(start.last_line(), "no end of the edge between " + names.name(other) + " and " +
                                                  names.name(vertex) + " is there; expected a vertex cover");
        outside.push_back(vertex);
    }
    return outside;
}

std::vector<std::size_t> start_colouring(const StartFile& start, const graph::VertexNames& names,
                                         const graph::Graph& graph) {
    const auto& words = start.words();
    std::vector<std::size_t> colours;
    for (const StartFile::Word& word : words) {
        const auto colour = number_in(word.text);
        if (!colour || *colour < 1 || *colour > graph.size())
            start.fail(word.line, "expected a colour from 1 to " + std::to_string(graph.size()) + ", found " +
                                      in_quotes(word.text));
        colours.push_back(*colour - 1);
    }
    if (colours.size() != graph.size())
        start.fail(start.last_line(), std::to_string(colours.size()) + " colours; expected one for each of the " +
                                          std::to_string(graph.size()) + " vertices");
    for (std::size_t a = 0; a < graph.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (colours[a] == colours[b] && graph.adjacent(a, b))
                start.fail(words[a].line, names.name(b) + " and " + names.name(a) +
                                              " are adjacent, and both have colour " + words[a].text);
    return colours;
}

tsp::Tour start_tour(const std::string& file, const tsp::Instance& instance, const LiveSearch& live) {
    const std::string text = start_text(file, live);
    if (!is_json(text)) return tsp::parse_tour_file(text, file, instance.size());
    const StartFile start(text, file);
    std::string tour = "TOUR_SECTION";
    for (const StartFile::Word& word : start.words()) tour += "\n" + word.text;
    return tsp::parse_tour_file(tour, file, instance.size());
}

}  // namespace scrump::cli

#include <scrump/base/error.hpp>
#include <scrump/base/spec.hpp>
#include <scrump/base/suggestion.hpp>
#include <scrump/problems/files/ext/read_text.hpp>
#include <scrump/problems/graph/dimacs.hpp>
#include <scrump/problems/graph/generate.hpp>
#include <scrump/problems/graph/source.hpp>

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace scrump::graph {

bool names_file(const std::string& source) {
    std::error_code unreadable;
    if (source == "-" || std::filesystem::exists(source, unreadable)) return true;
    if (is_generator_spec(source)) return false;
    if (unreadable) throw Error(source + ": cannot be read: " + unreadable.message());
    std::vector<std::string> names;
    for (const Family& family : families()) names.emplace_back(family.name);
    throw Error(source +
                ": no such file, and no graph family has that name; expected a file, '-', "
                "or one of " +
                join(families(), [](const Family& family) { return std::string(family.name) + ":…"; }) +
                did_you_mean(spec_name(source), names));
}

GraphFile read_graph_file(const std::string& path, VertexWeights weights, std::size_t limit) {
    const auto [text, name] = files::read_text(path);
    return parse_graph(text, detect_format(text, path),
                       {.name = name, .weights = weights, .limit = limit, .guessed = true});
}

// The usual text needs no lists in between.
Graph load(const std::string& source, std::uint64_t seed) {
    if (!names_file(source)) return generate(source, seed);
    const auto [text, name] = files::read_text(source);
    const Format format = detect_format(text, source);
    if (format == Format::dimacs) return parse_dimacs(text, name);
    return to_dense(parse_graph(text, format, {.name = name, .limit = max_vertices, .guessed = true}).graph);
}

GraphFile load_sparse(const std::string& source, std::uint64_t seed, VertexWeights weights) {
    if (names_file(source)) return read_graph_file(source, weights);
    return {.graph = generate_sparse(source, seed)};
}

}  // namespace scrump::graph

#include "tools/file_kinds.hpp"

#include "run/source.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/files/ext/letters.hpp>
#include <scrump/problems/flowshop/file.hpp>
#include <scrump/problems/graph/graph_file.hpp>
#include <scrump/problems/knapsack/instance.hpp>
#include <scrump/problems/petri/questions.hpp>
#include <scrump/problems/pins/model.hpp>
#include <scrump/problems/sokoban/xsb.hpp>
#include <scrump/problems/tsp/tsplib.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace scrump::cli {
namespace {

template <class Read>
bool can_be_read(const Read& read) {
    try {
        read();
        return true;
    } catch (const Error&) {
        return false;
    }
}

bool is_diagrams(const std::string& text) {
    return can_be_read([&] { detect_model_format(text, ""); });
}

bool is_tsplib(const std::string& text, const std::string& name) {
    const std::string lower = files::in_small_letters(std::string_view(text).substr(0, 4096));
    const bool has_sections =
        lower.find("edge_weight_type") != std::string::npos || lower.find("node_coord_section") != std::string::npos;
    return has_sections || can_be_read([&] { tsp::parse_tsplib(text, name); });
}

std::optional<graph::Format> graph_format(const std::string& text, const std::string& name) {
    std::optional<graph::Format> format;
    const bool is_graph = can_be_read([&] {
        format = graph::detect_format(text, name);
        graph::parse_graph(text, *format, {.name = name, .edges = graph::EdgeReading::arcs, .guessed = true});
    });
    return is_graph ? format : std::nullopt;
}

// Words or numbers in lines, without anything that says what they are.
bool is_guess(graph::Format format) {
    return format == graph::Format::edge_list || format == graph::Format::adjacency_list ||
           format == graph::Format::csv;
}

// As the command line would have it.
std::string use_of(const std::string& command, const std::string& name) {
    const char* const more = command == "sip" || command == "mcs" ? " OTHER"
                             : command == "convert"               ? " --to FORMAT"
                                                                  : "";
    return fmt::format("scrump {} {}{}", command, printable(name), more);
}

std::string first_word(const std::string& command) {
    return command.substr(0, command.find(' '));
}

std::vector<FileKind> expect_kinds(const std::string& text, const std::string& name, const std::string& title) {
    std::vector<FileKind> kinds = kinds_of(text, name);
    if (kinds.empty()) {
        throw Error(title +
                    ": not in a format that a subcommand takes: graphs, knapsack problems, TSPLIB, flow shops, PNML, "
                    "Sokoban, compiled models and "
                    "decision diagrams; see scrump --help");
    }
    return kinds;
}

}  // namespace

std::string_view state_model_in(std::string_view text, std::string_view name) {
    if (pins::begins_as_elf(text)) return "pins";
    if (petri::begins_as_pnml(text)) return "pnml";
    if (sokoban::count_levels(text) > 0) return "sokoban";
    if (files::ends_with_letters(name, ".pnml")) return "pnml";
    return files::ends_with_letters(name, ".xsb") || files::ends_with_letters(name, ".sok") ? "sokoban" : "";
}

std::vector<FileKind> kinds_of(const std::string& text, const std::string& name) {
    if (is_diagrams(text))
        return {
            {fmt::format(
                 "a model as decision diagrams ({})",
                 std::ranges::find(model_formats(), detect_model_format(text, name), &NamedModelFormat::format)->name),
             {"reach"}}};
    const std::string_view model = state_model_in(text, "");
    if (model == "pnml") return {{"a net (PNML)", {"explore", "reach", "check"}}};
    if (model == "pins")
        return pins::is_model(text) ? std::vector<FileKind>{{"a compiled model for LTSmin", {"explore"}}}
                                    : std::vector<FileKind>();
    if (petri::begins_as_properties(text)) return {{"a file of properties of a net (XML)", {"check NET"}}};
    if (is_tsplib(text, name)) return {{"a problem of the travelling salesman (TSPLIB)", {"tsp"}}};
    if (model == "sokoban") return {{"a file of Sokoban levels (XSB)", {"explore"}}};
    std::vector<FileKind> kinds;
    if (const auto format = graph_format(text, name)) {
        kinds.push_back(
            {fmt::format("a graph ({})", graph::title(*format)),
             {"maxclique", "kclique", "independent-set", "vertex-cover", "colouring", "sip", "mcs", "convert"},
             is_guess(*format)});
    }
    // Lists of numbers may be both.
    if (can_be_read([&] { knapsack::parse(text, name); }))
        kinds.push_back({"a knapsack problem", {"knapsack"}, !kinds.empty()});
    if (can_be_read([&] { flowshop::parse(text, name); }))
        kinds.push_back({"a permutation flow shop", {"flowshop"}, !kinds.empty()});
    return kinds;
}

std::string where_it_belongs(const std::string& text, const std::string& name) {
    const std::vector<FileKind> kinds = kinds_of(text, name);
    if (kinds.empty()) return {};
    const FileKind& kind = kinds.front();
    const std::string use =
        kind.commands.size() == 1 ? use_of(kind.commands.front(), name) : "see scrump " + printable(name);
    return fmt::format("; it {} {}: {}", kind.guessed ? "looks like" : "is", kind.title, use);
}

std::optional<std::string> uses_of_file(const std::string& name, const Description& line, Session& session) {
    const auto names_file = [](const std::string& file) {
        std::error_code ignored;
        return file == "-" || std::filesystem::is_regular_file(file, ignored);
    };
    const Source source = read_source(name, names_file, session);
    if (!source.text) return std::nullopt;
    std::string text;
    for (const FileKind& kind : expect_kinds(*source.text, name, source.title)) {
        text += fmt::format("{} {} {}\n", printable(source.title),
                            !text.empty()  ? "can also be read as"
                            : kind.guessed ? "looks like"
                                           : "is",
                            kind.title);
        std::size_t width = 0;
        for (const std::string& command : kind.commands) width = std::max(width, use_of(command, name).size());
        for (const std::string& command : kind.commands) {
            const auto described = std::ranges::find(line.subcommands, first_word(command), &DescribedCommand::name);
            text += fmt::format("  {:<{}}  {}\n", use_of(command, name), width,
                                described == line.subcommands.end() ? "" : described->summary);
        }
    }
    return text;
}

}  // namespace scrump::cli

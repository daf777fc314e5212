#include "file_kinds.hpp"

#include "source.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/graph_file.hpp>
#include <scrump/problems/knapsack/instance.hpp>
#include <scrump/problems/sokoban/xsb.hpp>
#include <scrump/problems/tsp/tsplib.hpp>
#include <scrump/states/diagrams/model_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace scrump::cli {
namespace {

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return lower;
}

// Also in UTF-16.
bool begins_as_pnml(std::string_view text) {
    std::string beginning(text.substr(0, 4096));
    std::erase(beginning, '\0');
    return beginning.find("<pnml") != std::string::npos;
}

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
    const std::string lower = in_lower_case(std::string_view(text).substr(0, 4096));
    const bool has_sections =
        lower.find("edge_weight_type") != std::string::npos || lower.find("node_coord_section") != std::string::npos;
    return has_sections || can_be_read([&] { tsp::parse_tsplib(text, name); });
}

std::optional<graph::Format> graph_format(const std::string& text, const std::string& name) {
    std::optional<graph::Format> format;
    const bool is_graph = can_be_read([&] {
        format = graph::detect_format(text, name);
        graph::parse_graph(text, *format, {.name = name, .edges = graph::EdgeReading::arcs});
    });
    return is_graph ? format : std::nullopt;
}

std::string commands_for(const FileKind& kind, const std::string& name) {
    std::string text;
    for (const std::string& command : kind.commands)
        text += fmt::format("{}scrump {} {}", text.empty() ? "" : ", ", command, printable(name));
    return text;
}

}  // namespace

std::string_view state_model_in(std::string_view text, std::string_view name) {
    if (begins_as_pnml(text)) return "pnml";
    if (sokoban::count_levels(text) > 0) return "sokoban";
    const std::string lower = in_lower_case(name);
    if (lower.ends_with(".pnml")) return "pnml";
    return lower.ends_with(".xsb") || lower.ends_with(".sok") ? "sokoban" : "";
}

std::vector<FileKind> kinds_of(const std::string& text, const std::string& name) {
    if (is_diagrams(text))
        return {
            {fmt::format(
                 "a model as decision diagrams ({})",
                 std::ranges::find(model_formats(), detect_model_format(text, name), &NamedModelFormat::format)->name),
             {"reach"}}};
    const std::string_view model = state_model_in(text, "");
    if (model == "pnml") return {{"a place/transition net (PNML)", {"states"}}};
    if (is_tsplib(text, name)) return {{"a problem of the travelling salesman (TSPLIB)", {"tsp"}}};
    std::vector<FileKind> kinds;
    if (model == "sokoban") kinds.push_back({"levels of Sokoban (XSB)", {"states"}});
    if (const auto format = graph_format(text, name)) {
        kinds.push_back(
            {fmt::format("a graph ({})", graph::title(*format)),
             {"maxclique", "kclique", "independent-set", "vertex-cover", "colouring", "sip", "mcs", "convert"}});
    }
    // Lists of numbers may be both.
    if (can_be_read([&] { knapsack::parse(text, name); })) kinds.push_back({"a knapsack problem", {"knapsack"}});
    return kinds;
}

std::string where_it_belongs(const std::string& text, const std::string& name) {
    const std::vector<FileKind> kinds = kinds_of(text, name);
    if (kinds.empty()) return {};
    return fmt::format("; it is {}: {}", kinds.front().title, commands_for(kinds.front(), name));
}

std::optional<std::string> uses_of_file(const std::string& name, const Description& line, Session& session) {
    const auto names_file = [](const std::string& file) {
        std::error_code ignored;
        return file == "-" || std::filesystem::is_regular_file(file, ignored);
    };
    const Source source = read_source(name, names_file, session);
    if (!source.text) return std::nullopt;
    const std::vector<FileKind> kinds = kinds_of(*source.text, name);
    if (kinds.empty())
        throw Error(source.title +
                    ": holds nothing that a subcommand takes: no graph, knapsack, tour, net, level of "
                    "Sokoban or decision diagrams; see scrump --help");
    std::string text;
    for (const FileKind& kind : kinds) {
        text += fmt::format("{} {} {}. What takes it:\n", printable(source.title),
                            text.empty() ? "is" : "can also be read as", kind.title);
        for (const std::string& command : kind.commands) {
            const auto described = std::ranges::find(line.subcommands, command, &DescribedCommand::name);
            const std::string files = command == "sip" || command == "mcs" ? " OTHER"
                                      : command == "convert"               ? " --to FORMAT"
                                                                           : "";
            text += fmt::format("  {:<40} {}\n", fmt::format("scrump {} {}{}", command, printable(name), files),
                                described == line.subcommands.end() ? "" : described->summary);
        }
    }
    return text;
}

}  // namespace scrump::cli

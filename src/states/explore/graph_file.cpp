#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/text.hpp>
#include <scrump/states/explore/graph_file.hpp>

#include <ostream>
#include <string_view>

namespace scrump {
namespace {

using Write = void (*)(std::ostream& to, const DrawnGraph& graph);

// What neither format can hold becomes visible: control characters, and bytes that are not text.
std::string clean(std::string_view text) {
    std::string all;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        all += printable(text.substr(0, end));
        if (end == std::string_view::npos) break;
        all += '\n';
        text.remove_prefix(end + 1);
    }
    return all;
}

std::string in_dot(std::string_view text) {
    std::string quoted = "\"";
    for (const char each : clean(text)) {
        if (each == '"' || each == '\\') quoted += '\\';
        if (each == '\n') {
            quoted += "\\n";
        } else {
            quoted += each;
        }
    }
    return quoted + '"';
}

void write_dot(std::ostream& to, const DrawnGraph& graph) {
    to << "digraph states {\n";
    for (std::size_t i = 0; i < graph.texts.size(); ++i) {
        const StateMarks& marks = graph.marks[i];
        to << "  " << i << " [label=" << in_dot(graph.texts[i]);
        if (marks.initial) to << ", initial=true, style=bold";
        if (marks.goal) to << ", goal=true, peripheries=2";
        if (marks.deadlock) to << ", deadlock=true, shape=box";
        if (!marks.violated.empty()) to << ", violated=" << in_dot(marks.violated) << ", color=red";
        to << "];\n";
    }
    for (std::size_t i = 0; i < graph.steps.size(); ++i) {
        to << "  " << graph.steps[i].from << " -> " << graph.steps[i].to;
        if (!graph.names[i].empty()) to << " [label=" << in_dot(graph.names[i]) << ']';
        to << ";\n";
    }
    to << "}\n";
}

std::string in_xml(std::string_view text) {
    std::string escaped;
    for (const char each : clean(text)) {
        switch (each) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            default:
                escaped += each;
        }
    }
    return escaped;
}

void write_data(std::ostream& to, std::string_view key, std::string_view text) {
    if (!text.empty()) to << "<data key=\"" << key << "\">" << in_xml(text) << "</data>";
}

void write_graphml(std::ostream& to, const DrawnGraph& graph) {
    to << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
    for (const char* const key : {"label", "violated"})
        to << "<key id=\"" << key << "\" for=\"node\" attr.name=\"" << key << "\" attr.type=\"string\"/>\n";
    for (const char* const key : {"initial", "goal", "deadlock"})
        to << "<key id=\"" << key << "\" for=\"node\" attr.name=\"" << key << "\" attr.type=\"boolean\"/>\n";
    to << "<key id=\"name\" for=\"edge\" attr.name=\"label\" attr.type=\"string\"/>\n"
          "<graph edgedefault=\"directed\">\n";
    for (std::size_t i = 0; i < graph.texts.size(); ++i) {
        const StateMarks& marks = graph.marks[i];
        to << "<node id=\"" << i << "\">";
        write_data(to, "label", graph.texts[i]);
        write_data(to, "violated", marks.violated);
        write_data(to, "initial", marks.initial ? "true" : "");
        write_data(to, "goal", marks.goal ? "true" : "");
        write_data(to, "deadlock", marks.deadlock ? "true" : "");
        to << "</node>\n";
    }
    for (std::size_t i = 0; i < graph.steps.size(); ++i) {
        to << "<edge id=\"" << i << "\" source=\"" << graph.steps[i].from << "\" target=\"" << graph.steps[i].to
           << "\">";
        write_data(to, "name", graph.names[i]);
        to << "</edge>\n";
    }
    to << "</graph>\n</graphml>\n";
}

Write format_of(const std::string& file) {
    if (file.ends_with(".dot") || file.ends_with(".gv")) return write_dot;
    if (file.ends_with(".graphml")) return write_graphml;
    throw UsageError(file + ": no format of state graphs has this ending; expected .dot, .gv or .graphml");
}

}  // namespace

void check_graph_file(const std::string& file) {
    static_cast<void>(format_of(file));
}

void write_graph(const std::string& file, const DrawnGraph& graph) {
    const Write write = format_of(file);
    replace_file(file, [&](std::ostream& to) { write(to, graph); });
}

}  // namespace scrump

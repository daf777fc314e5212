// scrump convert: from one format of graphs to another.

#include "commands.hpp"
#include "line/values.hpp"
#include "run/complain.hpp"
#include "run/graphs.hpp"
#include "run/output.hpp"
#include "run/process.hpp"
#include "run/report.hpp"
#include "run/source.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/text.hpp>
#include <scrump/problems/graph/generate.hpp>
#include <scrump/problems/graph/graph_file.hpp>
#include <scrump/problems/graph/source.hpp>

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

namespace scrump::cli {
namespace {

struct ConvertArguments {
    std::string graph;
    GivenFormat from;
    GivenFormat to;
    bool directed = false;
    std::optional<std::string> output;  // the second argument
    std::optional<std::string> option;  // -o
    std::uint64_t seed = 1;
};

std::string output_of(const ConvertArguments& given) {
    if (given.output && given.option)
        throw UsageError("convert: " + in_quotes(*given.output) + " and --output " + in_quotes(*given.option) +
                         "; expected one output");
    return given.output ? *given.output : given.option.value_or("-");
}

graph::Format wanted_format(const ConvertArguments& given) {
    const std::string output = output_of(given);
    const GivenFormat wanted = given.to ? given.to : graph::format_of_name(output);
    if (wanted) return *wanted;
    const std::string why = output == "-" ? "" : ", and the name " + in_quotes(output) + " stands for no format";
    throw UsageError("convert: --to is missing" + why + "; see scrump convert --help");
}

graph::GraphFile read_any(const ConvertArguments& given, Session& session) {
    const auto [text, title] = read_source(given.graph, graph::names_file, session);
    if (!text) return {.graph = graph::generate_sparse(given.graph, given.seed)};
    const auto edges = given.directed ? graph::EdgeReading::directed : graph::EdgeReading::arcs;
    const graph::Format format = given.from ? *given.from : graph::detect_format(*text, given.graph, edges);
    return parse_file(*text, given.graph, given.from, format,
                      {.name = title,
                       .weights = graph::VertexWeights::read,
                       .edges = edges,
                       .warn = warn_in(session),
                       .guessed = !given.from});
}

int convert(const ConvertArguments& given, Session& session) {
    const std::string output = output_of(given);
    check_output_name(output);
    const graph::Format format = wanted_format(given);
    const graph::GraphFile file = read_any(given, session);
    if (!session.first()) return solved;
    for (const std::string& lost : graph::left_out(file, format))
        complain("warning: " + lost + " are left out, which " + std::string(graph::title(format)) +
                 " has no place for");
    write_output(output, [&](std::ostream& out) { graph::write_graph(out, file, format); });
    return solved;
}

}  // namespace

void declare_convert(CommandLine& line) {
    const auto given = std::make_shared<ConvertArguments>();
    Command command = line.subcommand("convert", "Write a graph in another format");
    command.option("GRAPH", given->graph, graph_help).words(graph_words()).required();
    command.option("OUTPUT", given->output, a_name(), "File to write; - is standard output, as if left out");
    declare_format(command, given->from);
    declare_directed(command, given->directed);
    Choices<GivenFormat> choices;
    std::string help = "Format to write; if left out, the one that the ending of the output's name stands for";
    for (const graph::NamedFormat& each : graph::formats()) {
        if (!graph::has_writer(each.format)) continue;
        help += (choices.empty() ? ": " : ", ") + std::string(each.name);
        choices.emplace_back(each.name, each.format);
    }
    command.option("--to", given->to, one_of(choices), help).type_name("F");
    command.option("-o,--output", given->option, a_name(), "The same as OUTPUT").type_name("FILE");
    command.option("--seed", given->seed, whole_number(), "Seed of random families").type_name("N").show_default();
    command.does([given](const Process& process) { return convert(*given, process.session); });
}

}  // namespace scrump::cli

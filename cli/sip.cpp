// scrump sip: one graph in another.

#include "commands.hpp"
#include "graphs.hpp"
#include "live_search.hpp"
#include "report.hpp"
#include "source.hpp"
#include "values.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/generate.hpp>
#include <scrump/problems/graph/source.hpp>
#include <scrump/problems/sip/lad.hpp>
#include <scrump/problems/sip/solve.hpp>

#include <fmt/format.h>

#include <memory>
#include <span>
#include <tuple>
#include <utility>

namespace scrump::cli {
namespace {

struct Arguments {
    RunOptions run;
    std::string pattern;
    std::string target;
    std::string format = "auto";
    bool induced = false;
    bool count = false;
    bool all = false;
};

sip::Format format_of(const std::string& text, const std::string& name) {
    if (name == "lad") return sip::Format::lad;
    if (name == "labelled-lad") return sip::Format::labelled_lad;
    return name == "dimacs" ? sip::Format::dimacs : sip::detect_format(text);
}

/// A graph with the number that its source gives its first vertex, and what messages call the place of that.
struct Numbered {
    sip::LabelledGraph graph;
    std::size_t first = 1;
    std::string place;
};

Numbered load(const std::string& source, std::size_t most, const Arguments& given, Session& session) {
    const auto [text, title] = read_source(source, graph::names_file, session);
    if (!text) {
        sip::LabelledGraph graph(graph::generate(source, given.run.seed));
        expect_at_most(most, graph.size(), source);
        return {std::move(graph), 1, source};
    }
    const sip::Format format = format_of(*text, given.format);
    sip::LabelledGraph graph = sip::parse_graph(*text, title, format, most, warn_in(session));
    if (format == sip::Format::dimacs) return {std::move(graph), 1, title};
    return {std::move(graph), 0, fmt::format("{}:{}", title, sip::line_of_first_vertex(*text))};
}

// Graphs without vertices fit all others.
void expect_labels_in_both_or_neither(const Numbered& pattern, const Numbered& target) {
    if (pattern.graph.size() == 0 || target.graph.size() == 0) return;
    if (pattern.graph.labels.empty() == target.graph.labels.empty()) return;
    const auto& [with, without] = target.graph.labels.empty() ? std::tie(pattern, target) : std::tie(target, pattern);
    throw Error(with.place + ": the vertices have labels, but those of " + without.place +
                " have none; expected labels in both graphs or in neither");
}

/// What was asked, with the numbers that files give their vertices.
struct Question {
    sip::Problem problem;
    std::size_t pattern_first = 1;
    std::size_t target_first = 1;

    std::string mapping(std::span<const std::uint32_t> images) const {
        std::string text;
        for (std::size_t v = 0; v < images.size(); ++v)
            text += fmt::format("{}{}->{}", v == 0 ? "" : " ", v + pattern_first, images[v] + target_first);
        return text;
    }
    nlohmann::ordered_json solution(std::span<const std::uint32_t> images) const {
        auto json = nlohmann::ordered_json::array();
        for (const std::uint32_t image : images) json.push_back(image + target_first);
        return json;
    }
};

Question read(const Arguments& given, Session& session) {
    begin(given.run, session);
    if (given.pattern == "-" && given.target == "-")
        throw UsageError("pattern and target cannot both be read from standard input");
    Numbered pattern = load(given.pattern, sip::max_pattern, given, session);
    Numbered target = load(given.target, graph::max_vertices, given, session);
    expect_labels_in_both_or_neither(pattern, target);
    Question question{{std::move(pattern.graph), std::move(target.graph), given.induced}, pattern.first, target.first};
    question.problem.check();
    return question;
}

nlohmann::ordered_json describe(const std::string& source, const sip::LabelledGraph& graph) {
    return {{"graph", source},
            {"vertices", graph.size()},
            {"edges", graph.edges.edges()},
            {"loops", graph.number_of_loops()},
            {"labelled", !graph.labels.empty()}};
}

void find(const Question& question, LiveSearch& live, Report& report) {
    sip::Found found = sip::find(question.problem, live.options());
    report.status = found.status;
    report.statistics = std::move(found.statistics);
    answer_existence(report, "subgraph", found.mapping.has_value());
    if (!found.mapping) return;
    report.result["solution"] = question.solution(*found.mapping);
    report.answer.emplace_back("mapping", question.mapping(*found.mapping));
}

// A stopped count is a part, and is not given as the whole.
void fill_count(std::uint64_t count, Report& report) {
    const bool complete = report.status == Status::complete;
    report.result[complete ? "count" : "count_so_far"] = count;
    report.answer = {{"mappings", (complete ? "" : "at least ") + std::to_string(count)}};
    report.unproved = "counted in part";
}

void count(const Question& question, LiveSearch& live, Report& report) {
    auto result = sip::count(question.problem, live.options());
    report.status = result.status;
    report.statistics = std::move(result.statistics);
    fill_count(result.value, report);
}

void list(const Question& question, LiveSearch& live, Report& report) {
    auto result = sip::all(question.problem, live.options());
    report.status = result.status;
    report.statistics = std::move(result.statistics);
    fill_count(result.value.size(), report);
    report.unproved = "listed in part";
    auto& solutions = report.result[report.status == Status::complete ? "solutions" : "solutions_so_far"];
    solutions = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < result.value.size(); ++i) {
        solutions.push_back(question.solution(result.value[i]));
        report.answer.emplace_back("mapping", question.mapping(result.value[i]));
    }
}

int answer(const Arguments& given, Session& session) {
    const Question question = read(given, session);
    Report report;
    report.problem = "sip";
    report.instance = {{"pattern", describe(given.pattern, question.problem.pattern)},
                       {"target", describe(given.target, question.problem.target)},
                       {"induced", given.induced}};
    {
        LiveSearch live(given.run, session, false);
        (given.all ? list : given.count ? count : find)(question, live, report);
    }
    return print(report, given.run, session);
}

}  // namespace

void declare_sip(CommandLine& line, Action& run) {
    constexpr const char* pattern_help =
        "LAD or DIMACS file, - for standard input, or a generator: random:n=30,p=0.3,seed=1";
    const auto given = std::make_shared<Arguments>();
    Command command = line.subcommand("sip", "Find one graph in another: subgraph isomorphism");
    command.option("PATTERN", &given->pattern, pattern_help).required();
    command.option("TARGET", &given->target, "The same, to find it in").required();
    command.flag("--induced", given->induced, "What is not adjacent must not be adjacent there either");
    const Argument count = command.flag("--count", given->count, "Count all mappings");
    command.flag("--all", given->all, "List all mappings").excludes(count);
    command.option("--format", &given->format, "Format of the files")
        .rule(one_of({"auto", "lad", "labelled-lad", "dimacs"}))
        .show_default();
    given->run.declare(command);
    command.when_chosen([given, &run] { run = [given](Session& session) { return answer(*given, session); }; });
}

}  // namespace scrump::cli

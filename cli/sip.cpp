// scrump sip: one graph in another.

#include "certificates.hpp"
#include "commands.hpp"
#include "graphs.hpp"
#include "search_command.hpp"
#include "source.hpp"
#include "values.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/graph/generate.hpp>
#include <scrump/problems/graph/source.hpp>
#include <scrump/problems/sip/certified.hpp>
#include <scrump/problems/sip/lad.hpp>
#include <scrump/problems/sip/solve.hpp>

#include <fmt/format.h>

#include <span>
#include <tuple>
#include <utility>

namespace scrump::cli {
namespace {

struct SipArguments {
    std::string pattern;
    std::string target;
    sip::Format format = sip::Format::automatic;
    bool induced = false;
    bool count = false;
    bool all = false;
    std::string proof;
};

/// A graph with the number that its source gives its first vertex, and what messages call the place of that.
struct Numbered {
    sip::LabelledGraph graph;
    std::size_t first = 1;
    std::string place;
};

Numbered load(const std::string& source, std::size_t most, sip::Format given, LiveSearch& live) {
    const auto [text, title] = read_source(source, graph::names_file, live.session());
    if (!text) {
        sip::LabelledGraph graph(graph::generate(source, live.seed()));
        expect_at_most(most, graph.size(), source);
        return {std::move(graph), 1, source};
    }
    const sip::Format format = given == sip::Format::automatic ? sip::detect_format(*text) : given;
    sip::LabelledGraph graph = sip::parse_graph(*text, title, format, most, warn_in(live.session()));
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

Question read(const SipArguments& given, LiveSearch& live) {
    if (given.pattern == "-" && given.target == "-")
        throw UsageError("pattern and target cannot both be read from standard input");
    Numbered pattern = load(given.pattern, sip::max_pattern, given.format, live);
    Numbered target = load(given.target, graph::max_vertices, given.format, live);
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

void add_mapping(Report& report, const Question& question, sip::Found& found) {
    report.take(found);
    report.add_existence("subgraph", found.mapping.has_value());
    if (!found.mapping) return;
    report.result["solution"] = question.solution(*found.mapping);
    report.answer.emplace_back("mapping", question.mapping(*found.mapping));
}

void find_mapping(const Question& question, LiveSearch& live, Report& report) {
    sip::Found found = sip::find(question.problem, live.begin(Line::plain));
    add_mapping(report, question, found);
}

void prove_mapping(const Question& question, const std::string& name, LiveSearch& live, Report& report) {
    sip::CertifiedFound found = sip::certify(question.problem, name, live.begin(Line::plain));
    add_mapping(report, question, found);
    add_certificate(report, found.certificate);
}

void count_mappings(const Question& question, LiveSearch& live, Report& report) {
    auto result = sip::count(question.problem, live.begin(Line::plain));
    report.take(result);
    report.add_count("mappings", "count", result.value);
}

void list_mappings(const Question& question, LiveSearch& live, Report& report) {
    auto result = sip::all(question.problem, live.begin(Line::plain));
    report.take(result);
    report.add_count("mappings", "count", result.value.size());
    report.unproved = "listed in part";
    auto& solutions = report.counted("solutions");
    solutions = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < result.value.size(); ++i) {
        solutions.push_back(question.solution(result.value[i]));
        report.answer.emplace_back("mapping", question.mapping(result.value[i]));
    }
}

Report solve(const SipArguments& given, LiveSearch& live) {
    const Question question = read(given, live);
    Report report{.instance = {{"pattern", describe(given.pattern, question.problem.pattern)},
                               {"target", describe(given.target, question.problem.target)},
                               {"induced", given.induced}}};
    if (!given.proof.empty()) {
        prove_mapping(question, given.proof, live, report);
    } else {
        (given.all ? list_mappings : given.count ? count_mappings : find_mapping)(question, live, report);
    }
    return report;
}

void declare(Command command, SipArguments& given) {
    constexpr const char* pattern_help =
        "LAD or DIMACS file, - for standard input, or a generator: random:n=30,p=0.3,seed=1";
    const Choices<sip::Format> formats = {{"auto", sip::Format::automatic},
                                          {"lad", sip::Format::lad},
                                          {"labelled-lad", sip::Format::labelled_lad},
                                          {"dimacs", sip::Format::dimacs}};
    command.option("PATTERN", given.pattern, pattern_help).required();
    command.option("TARGET", given.target, "The same, to find it in").required();
    command.flag("--induced", given.induced, "What is not adjacent must not be adjacent there either");
    const Argument count = command.flag("--count", given.count, "Count all mappings");
    const Argument all = command.flag("--all", given.all, "List all mappings").excludes(count);
    declare_proof(command, given.proof).excludes(all).excludes(count);
    command.option("--format", given.format, one_of(formats), "Format of the files").initially("auto");
}

}  // namespace

void declare_sip(CommandLine& line) {
    declare_search<SipArguments>(line, "sip", "Find one graph in another: subgraph isomorphism", declare, solve);
}

}  // namespace scrump::cli

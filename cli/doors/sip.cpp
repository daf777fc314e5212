// scrump sip: one graph in another.

#include "commands.hpp"
#include "line/values.hpp"
#include "run/certificates.hpp"
#include "run/graphs.hpp"
#include "run/search_command.hpp"

#include <scrump/base/error.hpp>
#include <scrump/problems/sip/certified.hpp>
#include <scrump/problems/sip/solve.hpp>

#include <fmt/format.h>

#include <span>
#include <utility>

namespace scrump::cli {
namespace {

struct SipArguments {
    std::string pattern;
    std::string target;
    GivenFormat format;
    bool directed = false;
    bool induced = false;
    bool count = false;
    bool all = false;
    std::string proof;
};

/// What was asked, with the names that files give their vertices.
struct Question {
    sip::Problem problem;
    Origin pattern;
    Origin target;

    std::string mapping(std::span<const std::uint32_t> images) const {
        std::string text;
        for (std::size_t v = 0; v < images.size(); ++v)
            text += fmt::format("{}{}->{}", v == 0 ? "" : " ", shown_name(pattern.names, v),
                                shown_name(target.names, images[v]));
        return text;
    }
    nlohmann::ordered_json solution(std::span<const std::uint32_t> images) const {
        return names_of(target.names, images);
    }
};

Question read(const SipArguments& given, LiveSearch& live) {
    if (given.pattern == "-" && given.target == "-")
        throw UsageError("pattern and target cannot both be read from standard input");
    auto [pattern, target] = load_two({given.pattern, sip::max_pattern}, {given.target, graph::max_vertices},
                                      given.format, given.directed, live);
    Question question{{std::move(pattern.graph), std::move(target.graph), given.induced},
                      std::move(pattern.origin),
                      std::move(target.origin)};
    question.problem.check();
    return question;
}

void add_mapping(Report& report, const Question& question, Answer<std::optional<sip::Mapping>> found) {
    const std::optional<sip::Mapping> mapping = report.take(std::move(found));
    report.add_existence("subgraph", mapping.has_value());
    if (!mapping) return;
    report.result["solution"] = question.solution(*mapping);
    report.answer.emplace_back("mapping", question.mapping(*mapping));
}

void find_mapping(const Question& question, LiveSearch& live, Report& report) {
    add_mapping(report, question, sip::find(question.problem, live.begin(Line::plain, report)));
}

void prove_mapping(const Question& question, const std::string& name, LiveSearch& live, Report& report) {
    const sip::CertifiedMapping found = sip::certify(question.problem, name, live.begin(Line::plain, report));
    add_mapping(report, question, found);
    add_certificate(report, found.certificate);
}

void count_mappings(const Question& question, LiveSearch& live, Report& report) {
    report.add_count("mappings", "count", report.take(sip::count(question.problem, live.begin(Line::plain, report))));
}

void list_mappings(const Question& question, LiveSearch& live, Report& report) {
    const sip::Mappings mappings = report.take(sip::all(question.problem, live.begin(Line::plain, report)));
    report.add_count("mappings", "count", mappings.size());
    report.unproved = "listed in part";
    auto& solutions = report.counted("solutions");
    solutions = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < mappings.size(); ++i) {
        solutions.push_back(question.solution(mappings[i]));
        report.answer.emplace_back("mapping", question.mapping(mappings[i]));
    }
}

Report solve(const SipArguments& given, LiveSearch& live) {
    const Question question = read(given, live);
    Report report{.instance = {{"pattern", describe(question.pattern, question.problem.pattern)},
                               {"target", describe(question.target, question.problem.target)},
                               {"induced", given.induced}}};
    for (const Origin* origin : {&question.pattern, &question.target}) note_format(report, *origin);
    if (!given.proof.empty()) {
        prove_mapping(question, given.proof, live, report);
    } else {
        (given.all ? list_mappings : given.count ? count_mappings : find_mapping)(question, live, report);
    }
    return report;
}

void declare(Command command, SipArguments& given) {
    command.option("PATTERN", given.pattern, graph_help).words(graph_words()).required();
    command.option("TARGET", given.target, "Graph to search, given in the same way").required();
    command.flag("--induced", given.induced, "Map non-adjacent vertices to non-adjacent vertices");
    const Argument count = command.flag("--count", given.count, "Count all mappings");
    const Argument all = command.flag("--all,--all-solutions", given.all, "List all mappings").excludes(count);
    declare_proof(command, given.proof).excludes(all).excludes(count);
    declare_format(command, given.format);
    declare_directed(command, given.directed);
}

}  // namespace

void declare_sip(CommandLine& line) {
    declare_search<SipArguments>(line, "sip", "Find one graph in another: subgraph isomorphism", declare, solve,
                                 Aim::any);
}

}  // namespace scrump::cli

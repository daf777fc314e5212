// The subcommands of the problems that are described (scrump/problems/described): what each of them reads, asks and
// shows stands in its description.

#include "commands.hpp"
#include "line/table_options.hpp"
#include "run/answer_file.hpp"
#include "run/complain.hpp"
#include "run/graphs.hpp"
#include "run/search_command.hpp"
#include "run/solution_report.hpp"
#include "run/source.hpp"
#include "run/start.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/problems/described/ext/problem.hpp>

#include <cctype>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace scrump::cli {
namespace {

using described::Problem;
using described::Question;

struct ProblemArguments {
    std::string source;  // of the instance, or of the first graph
    std::string second;  // of the second graph
    GivenFormat format;
    bool directed = false;
    Question question;
};

/// An instance, with what is said of it.
struct LoadedProblem {
    std::unique_ptr<described::Instance> instance;
    Naming naming;
    Report report;
};

// "at-least" is "at_least" in JSON, "FILE" is "file".
std::string json_key(std::string_view name) {
    std::string key(name);
    for (char& letter : key) letter = letter == '-' ? '_' : static_cast<char>(std::tolower(letter));
    return key;
}

// Collective, as all of these; only the first process reads files.
LoadedProblem load_source(const Problem& problem, ProblemArguments& given, LiveSearch& live) {
    const described::SourceFace& face = problem.source;
    const Source source = read_source(given.source, face.names_file, live.session());
    LoadedProblem loaded;
    loaded.instance = source.text ? face.parse(*source.text, source.title, given.question)
                                  : face.generate(given.source, live.seed(), given.question);
    loaded.naming.first_number = loaded.instance->first_number();
    loaded.report.instance = {{json_key(face.name), given.source}};
    const std::string warning = loaded.instance->warning();
    if (!warning.empty() && live.session().first()) complain("warning: " + warning);
    return loaded;
}

// A matrix, unless the problem takes larger graphs than fit into one.
AnyGraph load_one(const ProblemArguments& given, std::size_t most, LiveSearch& live) {
    const bool weighted = given.question.weights == described::Weights::given;
    const bool is_matrix = most <= graph::max_vertices;
    if (is_matrix && !weighted) {
        MatrixGraph matrix = load_graph(given.source, given.format, live, most);
        return {std::move(matrix.origin), std::move(matrix.graph), {}};
    }
    AnyGraph graph = load_any_graph(given.source, given.format,
                                    weighted ? graph::VertexWeights::read : graph::VertexWeights::skip, live, most);
    if (is_matrix) graph.graph = graph.take_matrix();
    return graph;
}

LoadedProblem load_one_graph(const Problem& problem, ProblemArguments& given, LiveSearch& live) {
    AnyGraph graph = load_one(given, problem.graphs.front().max_vertices(given.question), live);
    LoadedProblem loaded;
    loaded.report.instance = describe(graph.origin, graph);
    note_format(loaded.report, graph.origin);
    given.question.known = start_vertices(given.question.start_file, problem, graph, live);
    loaded.instance =
        problem.make({.graph = std::move(graph.graph), .weights = std::move(graph.weights)}, given.question);
    loaded.naming.first = std::move(graph.origin);
    return loaded;
}

LoadedProblem load_two_graphs(const Problem& problem, ProblemArguments& given, LiveSearch& live) {
    if (given.source == "-" && given.second == "-")
        throw UsageError(std::string(problem.name) + ": both graphs are '-'; only one can be read from standard input");
    const auto& [one, other] = problem.graphs;
    auto [first, second] =
        load_two({given.source, one.max_vertices(given.question)}, {given.second, other.max_vertices(given.question)},
                 given.format, given.directed, live);
    LoadedProblem loaded;
    loaded.report.instance = {{json_key(one.name), describe(first.origin, first.graph)},
                              {json_key(other.name), describe(second.origin, second.graph)}};
    for (const NamedGraph* each : {&first, &second}) note_format(loaded.report, each->origin);
    loaded.instance =
        problem.make({.first = std::move(first.graph), .second = std::move(second.graph)}, given.question);
    loaded.naming.first = std::move(first.origin);
    loaded.naming.second = std::move(second.origin);
    return loaded;
}

LoadedProblem load(const Problem& problem, ProblemArguments& given, LiveSearch& live) {
    LoadedProblem loaded = problem.data == described::Data::source  ? load_source(problem, given, live)
                           : problem.data == described::Data::graph ? load_one_graph(problem, given, live)
                                                                    : load_two_graphs(problem, given, live);
    Report::Json& said = loaded.report.instance;
    for (const described::Fact& fact : loaded.instance->facts()) said[std::string(fact.key)] = json_of(fact);
    if (given.question.limit) said[json_key(problem.limit)] = *given.question.limit;
    return loaded;
}

// What comes when all is printed. Of the solutions, it keeps the best alone.
std::function<void()> end_of(const Problem& problem, std::unique_ptr<described::Instance> instance,
                             const Question& question, const described::Outcome& outcome) {
    if (problem.data != described::Data::source) return {};
    auto kept = std::make_shared<described::Outcome>();
    kept->asked = outcome.asked;
    kept->status = outcome.status;
    if (!outcome.solutions.empty()) kept->solutions.push_back(outcome.solutions.front());
    return [kept, question, its = std::shared_ptr<const described::Instance>(std::move(instance))] {
        its->check(question, *kept);
        if (!question.answer_file.empty() && !kept->solutions.empty())
            replace_file(question.answer_file, its->file_of(kept->solutions.front()));
    };
}

Report solve(const Problem& problem, ProblemArguments given, LiveSearch& live) {
    Question& question = given.question;
    if (question.count || question.list) live.refuse_gap();
    check_answer_file(dashed(problem.answer_file), question.answer_file, given.source, live);
    LoadedProblem loaded = load(problem, given, live);
    if (problem.data == described::Data::source)
        question.known = start_numbers(question.start_file, problem, *loaded.instance, given.source, live);
    Report& report = loaded.report;
    const bool has_incumbents = problem.aim == Aim::best && !question.asks_whether();
    const SearchOptions& search = live.begin(has_incumbents ? Line::with_incumbent : Line::plain, report);
    described::Outcome outcome = loaded.instance->ask(question, search);
    report.afterwards = end_of(problem, std::move(loaded.instance), question, outcome);
    add_outcome(report, problem, loaded.naming, question, std::move(outcome));
    return std::move(report);
}

void declare_source(const Problem& problem, Command command, ProblemArguments& given) {
    const described::SourceFace& face = problem.source;
    Argument source = command.option(std::string(face.name), given.source, std::string(face.help));
    source.words(face.words()).required();
    if (face.families != nullptr) command.footer(face.families);
}

void declare_graphs(const Problem& problem, Command command, ProblemArguments& given) {
    const auto& [one, other] = problem.graphs;
    const bool two = problem.data == described::Data::graphs;
    command.option(std::string(one.name), given.source, graph_help).words(graph_words()).required();
    if (two) command.option(std::string(other.name), given.second, std::string(other.help)).required();
    declare_format(command, given.format);
    if (two) declare_directed(command, given.directed);
}

void declare(const Problem& problem, Command command, ProblemArguments& given) {
    if (problem.data == described::Data::source) {
        declare_source(problem, command, given);
    } else {
        declare_graphs(problem, command, given);
    }
    declare_table(command, given.question, problem.options);
}

}  // namespace

void declare_problems(CommandLine& line) {
    for (const Problem* const each : described::all_problems()) {
        const Problem& problem = *each;
        Command command = declare_search<ProblemArguments>(
            line, std::string(problem.name), std::string(problem.summary),
            [&problem](Command own, ProblemArguments& given) { declare(problem, own, given); },
            [&problem](const ProblemArguments& given, LiveSearch& live) { return solve(problem, given, live); },
            problem.aim);
        if (!problem.alias.empty()) command.alias(std::string(problem.alias));
    }
}

}  // namespace scrump::cli

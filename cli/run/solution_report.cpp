#include "run/solution_report.hpp"

#include "results/certificate_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace scrump::cli {
namespace {

using described::Form;

/// Reports the solutions of one problem.
class Reporter {
  public:
    Reporter(const described::Problem& problem, const Naming& naming) : problem_(problem), naming_(naming) {}

    /// Adds a solution; `with_objective`: people read its objective, too.
    void add(Report& report, const described::Solution& solution, bool with_objective = true) const {
        add_fields(report, solution.fields, with_objective);
        report.result["solution"] = json(solution.numbers);
        add_lines(report, solution.numbers);
    }

    /// Adds numbers that describe a solution, or all of them.
    static void add_fields(Report& report, const std::vector<described::Field>& fields, bool with_objective = true) {
        for (const described::Field& field : fields) {
            const bool is_objective = field.key == described::objective_key;
            if (!field.key.empty()) report.result[std::string(field.key)] = field.value;
            if (!is_objective || with_objective)
                report.answer.emplace_back(field.label, field.text.empty() ? std::to_string(field.value) : field.text);
        }
    }

    // For machines. Colours are numbered from 1.
    Report::Json json(const std::vector<std::size_t>& numbers) const {
        switch (problem_.form) {
            case Form::items:
            case Form::order:
            case Form::tour:
                return numbered_from(naming_.first_number, numbers);
            case Form::colouring:
                return numbered_from(1, numbers);
            case Form::clique:
            case Form::independent_set:
            case Form::vertex_cover:
                return names_of(naming_.first.names, numbers);
            case Form::mapping:
                return names_of(naming_.second.names, numbers);
            case Form::pairs:
                break;
        }
        Report::Json pairs = Report::Json::array();
        for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
            pairs.push_back({name_of(naming_.first.names, numbers[i]), name_of(naming_.second.names, numbers[i + 1])});
        return pairs;
    }

    // For people: of a colouring, the vertices of each colour.
    void add_lines(Report& report, const std::vector<std::size_t>& numbers) const {
        const std::string label(problem_.solution);
        if (problem_.form == Form::colouring) {
            add_classes(report, label, numbers);
        } else {
            report.answer.emplace_back(label, text(numbers));
        }
    }

  private:
    std::string text(const std::vector<std::size_t>& numbers) const {
        std::vector<std::string> words;
        if (problem_.form == Form::pairs) {
            for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
                words.push_back(matched(numbers[i], "=", numbers[i + 1]));
        } else if (problem_.form == Form::mapping) {
            for (std::size_t i = 0; i < numbers.size(); ++i) words.push_back(matched(i, "->", numbers[i]));
        } else {
            return shown(json(numbers));
        }
        return fmt::format("{}", fmt::join(words, " "));
    }

    std::string matched(std::size_t first, const char* sign, std::size_t second) const {
        return shown_name(naming_.first.names, first) + sign + shown_name(naming_.second.names, second);
    }

    void add_classes(Report& report, const std::string& label, const std::vector<std::size_t>& colours) const {
        std::vector<std::vector<std::string>> classes;
        for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
            classes.resize(std::max(classes.size(), colours[vertex] + 1));
            classes[colours[vertex]].push_back(shown_name(naming_.first.names, vertex));
        }
        for (std::size_t colour = 0; colour < classes.size(); ++colour)
            report.answer.emplace_back(fmt::format("{} {}", label, colour + 1),
                                       fmt::format("{}", fmt::join(classes[colour], " ")));
    }

    const described::Problem& problem_;
    const Naming& naming_;
};

// "{}-clique" of 5: "5-clique".
std::string existence_label(std::string_view label, std::int64_t limit) {
    std::string text(label);
    if (const std::size_t place = text.find("{}"); place != std::string::npos)
        text.replace(place, 2, std::to_string(limit));
    return text;
}

void add_several(Report& report, const Reporter& reporter, const std::vector<described::Solution>& solutions) {
    report.unproved = "listed in part";
    auto all = Report::Json::array();
    auto objectives = Report::Json::array();
    Report lines;
    for (const described::Solution& each : solutions) {
        Report one;
        reporter.add(one, each);
        objectives.push_back(each.objective());
        all.push_back(std::move(one.result["solution"]));
        lines.answer.insert(lines.answer.end(), one.answer.begin(), one.answer.end());
    }
    if (!objectives.empty()) report.result["objective"] = objectives.front();
    report.add_count("number", "count", solutions.size());
    report.answer.insert(report.answer.end(), lines.answer.begin(), lines.answer.end());
    report.counted("objectives") = std::move(objectives);
    report.counted("solutions") = std::move(all);
}

void add_existence(Report& report, const described::Problem& problem, const Reporter& reporter, std::int64_t limit,
                   const std::vector<described::Solution>& solutions) {
    const std::string label = existence_label(problem.exists, limit);
    const bool tells_objective = label != problem.exists;
    report.add_existence(label, !solutions.empty());
    if (!solutions.empty()) reporter.add(report, solutions.front(), !tells_objective);
}

void add_all(Report& report, const Reporter& reporter, const described::Count& count,
             std::vector<described::Solution> solutions) {
    Reporter::add_fields(report, count.fields);
    report.add_count(std::string(count.label), "count", count.number);
    if (!count.listed) return;
    report.unproved = "listed in part";
    auto& all = report.counted("solutions");
    all = Report::Json::array();
    for (described::Solution& each : solutions) {
        all.push_back(reporter.json(each.numbers));
        reporter.add_lines(report, each.numbers);
        each = {};  // there may be millions
    }
}

void add_certificate(Report& report, const std::optional<proof::Certificate>& certificate) {
    if (!certificate) return;
    report.answer.emplace_back("proof", fmt::format("{}, {} steps", certificate->proof, certificate->steps));
    report.result["proof"] = results::certificate_json(*certificate);
}

}  // namespace

Report::Json json_of(const described::Fact& fact) {
    return std::visit([](const auto& value) { return Report::Json(value); }, fact.value);
}

void add_outcome(Report& report, const described::Problem& problem, const Naming& naming,
                 const described::Question& question, described::Outcome outcome) {
    const Reporter reporter(problem, naming);
    report.status = outcome.status;
    report.statistics = std::move(outcome.statistics);
    switch (outcome.asked) {
        case described::Asked::best:
            reporter.add(report, outcome.solutions.front());
            break;
        case described::Asked::whether:
            add_existence(report, problem, reporter, question.limit.value_or(0), outcome.solutions);
            break;
        case described::Asked::several:
            add_several(report, reporter, outcome.solutions);
            break;
        case described::Asked::all:
            add_all(report, reporter, *outcome.count, std::move(outcome.solutions));
            break;
    }
    add_certificate(report, outcome.certificate);
    for (const described::Fact& fact : outcome.facts) report.result[std::string(fact.key)] = json_of(fact);
}

}  // namespace scrump::cli

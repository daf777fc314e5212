// scrump check of a compiled model: formulas of linear temporal logic about its states.

#include "doors/check_arguments.hpp"
#include "line/texts.hpp"
#include "run/print_run.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/pins/ltl.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrump::cli {
namespace {

using Json = results::Json;
constexpr std::array<std::string_view, 4> options_of_models = {"workers", "memory-limit", "time-limit", "no-pin"};

void refuse_what_is_for_nets(const CheckArguments& given) {
    const auto refuse = [](bool is_given, const std::string& option) {
        if (is_given) throw UsageError(fmt::format("check: {} is for nets, not for compiled models", option));
    };
    for (const auto& [name, text] : *given.texts)
        refuse(std::ranges::find(options_of_models, name) == options_of_models.end(), "--" + name);
    refuse(!given.properties.empty(), "a file of properties");
    refuse(!given.names.empty(), "--ask");
    refuse(!given.ctl.empty(), "--ctl");
    refuse(!given.only.empty(), "--only");
    refuse(given.order.named.has_value(), "--order");
    refuse(!given.order.file.empty(), "--order-file");
    refuse(given.order.reorder.has_value(), "--reorder");
    refuse(given.order.growth.has_value(), "--reorder-growth");
    refuse(given.reduction != CheckArguments().reduction, "--reduction");
    refuse(given.form.contest, "--contest");
    refuse(given.form.with_formulas, "--formulas");
    refuse(given.stats, "--stats");
    if (given.ltl.empty()) throw UsageError("check: a compiled model is asked by --ltl alone: expected a formula");
}

// What is known of a formula.
struct ModelAnswer {
    std::string formula{};
    std::optional<bool> holds{};
    Status status = Status::complete;
    std::optional<pins::StepTexts> steps{};
    double seconds = 0;
    std::uint64_t visited = 0;
    unsigned workers = 1;
};

ShownAnswer shown_answer(const ModelAnswer& answer) {
    ShownAnswer all{.id = answer.formula, .formula = answer.formula};
    all.answer = answer.holds ? *answer.holds ? "true" : "false" : "unknown";
    all.how = answer.holds ? fmt::format("by visiting states, {:.3f} s", answer.seconds)
                           : fmt::format("stopped ({})", name(answer.status));
    if (!answer.steps) return all;
    all.path = answer.steps->path;
    all.cycle = answer.steps->cycle;
    return all;
}

Json to_json(const ModelAnswer& answer) {
    Json json = {{"id", answer.formula}, {"formula", answer.formula}};
    if (!answer.holds) {
        json["why"] = name(answer.status);
        return json;
    }
    json["answer"] = *answer.holds;
    json["method"] = "states";
    json["seconds"] = answer.seconds;
    if (answer.steps) json["path"] = answer.steps->path;
    if (answer.steps && !answer.steps->cycle.empty()) json["cycle"] = answer.steps->cycle;
    return json;
}

// The formulas one after the other, each with its part of the time that is left.
class ModelFormulas {
  public:
    ModelFormulas(const pins::Model& model, const CheckArguments& given, LiveRun& live)
        : model_(model), given_(given), live_(live), answers_(given.ltl, given.form, live) {
        for (const std::string& each : given.ltl) {
            try {
                asked_.push_back(
                    pins::parse_ltl(each, model, {.weak = given.fairness.weak, .strong = given.fairness.strong}));
            } catch (const UsageError& error) {
                throw UsageError(std::string("check: ") + error.what());
            }
        }
    }

    std::vector<ModelAnswer> check() {
        const TaskOptions& tasks = given_.options.diagrams.tasks;
        LtlOptions options{
            .workers = tasks.workers, .pin = tasks.pin, .memory_limit = given_.options.diagrams.memory_limit};
        live_.connect(options);
        live_.show(options.progress, options.progress_interval, given_, [](const LtlProgress& now) {
            return fmt::format("{:.1f} s  {} states, {} pairs", now.elapsed.count(),
                               human(static_cast<double>(now.states)), human(static_cast<double>(now.pairs)));
        });
        answers_.connect(options.stop, options.progress);
        std::vector<ModelAnswer> all;
        std::vector<ShownAnswer> printed;
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            if (tasks.time_limit)
                options.time_limit = (*tasks.time_limit - (Clock::now() - live_.began())) /
                                     static_cast<std::chrono::nanoseconds::rep>(asked_.size() - i);
            all.push_back(answer(i, options));
            printed.push_back(shown_answer(all.back()));
            answers_.tell(printed.back());
        }
        live_.clear();
        answers_.finish(printed);
        return all;
    }

  private:
    ModelAnswer answer(std::size_t i, const LtlOptions& options) const {
        const auto found = check_ltl(model_, asked_[i].formula, asked_[i].propositions, options);
        ModelAnswer answer{.formula = given_.ltl[i],
                           .holds = found.holds,
                           .status = found.status,
                           .steps = {},
                           .seconds = std::chrono::duration<double>(Clock::now() - live_.began()).count(),
                           .visited = found.statistics.states,
                           .workers = found.statistics.workers};
        if (found.counterexample && given_.find_paths) answer.steps = pins::steps_along(model_, *found.counterexample);
        return answer;
    }

    const pins::Model& model_;
    const CheckArguments& given_;
    LiveRun& live_;
    LiveAnswers answers_;
    std::vector<pins::StateFormula> asked_;
};

results::RunReport report_of(const std::vector<ModelAnswer>& answers, const pins::Model& model,
                             const CheckArguments& given, double seconds) {
    results::RunReport report{.schema = "scrump-check",
                              .problem = "check",
                              .instance = {{"file", given.net},
                                           {"interface", model.interface()},
                                           {"slots", model.slots().size()},
                                           {"groups", model.groups()},
                                           {"labels", model.state_labels()}},
                              .answer = {{"answers", Json::array()}},
                              .seconds = seconds};
    std::uint64_t visited = 0;
    for (const ModelAnswer& each : answers) {
        report.answer["answers"].push_back(to_json(each));
        if (!each.holds && report.status == Status::complete) report.status = each.status;
        visited += each.visited;
        report.workers = std::max<std::size_t>(report.workers, each.workers);
    }
    report.more["visited"] = visited;
    return report;
}

}  // namespace

int check_model(const CheckArguments& given, LiveRun& live) {
    refuse_what_is_for_nets(given);
    const pins::Model model(given.net);
    const std::vector<ModelAnswer> answers = ModelFormulas(model, given, live).check();
    const std::chrono::duration<double> seconds = Clock::now() - live.began();
    const results::RunReport run = report_of(answers, model, given, seconds.count());
    std::vector<ShownAnswer> all;
    for (const ModelAnswer& each : answers) all.push_back(shown_answer(each));
    const RunText text{.quiet = std::vector<std::string>(),
                       .rest = {{"answers", summary_of(all)},
                                {"status", status_text(run.status)},
                                {"time", fmt::format("{:.3f} s", run.seconds)},
                                {"visited", fmt::format("{} states", run.more["visited"].get<std::uint64_t>())},
                                {"workers", std::to_string(run.workers)}}};
    return print_run(run, text, given, live.process().invocation, run.status == Status::complete ? solved : stopped);
}

}  // namespace scrump::cli

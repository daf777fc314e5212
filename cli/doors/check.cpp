// scrump check: answers to questions about the markings that a net can reach.

#include "commands.hpp"
#include "doors/check_answers.hpp"
#include "doors/check_arguments.hpp"
#include "doors/net_options.hpp"
#include "doors/state_models.hpp"
#include "line/table_options.hpp"
#include "line/values.hpp"
#include "run/live_run.hpp"
#include "run/output_options.hpp"
#include "run/print_run.hpp"
#include "run/statistics_tables.hpp"
#include "tools/file_kinds.hpp"

#include "line/texts.hpp"
#include "results/check_json.hpp"

#include <scrump/base/clock.hpp>
#include <scrump/base/error.hpp>
#include <scrump/problems/petri/check.hpp>
#include <scrump/problems/petri/questions.hpp>
#include <scrump/states/diagrams/option_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace scrump::cli {
namespace {

using petri::Checked;
using petri::CheckOptions;
using petri::Property;

// --- What is asked

petri::Net net_in(const std::string& text, const CheckArguments& given) {
    if (state_model_in(text, given.net) != "pnml")
        throw Error(title_of_file(given.net) + ": expected a net (PNML) or a compiled model" +
                    where_it_belongs(text, given.net));
    return petri::parse_net(text, title_of_file(given.net));
}

petri::PropertiesText read_properties(const std::string& name, Session& session) {
    std::string text = read_state_file(name, session);
    const std::string elsewhere = petri::begins_as_properties(text) ? "" : where_it_belongs(text, name);
    if (!elsewhere.empty()) throw Error(title_of_file(name) + ": expected properties of a net (XML)" + elsewhere);
    return {std::move(text), title_of_file(name)};
}

std::vector<Property> read_questions(const CheckArguments& given, const petri::Net& net, Session& session) {
    petri::Questions questions{
        .names = given.names, .ltl = given.ltl, .ctl = given.ctl, .fairness = given.fairness, .only = given.only};
    for (const std::string& each : given.properties) questions.properties.push_back(read_properties(each, session));
    try {
        return petri::properties_of(net, questions);
    } catch (const UsageError& error) {
        throw UsageError(std::string("check: ") + error.what());
    }
}

void refuse_what_means_nothing(const CheckArguments& given, const Process& process) {
    if (process.session.size() > 1)
        throw UsageError("check: answers are found by one process; start it without mpirun");
    const auto inputs = std::ranges::count(given.properties, "-") + (given.net == "-" ? 1 : 0);
    if (inputs > 1) throw UsageError("check: only one file can be standard input");
}

// --- For people

Lines lines_beneath(const Checked& found, const std::vector<ShownAnswer>& answers, const results::RunReport& run,
                    const petri::Net& net, const CheckArguments& given) {
    const CounterReachability& counters = found.reached.counters;
    const DiagramStatistics& diagrams = counters.diagrams;
    Lines lines = {{"answers", summary_of(answers)}, {"status", status_text(run.status)}};
    const std::string seconds = fmt::format("{:.3f} s", run.seconds);
    if (run.answer.contains("states")) {
        lines.emplace_back("time", fmt::format("{}; {:.3f} s for all markings", seconds, counters.seconds));
        lines.emplace_back("markings", run.answer["states"].get<std::string>());
    } else {
        lines.emplace_back("time", seconds);
    }
    if (found.visited > 0)
        lines.emplace_back("visited", fmt::format("{} markings; reduction: {}", found.visited,
                                                  run.choices["reduction"].get<std::string>()));
    if (found.steps_walked > 0) lines.emplace_back("walked", fmt::format("{} steps", found.steps_walked));
    const bool has_diagrams = results::makes_diagrams(found);
    if (has_diagrams && !found.reached.levels.empty()) {
        lines.emplace_back("order", fmt::format("{}; {} levels for {} places", run.choices["order"].get<std::string>(),
                                                found.reached.levels.size(), net.places.size()));
    }
    if (has_diagrams) {
        lines.emplace_back(
            "table", fmt::format("{} nodes at most in {} buckets; {} collections, {} growths", diagrams.peak_nodes,
                                 diagrams.buckets, diagrams.collections, diagrams.growths));
    }
    add_workers(lines, run);
    add_trace(lines, run);
    if (given.options.diagrams.tasks.trace.wanted() && !has_diagrams)
        lines.emplace_back("trace", "not written: no diagrams were made");
    if (given.stats && !has_diagrams) lines.emplace_back("statistics", "none: no diagrams were made");
    return lines;
}

// --- What it does

std::vector<std::string> ids_of(const std::vector<Property>& properties) {
    std::vector<std::string> ids;
    for (const Property& each : properties) ids.push_back(each.id);
    return ids;
}

std::vector<ShownAnswer> all_shown(const Checked& found, const std::vector<Property>& properties,
                                   const petri::Net& net) {
    std::vector<ShownAnswer> all;
    for (std::size_t i = 0; i < properties.size(); ++i)
        all.push_back(shown_answer(found.verdicts[i], properties[i], net));
    return all;
}

Checked find(const petri::Net& net, const std::vector<Property>& properties, CheckOptions options,
             const CheckArguments& given, LiveRun& live, LiveAnswers& answers) {
    DiagramOptions& diagrams = options.reach.diagrams;
    connect_search(live, given, diagrams);
    answers.connect(diagrams.tasks.stop, diagrams.progress);
    options.answered = [&](const petri::Verdict& verdict) {
        answers.tell(shown_answer(verdict, *std::ranges::find(properties, verdict.id, &Property::id), net));
    };
    Checked found = petri::check(net, properties, options);
    live.clear();
    return found;
}

int check_net(const CheckArguments& given, const std::string& text, LiveRun& live) {
    const petri::Net net = net_in(text, given);
    const std::vector<Property> properties = read_questions(given, net, live.session());
    CheckOptions options{
        .reach = {.diagrams = given.options.diagrams}, .find_paths = given.find_paths, .reduction = given.reduction};
    given.order.set(options.reach);
    LiveAnswers answers(ids_of(properties), given.form, live);
    const Checked found = find(net, properties, options, given, live, answers);
    const std::vector<ShownAnswer> all = all_shown(found, properties, net);
    answers.finish(all);
    const std::chrono::duration<double> seconds = Clock::now() - live.began();
    const results::RunReport run = results::report_of(found, net, properties, options, given.net, seconds.count());
    const RunText printed{
        .quiet = std::vector<std::string>(), .rest = lines_beneath(found, all, run, net, given), .tables = [&] {
            if (given.stats && run.computation)
                print_statistics(run.statistics, Computation::tasks, std::numeric_limits<double>::quiet_NaN());
        }};
    const bool all_known = std::ranges::all_of(found.verdicts, &petri::Verdict::is_known);
    return print_run(run, printed, given, live.process().invocation, all_known ? solved : stopped);
}

int run_and_print(const CheckArguments& given, const Process& process) {
    refuse_what_means_nothing(given, process);
    LiveRun live(process, given.options.diagrams.tasks.time_limit);
    const std::string text = read_state_file(given.net, process.session);
    return state_model_in(text, given.net) == "pins" ? check_model(given, live) : check_net(given, text, live);
}

void declare_formulas(Command command, CheckArguments& given) {
    const Argument ltl = command
                             .option_again("--ltl", given.ltl,
                                           "Ask whether a formula of LTL holds, such as 'G (p > 0 -> F fires(t))': see "
                                           "below; may be given again")
                             .type_name("FORMULA");
    command
        .option_again("--ctl", given.ctl,
                      "Ask whether a formula of CTL holds, such as 'AG (p <= 1 & EF deadlock)'; may be given again")
        .type_name("FORMULA");
    command
        .option("--weakly-fair", given.fairness.weak, read_names,
                "Of --ltl, only paths count on which these transitions fire again and again if they stay enabled")
        .type_name("TRANSITION,…")
        .needs(ltl);
    command
        .option("--strongly-fair", given.fairness.strong, read_names, "Likewise, if they are enabled again and again")
        .type_name("TRANSITION,…")
        .needs(ltl);
}

// Of --ltl and --ctl.
const char* help_on_formulas() {
    return "Formulas (--ltl, --ctl):\n"
           "  p + 2 q <= 3      tokens of places; <, >=, >, = and != likewise\n"
           "  enabled(t, u)     one of these transitions is enabled\n"
           "  fires(t, u)       one of these transitions leads to the next marking; of --ltl alone\n"
           "  deadlock          no transition is enabled; true and false are formulas, too\n"
           "  ! & | -> <->      not, and, or, implies, if and only if\n"
           "  X F G U R W       next, eventually, always, until, release, weak until\n"
           "  A E               on all paths, on some path; in --ctl before each X, F and G, and before (p U q)\n"
           "  Names that are not words stand in double quotes.\n"
           "\n"
           "Formulas about a compiled model (--ltl):\n"
           "  label             a label of states is not 0\n"
           "  a = 1, a < b      slots, numbers, and by = and != texts of values; ==, !=, <=, > and >= likewise\n"
           "  ! & | -> <-> X F G U R W   as above\n"
           "  Fair transitions are called by the text of one of their labels, or by their group: 'group 3'.\n";
}

void declare_questions(Command command, CheckArguments& given) {
    command
        .option("NET", given.net, a_name(),
                "A Petri net (PNML), or - for standard input; or a compiled model (.so), which is asked by --ltl alone")
        .required();
    command
        .option("PROPERTIES", given.properties,
                "Files of formulas and bounds, in the XML of the Model Checking Contest")
        .type_name("FILE");
    std::vector<std::string> names;
    for (const petri::NamedQuestion& each : petri::named_questions()) names.emplace_back(each.name);
    command
        .option("--ask", given.names, read_names,
                "Ask questions by name: see below [default: all of them, if nothing else is asked]")
        .type_name("NAME,…")
        .words(names);
    declare_formulas(command, given);
    command
        .option("--only", given.only, read_names,
                "Answer only properties with these ids; the end of an id, such as 03, stands for it")
        .type_name("ID,…");
    command.flag_against("--no-paths", given.find_paths, "Do not look for paths that show answers");
    declare_reduction(command, given.reduction, "Markings to be left out where markings are visited one by one",
                      "Nets");
}

void declare_options(Command command, const std::shared_ptr<CheckArguments>& arguments) {
    CheckArguments& given = *arguments;
    declare_questions(command, given);
    declare_order(command, given.order, "Nets");
    TablePart<SymbolicReachOptions> part;
    part.without = {"strategy", "localities", "dead-after", "spread-nodes", "travel-from", "paper"};
    part.given = given.texts;
    declare_table(command, given.options, option_table<SymbolicReachOptions>(), part);
    declare_output(command, given, "Print ids and answers alone", "Also print what each worker did");
    command.flag("--formulas", given.form.with_formulas, "Also print what was asked").group(what_to_print);
    command.flag("--contest", given.form.contest, "Print answers alone, in the words of the Model Checking Contest")
        .excludes(command.declared("--ltl"))
        .excludes(command.declared("--ctl"))
        .excludes(command.declared("--json"))
        .excludes(command.declared("--quiet"))
        .group(what_to_print);
    command.consequences([arguments] {
        arguments->quiet = arguments->quiet || arguments->form.contest;
        arguments->form.quiet = arguments->quiet;
        arguments->form.none = arguments->json;
    });
    command.footer([] {
        return "Questions (--ask), by Scrump's name or the contest's:\n" + petri::named_questions_help() + '\n' +
               help_on_formulas() + "\nOrders of the places (--order):\n" + counter_orders_help();
    });
}

}  // namespace

void declare_check(CommandLine& line) {
    const auto given = std::make_shared<CheckArguments>();
    Command command = line.subcommand(
        "check", "Answer questions about a net: reachability, bounds, CTL, LTL, deadlocks; LTL of compiled models");
    command.options([given](Command own) { declare_options(own, given); });
    command.does([given](const Process& process) { return run_and_print(*given, process); });
}

}  // namespace scrump::cli

// scrump flowshop.

#include "commands.hpp"
#include "line/values.hpp"
#include "run/answer_file.hpp"
#include "run/search_command.hpp"
#include "run/source.hpp"
#include "run/start.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/problems/flowshop/solve.hpp>
#include <scrump/problems/flowshop/source.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace scrump::cli {
namespace {

struct FlowShopArguments {
    std::string source;
    std::optional<std::uint64_t> instance;
    std::optional<std::int64_t> at_most;
    std::string order_file;
    std::string start;
    bool local_search = true;
};

// Collective; only the first process reads files.
flowshop::NamedInstance load(const FlowShopArguments& given, LiveSearch& live) {
    const Source source = read_source(given.source, flowshop::names_file, live.session());
    if (!source.text) {
        if (given.instance) throw UsageError("--instance is for files; " + given.source + " is a single instance");
        return {given.source, flowshop::generate(given.source, live.seed())};
    }
    flowshop::NamedInstance named = flowshop::parse(*source.text, source.title, given.instance.value_or(1));
    if (named.name.empty()) named.name = source.title;
    return named;
}

void add_order(Report& report, const flowshop::Schedule& schedule) {
    report.add("makespan", "objective", schedule.makespan);
    report.add("order", "solution", from_one(schedule.order));
}

// Both return the order, for the file.
flowshop::Order find_best(const flowshop::Instance& instance, const flowshop::Settings& settings, Report& report) {
    flowshop::Schedule found = report.take(flowshop::find_best_order(instance, settings));
    add_order(report, found);
    return std::move(found.order);
}

std::optional<flowshop::Order> decide(const flowshop::Instance& instance, std::int64_t at_most,
                                      const flowshop::Settings& settings, Report& report) {
    std::optional<flowshop::Schedule> found = report.take(flowshop::find_order(instance, at_most, settings));
    report.add_existence("exists", found.has_value());
    if (!found) return std::nullopt;
    add_order(report, *found);
    return std::move(found->order);
}

std::string order_file(const std::string& name, const flowshop::Order& order, flowshop::Time makespan) {
    return fmt::format("# {}: {} jobs, makespan {}\n{}\n", name, order.size(), makespan,
                       fmt::join(from_one(order), " "));
}

Report solve(const FlowShopArguments& given, LiveSearch& live) {
    check_answer_file("--order", given.order_file, given.source, live);
    const flowshop::NamedInstance named = load(given, live);
    const flowshop::Instance& instance = named.instance;
    Report report{.instance = {{"file", given.source},
                               {"name", named.name},
                               {"jobs", instance.jobs()},
                               {"machines", instance.machines()}}};
    if (given.instance) report.instance["number"] = *given.instance;
    if (given.at_most) report.instance["at_most"] = *given.at_most;
    flowshop::Settings settings{.local_search = given.local_search};
    if (!given.start.empty()) settings.known = start_order(given.start, instance, live);
    settings.search = live.begin(given.at_most ? Line::plain : Line::with_incumbent, report);
    const std::optional<flowshop::Order> order =
        given.at_most ? decide(instance, *given.at_most, settings, report) : find_best(instance, settings, report);
    if (order && !given.order_file.empty()) {
        report.afterwards = [file = given.order_file,
                             text = order_file(named.name, *order, makespan(instance, *order))] {
            replace_file(file, text);
        };
    }
    return report;
}

void declare(Command command, FlowShopArguments& given) {
    command
        .option("FILE", given.source,
                "File of flow shops in Taillard's or the OR-Library's format, - for standard input, or one by "
                "Taillard's generator: random:jobs=20,machines=5,seed=1")
        .words({"random:"})
        .required();
    command
        .option("--instance", given.instance, whole_number(1),
                "Take the N-th instance of the file [default: the first]")
        .type_name("N");
    command
        .option("--at-most", given.at_most, integer(),
                "Find an order with at most this makespan, or prove that none exists")
        .type_name("T");
    command.option("--order", given.order_file, a_name(), "Write the best order to this file").type_name("FILE");
    command
        .option("--start", given.start, a_name(),
                "Start from the order in this file, jobs from 1, or from the solution in the output of --json")
        .type_name("FILE");
    command.flag_against("--no-local-search", given.local_search, "Skip the local search");
}

}  // namespace

void declare_flowshop(CommandLine& line) {
    declare_search<FlowShopArguments>(line, "flowshop", "Find an order of the jobs with the least makespan", declare,
                                      solve);
}

}  // namespace scrump::cli

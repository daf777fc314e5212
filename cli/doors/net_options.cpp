#include "doors/net_options.hpp"

#include "line/texts.hpp"
#include "line/values.hpp"

#include "results/reach_json.hpp"

#include <scrump/base/error.hpp>
#include <scrump/base/file.hpp>
#include <scrump/base/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <vector>

namespace scrump::cli {
namespace {

// A name to a line.
std::vector<std::string> read_order(const std::string& path) {
    std::vector<std::string> names;
    std::istringstream lines(read_file(path));
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) names.push_back(line);
    if (names.empty()) throw Error(path + ": expected names of places, one in each line; found none");
    return names;
}

double read_growth(const std::string& text) {
    const double growth = real_number()(text);
    if (!(growth > 1 && growth < 1e6)) throw BadValue("expected a factor above 1 and below 1000000");
    return growth;
}

}  // namespace

void NetOrder::set(petri::NetReachOptions& options) const {
    options.order = named.value_or(CounterOrder::best);
    if (!file.empty()) options.levels = read_order(file);
    if (growth && !reorder) throw UsageError("--reorder-growth means nothing without --reorder auto");
    options.reorder = reorder;
    if (growth) options.reorder->growth = *growth;
}

void declare_order(Command command, NetOrder& order, const std::string& group) {
    Choices<std::optional<CounterOrder>> choices;
    for (const std::string& name : counter_order_names()) {
        const CounterOrder each = parse_counter_order(name);
        choices.emplace_back(name, each == CounterOrder::best ? std::nullopt : std::optional(each));
    }
    const Argument file =
        command.option("--order-file", order.file, a_name(), "Take the order from a file, a place to a line")
            .type_name("FILE")
            .group(group);
    command.option("--order", order.named, one_of(choices), "Order of the places: see below")
        .type_name("ORDER")
        .initially("best")
        .excludes(file)
        .group(group);
    const Choices<std::optional<Reordering>> when = {{"off", std::nullopt}, {"auto", Reordering()}};
    command
        .option("--reorder", order.reorder, one_of(when),
                "Move places to other levels during the search, when that makes the diagram smaller")
        .initially("off")
        .group(group);
    command
        .option("--reorder-growth", order.growth, read_growth,
                "Reorder when the table has this many times the nodes of the last time [default: 2]")
        .type_name("FACTOR")
        .group(group);
}

std::string path_text(const petri::Net& net, const std::vector<std::uint32_t>& path) {
    return path_text(results::names_of(net, path));
}

std::string path_text(std::vector<std::string> names) {
    constexpr std::size_t first = 7, last = 2;
    for (std::string& each : names) each = printable(each);
    const std::string number = in_full(names.size(), "transition");
    if (names.size() <= first + last + 1) return fmt::format("{}: {}", number, fmt::join(names, ", "));
    return fmt::format("{}: {}, … {} more …, {}", number, fmt::join(names.begin(), names.begin() + first, ", "),
                       names.size() - first - last, fmt::join(names.end() - last, names.end(), ", "));
}

void declare_reduction(Command command, petri::NetReduction& reduction, const char* help, const std::string& group) {
    Choices<petri::NetReduction> choices;
    for (const std::string& name : petri::net_reduction_names())
        choices.emplace_back(name, petri::parse_net_reduction(name));
    command.option("--reduction", reduction, one_of(choices), help)
        .initially(std::string(petri::name(reduction)))
        .group(group);
}

void connect_search(LiveRun& live, const OutputOptions& output, DiagramOptions& diagrams) {
    diagrams.tasks.began = live.began();
    live.connect(diagrams.tasks);
    live.show(diagrams.progress, diagrams.progress_interval, output, [](const DiagramProgress& now) {
        const std::string reordered = now.reorderings == 0 ? "" : "  reordered " + in_full(now.reorderings, "time");
        return fmt::format("{:.1f} s  {} nodes, {:.0f}% of the table{}  {} of {} workers busy", now.elapsed.count(),
                           human(static_cast<double>(now.nodes)),
                           100 * static_cast<double>(now.nodes) / static_cast<double>(now.buckets), reordered,
                           now.busy_workers, now.workers);
    });
}

}  // namespace scrump::cli
